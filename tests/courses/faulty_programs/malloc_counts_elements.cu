// says: room for 128 of its elements
// cure: Multiply the count by 4
// cudaMalloc is given the number of elements.
#include <stdio.h>
__global__ void fill(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = i; }
int main()
{
    const int n = 512;
    float h[n], *d;
#ifdef CURED
    cudaMalloc((void **)&d, n * sizeof(float));
#else
    cudaMalloc((void **)&d, n);  // FAULT
#endif
    fill<<<2, 256>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", h[n - 1]);
    cudaFree(d);
    return 0;
}
