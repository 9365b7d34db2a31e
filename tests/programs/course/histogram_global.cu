// Counts every byte of a buffer with atomics in global memory.
#include <stdio.h>
#include <stdlib.h>
#define SIZE (16 * 1024)

__global__ void histo_kernel(unsigned char *buffer, long size, unsigned int *histo) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&histo[buffer[i]], 1);
        i += stride;
    }
}

void *big_random_block(int size) {
    unsigned char *data = (unsigned char *)malloc(size);
    for (int i = 0; i < size; i++) data[i] = rand();
    return data;
}

int main(void) {
    unsigned char *buffer = (unsigned char *)big_random_block(SIZE);
    unsigned char *dev_buffer;
    unsigned int *dev_histo;
    cudaMalloc((void **)&dev_buffer, SIZE);
    cudaMemcpy(dev_buffer, buffer, SIZE, cudaMemcpyHostToDevice);
    cudaMalloc((void **)&dev_histo, 256 * sizeof(int));
    cudaMemset(dev_histo, 0, 256 * sizeof(int));
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    int blocks = prop.multiProcessorCount;
    histo_kernel<<<blocks * 2, 256>>>(dev_buffer, SIZE, dev_histo);
    unsigned int histo[256];
    cudaMemcpy(histo, dev_histo, 256 * sizeof(int), cudaMemcpyDeviceToHost);
    long histoCount = 0;
    for (int i = 0; i < 256; i++) histoCount += histo[i];
    printf("Histogram Sum: %ld\n", histoCount);
    cudaFree(dev_histo);
    cudaFree(dev_buffer);
    free(buffer);
    return 0;
}
