// Letters of a text counted in shared memory, then added to the global counts.
#include <stdio.h>
#include <string.h>

#define BINS 26

__global__ void histogram(const char *text, int length, unsigned int *bins)
{
    __shared__ unsigned int local[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        local[b] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) {
        char c = text[i];
        if (c >= 'A' && c <= 'Z') c = c - 'A' + 'a';
        if (c >= 'a' && c <= 'z') atomicAdd(&local[c - 'a'], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], local[b]);
}

int main()
{
    const char *text =
        "Threads of a block share one table and add with atomics. "
        "Each block then adds its table to the table in global memory, so that few atomics meet there.";
    int length = (int)strlen(text);
    char *d_text;
    unsigned int *d_bins, bins[BINS];
    cudaMalloc((void **)&d_text, length);
    cudaMalloc((void **)&d_bins, sizeof(bins));
    cudaMemcpy(d_text, text, length, cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof(bins));
    histogram<<<(length + 63) / 64, 64>>>(d_text, length, d_bins);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);

    unsigned int total = 0;
    for (int b = 0; b < BINS; b++) {
        printf("%c: %3u ", 'a' + b, bins[b]);
        for (unsigned int k = 0; k < bins[b]; k++)
            putchar('*');
        printf("\n");
        total += bins[b];
    }
    printf("%u letters of %d characters\n", total, length);
    cudaFree(d_text);
    cudaFree(d_bins);
    return 0;
}
