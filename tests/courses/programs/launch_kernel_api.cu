// cudaLaunchKernel with an array of argument addresses; events order two streams.
#include <cstdio>

struct Range { int first, count; };

__global__ void fill(int* out, Range range, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < range.count) out[range.first + i] = value + i;
}

int main()
{
    int* d;
    cudaMalloc(&d, 32 * sizeof(int));
    cudaMemset(d, 0xff, 32 * sizeof(int));
    cudaStream_t first, second;
    cudaEvent_t ready;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreate(&ready);
    Range range = {4, 10};
    int value = 100;
    void* args[] = {&d, &range, &value};
    cudaError_t e = cudaLaunchKernel((const void*)fill, dim3(2), dim3(8), args, 0, first);
    printf("%s\n", cudaGetErrorName(e));
    cudaEventRecord(ready, first);
    cudaStreamWaitEvent(second, ready, 0);
    range.first = 10;
    range.count = 6;
    value = 500;
    cudaLaunchKernel(fill, 1, 8, args, 0, second);
    cudaStreamSynchronize(second);
    printf("first stream: %s\n", cudaGetErrorName(cudaStreamQuery(first)));
    int h[32];
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 20; ++i) printf("%d%s", h[i], i < 19 ? "," : "\n");
    cudaEventDestroy(ready);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(d);
    cudaDeviceReset();
    return 0;
}
