// says: 64 bytes
// cure: larger
// The host's result has room for ints, the device's numbers are doubles.
#include <cstdio>
#include <cstdlib>
__global__ void halves(double* x) { x[threadIdx.x] = threadIdx.x / 2.0; }
int main()
{
    const int n = 16;
#ifdef CURED
    double* h = (double*)malloc(n * sizeof(double));
#else
    double* h = (double*)malloc(n * sizeof(int));
#endif
    double* d;
    cudaMalloc(&d, n * sizeof(double));
    halves<<<1, n>>>(d);
    cudaMemcpy(h, d, n * sizeof(double), cudaMemcpyDeviceToHost);  // FAULT
    printf("%g\n", h[1]);
    cudaFree(d);
    free(h);
}
