// A grey picture in pitched memory is brightened; rows are longer in memory than in the picture.
#include <cstdio>
#include <cstring>

typedef unsigned char pixel;

__global__ void brighten(pixel* image, size_t pitch, int width, int height, int by)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    pixel* row = (pixel*)((char*)image + y * pitch);
    int v = row[x] + by;
    row[x] = v > 255 ? 255 : v < 0 ? 0 : v;
}

int main()
{
    const int width = 100, height = 30;
    pixel picture[height][width];
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) picture[y][x] = (pixel)(x * 2 + y);
    pixel* d;
    size_t pitch;
    cudaError_t err = cudaMallocPitch((void**)&d, &pitch, width * sizeof(pixel), height);
    if (err != cudaSuccess) return 1;
    printf("pitch is %s than the width and a multiple of 32: %d\n", pitch > width ? "larger" : "not larger", pitch % 32 == 0);
    cudaMemcpy2D(d, pitch, picture, sizeof(picture[0]), width, height, cudaMemcpyHostToDevice);
    dim3 block(16, 8);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    brighten<<<grid, block>>>(d, pitch, width, height, 50);
    memset(picture, 0, sizeof picture);
    cudaMemcpy2D(picture, sizeof(picture[0]), d, pitch, width, height, cudaMemcpyDeviceToHost);
    for (int y = 0; y < height; y += 10) {
        for (int x = 0; x < width; x += 11) printf("%4d", picture[y][x]);
        printf("\n");
    }
    cudaMemset2D(d, pitch, 7, width / 2, height);
    cudaMemcpy2D(picture, width, d, pitch, width, height, cudaMemcpyDeviceToHost);
    printf("%d %d\n", picture[29][49], picture[29][50]);
    cudaFree(d);
    return 0;
}
