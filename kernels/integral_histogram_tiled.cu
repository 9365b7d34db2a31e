// Integral histogram in one pass over the tensor: each entry is written once and never read. The picture is small compared
// with the tensor, so it is read again for every bin. Tiles first count their pixels, by columns and by rows; then
// a warp for each tile of each bin adds up the counts above and left of it, and writes. No warp waits for another.
// Definitions: Input, the pixel, and Output, the count; WARP, the lanes of a warp; EVEN, whether every row of picture and
// tensor begins at a multiple of four elements.
#include "fours.cuh"
#include "lanes.cuh"
#include "shifted_rows.cuh"

#ifndef EVEN
#define EVEN 1
#endif
// A tile: four columns a lane, and half as many rows, so that a byte can count what a row or a column of it holds.
#define TILE_WIDTH (4 * WARP)
#define TILE_HEIGHT (2 * WARP)
#define ROW_WORDS (TILE_HEIGHT / 4)
// Rows that a warp has in flight at a time, and warps of a block that writes: few enough registers a thread for 32 warps
// to share a multiprocessor.
#define GROUP (TILE_HEIGHT < 16 ? TILE_HEIGHT : 16)
#define WARPS 8

// Blocks are WARP lanes wide, some warps high, and one a tile and for every `part` bins. binned holds each pixel's bin, column_counts how many of
// each of a tile's columns fall into a bin, [row of tiles][bin][column], row_counts the same for its rows, [column of
// tiles][bin][row]: as if tiles filled the picture to its right and lower edge. totals are those of whole tiles,
// [bin][tile]. Dynamic shared memory: part * (WARP + ROW_WORDS) words.
extern "C" __global__ void count_tiles(const Input* __restrict__ image, unsigned char* __restrict__ binned,
                                       unsigned char* __restrict__ column_counts,
                                       unsigned char* __restrict__ row_counts, Output* __restrict__ totals, int width,
                                       int height, int bins, int levels, int part)
{
    extern __shared__ unsigned int counts[];  // four a word
    __shared__ unsigned int tile[TILE_HEIGHT][WARP];
    __shared__ unsigned char bin_of[256];
    unsigned int* columns = counts;
    unsigned int* rows = counts + part * WARP;
    int first_bin = blockIdx.z * part;
    int lane = threadIdx.x;
    int warp = threadIdx.y;
    int warps = blockDim.y;
    int thread = lane + WARP * warp;
    int across = gridDim.x * TILE_WIDTH;
    int down = gridDim.y * TILE_HEIGHT;
    int left = blockIdx.x * TILE_WIDTH;
    int top = blockIdx.y * TILE_HEIGHT;

    // ---- Prepare: a table instead of a division for each pixel, and counters at zero -------------------------------
    for (int value = thread; value < 256; value += WARP * warps) bin_of[value] = min(value * bins / levels, bins - 1);
    for (int i = thread; i < part * (WARP + ROW_WORDS); i += WARP * warps) counts[i] = 0;
    __syncthreads();

    // ---- Load: four pixels a lane become four bins -----------------------------------------------------------------
    int x = left + 4 * lane;
#pragma unroll 4
    for (int row = warp; row < TILE_HEIGHT; row += warps) {
        int y = top + row;
        const Input* from = image + (long long)y * width + x;
        bool there = y < height && x < width;
        unsigned int four = EVEN && there ? load_four(from) : LOAD_SOME(from, 0, there ? width - x : 0);
        four = four_of(bin_of[element(four, 0)], bin_of[element(four, 1)], bin_of[element(four, 2)],
                       bin_of[element(four, 3)]);
        tile[row][lane] = four;
        if (first_bin == 0) store_four(binned + (long long)y * across + x, four);
    }
    __syncthreads();

    // ---- Count: a warp takes pixels along diagonals, so that its lanes never count in the same column -------------
    for (int i = warp; i < TILE_HEIGHT * 4; i += warps) {
        int word = (lane + i / 16) % WARP;
        int row = lane % ROW_WORDS * 4 + i % 4;
        int bin = element(tile[row][word], i / 4 % 4);
        if (bin < first_bin || bin >= first_bin + part) continue;
        atomicAdd(&columns[(bin - first_bin) * WARP + word], 1u << 8 * (i / 4 % 4));
        atomicAdd(&rows[(bin - first_bin) * ROW_WORDS + row / 4], 1u << 8 * (i % 4));
    }
    __syncthreads();

    // ---- Store: one bin a warp -------------------------------------------------------------------------------------
    for (int mine = warp; mine < min(part, bins - first_bin); mine += warps) {
        int bin = first_bin + mine;
        unsigned int four = columns[mine * WARP + lane];
        store_four(column_counts + ((long long)blockIdx.y * bins + bin) * across + x, four);
        if (lane < ROW_WORDS)
            store_four(row_counts + ((long long)blockIdx.x * bins + bin) * down + top + 4 * lane,
                       rows[mine * ROW_WORDS + lane]);
        Output total = sum_lanes(element(four, 0) + element(four, 1) + element(four, 2) + element(four, 3));
        if (lane == 0) totals[((long long)bin * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x] = total;
    }
}

// One in each byte of `four` that is the same in `other`: a difference folds into the lowest bit of its byte.
__device__ inline unsigned int equal_bytes(unsigned int four, unsigned int other)
{
    unsigned int differ = four ^ other;
    differ |= differ >> 4;
    differ |= differ >> 2;
    differ |= differ >> 1;
    return ~differ & 0x01010101u;
}

// Adds up four neighbouring counts each of `many` arrays that lie `stride` apart.
__device__ inline void add_counts(Output* sums, const unsigned char* counts, long long stride, int many)
{
#pragma unroll 4
    for (int i = 0; i < many; ++i, counts += stride) {
        unsigned int four = load_four(counts);
#pragma unroll
        for (int k = 0; k < 4; ++k) sums[k] += element(four, k);
    }
}

// Blocks are WARP lanes wide and up to WARPS warps high; blockIdx.y is a row of tiles and blockIdx.z a bin. A warp
// writes `run` tiles of one row of tiles, from left to right. Each lane has four columns of a tile.
extern "C" __global__ void __launch_bounds__(WARPS* WARP, 32 / WARPS)
write_tables(const unsigned char* __restrict__ binned, const unsigned char* __restrict__ column_counts,
             const unsigned char* __restrict__ row_counts, const Output* __restrict__ totals,
             Output* __restrict__ output, int width, int height, int bins, int tiles_across, int tiles_down, int run)
{
    int lane = threadIdx.x;
    int tile_y = blockIdx.y;
    int bin = blockIdx.z;
    int first_tile = (blockIdx.x * blockDim.y + threadIdx.y) * run;
    int last_tile = min(first_tile + run, tiles_across);
    if (first_tile >= last_tile) return;
    long long across = (long long)tiles_across * TILE_WIDTH;
    long long down = (long long)tiles_down * TILE_HEIGHT;
    int top = tile_y * TILE_HEIGHT;
    int rows = min(TILE_HEIGHT, height - top);

    // ---- What lies left of the warp's tiles: above them, and in each of their rows, four rows a lane ---------------
    Output corner = 0;
    for (int i = lane; i < first_tile * tile_y; i += WARP)
        corner += totals[((long long)bin * tiles_down + i / first_tile) * tiles_across + i % first_tile];
    corner = sum_lanes(corner);
    Output left[4] = {};
    row_counts += bin * down + top + 4 * lane;
    if (lane < ROW_WORDS) add_counts(left, row_counts, bins * down, first_tile);

    for (int tile_x = first_tile; tile_x < last_tile; ++tile_x) {
        int x = tile_x * TILE_WIDTH;

        // ---- What lies above: the entries of the row over the tile -------------------------------------------------
        Output sums[4] = {};
        add_counts(sums, column_counts + bin * across + x + 4 * lane, bins * across, tile_y);
        for (int k = 1; k < 4; ++k) sums[k] += sums[k - 1];
        Output through = corner + scan_lanes(sums[3], lane);
        Output before_lane = through - sums[3];
        for (int k = 0; k < 4; ++k) sums[k] += before_lane;

        const unsigned char* pixels = binned + top * across + x + 4 * lane;
        Output* to = output + ((long long)bin * height + top) * width + x;
        for (int first = 0; first < rows; first += GROUP) {
            // ---- Compare: ones for pixels in the bin, and how many there are up to each, a byte for each of four ---
            unsigned int upto[GROUP];
#pragma unroll
            for (int row = 0; row < GROUP; ++row, pixels += across)
                upto[row] = equal_bytes(load_four(pixels), bin * 0x01010101u) * 0x01010101u;
            // ---- Scan lanes: four rows share one word, because a warp counts no more than 128 in a row -------------
            unsigned int before[GROUP / 4];
#pragma unroll
            for (int i = 0; i < GROUP / 4; ++i) {
                unsigned int own = 0;
#pragma unroll
                for (int k = 0; k < 4; ++k) own |= element(upto[4 * i + k], 3) << 8 * k;
                before[i] = scan_lanes(own, lane) - own;
            }
            // ---- Write: go down the rows; each adds what its pixels count from the picture's left edge -------------
#pragma unroll
            for (int row = 0; row < GROUP; ++row, to += width) {
                Output before_row = __shfl_sync(ALL_LANES, left[row % 4], (first + row) / 4);
                before_row += element(before[row / 4], row % 4);
#pragma unroll
                for (int k = 0; k < 4; ++k) sums[k] += before_row + element(upto[row], k);
                int columns = first + row < rows ? width - x : 0;
                if (!EVEN)
                    store_shifted(to, sums, lane, columns);
                else if (4 * lane < columns)
                    stream_four(to + 4 * lane, four_of(sums[0], sums[1], sums[2], sums[3]));
            }
        }
        // ---- Next: what lies left of the next tile -----------------------------------------------------------------
        if (tile_x + 1 < last_tile) {
            corner = __shfl_sync(ALL_LANES, through, WARP - 1);
            if (lane < ROW_WORDS) add_counts(left, row_counts + tile_x * (bins * down), 0, 1);
        }
    }
}
