#include <cstdio>

// Launches itself with half as many threads; the work behind it adds what each level counted.
__global__ void halve(int* counts, int level)
{
    atomicAdd(&counts[level], 1);
    if (threadIdx.x == 0) {
        printf("level %d: %d threads\n", level, blockDim.x);
        if (blockDim.x > 1) halve<<<1, blockDim.x / 2>>>(counts, level + 1);
    }
}

int main()
{
    const int levels = 5;
    int* counts;
    cudaMallocManaged(&counts, levels * sizeof(int));
    for (int i = 0; i < levels; ++i) counts[i] = 0;
    halve<<<1, 16>>>(counts, 0);
    cudaDeviceSynchronize();
    int all = 0;
    for (int i = 0; i < levels; ++i) all += counts[i];
    printf("%d threads in %d levels: %s\n", all, levels, all == 31 ? "right" : "wrong");
    cudaFree(counts);
    return 0;
}
