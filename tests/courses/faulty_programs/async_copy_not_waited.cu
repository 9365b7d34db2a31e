// says: was not waited for
// cure: Synchronize
// The result is read right behind an asynchronous copy.
#include <stdio.h>
__global__ void fill(int *x) { x[threadIdx.x] = 7 * threadIdx.x; }
int main()
{
    int *h, *d;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocHost((void **)&h, 32 * sizeof(int));
    cudaMalloc((void **)&d, 32 * sizeof(int));
    fill<<<1, 32, 0, s>>>(d);
    cudaMemcpyAsync(h, d, 32 * sizeof(int), cudaMemcpyDeviceToHost, s);
#ifdef CURED
    cudaStreamSynchronize(s);
#endif
    printf("%d\n", h[3]);  // FAULT
    cudaStreamDestroy(s);
    cudaFreeHost(h);
    cudaFree(d);
    return 0;
}
