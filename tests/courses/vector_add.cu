// The first program of every course.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                            \
    do {                                                                       \
        cudaError_t status = (call);                                           \
        if (status != cudaSuccess) {                                           \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

__global__ void addVectors(const float *left, const float *right, float *sum, int count)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;

    if (i < count)
    {
        sum[i] = left[i] + right[i];
    }
}

int main(void)
{
    int n = 50000;
    float *d_left, *d_right, *d_sum;
    CHECK(cudaMalloc((void **)&d_left, n * sizeof(float)));
    CHECK(cudaMalloc((void **)&d_right, n * sizeof(float)));
    CHECK(cudaMalloc((void **)&d_sum, n * sizeof(float)));
    addVectors<<<(n + 255) / 256, 256>>>(d_left, d_right, d_sum, n);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_left));
    return 0;
}
