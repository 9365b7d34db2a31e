// says: The host reads `d` of the device
// cure: cudaMemcpy
// main prints from device memory.
#include <iostream>
__global__ void square(int* x) { x[threadIdx.x] = threadIdx.x * threadIdx.x; }
int main()
{
    int* d;
    cudaMalloc(&d, 8 * sizeof(int));
    square<<<1, 8>>>(d);
    cudaDeviceSynchronize();
#ifdef CURED
    int h[8];
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    std::cout << h[3] << std::endl;
#else
    std::cout << d[3] << std::endl;  // FAULT
#endif
    cudaFree(d);
}
