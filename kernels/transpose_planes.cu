// Transposes every plane of a stack in one launch: the tiled transpose with a third grid dimension, here the plane
// (Poostchi et al. 2012, section 3.2: the "3-D transpose").
// Definitions: Input and Output, the element types; TILE, the tile's side.
#ifndef TILE
#define TILE 32
#endif

// Blocks are TILE threads wide and any number high; blockIdx.x counts tiles row by row, blockIdx.y the planes.
// input has planes of width x height one after another, output of height x width.
extern "C" __global__ void transpose_planes(const Input* input, Output* output, int width, int height)
{
    __shared__ Output tile[TILE][TILE + 1];
    int tiles = (width + TILE - 1) / TILE;
    int left = blockIdx.x % tiles * TILE;
    int top = blockIdx.x / tiles * TILE;
    // ---- Plane: every bin begins a whole picture further on --------------------------------------------
    input += (long long)blockIdx.y * width * height;
    output += (long long)blockIdx.y * width * height;

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
        // The tile's extra column puts the cells of a column into different banks.
        if (x < width && y < height) output[(long long)x * height + y] = tile[threadIdx.x][column];
    }
}
