// The Mandelbrot set in characters.
#include <iostream>
#include <string>

__global__ void mandelbrot(int* counts, int width, int height, float x0, float y0, float dx, float dy, int limit)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    float cx = x0 + px * dx, cy = y0 + py * dy, x = 0, y = 0;
    int k = 0;
    while (k < limit && x * x + y * y < 4.0f) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        ++k;
    }
    counts[py * width + px] = k;
}

int main()
{
    const int width = 48, height = 17, limit = 40;
    int* d;
    int* h = new int[width * height];
    cudaMalloc(&d, width * height * sizeof(int));
    dim3 block(16, 8), grid((width + 15) / 16, (height + 7) / 8);
    mandelbrot<<<grid, block>>>(d, width, height, -2.0f, -1.0f, 0.0625f, 0.125f, limit);
    cudaMemcpy(h, d, width * height * sizeof(int), cudaMemcpyDeviceToHost);
    const std::string shades = " .:-=+*%@";
    long total = 0;
    for (int y = 0; y < height; ++y) {
        std::string row;
        for (int x = 0; x < width; ++x) {
            int k = h[y * width + x];
            total += k;
            row += k == limit ? '#' : shades[k % shades.size()];
        }
        std::cout << row << '\n';
    }
    std::cout << "iterations: " << total << std::endl;
    cudaFree(d);
    delete[] h;
}
