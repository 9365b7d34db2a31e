// As in samples: checkCudaErrors, a banner, and the exit status says whether the test passed.
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
#include <cuda_runtime.h>
#include <helper_cuda.h>

#define BLOCK_SIZE 32

template <int SIZE>
__global__ void MatrixAdd(float *C, const float *A, const float *B, unsigned int width)
{
    unsigned int x = blockIdx.x * SIZE + threadIdx.x;
    for (unsigned int y = threadIdx.y; y < width; y += blockDim.y)
        if (x < width) C[y * width + x] = A[y * width + x] + B[y * width + x];
}

void ConstantInit(float *data, int size, float val)
{
    for (int i = 0; i < size; ++i) data[i] = val;
}

int main(int argc, char **argv)
{
    printf("[Matrix Add] - Starting...\n");
    (void)argc;
    (void)argv;
    unsigned int width = 40, size = width * width, mem_size = sizeof(float) * size;
    float *h_A, *h_B, *h_C;
    checkCudaErrors(cudaMallocHost(&h_A, mem_size));
    checkCudaErrors(cudaMallocHost(&h_B, mem_size));
    checkCudaErrors(cudaMallocHost(&h_C, mem_size));
    ConstantInit(h_A, size, 1.0f);
    ConstantInit(h_B, size, 0.01f);
    float *d_A, *d_B, *d_C;
    checkCudaErrors(cudaMalloc(reinterpret_cast<void **>(&d_A), mem_size));
    checkCudaErrors(cudaMalloc(reinterpret_cast<void **>(&d_B), mem_size));
    checkCudaErrors(cudaMalloc(reinterpret_cast<void **>(&d_C), mem_size));
    cudaStream_t stream;
    checkCudaErrors(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    checkCudaErrors(cudaMemcpyAsync(d_A, h_A, mem_size, cudaMemcpyHostToDevice, stream));
    checkCudaErrors(cudaMemcpyAsync(d_B, h_B, mem_size, cudaMemcpyHostToDevice, stream));
    dim3 threads(BLOCK_SIZE, 8);
    dim3 grid((width + BLOCK_SIZE - 1) / threads.x);
    MatrixAdd<BLOCK_SIZE><<<grid, threads, 0, stream>>>(d_C, d_A, d_B, width);
    getLastCudaError("MatrixAdd failed");
    checkCudaErrors(cudaMemcpyAsync(h_C, d_C, mem_size, cudaMemcpyDeviceToHost, stream));
    checkCudaErrors(cudaStreamSynchronize(stream));
    bool correct = true;
    double eps = 1.e-6;
    for (unsigned int i = 0; i < size; i++) {
        double rel_err = fabs(h_C[i] - 1.01) / fabs(h_C[i]);
        if (rel_err > eps) {
            printf("Error! Matrix[%05d]=%.8f, ref=%.8f error term is > %E\n", i, h_C[i], 1.01, eps);
            correct = false;
        }
    }
    printf("%s\n", correct ? "Result = PASS" : "Result = FAIL");
    checkCudaErrors(cudaStreamDestroy(stream));
    checkCudaErrors(cudaFreeHost(h_A));
    checkCudaErrors(cudaFreeHost(h_B));
    checkCudaErrors(cudaFreeHost(h_C));
    checkCudaErrors(cudaFree(d_A));
    checkCudaErrors(cudaFree(d_B));
    checkCudaErrors(cudaFree(d_C));
    exit(correct ? EXIT_SUCCESS : EXIT_FAILURE);
}
