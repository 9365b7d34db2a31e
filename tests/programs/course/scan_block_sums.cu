// Scan of any length: scan the blocks, scan their sums, add them.
#include <stdio.h>
#include <stdlib.h>
#define BLOCK_SIZE 64

__global__ void scanBlocks(const int *in, int *out, int *sums, int len)
{
    __shared__ int s[BLOCK_SIZE];
    int t = threadIdx.x, i = blockIdx.x * BLOCK_SIZE + t;
    s[t] = i < len ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK_SIZE; d <<= 1) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (i < len) out[i] = s[t];
    if (sums != NULL && t == BLOCK_SIZE - 1) sums[blockIdx.x] = s[t];
}

__global__ void addSums(int *out, const int *sums, int len)
{
    int i = blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (blockIdx.x > 0 && i < len) out[i] += sums[blockIdx.x - 1];
}

int main()
{
    const int len = 1000;
    int blocks = (len - 1) / BLOCK_SIZE + 1;
    int *in = (int *)malloc(len * sizeof(int)), *out = (int *)malloc(len * sizeof(int));
    for (int i = 0; i < len; i++) in[i] = i % 4;
    int *d_in, *d_out, *d_sums, *d_scanned;
    cudaMalloc((void **)&d_in, len * sizeof(int));
    cudaMalloc((void **)&d_out, len * sizeof(int));
    cudaMalloc((void **)&d_sums, blocks * sizeof(int));
    cudaMalloc((void **)&d_scanned, blocks * sizeof(int));
    cudaMemcpy(d_in, in, len * sizeof(int), cudaMemcpyHostToDevice);

    scanBlocks<<<blocks, BLOCK_SIZE>>>(d_in, d_out, d_sums, len);
    scanBlocks<<<1, BLOCK_SIZE>>>(d_sums, d_scanned, NULL, blocks);
    addSums<<<blocks, BLOCK_SIZE>>>(d_out, d_scanned, len);
    cudaMemcpy(out, d_out, len * sizeof(int), cudaMemcpyDeviceToHost);

    int sum = 0;
    for (int i = 0; i < len; i++) {
        sum += in[i];
        if (out[i] != sum) {
            printf("out[%d] = %d instead of %d\n", i, out[i], sum);
            return 1;
        }
    }
    printf("scan of %d elements is right\n", len);
}
