#include <stdio.h>
#define ROWS 48
#define COLS 72

// One thread an element.
__global__ void matAdd(int *a, int *b, int *c, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) {
        int idx = row * cols + col;
        c[idx] = a[idx] + b[idx];
    }
}

int a[ROWS][COLS], b[ROWS][COLS], c[ROWS][COLS];

int main() {
    int *dev_a, *dev_b, *dev_c;
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLS; x++) {
            a[y][x] = x;
            b[y][x] = 100 * y;
        }
    cudaMalloc((void**)&dev_a, sizeof(a));
    cudaMalloc((void**)&dev_b, sizeof(b));
    cudaMalloc((void**)&dev_c, sizeof(c));
    cudaMemcpy(dev_a, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(dev_b, b, sizeof(b), cudaMemcpyHostToDevice);
    dim3 block(16, 16);
    dim3 grid((COLS + block.x - 1) / block.x, (ROWS + block.y - 1) / block.y);
    matAdd<<<grid, block>>>(dev_a, dev_b, dev_c, ROWS, COLS);
    cudaMemcpy(c, dev_c, sizeof(c), cudaMemcpyDeviceToHost);
    printf("c[3][5] = %d\n", c[3][5]);
    cudaFree(dev_a); cudaFree(dev_b); cudaFree(dev_c);
    return 0;
}
