// says: nothing was written yet
// cure: copy
// The result stays on the device; main prints its own array.
#include <cstdio>
#include <cstdlib>
__global__ void add(const float* a, float* c) { c[threadIdx.x] = a[threadIdx.x] + 1; }
int main()
{
    const int n = 32;
    float *a = (float*)malloc(n * sizeof(float)), *c = (float*)malloc(n * sizeof(float)), *da, *dc;
    for (int i = 0; i < n; ++i) a[i] = i;
    cudaMalloc(&da, n * sizeof(float));
    cudaMalloc(&dc, n * sizeof(float));
    cudaMemcpy(da, a, n * sizeof(float), cudaMemcpyHostToDevice);
    add<<<1, n>>>(da, dc);
    cudaDeviceSynchronize();
#ifdef CURED
    cudaMemcpy(c, dc, n * sizeof(float), cudaMemcpyDeviceToHost);
#endif
    printf("%.1f\n", c[n - 1]);  // FAULT
    cudaFree(da), cudaFree(dc), free(a), free(c);
}
