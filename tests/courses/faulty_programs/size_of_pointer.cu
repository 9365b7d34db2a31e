// says: the size of a pointer
// cure: sizeof(element)
// In the function the array is only a pointer, and so is its size.
#include <cstdio>
__global__ void increment(int* x) { x[threadIdx.x] += 1; }
void upload(int* d, int* h, int n)
{
#ifdef CURED
    cudaMemcpy(d, h, n * sizeof(*h), cudaMemcpyHostToDevice);
#else
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);  // FAULT
#endif
}
int main()
{
    int h[32], *d;
    for (int i = 0; i < 32; ++i) h[i] = i;
    cudaMalloc(&d, sizeof h);
    upload(d, h, 32);
    increment<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[31]);
    cudaFree(d);
}
