#include <cstdio>

#define TILE 4

// Each block turns one tile: rows in, columns out, through shared memory.
__global__ void transpose(const int* input, int* output, int width, int height)
{
    __shared__ int tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = input[y * width + x];
    __syncthreads();
    // The tile's place in the output: block row and column change places.
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width) output[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

int main()
{
    const int width = 12, height = 8;
    int numbers[width * height], results[width * height], *input, *output;
    for (int i = 0; i < width * height; ++i) numbers[i] = i;
    cudaMalloc(&input, sizeof(numbers));
    cudaMalloc(&output, sizeof(results));
    cudaMemcpy(input, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
    dim3 block(TILE, TILE);
    dim3 grid(width / TILE, height / TILE);
    transpose<<<grid, block>>>(input, output, width, height);
    cudaMemcpy(results, output, sizeof(results), cudaMemcpyDeviceToHost);
    for (int y = 0; y < width; ++y) {
        for (int x = 0; x < height; ++x) printf("%3d", results[y * height + x]);
        printf("\n");
    }
    cudaFree(input);
    cudaFree(output);
}
