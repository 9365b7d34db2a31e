// A warp for each row; the host prints a table with printf's widths.
#include <cstdio>
#include <cstdlib>
#include <cmath>

__global__ void mat_vec(const float* A, const float* x, float* y, int rows, int cols)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (row >= rows) return;
    float sum = 0;
    for (int c = lane; c < cols; c += 32) sum += A[row * cols + c] * x[c];
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
    if (!lane) y[row] = sum;
}

int main()
{
    const int rows = 10, cols = 75;
    float **A = (float **)malloc(rows * sizeof(float *));
    A[0] = (float *)malloc(rows * cols * sizeof(float));
    for (int r = 1; r < rows; r++) A[r] = A[0] + r * cols;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) A[r][c] = (r + 1) * 0.5f + (c % 4) * 0.25f;
    float x[cols], y[rows];
    for (int c = 0; c < cols; c++) x[c] = c % 2 ? 1.0f : -0.5f;
    float *dA, *dx, *dy;
    cudaMalloc(&dA, rows * cols * sizeof(float));
    cudaMalloc(&dx, sizeof x);
    cudaMalloc(&dy, sizeof y);
    cudaMemcpy(dA, A[0], rows * cols * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
    mat_vec<<<(rows * 32 + 127) / 128, 128>>>(dA, dx, dy, rows, cols);
    cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
    printf("%4s | %12s | %-12s | %s\n", "row", "GPU", "CPU", "difference");
    for (int r = 0; r < rows; r++) {
        double cpu = 0;
        for (int c = 0; c < cols; c++) cpu += A[r][c] * x[c];
        printf("%4d | %12.5f | %-12.5f | %+.1e\n", r, y[r], cpu, fabs(cpu - y[r]));
    }
    free(A[0]);
    free(A);
    cudaFree(dA), cudaFree(dx), cudaFree(dy);
    return 0;
}
