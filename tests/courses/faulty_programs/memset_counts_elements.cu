// says: read_before_write
// cure: 
// A quarter of the counts is set to zero; the kernel adds to the rest as well.
#include <stdio.h>
__global__ void histogram(const int *in, unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[in[i] % 32], 1u);  // FAULT
}
int main()
{
    const int n = 128;
    int h[n], *in;
    unsigned counts[32], *bins;
    for (int i = 0; i < n; i++) h[i] = i * i;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&bins, sizeof(counts));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
#ifdef CURED
    cudaMemset(bins, 0, 32 * sizeof(unsigned));
#else
    cudaMemset(bins, 0, 32);
#endif
    histogram<<<2, 64>>>(in, bins, n);
    cudaMemcpy(counts, bins, sizeof(counts), cudaMemcpyDeviceToHost);
    printf("%u\n", counts[17]);
    cudaFree(in), cudaFree(bins);
    return 0;
}
