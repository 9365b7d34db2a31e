// says: gets an address of the host
// cure: cudaMalloc
// An array on main's stack is passed to the kernel.
#include <stdio.h>
__global__ void fill(float *x) { x[threadIdx.x] = threadIdx.x * 0.5f; }
int main(void)
{
    float values[16];
#ifdef CURED
    float *d;
    cudaMalloc(&d, sizeof(values));
    fill<<<1, 16>>>(d);
    cudaMemcpy(values, d, sizeof(values), cudaMemcpyDeviceToHost);
    cudaFree(d);
#else
    for (int i = 0; i < 16; i++) values[i] = 0;
    fill<<<1, 16>>>(values);  // FAULT
    cudaDeviceSynchronize();
#endif
    for (int i = 0; i < 16; i += 5) printf("%.1f ", values[i]);
    printf("\n");
    return 0;
}
