#include <stdio.h>

__device__ float devData;
__device__ unsigned int counter = 0;
__device__ int table[8];

__global__ void checkGlobalVariable(int *out)
{
    int i = threadIdx.x;
    if (i == 0) printf("Device: the value of the global variable is %f\n", devData);
    if (i == 0) devData += 2.0f;
    unsigned int ticket = atomicInc(&counter, 1000);
    out[i] = table[i % 8] + (ticket < blockDim.x ? 0 : 1000);
}

int main(void)
{
    float value = 3.14f;
    int squares[8];
    for (int i = 0; i < 8; i++) squares[i] = i * i;
    cudaMemcpyToSymbol(devData, &value, sizeof(float));
    cudaMemcpyToSymbol(table, squares, sizeof(squares), 0, cudaMemcpyHostToDevice);
    printf("Host: copied %f to the global variable\n", value);
    int *out;
    cudaMalloc((void **)&out, 32 * sizeof(int));
    checkGlobalVariable<<<1, 32>>>(out);
    cudaMemcpyFromSymbol(&value, devData, sizeof(float));
    printf("Host: the value changed by the kernel to %f\n", value);
    cudaDeviceReset();
    return 0;
}
