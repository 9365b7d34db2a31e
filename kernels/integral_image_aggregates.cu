// The integral image from the sums of tiles (Nehab et al. 2011): add up every tile's columns and rows, carry these sums
// across the picture, then read it once more and write every entry. Two reads and one write, and no block waits.
// Definitions: Input and Output, the element types; WARP, the lanes of a warp and the side of a tile.
#include "lanes.cuh"

// Blocks are WARP threads wide and WARPS high: a warp has ROWS rows of the block's tile.
#define WARPS (WARP < 8 ? WARP : 8)
#define ROWS (WARP / WARPS)

// First kernel. Block b has tile b % across, b / across. column_sums has a row of width for each row of tiles: the sums of
// the tile's columns. row_sums has a row of height for each column of tiles: the sums of the tile's rows.
extern "C" __global__ void sum_tiles(const Input* input, Output* column_sums, Output* row_sums, int width, int height,
                                     int across)
{
    __shared__ Output columns[WARPS][WARP];
    int lane = threadIdx.x;
    int warp = threadIdx.y;
    int tile_x = blockIdx.x % across;
    int tile_y = blockIdx.x / across;
    int x = tile_x * WARP + lane;
    int top = tile_y * WARP + warp * ROWS;

    // ---- Rows: the lanes add up a row, and each lane its own column ------------------------------------
    Output column = 0;
    for (int y = top; y < top + ROWS; y++) {
        Output value = x < width && y < height ? input[(long long)y * width + x] : 0;
        column += value;
        Output row = sum_lanes(value);
        if (lane == 0 && y < height) row_sums[(long long)tile_x * height + y] = row;
    }
    columns[warp][lane] = column;
    __syncthreads();

    // ---- Columns: the first warp adds up what the others have ------------------------------------------
    if (warp > 0 || x >= width) return;
    for (int other = 1; other < WARPS; other++) column += columns[other][lane];
    column_sums[(long long)tile_y * width + x] = column;
}

// Second kernel, for column sums downwards and for row sums to the right: every one of `lines` rows of `length` becomes
// the sum of the rows before it. One thread a place.
extern "C" __global__ void carry_sums(Output* sums, int lines, int length)
{
    int place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= length) return;

    // ---- Carry: the sum before, then add this line -----------------------------------------------------
    Output before = 0;
    for (int line = 0; line < lines; line++) {
        Output* here = sums + (long long)line * length + place;
        Output sum = before + *here;
        *here = before;
        before = sum;
    }
}

// Last kernel. `above` has a row of entries of the table for each row of tiles: those just above the tiles. `left` has the
// sums left of the tile in each of its rows. Entries go `shift` to the right and down, for output_width x output_height
// of them: shift 0 makes the inclusive table, 1 the exclusive or padded one, with zeros before.
extern "C" __global__ void write_tiles(const Input* input, const Output* above, const Output* left, Output* output,
                                       int width, int height, int across, int output_width, int output_height,
                                       int shift)
{
    __shared__ Output columns[WARPS][WARP];
    int lane = threadIdx.x;
    int warp = threadIdx.y;
    int tile_x = blockIdx.x % across;
    int tile_y = blockIdx.x / across;
    int x = tile_x * WARP + lane;
    int top = tile_y * WARP + warp * ROWS;

    // ---- Rows: the sums along each of the warp's rows, one below the other -----------------------------
    Output sums[ROWS];
    Output column = 0;
#pragma unroll
    for (int row = 0; row < ROWS; row++) {
        int y = top + row;
        Output value = x < width && y < height ? input[(long long)y * width + x] : 0;
        Output before = y < height ? left[(long long)tile_x * height + y] : 0;
        column += before + scan_lanes(value, lane);
        sums[row] = column;
    }
    columns[warp][lane] = column;
    __syncthreads();

    // ---- Columns: the sums of the warps above, and the table's entry above the tile --------------------
    if (x >= width) return;
    Output upper = above[(long long)tile_y * width + x];
    for (int other = 0; other < warp; other++) upper += columns[other][lane];
    int to_x = x + shift;
#pragma unroll
    for (int row = 0; row < ROWS; row++) {
        int to_y = top + row + shift;
        if (top + row < height && to_x < output_width && to_y < output_height)
            output[(long long)to_y * output_width + to_x] = upper + sums[row];
    }

    // ---- Zeros: left of the first column and above the first row ---------------------------------------
    if (shift == 0) return;
    if (top == 0 && to_x < output_width) output[to_x] = 0;
    if (x > 0) return;
    if (top == 0) output[0] = 0;
    for (int y = top; y < min(top + ROWS, height); y++)
        if (y + shift < output_height) output[(long long)(y + shift) * output_width] = 0;
}
