// Integral image in one pass: every pixel is read once and every sum is written once. A tile learns what lies left
// of it and above it by looking back at what earlier tiles have published (decoupled look-back, Merrill and Garland
// 2016; in two dimensions, Emoto et al. 2017).
// Definitions: Input and Output, the element types; WARP, lanes a warp; ACROSS and DOWN, how many warps make a tile;
// EVEN, whether every row of input and output begins at a multiple of four elements and shift is 0.
#include "fours.cuh"
#include "lanes.cuh"
#include "look_back.cuh"
#include "shifted_rows.cuh"

#ifndef ACROSS
#define ACROSS (sizeof(Input) == 1 ? 2 : 1)
#endif
#ifndef DOWN
#define DOWN 4
#endif
#ifndef EVEN
#define EVEN 1
#endif
// A warp's part of a tile: four columns a lane, and as many rows as fit in as many bytes whatever the type.
#define COLUMNS (4 * WARP)
#define FITTING (sizeof(Input) == 1 ? WARP : 2 * WARP / (int)sizeof(Input))
#define ROWS (FITTING < 1 ? 1 : FITTING)
#define TILE_WIDTH (ACROSS * COLUMNS)
#define TILE_HEIGHT (DOWN * ROWS)
#define THREADS (ACROSS * DOWN * WARP)

// Blocks are WARP x ACROSS x DOWN threads, one a tile. input is width x height; output (x, y) is the sum of all input
// up to column x - shift and row y - shift, for output_width x output_height sums: shift 0 makes the inclusive image,
// 1 the exclusive or padded one. For each tile, row_words hold TILE_HEIGHT values and column_words TILE_WIDTH values;
// they and the one ticket counter are zero before the first run. Dynamic shared memory: the tile's pixels.
extern "C" __global__ void __launch_bounds__(THREADS, sizeof(Input) == 1 ? 4 : 6)
integral_image(const Input* __restrict__ input, Output* __restrict__ output, Word* row_words, Word* column_words,
               unsigned long long* tickets, int width, int height, int output_width, int output_height, int shift,
               int tiles_across, int tiles_down)
{
    extern __shared__ Input pixels[];
    __shared__ Output row_sums[ACROSS][TILE_HEIGHT];
    __shared__ Output column_sums[DOWN][TILE_WIDTH];
    __shared__ unsigned int taken[2];
    int lane = threadIdx.x;
    int thread = lane + WARP * (threadIdx.y + ACROSS * threadIdx.z);

    // ---- Take a tile: whoever starts first gets the first one, so that nobody waits for a tile not begun -----------
    if (thread == 0) {
        unsigned long long ticket = atomicAdd(tickets, 1ULL);
        unsigned int tiles = (unsigned int)tiles_across * tiles_down;
        taken[0] = (unsigned int)(ticket % tiles);
        taken[1] = (unsigned int)(ticket / tiles) + 1;
    }
    __syncthreads();
    long long tile = taken[0];
    unsigned int run = taken[1];
    int tile_x = taken[0] % tiles_across;
    int tile_y = taken[0] / tiles_across;
    int left = tile_x * TILE_WIDTH + threadIdx.y * COLUMNS + 4 * lane;
    int top = tile_y * TILE_HEIGHT + threadIdx.z * ROWS;
    Input* mine = pixels + thread / WARP * (ROWS * COLUMNS) + 4 * lane;

    // ---- Load: the pixels wait in shared memory; outside the picture they are zero ---------------------------------
    int first = max(0, shift - left);
    int last = min(4, width + shift - left);
    const Input* from = input + (long long)(top - shift) * width + (left - shift);
    bool inside = first == 0 && last == 4 && top > shift && top + ROWS < height + shift;
    if (EVEN) {
        int rows = last > 0 ? height - top : 0;
#pragma unroll
        for (int row = 0; row < ROWS; ++row, from += width)
            store_four(mine + row * COLUMNS, row < rows ? load_four(from) : LOAD_SOME(from, 0, 0));
    } else if (inside && width >= 8) {
        // Wherever four elements begin, two wide loads hold them. The rows before and after lend what they need.
#pragma unroll 8
        for (int row = 0; row < ROWS; ++row, from += width) {
            const Input* low = from - behind_four(from);
            store_four(mine + row * COLUMNS, shifted_four(load_four(low), load_four(low + 4), behind_four(from)));
        }
    } else {
        for (int row = 0; row < ROWS; ++row, from += width) {
            bool there = top + row >= shift && top + row < height + shift;
            store_four(mine + row * COLUMNS, LOAD_SOME(from, first, there ? last : 0));
        }
    }

    // ---- Sum up columns and rows: each lane its own four columns first ---------------------------------------------
    Output column[4] = {0, 0, 0, 0};
    Output part[ROWS];
#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        auto four = load_four(mine + row * COLUMNS);
        part[row] = 0;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            part[row] += element(four, k);
            column[k] += element(four, k);
        }
    }
    // Two lanes swap: one takes both parts of an even row, the other both of an odd row; so on until lane r has row r.
#pragma unroll
    for (int bit = 1; bit < ROWS; bit *= 2) {
#pragma unroll
        for (int i = 0; i < ROWS / 2; ++i)
            if (i < ROWS / 2 / bit) {
                bool odd = lane & bit;
                Output given = odd ? part[2 * i] : part[2 * i + 1];
                Output kept = odd ? part[2 * i + 1] : part[2 * i];
                part[i] = kept + __shfl_xor_sync(ALL_LANES, given, bit);
            }
    }
#pragma unroll
    for (int stride = ROWS; stride < WARP; stride *= 2) part[0] += __shfl_xor_sync(ALL_LANES, part[0], stride);
    if (lane < ROWS) row_sums[threadIdx.y][threadIdx.z * ROWS + lane] = part[0];
    __syncthreads();

    // ---- Look left: publish the tile's row sums, then find out what all tiles before hold of these rows ------------
    for (int row = thread; row < TILE_HEIGHT; row += THREADS) {
        Output sum = 0;
        for (int warp = 0; warp < ACROSS; ++warp) sum += row_sums[warp][row];
        Word* own = row_words + (tile * TILE_HEIGHT + row) * HALVES;
        publish(own, run, tile_x == 0, sum);
        Output before = look_back(own, TILE_HEIGHT * HALVES, tile_x, run);
        if (tile_x > 0 && tile_x + 1 < tiles_across) publish(own, run, 1, before + sum);
        // From now on row_sums hold what lies to the left of each warp's part.
        for (int warp = 0; warp < ACROSS; ++warp) {
            Output here = row_sums[warp][row];
            row_sums[warp][row] = before;
            before += here;
        }
    }
    __syncthreads();

    // ---- Sums of whole columns: from the picture's left edge, over the rows of the warp's part ---------------------
    Output before_row = row_sums[threadIdx.y][threadIdx.z * ROWS + lane % ROWS];
    for (int k = 1; k < 4; ++k) column[k] += column[k - 1];
    Output before_lane = scan_lanes(column[3], lane) - column[3] + sum_lanes(lane < ROWS ? before_row : (Output)0);
    Output* below = column_sums[threadIdx.z] + threadIdx.y * COLUMNS + 4 * lane;
    store_four(below, four_of(before_lane + column[0], before_lane + column[1], before_lane + column[2],
                              before_lane + column[3]));
    __syncthreads();

    // ---- Look up: publish what the tile's rows add, then find out what all rows above hold -------------------------
    for (int x = thread; x < TILE_WIDTH; x += THREADS) {
        Output sum = 0;
        for (int warp = 0; warp < DOWN; ++warp) sum += column_sums[warp][x];
        Word* own = column_words + (tile * TILE_WIDTH + x) * HALVES;
        publish(own, run, tile_y == 0, sum);
        Output above = look_back(own, (long long)tiles_across * TILE_WIDTH * HALVES, tile_y, run);
        if (tile_y > 0 && tile_y + 1 < tiles_down) publish(own, run, 1, above + sum);
        // From now on column_sums hold what lies above each warp's part.
        for (int warp = 0; warp < DOWN; ++warp) {
            Output here = column_sums[warp][x];
            column_sums[warp][x] = above;
            above += here;
        }
    }
    __syncthreads();

    // ---- Store: row by row, the sum above plus the row so far ------------------------------------------------------
    auto above = load_four(below);
    Output sums[4] = {element(above, 0), element(above, 1), element(above, 2), element(above, 3)};
    int count = output_width - left + 4 * lane;
    int rows = output_height - top;
    Output* to = output + (long long)top * output_width + left - 4 * lane;
#pragma unroll
    for (int row = 0; row < ROWS; ++row, to += output_width) {
        auto four = load_four(mine + row * COLUMNS);
        Output own = (element(four, 0) + element(four, 1)) + (element(four, 2) + element(four, 3));
        Output running = scan_lanes(own, lane) - own + __shfl_sync(ALL_LANES, before_row, row);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            running += element(four, k);
            sums[k] += running;
        }
        if (row >= rows) continue;
        if (!EVEN)
            store_shifted(to, sums, lane, count);
        else if (4 * lane < count)
            stream_four(to + 4 * lane, four_of(sums[0], sums[1], sums[2], sums[3]));
    }
}
