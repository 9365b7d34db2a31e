// says: read_before_write
// cure: 
// The sum on the device starts as whatever cudaMalloc left.
#include <cstdio>
__global__ void add_all(const int* in, int* sum) { atomicAdd(sum, in[threadIdx.x]); }  // FAULT
int main()
{
    int h[32], total, *in, *sum;
    for (int i = 0; i < 32; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&sum, sizeof total);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef CURED
    cudaMemset(sum, 0, sizeof total);
#endif
    add_all<<<1, 32>>>(in, sum);
    cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
    printf("%d\n", total);
    cudaFree(in), cudaFree(sum);
}
