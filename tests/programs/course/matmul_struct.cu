// Matrices as structs with a pointer to device memory, passed by value.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int width;
    int height;
    float* elements;
} Matrix;

#define BLOCK_SIZE 8

__global__ void MatMulKernel(const Matrix, const Matrix, Matrix);

void MatMul(const Matrix A, const Matrix B, Matrix C)
{
    Matrix d_A;
    d_A.width = A.width; d_A.height = A.height;
    size_t size = A.width * A.height * sizeof(float);
    cudaMalloc(&d_A.elements, size);
    cudaMemcpy(d_A.elements, A.elements, size, cudaMemcpyHostToDevice);
    Matrix d_B;
    d_B.width = B.width; d_B.height = B.height;
    size = B.width * B.height * sizeof(float);
    cudaMalloc(&d_B.elements, size);
    cudaMemcpy(d_B.elements, B.elements, size, cudaMemcpyHostToDevice);
    Matrix d_C;
    d_C.width = C.width; d_C.height = C.height;
    size = C.width * C.height * sizeof(float);
    cudaMalloc(&d_C.elements, size);

    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    dim3 dimGrid(B.width / dimBlock.x, A.height / dimBlock.y);
    MatMulKernel<<<dimGrid, dimBlock>>>(d_A, d_B, d_C);
    cudaMemcpy(C.elements, d_C.elements, size, cudaMemcpyDeviceToHost);
    cudaFree(d_A.elements);
    cudaFree(d_B.elements);
    cudaFree(d_C.elements);
}

__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C)
{
    float Cvalue = 0;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    for (int e = 0; e < A.width; ++e)
        Cvalue += A.elements[row * A.width + e] * B.elements[e * B.width + col];
    C.elements[row * C.width + col] = Cvalue;
}

int main(int argc, char* argv[])
{
    Matrix A, B, C;
    A.height = 32; A.width = 16;
    A.elements = (float*)malloc(A.width * A.height * sizeof(float));
    B.height = A.width; B.width = 24;
    B.elements = (float*)malloc(B.width * B.height * sizeof(float));
    C.height = A.height; C.width = B.width;
    C.elements = (float*)malloc(C.width * C.height * sizeof(float));
    for (int i = 0; i < A.height; i++)
        for (int j = 0; j < A.width; j++) A.elements[i * A.width + j] = (float)(i % 3);
    for (int i = 0; i < B.height; i++)
        for (int j = 0; j < B.width; j++) B.elements[i * B.width + j] = (float)(j % 2);
    MatMul(A, B, C);
    printf("%f\n", C.elements[5]);
}
