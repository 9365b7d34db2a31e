// says: plain_wait
// cure: volatile
// A block waits for a flag that a compiler may read only once.
#include <cstdio>
#ifdef CURED
__device__ volatile int ready;
#else
__device__ int ready;
#endif
__device__ volatile int message;
__global__ void talk(int* out)
{
    if (blockIdx.x == 0) {
        message = 11;
        __threadfence();
        ready = 1;
    } else {
        while (ready == 0);  // FAULT
        __threadfence();
        *out = message;
    }
}
int main()
{
    int h, *d;
    cudaMalloc(&d, sizeof(int));
    talk<<<2, 1>>>(d);
    cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
}
