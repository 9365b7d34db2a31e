// Transposes a matrix with wide accesses: a lane reads four neighbours of a row and writes four neighbours of a column,
// through a tile in shared memory twice as wide as a warp. Any width and height.
// Definitions: Input and Output, the element types; WARP, lanes a warp.
#include "fours.cuh"

#ifndef WARP
#define WARP 32
#endif
#define SIDE (2 * WARP)
#define QUARTER (SIDE / 4)

// Blocks are WARP x any number of threads; one block a tile of SIDE x SIDE, tiles numbered row by row.
// input is width x height, output height x width.
extern "C" __global__ void __launch_bounds__(1024)
transpose(const Input* __restrict__ input, Output* __restrict__ output, int width, int height)
{
    __shared__ Output tile[SIDE][SIDE + 1];
    int tiles = (width + SIDE - 1) / SIDE;
    int left = blockIdx.x % tiles * SIDE;
    int top = blockIdx.x / tiles * SIDE;
    int thread = threadIdx.x + WARP * threadIdx.y;
    int stride = WARP * blockDim.y / QUARTER;
    int four = thread % QUARTER * 4;

    // ---- Read rows: four neighbours a lane, side by side in the input and in the tile --------------------------
    for (int row = thread / QUARTER; row < SIDE; row += stride) {
        int y = top + row;
        int x = left + four;
        if (y >= height) break;
        const Input* from = input + (long long)y * width + x;
        auto values = width % 4 == 0 && x < width ? load_four(from) : LOAD_SOME(from, 0, width - x);
#pragma unroll
        for (int k = 0; k < 4; ++k) tile[row][four + k] = element(values, k);
    }
    __syncthreads();

    // ---- Write columns: four cells one below the other become four neighbours of the output --------------------
    for (int column = thread / QUARTER; column < SIDE; column += stride) {
        int x = left + column;
        int y = top + four;
        if (x >= width) break;
        Output* to = output + (long long)x * height + y;
        if (height % 4 == 0 && y < height)
            stream_four(to, four_of(tile[four][column], tile[four + 1][column], tile[four + 2][column],
                                    tile[four + 3][column]));
        else
            for (int k = 0; k < 4; ++k)
                if (y + k < height) to[k] = tile[four + k][column];
    }
}
