// SAXPY on managed memory with a grid-stride loop.
#include <iostream>
#include <cmath>

__global__ void saxpy(int n, float a, float* x, float* y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}

int main(void)
{
    int N = 1 << 12;
    float *x, *y;
    cudaMallocManaged(&x, N * sizeof(float));
    cudaMallocManaged(&y, N * sizeof(float));
    for (int i = 0; i < N; i++) {
        x[i] = 1.0f;
        y[i] = 2.0f;
    }
    int blockSize = 256, numBlocks = 4;
    saxpy<<<numBlocks, blockSize>>>(N, 2.0f, x, y);
    cudaDeviceSynchronize();
    float maxError = 0.0f;
    for (int i = 0; i < N; i++) maxError = fmax(maxError, fabs(y[i] - 4.0f));
    std::cout << "Max error: " << maxError << std::endl;
    y[7] = 0.5f;
    saxpy<<<numBlocks, blockSize>>>(N, -1.0f, x, y);
    cudaDeviceSynchronize();
    std::cout << "y[6] = " << y[6] << ", y[7] = " << y[7] << std::endl;
    cudaFree(x);
    cudaFree(y);
    return 0;
}
