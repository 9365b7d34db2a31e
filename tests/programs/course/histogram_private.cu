// Letters in a text: each block has its own copy, aggregated runs save atomics.
#include <stdio.h>
#include <string.h>
#define NUM_BINS 7
#define BIN(c) (((c) - 'a') / 4)

__global__ void histo_private_kernel(const char *data, unsigned int length, unsigned int *histo) {
    __shared__ unsigned int histo_s[NUM_BINS];
    for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) histo_s[bin] = 0u;
    __syncthreads();
    unsigned int accumulator = 0;
    int prevBinIdx = -1;
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += blockDim.x * gridDim.x) {
        int alphabet_position = data[i] - 'a';
        if (alphabet_position >= 0 && alphabet_position < 26) {
            int bin = BIN(data[i]);
            if (bin == prevBinIdx) {
                ++accumulator;
            } else {
                if (accumulator > 0) atomicAdd(&(histo_s[prevBinIdx]), accumulator);
                accumulator = 1;
                prevBinIdx = bin;
            }
        }
    }
    if (accumulator > 0) atomicAdd(&(histo_s[prevBinIdx]), accumulator);
    __syncthreads();
    for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
        unsigned int binValue = histo_s[bin];
        if (binValue > 0) atomicAdd(&(histo[bin]), binValue);
    }
}

int main() {
    const char text[] = "programming massively parallel processors needs practice, and so does everything else";
    unsigned int length = strlen(text);
    char *d_text;
    unsigned int *d_histo, histo[NUM_BINS];
    cudaMalloc((void **)&d_text, length);
    cudaMalloc((void **)&d_histo, NUM_BINS * sizeof(unsigned int));
    cudaMemcpy(d_text, text, length, cudaMemcpyHostToDevice);
    cudaMemset(d_histo, 0, NUM_BINS * sizeof(unsigned int));
    histo_private_kernel<<<2, 32>>>(d_text, length, d_histo);
    cudaMemcpy(histo, d_histo, sizeof(histo), cudaMemcpyDeviceToHost);
    for (int i = 0; i < NUM_BINS; ++i) printf("%c-%c: %u\n", 'a' + 4 * i, 'd' + 4 * i, histo[i]);
    return 0;
}
