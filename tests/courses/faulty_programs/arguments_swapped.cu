// says: has the kind cudaMemcpyHostToDevice
// cure: the target comes first
// Destination and source change places.
#include <stdio.h>
__global__ void negate(int *x) { x[threadIdx.x] = -x[threadIdx.x]; }
int main()
{
    int h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *d;
    cudaMalloc((void **)&d, sizeof(h));
#ifdef CURED
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
#else
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyHostToDevice);  // FAULT
#endif
    negate<<<1, 8>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    return 0;
}
