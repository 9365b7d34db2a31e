#include <stdio.h>
#include <stdlib.h>
#define LEN 300

typedef struct InnerArray {
    float x[LEN];
    float y[LEN];
} InnerArray;

__global__ void testInnerArray(InnerArray *data, InnerArray *result, const int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float tmpx = data->x[i];
        float tmpy = data->y[i];
        tmpx += 10.f;
        tmpy += 20.f;
        result->x[i] = tmpx;
        result->y[i] = tmpy;
    }
}

void initialInnerArray(InnerArray *ip, int size)
{
    for (int i = 0; i < size; i++) {
        ip->x[i] = (float)(rand() & 0xFF) / 100.0f;
        ip->y[i] = (float)(rand() & 0xFF) / 100.0f;
    }
}

int main(int argc, char **argv)
{
    int nElem = LEN;
    size_t nBytes = sizeof(InnerArray);
    InnerArray *h_A = (InnerArray *)malloc(nBytes);
    InnerArray *d_A, *d_C;
    cudaMalloc((InnerArray **)&d_A, nBytes);
    cudaMalloc((InnerArray **)&d_C, nBytes);
    initialInnerArray(h_A, nElem);
    cudaMemcpy(d_A, h_A, nBytes, cudaMemcpyHostToDevice);
    int blocksize = 128;
    if (argc > 1) blocksize = atoi(argv[1]);
    dim3 block(blocksize, 1);
    dim3 grid((nElem + block.x - 1) / block.x, 1);
    testInnerArray<<<grid, block>>>(d_A, d_C, nElem);
    cudaMemcpy(h_A, d_C, nBytes, cudaMemcpyDeviceToHost);
    cudaDeviceReset();
    return EXIT_SUCCESS;
}
