// says: out_of_bounds
// cure: 
// The launch forgets how much shared memory the kernel uses.
#include <cstdio>
extern __shared__ int s[];
__global__ void rotate(int* x)
{
    s[threadIdx.x] = x[threadIdx.x];  // FAULT
    __syncthreads();
    x[threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}
int main()
{
    int h[32], *d;
    for (int i = 0; i < 32; ++i) h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef CURED
    rotate<<<1, 32, 32 * sizeof(int)>>>(d);
#else
    rotate<<<1, 32>>>(d);
#endif
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[31]);
    cudaFree(d);
}
