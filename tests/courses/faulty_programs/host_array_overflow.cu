// says: at byte 80 of the 80 bytes
// cure: Keep the index inside
// The loop of main goes one element too far.
#include <cstdio>
#include <cstdlib>
__global__ void twice(int* x) { x[threadIdx.x] *= 2; }
int main()
{
    const int n = 20;
    int *h = (int*)malloc(n * sizeof(int)), *d;
#ifdef CURED
    for (int i = 0; i < n; i++) h[i] = i;
#else
    for (int i = 0; i <= n; i++) h[i] = i;  // FAULT
#endif
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<1, n>>>(d);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[n - 1]);
    cudaFree(d), free(h);
}
