// says: 48 KiB
// cure: extern __shared__
// 64 KiB of static shared memory.
#include <cstdio>
#ifdef CURED
#define SIDE 64
#else
#define SIDE 128
#endif
__global__ void blur(float* x)
{
    __shared__ float tile[SIDE][SIDE];  // FAULT
    for (int i = threadIdx.x; i < SIDE * SIDE; i += blockDim.x) tile[i / SIDE][i % SIDE] = x[i];
    __syncthreads();
    x[threadIdx.x] = tile[threadIdx.x % SIDE][0];
}
int main()
{
    float* d;
    cudaMalloc(&d, SIDE * SIDE * sizeof(float));
    cudaMemset(d, 0, SIDE * SIDE * sizeof(float));
    blur<<<1, 128>>>(d);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(d);
}
