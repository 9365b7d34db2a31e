// Memory in the order of a stream: cudaMallocAsync, cudaFreeAsync, cudaMemsetAsync, host function.
#include <cstdio>

__global__ void add_one(int* x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += 1;
}

void CUDART_CB finished(void* data) { printf("stream reached the host function with %d\n", *(int*)data); }

int main()
{
    const int n = 256;
    cudaStream_t s;
    cudaStreamCreate(&s);
    int* d;
    int* h;
    cudaMallocHost(&h, n * sizeof(int));
    cudaMallocAsync((void**)&d, n * sizeof(int), s);
    cudaMemsetAsync(d, 0, n * sizeof(int), s);
    for (int k = 0; k < 5; ++k) add_one<<<2, 128, 0, s>>>(d, n);
    cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaFreeAsync(d, s);
    int number = 17;
    cudaLaunchHostFunc(s, finished, &number);
    cudaStreamSynchronize(s);
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += h[i];
    printf("sum %d\n", sum);
    cudaStreamDestroy(s);
    cudaFreeHost(h);
}
