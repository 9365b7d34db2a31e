// says: race
// cure: atomic
// Every thread adds one to a __device__ variable.
#include <cstdio>
__device__ int hits;
__global__ void count(const int* x, int limit)
{
    if (x[threadIdx.x] < limit)
#ifdef CURED
        atomicAdd(&hits, 1);
#else
        hits = hits + 1;  // FAULT
#endif
}
int main()
{
    int h[64], found, *d;
    for (int i = 0; i < 64; ++i) h[i] = (i * 11) % 64;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    count<<<1, 64>>>(d, 40);
    cudaMemcpyFromSymbol(&found, hits, sizeof found);
    printf("%d\n", found);
    cudaFree(d);
}
