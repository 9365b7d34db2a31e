// says: pointer without a value
// cure: cudaMalloc
// The second pointer gets no memory.
#include <cstdio>
__global__ void copy(const float* a, float* b) { b[threadIdx.x] = a[threadIdx.x]; }
int main()
{
    float h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *a, *b;
    cudaMalloc(&a, sizeof h);
#ifdef CURED
    cudaMalloc(&b, sizeof h);
#endif
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    copy<<<1, 8>>>(a, b);  // FAULT
#ifdef CURED
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(b);
#endif
    cudaDeviceSynchronize();
    printf("%g\n", h[7]);
    cudaFree(a);
}
