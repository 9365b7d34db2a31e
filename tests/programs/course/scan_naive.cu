// Inclusive scan of one block, in place, two barriers a step.
#include <stdio.h>
#define SECTION_SIZE 64

__global__ void koggeStone(float *X, float *Y, int InputSize)
{
    __shared__ float XY[SECTION_SIZE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < InputSize) XY[threadIdx.x] = X[i];
    else XY[threadIdx.x] = 0.0f;
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float temp = 0.0f;
        if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
        __syncthreads();
        if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
    }
    if (i < InputSize) Y[i] = XY[threadIdx.x];
}

int main()
{
    float h_X[SECTION_SIZE], h_Y[SECTION_SIZE];
    for (int i = 0; i < SECTION_SIZE; i++) h_X[i] = 1;
    float *d_X, *d_Y;
    cudaMalloc(&d_X, sizeof(h_X));
    cudaMalloc(&d_Y, sizeof(h_Y));
    cudaMemcpy(d_X, h_X, sizeof(h_X), cudaMemcpyHostToDevice);
    koggeStone<<<1, SECTION_SIZE>>>(d_X, d_Y, SECTION_SIZE);
    cudaMemcpy(h_Y, d_Y, sizeof(h_Y), cudaMemcpyDeviceToHost);
    for (int i = 0; i < SECTION_SIZE; i++) printf("%g ", h_Y[i]);
    printf("\n");
}
