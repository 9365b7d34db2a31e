// says: free is given `d`
// cure: cudaFree
// free on memory of cudaMalloc.
#include <cstdio>
#include <cstdlib>
__global__ void fill(int* x) { x[threadIdx.x] = 3; }
int main()
{
    int *d, h[4];
    cudaMalloc(&d, sizeof h);
    fill<<<1, 4>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[2]);
#ifdef CURED
    cudaFree(d);
#else
    free(d);  // FAULT
#endif
}
