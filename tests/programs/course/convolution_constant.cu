// 1-D convolution with the mask in constant memory.
#include <stdio.h>
#define MASK_WIDTH 5
#define WIDTH 200

__constant__ float M[MASK_WIDTH];

__global__ void convolution_1D(float *N, float *P, int Width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= Width) return;
    float Pvalue = 0;
    int start = i - (MASK_WIDTH / 2);
    for (int j = 0; j < MASK_WIDTH; j++) {
        if (start + j >= 0 && start + j < Width) Pvalue += N[start + j] * M[j];
    }
    P[i] = Pvalue;
}

int main()
{
    float h_M[MASK_WIDTH] = {1, 2, 4, 2, 1};
    float h_N[WIDTH], h_P[WIDTH];
    for (int i = 0; i < WIDTH; i++) h_N[i] = (float)i;
    float *d_N, *d_P;
    cudaMalloc((void **)&d_N, WIDTH * sizeof(float));
    cudaMalloc((void **)&d_P, WIDTH * sizeof(float));
    cudaMemcpy(d_N, h_N, WIDTH * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(M, h_M, MASK_WIDTH * sizeof(float));
    convolution_1D<<<(WIDTH + 63) / 64, 64>>>(d_N, d_P, WIDTH);
    cudaMemcpy(h_P, d_P, WIDTH * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f %f\n", h_P[0], h_P[100]);
    return 0;
}
