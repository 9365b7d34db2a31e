// says: The host writes `d` of the device
// cure: cudaMemcpy
// memcpy, where cudaMemcpy was meant.
#include <cstdio>
#include <cstring>
__global__ void increment(int* x) { ++x[threadIdx.x]; }
int main()
{
    int h[4] = {1, 2, 3, 4}, *d;
    cudaMalloc(&d, sizeof h);
#ifdef CURED
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
#else
    memcpy(d, h, sizeof h);  // FAULT
#endif
    increment<<<1, 4>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[3]);
    cudaFree(d);
}
