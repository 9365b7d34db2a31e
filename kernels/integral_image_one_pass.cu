// Integral image in one pass: every pixel is read once and every sum is written once. A tile learns what lies left
// of it and above it by looking back at what earlier tiles have published (decoupled look-back, Merrill and Garland
// 2016; in two dimensions, Emoto et al. 2017).
// Definitions: Input and Output, the element types; WARP, lanes a warp; EACH, pixels a lane has side by side; ACROSS,
// how often a warp's lanes go side by side across a tile; DOWN, how many warps make a tile, one below the other; EVEN,
// whether every row of input and output begins at a multiple of EACH elements and shift is 0.
#include "each.cuh"
#include "fetch_ahead.cuh"
#include "lanes.cuh"
#include "look_back.cuh"
#include "shifted_rows.cuh"

#ifndef ACROSS
#define ACROSS (sizeof(Input) == 1 ? 2 : 1)
#endif
#ifndef DOWN
#define DOWN (sizeof(Input) == 1 ? 8 : 4)
#endif
#ifndef EVEN
#define EVEN 1
#endif
// What the pixels take that a lane has side by side.
#define BYTES (EACH * sizeof(Input))
// A warp's part of a tile: EACH columns a lane, ACROSS times, and as many rows as fit, at most one a lane.
#define COLUMNS (EACH * WARP)
#define SHARE ((BYTES > 16 ? 2 : 1) * (EVEN || BYTES < 16 ? 1 : 2))
#define FITTING (WARP / ACROSS / SHARE)
#define ROWS (FITTING < 1 ? 1 : FITTING)
#define TILE_WIDTH (ACROSS * COLUMNS)
#define TILE_HEIGHT (DOWN * ROWS)
#define THREADS (DOWN * WARP)
// Pixels wait in shared memory until all is known that comes before them. Of wide ones the last rows wait in
// registers: so more tiles are under way at a time.
#define KEPT (EVEN && BYTES >= 16 ? ROWS * 3 / 8 : 0)
#define WAITING (ROWS - KEPT)
// Blocks a multiprocessor has room for; no thread has more registers than that allows.
#define RESIDENT (sizeof(Input) == 4 && !EVEN ? 6 : 4)
// Tiles ahead of this one, for which memory is asked: far enough to be there in time, near enough to be there still.
#define AHEAD 160
// Tiles that begin staggered, on 132 multiprocessors with four blocks each. They would all load, and then all store; so
// each 16 of them begin one read of memory later than those before, if more are to come.
#define STAGGERED 528
#define AT_ONCE 16

// Asks for the pixels that `warp` of a later tile will load, a line of 128 bytes at a time.
__device__ inline void fetch_part(const Input* input, long long tile, int tiles_across, int width, int height, int lane,
                                  int warp)
{
    int line = 128 / (int)sizeof(Input);
    int left = (int)(tile % tiles_across) * TILE_WIDTH;
    long long top = tile / tiles_across * TILE_HEIGHT + warp * ROWS;
#pragma unroll
    for (int i = lane * line; i < ROWS * TILE_WIDTH; i += WARP * line) {
        int x = left + i % TILE_WIDTH;
        long long y = top + i / TILE_WIDTH;
        if (x < width && y < height) fetch_ahead(input + y * width + x);
    }
}

// EACH elements of each of ROWS rows, TILE_WIDTH apart in `to` and `stride` apart in `from`; zeros for elements before
// `first` and from `last` on, and for rows before `top` and from `bottom` on. If all is `inside`, there are EACH more
// elements around.
__device__ inline void load_rows(Input* to, const Input* from, int stride, bool inside, int first, int last, int top,
                                 int bottom)
{
    if (inside) {
        // The rows before and after lend what wide loads need.
#pragma unroll 8
        for (int row = 0; row < ROWS; ++row, from += stride) store_each(to + row * TILE_WIDTH, load_shifted(from));
    } else {
        for (int row = 0; row < ROWS; ++row, from += stride) {
            bool there = row >= top && row < bottom;
            store_each(to + row * TILE_WIDTH, LOAD_SOME(from, first, there ? last : 0));
        }
    }
}

// A row's pixels of one lane, from where they wait.
#define PIXELS(row, i)                                                      \
    ((row) < WAITING ? load_each(mine + (row) * TILE_WIDTH + (i) * COLUMNS) \
                     : EACH_OF(kept[(row) < WAITING ? 0 : (row) - WAITING][i]))

// Blocks are WARP x DOWN threads, one a tile. input is width x height; output (x, y) is the sum of all input up to
// column x - shift and row y - shift, for output_width x output_height sums: shift 0 makes the inclusive image, 1 the
// exclusive or padded one. For each tile, row_words hold TILE_HEIGHT values and column_words TILE_WIDTH values; they
// and the one ticket counter are zero before the first run. Dynamic shared memory: WAITING rows of each warp's pixels.
extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT)
integral_image(const Input* __restrict__ input, Output* __restrict__ output, Word* row_words, Word* column_words,
               unsigned long long* tickets, int width, int height, int output_width, int output_height, int shift,
               int tiles_across, int tiles_down)
{
    extern __shared__ Input pixels[];
    __shared__ Output column_sums[DOWN][TILE_WIDTH];
    __shared__ unsigned int taken[2];
    int lane = threadIdx.x;
    int warp = threadIdx.y;
    int thread = lane + WARP * warp;

    // ---- Take a tile: whoever starts first gets the first one, so that nobody waits for a tile not begun -----------
    if (thread == 0) {
        unsigned long long ticket = atomicAdd(tickets, 1ULL);
        unsigned int tiles = (unsigned int)tiles_across * tiles_down;
        taken[0] = (unsigned int)(ticket % tiles);
        taken[1] = (unsigned int)(ticket / tiles) + 1;
        if (tiles > STAGGERED && taken[0] < STAGGERED)
            pass_reads(row_words + (long long)taken[0] * TILE_HEIGHT * HALVES, taken[0] / AT_ONCE);
    }
    __syncthreads();
    long long tile = taken[0];
    unsigned int run = taken[1];
    int tile_x = taken[0] % tiles_across;
    int tile_y = taken[0] / tiles_across;
    int left = tile_x * TILE_WIDTH;
    int top = tile_y * TILE_HEIGHT + warp * ROWS;
    Word* row_word = row_words + (tile * TILE_HEIGHT + warp * ROWS + lane) * HALVES;
    Word* own_column_words = column_words + tile * TILE_WIDTH * HALVES;
    Input* mine = pixels + warp * (WAITING * TILE_WIDTH) + EACH * lane;
    // Nothing is published yet; who looks sooner finds that near by, and not the last run's words in far memory.
    if (lane < ROWS) publish(row_word, 0, 0, 0);
    for (int x = thread; x < TILE_WIDTH; x += THREADS) publish(own_column_words + x * HALVES, 0, 0, 0);

    // ---- Load: outside the picture pixels are zero -----------------------------------------------------------------
    Input kept[KEPT < 1 ? 1 : KEPT][ACROSS][EACH];
    const Input* from = input + (long long)top * width + left + EACH * lane;
    if (EVEN) {
#pragma unroll
        for (int row = 0; row < ROWS; ++row, from += width)
#pragma unroll
            for (int i = 0; i < ACROSS; ++i) {
                bool there = top + row < height && left + i * COLUMNS + EACH * lane < width;
                auto own = there ? load_each(from + i * COLUMNS) : LOAD_SOME(from, 0, 0);
                if (row < WAITING) store_each(mine + row * TILE_WIDTH + i * COLUMNS, own);
#pragma unroll
                for (int k = 0; k < EACH; ++k)
                    if (row >= WAITING) kept[row < WAITING ? 0 : row - WAITING][i][k] = element(own, k);
            }
    } else {
        for (int i = 0; i < ACROSS; ++i) {
            int x = left + i * COLUMNS + EACH * lane - shift;
            int first = max(0, -x);
            int last = min(EACH, width - x);
            bool inside = first == 0 && last == EACH && top > shift && top + ROWS < height + shift && width >= 2 * EACH;
            load_rows(mine + i * COLUMNS, input + (long long)(top - shift) * width + x, width, inside, first, last,
                      shift - top, height + shift - top);
        }
    }

    // ---- Sum up columns and rows: each lane its own columns first --------------------------------------------------
    Output column[ACROSS][EACH] = {};
    Output sum[ROWS];
#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        sum[row] = 0;
#pragma unroll
        for (int i = 0; i < ACROSS; ++i) {
            auto own = PIXELS(row, i);
#pragma unroll
            for (int k = 0; k < EACH; ++k) {
                sum[row] += element(own, k);
                column[i][k] += element(own, k);
            }
        }
    }
    // Two lanes swap: one takes both parts of an even row, the other both of an odd row; so on until lane r has row r.
#pragma unroll
    for (int bit = 1; bit < ROWS; bit *= 2) {
#pragma unroll
        for (int i = 0; i < ROWS / 2; ++i)
            if (i < ROWS / 2 / bit) {
                bool odd = lane & bit;
                Output given = odd ? sum[2 * i] : sum[2 * i + 1];
                Output own = odd ? sum[2 * i + 1] : sum[2 * i];
                sum[i] = own + __shfl_xor_sync(ALL_LANES, given, bit);
            }
    }
#pragma unroll
    for (int stride = ROWS; stride < WARP; stride *= 2) sum[0] += __shfl_xor_sync(ALL_LANES, sum[0], stride);

    // ---- Look left: publish the sums of the warp's rows, then find out what all tiles before hold of them -----------
    if (lane < ROWS) publish(row_word, run, tile_x == 0, sum[0]);
    // Others have to publish now: meanwhile, ask for pixels that a later block will load.
    fetch_part(input, tile + AHEAD, tiles_across, width, height, lane, warp);
    Output before_row = 0;
    if (lane < ROWS) {
        before_row = look_back(row_word, TILE_HEIGHT * HALVES, tile_x, run);
        if (tile_x > 0 && tile_x + 1 < tiles_across) publish(row_word, run, 1, before_row + sum[0]);
    }
    __syncwarp();

    // ---- Sums of whole columns: from the picture's left edge, over the warp's rows ---------------------------------
    Output before = sum_lanes(before_row);
    Output* below = column_sums[warp] + EACH * lane;
#pragma unroll
    for (int i = 0; i < ACROSS; ++i) {
        for (int k = 1; k < EACH; ++k) column[i][k] += column[i][k - 1];
        Output through = scan_lanes(column[i][EACH - 1], lane);
        Output before_lane = before + through - column[i][EACH - 1];
        store_each(below + i * COLUMNS, sums_with(before_lane, column[i]));
        if (i + 1 < ACROSS) before += __shfl_sync(ALL_LANES, through, WARP - 1);
    }
    __syncthreads();

    // ---- Look up: publish what the tile's rows add, then find out what all rows above hold -------------------------
    for (int x = thread; x < TILE_WIDTH; x += THREADS) {
        Output total = 0;
        for (int part = 0; part < DOWN; ++part) total += column_sums[part][x];
        Word* own = own_column_words + x * HALVES;
        publish(own, run, tile_y == 0, total);
        Output above = look_back(own, (long long)tiles_across * TILE_WIDTH * HALVES, tile_y, run);
        if (tile_y > 0 && tile_y + 1 < tiles_down) publish(own, run, 1, above + total);
        // From now on column_sums hold what lies above each warp's rows.
        for (int part = 0; part < DOWN; ++part) {
            Output here = column_sums[part][x];
            column_sums[part][x] = above;
            above += here;
        }
    }
    __syncthreads();

    // ---- Store: row by row, the sum above plus the row so far ------------------------------------------------------
    Output sums[ACROSS][EACH];
#pragma unroll
    for (int i = 0; i < ACROSS; ++i) {
        auto above = load_each(below + i * COLUMNS);
        for (int k = 0; k < EACH; ++k) sums[i][k] = element(above, k);
    }
    int rows = output_height - top;
    Output* to = output + (long long)top * output_width + left;
#pragma unroll
    for (int row = 0; row < ROWS; ++row, to += output_width) {
        Output before_lanes = __shfl_sync(ALL_LANES, before_row, row);
#pragma unroll
        for (int i = 0; i < ACROSS; ++i) {
            auto own = PIXELS(row, i);
            Output sum = sum_each(own);
            Output through = scan_lanes(sum, lane);
            Output running = before_lanes + through - sum;
#pragma unroll
            for (int k = 0; k < EACH; ++k) {
                running += element(own, k);
                sums[i][k] += running;
            }
            if (i + 1 < ACROSS) before_lanes += __shfl_sync(ALL_LANES, through, WARP - 1);
            if (!EVEN)
                store_shifted(to + i * COLUMNS, sums[i], lane, row < rows ? output_width - left - i * COLUMNS : 0);
            else if (row < rows && left + i * COLUMNS + EACH * lane < output_width)
                stream_each(to + i * COLUMNS + EACH * lane, EACH_OF(sums[i]));
        }
    }
}
