// says: which line 15 freed
// cure: after its last use
// The input is freed before the kernel that reads it.
#include <cstdio>
__global__ void sum(const int* in, int* out) { atomicAdd(out, in[threadIdx.x]); }
int main()
{
    int h[32], total = 0, *in, *out;
    for (int i = 0; i < 32; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof total);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(out, &total, sizeof total, cudaMemcpyHostToDevice);
#ifndef CURED
    cudaFree(in);
#endif
    sum<<<1, 32>>>(in, out);  // FAULT
    cudaMemcpy(&total, out, sizeof total, cudaMemcpyDeviceToHost);
    printf("%d\n", total);
    cudaFree(out);
#ifdef CURED
    cudaFree(in);
#endif
}
