/* Matrix multiplication, one thread per element of the product. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

__global__ void gpu_matrix_mult(int *a, int *b, int *c, int m, int n, int k)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    if (col < k && row < m) {
        for (int i = 0; i < n; i++) {
            sum += a[row * n + i] * b[i * k + col];
        }
        c[row * k + col] = sum;
    }
}

void cpu_matrix_mult(int *h_a, int *h_b, int *h_result, int m, int n, int k)
{
    for (int i = 0; i < m; ++i) {
        for (int j = 0; j < k; ++j) {
            int tmp = 0;
            for (int h = 0; h < n; ++h) tmp += h_a[i * n + h] * h_b[h * k + j];
            h_result[i * k + j] = tmp;
        }
    }
}

const int BLOCK_SIZE = 16;

int main(int argc, char const *argv[])
{
    int m = 40, n = 24, k = 33;
    srand(3333);
    int *h_a, *h_b, *h_c, *h_cc;
    cudaMallocHost((void **)&h_a, sizeof(int) * m * n);
    cudaMallocHost((void **)&h_b, sizeof(int) * n * k);
    cudaMallocHost((void **)&h_c, sizeof(int) * m * k);
    cudaMallocHost((void **)&h_cc, sizeof(int) * m * k);
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) h_a[i * n + j] = rand() % 1024;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < k; ++j) h_b[i * k + j] = rand() % 1024;

    int *d_a, *d_b, *d_c;
    cudaMalloc((void **)&d_a, sizeof(int) * m * n);
    cudaMalloc((void **)&d_b, sizeof(int) * n * k);
    cudaMalloc((void **)&d_c, sizeof(int) * m * k);
    cudaMemcpy(d_a, h_a, sizeof(int) * m * n, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, h_b, sizeof(int) * n * k, cudaMemcpyHostToDevice);

    unsigned int grid_rows = (m + BLOCK_SIZE - 1) / BLOCK_SIZE;
    unsigned int grid_cols = (k + BLOCK_SIZE - 1) / BLOCK_SIZE;
    dim3 dimGrid(grid_cols, grid_rows);
    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    gpu_matrix_mult<<<dimGrid, dimBlock>>>(d_a, d_b, d_c, m, n, k);
    cudaMemcpy(h_c, d_c, sizeof(int) * m * k, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();

    cpu_matrix_mult(h_a, h_b, h_cc, m, n, k);
    int all_ok = 1;
    for (int i = 0; i < m * k; ++i)
        if (h_cc[i] != h_c[i]) all_ok = 0;
    printf(all_ok ? "all results are correct\n" : "incorrect results\n");
    return 0;
}
