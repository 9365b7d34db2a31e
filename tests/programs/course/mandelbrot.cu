#include <stdio.h>
#define DIM 64
#define MAX_ITER 100

struct cuComplexNumber {
    float r;
    float i;
    __device__ cuComplexNumber(float a, float b) : r(a), i(b) {}
    __device__ float magnitude2(void) { return r * r + i * i; }
    __device__ cuComplexNumber operator*(const cuComplexNumber &a) {
        return cuComplexNumber(r * a.r - i * a.i, i * a.r + r * a.i);
    }
    __device__ cuComplexNumber operator+(const cuComplexNumber &a) {
        return cuComplexNumber(r + a.r, i + a.i);
    }
};

__device__ int escape(int x, int y) {
    const float scale = 1.5;
    float jx = scale * (float)(x - DIM / 2) / (DIM / 2) - 0.5f;
    float jy = scale * (float)(y - DIM / 2) / (DIM / 2);
    cuComplexNumber c(jx, jy);
    cuComplexNumber z(0, 0);
    int i = 0;
    for (i = 0; i < MAX_ITER; i++) {
        z = z * z + c;
        if (z.magnitude2() > 4) break;
    }
    return i;
}

__global__ void kernel(unsigned char *ptr) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    int value = escape(x, y);
    ptr[offset * 4 + 0] = 255 * value / MAX_ITER;
    ptr[offset * 4 + 1] = 0;
    ptr[offset * 4 + 2] = 0;
    ptr[offset * 4 + 3] = 255;
}

struct Bitmap {
    unsigned char *pixels;
    int x, y;
    Bitmap(int width, int height) {
        pixels = new unsigned char[width * height * 4];
        x = width;
        y = height;
    }
    long image_size(void) const { return x * y * 4; }
};

int main(void) {
    Bitmap bitmap(DIM, DIM);
    unsigned char *dev_bitmap;
    cudaMalloc((void **)&dev_bitmap, bitmap.image_size());
    dim3 grid(DIM / 16, DIM / 16), block(16, 16);
    kernel<<<grid, block>>>(dev_bitmap);
    cudaMemcpy(bitmap.pixels, dev_bitmap, bitmap.image_size(), cudaMemcpyDeviceToHost);
    printf("%d\n", bitmap.pixels[0]);
    cudaFree(dev_bitmap);
}
