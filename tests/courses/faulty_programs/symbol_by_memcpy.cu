// says: cudaMemcpy does not reach
// cure: cudaMemcpyToSymbol
// A __constant__ variable is set by cudaMemcpy.
#include <cstdio>
__constant__ int table[4];
__global__ void look_up(int* out) { out[threadIdx.x] = table[threadIdx.x % 4]; }
int main()
{
    int values[4] = {2, 3, 5, 7}, h[8], *d;
#ifdef CURED
    cudaMemcpyToSymbol(table, values, sizeof values);
#else
    cudaMemcpy(table, values, sizeof values, cudaMemcpyHostToDevice);  // FAULT
#endif
    cudaMalloc(&d, sizeof h);
    look_up<<<1, 8>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[6]);
    cudaFree(d);
}
