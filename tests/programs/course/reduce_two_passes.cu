// The blocks' sums are added by the same kernel, launched again.
#include <stdio.h>
#define BLOCK 256

__global__ void sumReduce(unsigned int *in, unsigned int *out, int n)
{
    __shared__ unsigned int cache[BLOCK];
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    cache[threadIdx.x] = gid < n ? in[gid] : 0;
    __syncthreads();
    for (int half = BLOCK / 2; half >= 1; half /= 2) {
        if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = cache[0];
}

int main(int argc, char *argv[])
{
    int n = argc > 1 ? atoi(argv[1]) : 5000;
    unsigned int *host = (unsigned int *)calloc(n, sizeof(unsigned int));
    for (int i = 0; i < n; i++) host[i] = 3;
    unsigned int *d_in, *d_partial, *d_sum, sum;
    int blocks = (n + BLOCK - 1) / BLOCK;
    cudaMalloc((void **)&d_in, n * sizeof(*d_in));
    cudaMalloc((void **)&d_partial, blocks * sizeof(*d_partial));
    cudaMalloc((void **)&d_sum, sizeof(unsigned int));
    cudaMemcpy(d_in, host, n * sizeof(*host), cudaMemcpyHostToDevice);
    sumReduce<<<blocks, BLOCK>>>(d_in, d_partial, n);
    sumReduce<<<1, BLOCK>>>(d_partial, d_sum, blocks);
    cudaMemcpy(&sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    printf("%u (should be %u)\n", sum, 3u * n);
    return 0;
}
