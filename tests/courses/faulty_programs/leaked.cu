// says: is never freed
// cure: cudaFree
// Each round allocates, and none frees.
#include <stdio.h>
__global__ void fill(int *x, int v) { x[threadIdx.x] = v; }
int main()
{
    for (int round = 0; round < 3; round++) {
        int *d, h[16];
        cudaMalloc((void **)&d, sizeof(h));  // FAULT
        fill<<<1, 16>>>(d, round);
        cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
        printf("%d\n", h[0]);
#ifdef CURED
        cudaFree(d);
#endif
    }
    return 0;
}
