// Lets the runtime propose a block size, and launches with it.
#include <cstdio>
#include <algorithm>

__global__ void scale(float* x, float f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= f;
}

int main()
{
    const int n = 3000;
    int minGrid = 0, block = 0, active = 0;
    cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, scale, 0, 0);
    printf("block size is a multiple of 32: %d, at most 1024: %d\n", block % 32 == 0, block <= 1024);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, scale, 256, 0);
    printf("some blocks of 256 fit: %d\n", active > 0);
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, scale);
    printf("static shared %d, max threads %d\n", (int)attributes.sharedSizeBytes, attributes.maxThreadsPerBlock);
    float h[n];
    std::fill(h, h + n, 3.0f);
    float* d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyDefault);
    scale<<<(n + block - 1) / block, block>>>(d, 1.5f, n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDefault);
    printf("%.2f everywhere: %d\n", h[0], (int)std::count(h, h + n, 4.5f));
    cudaFree(d);
    return 0;
}
