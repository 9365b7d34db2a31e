// says: The host writes `d` of the device
// cure: cudaMemcpy
// The array is filled where it was allocated: on the device, by the host.
#include <stdio.h>
__global__ void add(int *x, int v) { x[threadIdx.x] += v; }
int main()
{
    int *d, h[10];
    cudaMalloc((void **)&d, 10 * sizeof(int));
#ifdef CURED
    for (int i = 0; i < 10; i++) h[i] = i;
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
#else
    for (int i = 0; i < 10; i++)
        d[i] = i;  // FAULT
#endif
    add<<<1, 10>>>(d, 5);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h[9]);
    cudaFree(d);
    return 0;
}
