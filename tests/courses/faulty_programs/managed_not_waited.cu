// says: was not waited for
// cure: cudaDeviceSynchronize
// Managed memory is added up while the kernel may still run.
#include <iostream>
__global__ void ramp(int* x, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = i; }
int main()
{
    const int n = 256;
    int* x;
    cudaMallocManaged(&x, n * sizeof(int));
    ramp<<<1, 64>>>(x, n);
#ifdef CURED
    cudaDeviceSynchronize();
#endif
    long sum = 0;
    for (int i = 0; i < n; ++i) sum += x[i];  // FAULT
    std::cout << "sum " << sum << std::endl;
    cudaFree(x);
}
