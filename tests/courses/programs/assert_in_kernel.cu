// A failed assertion in a kernel ends it; the host learns it at the synchronisation.
#include <assert.h>
#include <stdio.h>

__global__ void positive(const int *x)
{
    assert(x[threadIdx.x] > 0);
}

int main()
{
    int h[4] = {3, 1, 2, 5}, *d;
    cudaMalloc((void **)&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    positive<<<1, 4>>>(d);
    printf("first: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    h[2] = -2;
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    positive<<<1, 4>>>(d);
    cudaError_t e = cudaDeviceSynchronize();
    printf("second: %s (%d)\n", cudaGetErrorString(e), e);
    printf("and then: %s\n", cudaGetErrorName(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost)));
    return 0;
}
