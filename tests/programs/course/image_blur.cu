#include <cstdio>
#include <cstdlib>
#define BLUR_SIZE 1

__global__ void blurKernel(unsigned char *in, unsigned char *out, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < w && row < h) {
        int pixVal = 0;
        int pixels = 0;
        for (int blurRow = -BLUR_SIZE; blurRow < BLUR_SIZE + 1; ++blurRow) {
            for (int blurCol = -BLUR_SIZE; blurCol < BLUR_SIZE + 1; ++blurCol) {
                int curRow = row + blurRow;
                int curCol = col + blurCol;
                if (curRow >= 0 && curRow < h && curCol >= 0 && curCol < w) {
                    pixVal += in[curRow * w + curCol];
                    ++pixels;
                }
            }
        }
        out[row * w + col] = (unsigned char)(pixVal / pixels);
    }
}

// Reads a PGM file; without one, it uses a checkerboard.
unsigned char *loadImage(const char *path, int *w, int *h)
{
    FILE *f = path ? fopen(path, "rb") : NULL;
    if (f) {
        fscanf(f, "P5 %d %d 255", w, h);
        unsigned char *data = (unsigned char *)malloc(*w * *h);
        fread(data, 1, *w * *h, f);
        fclose(f);
        return data;
    }
    *w = 48;
    *h = 32;
    unsigned char *data = (unsigned char *)malloc(*w * *h);
    for (int y = 0; y < *h; ++y)
        for (int x = 0; x < *w; ++x) data[y * *w + x] = (x / 8 + y / 8) % 2 ? 255 : 0;
    return data;
}

int main(int argc, char **argv)
{
    int w, h;
    unsigned char *image = loadImage(argc > 1 ? argv[1] : NULL, &w, &h);
    unsigned char *d_in, *d_out;
    cudaMalloc((void **)&d_in, w * h * sizeof(unsigned char));
    cudaMalloc((void **)&d_out, w * h * sizeof(unsigned char));
    cudaMemcpy(d_in, image, w * h * sizeof(unsigned char), cudaMemcpyHostToDevice);
    dim3 dimGrid(ceil(w / 16.0), ceil(h / 16.0), 1);
    dim3 dimBlock(16, 16, 1);
    blurKernel<<<dimGrid, dimBlock>>>(d_in, d_out, w, h);
    cudaMemcpy(image, d_out, w * h * sizeof(unsigned char), cudaMemcpyDeviceToHost);
    printf("%d\n", image[8]);
}
