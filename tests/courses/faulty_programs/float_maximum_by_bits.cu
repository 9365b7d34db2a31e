// says: negative
// cure: 
// atomicMax on the bits of floats orders negative numbers the wrong way round.
#include <cstdio>
__global__ void maximum(const float* x, int* best)
{
#ifdef CURED
    int bits = __float_as_int(x[threadIdx.x]);
    atomicMax(best, bits < 0 ? bits ^ 0x7fffffff : bits);
#else
    atomicMax(best, __float_as_int(x[threadIdx.x]));  // FAULT
#endif
}
int main()
{
    float h[32];
    for (int i = 0; i < 32; ++i) h[i] = -1.0f - i;
    float* d;
    int *d_best, best = 0x80000000;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&d_best, sizeof best);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(d_best, &best, sizeof best, cudaMemcpyHostToDevice);
    maximum<<<1, 32>>>(d, d_best);
    cudaMemcpy(&best, d_best, sizeof best, cudaMemcpyDeviceToHost);
#ifdef CURED
    if (best < 0) best ^= 0x7fffffff;
#endif
    float result;
    *(int*)&result = best;
    printf("%g\n", result);
    cudaFree(d), cudaFree(d_best);
}
