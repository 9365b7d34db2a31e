// says: along x
// cure: Round up
// 100 / 256 rounds down to no block at all.
#include <cstdio>
__global__ void fill(int* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = 1; }
int main()
{
    const int n = 100, block = 256;
    int h[n], *d;
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
#ifdef CURED
    fill<<<(n + block - 1) / block, block>>>(d, n);
#else
    fill<<<n / block, block>>>(d, n);  // FAULT
#endif
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
}
