// says: as many elements
// cure: Multiply the count by 4
// cudaMemcpy is given the number of elements.
#include <cstdio>
__global__ void twice(int* x) { x[threadIdx.x] *= 2; }
int main()
{
    const int n = 64;
    int h[n], *d;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&d, n * sizeof(int));
#ifdef CURED
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
#else
    cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);  // FAULT
#endif
    twice<<<1, n>>>(d);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[63]);
    cudaFree(d);
}
