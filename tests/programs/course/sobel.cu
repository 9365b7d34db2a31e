// Edges by Sobel's operator on a picture in a class of the course.
#include <cmath>
#include <cstdio>
#include <cstdint>
#include <vector>

class Image {
public:
    Image(int width, int height) : width_(width), height_(height), pixels_(width * height) {}
    int width() const { return width_; }
    int height() const { return height_; }
    uint8_t* data() { return pixels_.data(); }
    size_t bytes() const { return pixels_.size(); }
private:
    int width_, height_;
    std::vector<uint8_t> pixels_;
};

__device__ int clampTo(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

__global__ void sobel(const uint8_t* in, uint8_t* out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    auto at = [&](int dx, int dy) {
        return (int)in[clampTo(y + dy, 0, height - 1) * width + clampTo(x + dx, 0, width - 1)];
    };
    int gx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
    int gy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
    out[y * width + x] = (uint8_t)min(255.0f, sqrtf((float)(gx * gx + gy * gy)));
}

int main()
{
    Image image(64, 48);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) image.data()[y * image.width() + x] = x < 32 ? 20 : 200;
    uint8_t *in, *out;
    cudaMalloc(&in, image.bytes());
    cudaMalloc(&out, image.bytes());
    cudaMemcpy(in, image.data(), image.bytes(), cudaMemcpyHostToDevice);
    dim3 block(32, 8);
    dim3 grid((image.width() + block.x - 1) / block.x, (image.height() + block.y - 1) / block.y);
    sobel<<<grid, block>>>(in, out, image.width(), image.height());
    cudaMemcpy(image.data(), out, image.bytes(), cudaMemcpyDeviceToHost);
    printf("%d\n", image.data()[31]);
    return 0;
}
