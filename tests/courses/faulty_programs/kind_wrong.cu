// says: has the kind cudaMemcpyHostToDevice
// cure: cudaMemcpyDeviceToHost
// The result is copied back with the kind of the line above.
#include <stdio.h>
__global__ void negate(int *x) { x[threadIdx.x] = -x[threadIdx.x]; }
int main()
{
    int h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *d;
    cudaMalloc((void **)&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    negate<<<1, 8>>>(d);
#ifdef CURED
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
#else
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyHostToDevice);  // FAULT
#endif
    printf("%d\n", h[0]);
    cudaFree(d);
    return 0;
}
