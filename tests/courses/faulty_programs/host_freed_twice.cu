// says: is freed twice
// cure: Free it once
// free in the function and again in main.
#include <cstdio>
#include <cstdlib>
__global__ void store(int* x) { x[threadIdx.x] = threadIdx.x; }
void show(int* h)
{
    printf("%d\n", h[3]);
#ifndef CURED
    free(h);
#endif
}
int main()
{
    int *h = (int*)malloc(4 * sizeof(int)), *d;
    cudaMalloc(&d, 4 * sizeof(int));
    store<<<1, 4>>>(d);
    cudaMemcpy(h, d, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    show(h);
    cudaFree(d);
    free(h);  // FAULT
}
