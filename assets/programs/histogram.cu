#include <cstdio>

#define BINS 8

// Each block counts its elements in shared memory and adds its counts to the whole ones.
__global__ void histogram(const int* input, int* counts, int n)
{
    __shared__ int own[BINS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < BINS) own[threadIdx.x] = 0;
    __syncthreads();
    if (i < n) atomicAdd(&own[input[i]], 1);
    __syncthreads();
    if (threadIdx.x < BINS) atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

int main()
{
    const int n = 32;
    int numbers[n], results[BINS], *input, *counts;
    for (int i = 0; i < n; ++i) numbers[i] = (i * i + i / 3) % BINS;
    cudaMalloc(&input, sizeof(numbers));
    cudaMalloc(&counts, sizeof(results));
    cudaMemcpy(input, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
    cudaMemset(counts, 0, sizeof(results));
    histogram<<<4, 8>>>(input, counts, n);
    cudaMemcpy(results, counts, sizeof(results), cudaMemcpyDeviceToHost);
    for (int i = 0; i < BINS; ++i) printf("bin %d: %d\n", i, results[i]);
    cudaFree(input);
    cudaFree(counts);
}
