// says: race
// cure: __syncthreads
// The tile is read before all of it was written.
#include <cstdio>
__global__ void reverse(int* x)
{
    __shared__ int s[64];
    s[threadIdx.x] = x[threadIdx.x];
#ifdef CURED
    __syncthreads();
#endif
    x[threadIdx.x] = s[63 - threadIdx.x];  // FAULT
}
int main()
{
    int h[64], *d;
    for (int i = 0; i < 64; ++i) h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    reverse<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
}
