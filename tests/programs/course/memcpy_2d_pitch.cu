// A picture in pitched memory.
#include <cstdio>
#include <cstdlib>

__global__ void brighten(float *devPtr, size_t pitch, int width, int height, float by)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float *row = (float *)((char *)devPtr + y * pitch);
        row[x] += by;
    }
}

int main()
{
    int width = 50, height = 20;
    float *host = (float *)malloc(width * height * sizeof(float));
    for (int i = 0; i < width * height; ++i) host[i] = 0.25f * (i % 8);
    float *devPtr;
    size_t pitch;
    cudaMallocPitch((void **)&devPtr, &pitch, width * sizeof(float), height);
    cudaMemcpy2D(devPtr, pitch, host, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
    dim3 block(16, 8);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    brighten<<<grid, block>>>(devPtr, pitch, width, height, 1.5f);
    cudaMemcpy2D(host, width * sizeof(float), devPtr, pitch, width * sizeof(float), height, cudaMemcpyDeviceToHost);
    printf("%f\n", host[0]);
    cudaFree(devPtr);
    free(host);
    return 0;
}
