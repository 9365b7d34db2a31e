// says: was freed in line 13
// cure: after its last use
// The buffer is freed one line too early.
#include <stdio.h>
__global__ void scale(int *x) { x[threadIdx.x] *= 3; }
int main()
{
    int h[6] = {1, 2, 3, 4, 5, 6}, *d;
    cudaMalloc((void **)&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    scale<<<1, 6>>>(d);
#ifndef CURED
    cudaFree(d);
#endif
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);  // FAULT
#ifdef CURED
    cudaFree(d);
#endif
    printf("%d\n", h[5]);
    return 0;
}
