// says: lock_in_warp
// cure: 
// All lanes of a warp take one lock in a loop.
#include <cstdio>
__device__ int lock;
__global__ void count(int* total)
{
#ifdef CURED
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0);
        __threadfence();
        *(volatile int*)total = *(volatile int*)total + 32;
        __threadfence();
        atomicExch(&lock, 0);
    }
#else
    while (atomicCAS(&lock, 0, 1) != 0);  // FAULT
    __threadfence();
    *(volatile int*)total = *(volatile int*)total + 1;
    __threadfence();
    atomicExch(&lock, 0);
#endif
}
int main()
{
    int h = 0, *d;
    cudaMalloc(&d, sizeof(int));
    cudaMemcpy(d, &h, sizeof(int), cudaMemcpyHostToDevice);
    count<<<1, 32>>>(d);
    cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
}
