// says: nothing has set its elements from 32 on
// cure: Set all of it
// main sets the first half of the input; all of it is copied and read.
#include <cstdio>
#include <cstdlib>
__global__ void squares(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x]; }
int main()
{
    const int n = 64;
    int *h = (int*)malloc(n * sizeof(int)), *in, *out;
#ifdef CURED
    for (int i = 0; i < n; ++i) h[i] = i;
#else
    for (int i = 0; i < n / 2; ++i) h[i] = i;
#endif
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);  // FAULT
    squares<<<1, n>>>(in, out);
    cudaMemcpy(h, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[n - 1]);
    cudaFree(in), cudaFree(out), free(h);
}
