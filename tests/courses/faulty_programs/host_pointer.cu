// says: gets an address of the host
// cure: cudaMemcpy
// The device copy of the input was made, but the launch passes the host's array.
#include <cstdio>
#include <cstdlib>
__global__ void twice(const int* in, int* out, int n) { int i = threadIdx.x; if (i < n) out[i] = 2 * in[i]; }
int main()
{
    const int n = 32;
    int* input = (int*)malloc(n * sizeof(int));
    int result[n];
    for (int i = 0; i < n; i++) input[i] = i;
    int *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMemcpy(d_in, input, n * sizeof(int), cudaMemcpyHostToDevice);
#ifdef CURED
    twice<<<1, n>>>(d_in, d_out, n);
#else
    twice<<<1, n>>>(input, d_out, n);  // FAULT
#endif
    cudaMemcpy(result, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", result[5]);
    cudaFree(d_in), cudaFree(d_out), free(input);
}
