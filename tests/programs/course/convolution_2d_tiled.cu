// 2-D convolution: the block loads a tile with its border.
#include <cstdio>
#include <vector>

#define MASK_RADIUS 2
#define MASK_DIM (2 * MASK_RADIUS + 1)
#define OUT_TILE 12
#define IN_TILE (OUT_TILE + MASK_DIM - 1)

__constant__ float mask_c[MASK_DIM][MASK_DIM];

__global__ void convolve(const float* input, float* output, unsigned int width, unsigned int height)
{
    __shared__ float tile[IN_TILE][IN_TILE];
    int col = blockIdx.x * OUT_TILE + threadIdx.x - MASK_RADIUS;
    int row = blockIdx.y * OUT_TILE + threadIdx.y - MASK_RADIUS;
    if (row >= 0 && row < (int)height && col >= 0 && col < (int)width)
        tile[threadIdx.y][threadIdx.x] = input[row * width + col];
    else
        tile[threadIdx.y][threadIdx.x] = 0.0f;
    __syncthreads();
    if (threadIdx.x < OUT_TILE && threadIdx.y < OUT_TILE) {
        int outCol = blockIdx.x * OUT_TILE + threadIdx.x, outRow = blockIdx.y * OUT_TILE + threadIdx.y;
        if (outCol < width && outRow < height) {
            float sum = 0.0f;
            for (int r = 0; r < MASK_DIM; ++r)
                for (int c = 0; c < MASK_DIM; ++c)
                    sum += mask_c[r][c] * tile[threadIdx.y + r][threadIdx.x + c];
            output[outRow * width + outCol] = sum;
        }
    }
}

int main()
{
    const unsigned int width = 40, height = 30;
    float mask[MASK_DIM][MASK_DIM];
    for (int r = 0; r < MASK_DIM; ++r)
        for (int c = 0; c < MASK_DIM; ++c) mask[r][c] = 1.0f;
    std::vector<float> image(width * height, 2.0f), result(width * height);
    float *input_d, *output_d;
    cudaMalloc((void**)&input_d, width * height * sizeof(float));
    cudaMalloc((void**)&output_d, width * height * sizeof(float));
    cudaMemcpy(input_d, image.data(), width * height * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(mask_c, mask, MASK_DIM * MASK_DIM * sizeof(float));
    dim3 threads(IN_TILE, IN_TILE);
    dim3 blocks((width + OUT_TILE - 1) / OUT_TILE, (height + OUT_TILE - 1) / OUT_TILE);
    convolve<<<blocks, threads>>>(input_d, output_d, width, height);
    cudaMemcpy(result.data(), output_d, width * height * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", result[5 * width + 5]);
}
