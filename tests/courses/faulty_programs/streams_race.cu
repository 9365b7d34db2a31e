// says: stream
// cure: cudaStreamWaitEvent
// The copy in one stream does not wait for the kernel in the other.
#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x + 1; }
int main()
{
    int *h, *d;
    cudaStream_t compute, copy;
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    cudaMallocHost(&h, 64 * sizeof(int));
    cudaMalloc(&d, 64 * sizeof(int));
    fill<<<1, 64, 0, compute>>>(d);
#ifdef CURED
    cudaEvent_t filled;
    cudaEventCreate(&filled);
    cudaEventRecord(filled, compute);
    cudaStreamWaitEvent(copy, filled, 0);
#endif
    cudaMemcpyAsync(h, d, 64 * sizeof(int), cudaMemcpyDeviceToHost, copy);  // FAULT
    cudaStreamSynchronize(copy);
    printf("%d\n", h[63]);
    cudaStreamDestroy(compute);
    cudaStreamDestroy(copy);
    cudaFreeHost(h);
    cudaFree(d);
}
