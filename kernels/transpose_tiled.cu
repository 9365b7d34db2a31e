// Transposes a matrix of any width and height through a tile in shared memory, so that both the reads and the writes
// of a warp are side by side in global memory (Bilgic et al. 2010, section IV.C).
// Definitions: Input and Output, the element types; TILE, the tile's side; PADDING, unused cells after each tile row.
#ifndef TILE
#define TILE 32
#endif
#ifndef PADDING
#define PADDING 1
#endif

// Blocks are TILE threads wide and any number high; one block a tile, tiles numbered row by row.
// input is width x height, output height x width.
extern "C" __global__ void transpose(const Input* input, Output* output, int width, int height)
{
    __shared__ Output tile[TILE][TILE + PADDING];
    int tiles = (width + TILE - 1) / TILE;
    int left = blockIdx.x % tiles * TILE;
    int top = blockIdx.x / tiles * TILE;

    // ---- Read rows: lanes walk along a row of the input and of the tile --------------------------------
    for (int row = threadIdx.y; row < TILE; row += blockDim.y) {
        int x = left + threadIdx.x;
        int y = top + row;
        if (x < width && y < height) tile[row][threadIdx.x] = input[(long long)y * width + x];
    }
    __syncthreads();

    // ---- Write columns: lanes walk down a column of the tile, along a row of the output ----------------
    for (int column = threadIdx.y; column < TILE; column += blockDim.y) {
        int x = left + column;
        int y = top + threadIdx.x;
        // The padding puts the cells of a column into different banks.
        if (x < width && y < height) output[(long long)x * height + y] = tile[threadIdx.x][column];
    }
}
