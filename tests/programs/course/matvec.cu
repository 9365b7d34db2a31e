// y = A x, one warp a row.
#include <cstdio>

__global__ void matvec(const float *A, const float *x, float *y, int rows, int cols)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (warp >= rows) return;
    float sum = 0.0f;
    for (int c = lane; c < cols; c += 32) sum += A[warp * cols + c] * x[c];
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0) y[warp] = sum;
}

int main()
{
    int rows = 20, cols = 100;
    float *A, *x, *y;
    cudaMallocManaged(&A, rows * cols * sizeof(float));
    cudaMallocManaged(&x, cols * sizeof(float));
    cudaMallocManaged(&y, rows * sizeof(float));
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c) A[r * cols + c] = r;
    for (int c = 0; c < cols; ++c) x[c] = 1;
    matvec<<<(rows * 32 + 127) / 128, 128>>>(A, x, y, rows, cols);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; ++r) printf("%g ", y[r]);
    cudaFree(A), cudaFree(x), cudaFree(y);
}
