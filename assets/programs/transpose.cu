#include <cstdio>

#define TILE 8

// Each block turns one tile: rows in, columns out, through shared memory.
__global__ void transpose(const int* input, int* output, int width, int height)
{
    // One more column: the rows of a column lie in different banks.
    __shared__ int tile[TILE][TILE + 1];
    int t = threadIdx.x;
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;
    // ---- Load: row by row -------------------------------------
    for (int row = 0; row < TILE; ++row)
        tile[row][t] = input[(top + row) * width + left + t];
    __syncthreads();
    // ---- Store: column by column ------------------------------
    for (int column = 0; column < TILE; ++column)
        output[(left + column) * height + top + t] = tile[t][column];
}

int main()
{
    const int width = 16, height = 8;
    int numbers[width * height], results[width * height], *input, *output;
    for (int i = 0; i < width * height; ++i) numbers[i] = i;
    cudaMalloc(&input, sizeof(numbers));
    cudaMalloc(&output, sizeof(results));
    cudaMemcpy(input, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
    dim3 grid(width / TILE, height / TILE);
    transpose<<<grid, TILE>>>(input, output, width, height);
    cudaMemcpy(results, output, sizeof(results), cudaMemcpyDeviceToHost);
    for (int y = 0; y < width; ++y) {
        for (int x = 0; x < height; ++x) printf("%4d", results[y * height + x]);
        printf("\n");
    }
    cudaFree(input);
    cudaFree(output);
}
