// Copies and kernels of four streams overlap.
#include <cstdio>
#include <cuda_runtime.h>

const int kStreams = 4;
const int kPerStream = 512;
const int kTotal = kStreams * kPerStream;

__global__ void addChunk(const int* a, const int* b, int* c, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) c[i] = a[i] + b[i];
}

int main()
{
    int *a, *b, *c;
    cudaMallocHost(&a, kTotal * sizeof(int));
    cudaMallocHost(&b, kTotal * sizeof(int));
    cudaMallocHost(&c, kTotal * sizeof(int));
    for (int i = 0; i < kTotal; ++i) {
        a[i] = i;
        b[i] = kTotal - i;
    }
    int *dev_a, *dev_b, *dev_c;
    cudaMalloc(&dev_a, kTotal * sizeof(int));
    cudaMalloc(&dev_b, kTotal * sizeof(int));
    cudaMalloc(&dev_c, kTotal * sizeof(int));

    cudaStream_t stream[kStreams];
    for (int s = 0; s < kStreams; ++s) cudaStreamCreate(&stream[s]);
    for (int s = 0; s < kStreams; ++s) {
        int offset = s * kPerStream;
        cudaMemcpyAsync(dev_a + offset, a + offset, kPerStream * sizeof(int), cudaMemcpyHostToDevice, stream[s]);
        cudaMemcpyAsync(dev_b + offset, b + offset, kPerStream * sizeof(int), cudaMemcpyHostToDevice, stream[s]);
        addChunk<<<kPerStream / 128, 128, 0, stream[s]>>>(dev_a + offset, dev_b + offset, dev_c + offset, kPerStream);
        cudaMemcpyAsync(c + offset, dev_c + offset, kPerStream * sizeof(int), cudaMemcpyDeviceToHost, stream[s]);
    }
    cudaDeviceSynchronize();
    bool good = true;
    for (int i = 0; i < kTotal; ++i) good = good && c[i] == kTotal;
    printf("%s\n", good ? "correct" : "wrong");
    for (int s = 0; s < kStreams; ++s) cudaStreamDestroy(stream[s]);
    cudaFreeHost(a);
    cudaFreeHost(b);
    cudaFreeHost(c);
    return 0;
}
