// says: was not waited for
// cure: cudaDeviceSynchronize
// The kernel writes into mapped host memory, and nobody waits for it.
#include <cstdio>
__global__ void answer(int* x) { *x = 42; }
int main()
{
    int *h, *d;
    cudaHostAlloc(&h, sizeof(int), cudaHostAllocMapped);
    *h = 0;
    cudaHostGetDevicePointer(&d, h, 0);
    answer<<<1, 1>>>(d);
#ifdef CURED
    cudaDeviceSynchronize();
#endif
    printf("%d\n", *h);  // FAULT
    cudaFreeHost(h);
}
