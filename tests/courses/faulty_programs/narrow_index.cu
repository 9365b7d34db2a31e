// says: out_of_bounds
// cure: 
// 1100 * 32 does not fit into a short.
#include <cstdio>
__global__ void fill(char* x, int n)
{
#ifdef CURED
    int first = blockIdx.x * 32;
#else
    short first = blockIdx.x * 32;
#endif
    if (first + (int)threadIdx.x < n) x[first + threadIdx.x] = 1;  // FAULT
}
int main()
{
    const int n = 1100 * 32;
    char *d, last;
    cudaMalloc(&d, n);
    cudaMemset(d, 0, n);
    fill<<<1100, 32>>>(d, n);
    cudaMemcpy(&last, d + n - 1, 1, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    cudaFree(d);
}
