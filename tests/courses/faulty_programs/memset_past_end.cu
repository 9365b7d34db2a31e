// says: has 16 bytes
// cure: Set
// The number of bytes was multiplied twice.
#include <cstdio>
__global__ void count(int* bins) { atomicAdd(&bins[threadIdx.x % 4], 1); }
int main()
{
    int bins[4], *d;
    size_t bytes = 4 * sizeof(int);
    cudaMalloc(&d, bytes);
#ifdef CURED
    cudaMemset(d, 0, bytes);
#else
    cudaMemset(d, 0, bytes * sizeof(int));  // FAULT
#endif
    count<<<1, 64>>>(d);
    cudaMemcpy(bins, d, bytes, cudaMemcpyDeviceToHost);
    printf("%d\n", bins[2]);
    cudaFree(d);
}
