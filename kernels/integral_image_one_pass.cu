// Integral image in one pass: every pixel is read once and every sum is written once. A tile finds the sums left
// of it and above it by looking back at what earlier tiles have published (decoupled look-back, Merrill and Garland
// 2016; in two dimensions, Emoto et al. 2017).
// Definitions: Input and Output, the element types; WARP, lanes a warp; EACH, pixels a lane has side by side; ACROSS,
// how many times a warp's lanes fit side by side across a tile; DOWN, how many warps make a tile, one below the other; EVEN,
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
// Of the pixels that a lane has side by side.
#define BYTES (EACH * sizeof(Input))
// A warp's part of a tile: EACH columns a lane, ACROSS times, and as many rows as fit, at most one a lane.
#define COLUMNS (EACH * WARP)
#define SHARE ((BYTES > 16 ? 2 : 1) * (EVEN || BYTES < 16 ? 1 : 2))
#define FITTING (WARP / ACROSS / SHARE)
#define ROWS (FITTING < 1 ? 1 : FITTING)
#define TILE_WIDTH (ACROSS * COLUMNS)
#define TILE_HEIGHT (DOWN * ROWS)
#define THREADS (DOWN * WARP)
// Pixels wait in shared memory until the sums before them are known. With wide pixels the last rows wait in
// registers: so more tiles are in flight at a time.
#define KEPT (EVEN && BYTES >= 16 ? ROWS * 3 / 8 : 0)
#define WAITING (ROWS - KEPT)
// Blocks a multiprocessor has room for; no thread has more registers than that allows.
#define RESIDENT (sizeof(Input) == 4 && !EVEN ? 6 : 4)
// How many tiles ahead to request memory: far enough to arrive in time, near enough to be in the cache still.
#define AHEAD 160
// Tiles that begin staggered, on 132 multiprocessors with four blocks each. They would all load, and then all store; so
// each 16 of them begin one read of memory later than those before, if more are to come.
#define STAGGERED 528
#define AT_ONCE 16

// A warp's part of a tile: which tile, and where the part lies in the picture.
struct Part {
    unsigned int tile, run;
    int across, down;  // tiles left of it in its row, and above it in its column
    int left, top;     // the part's first column and row
    int lane, warp;
};

// The next tile, and in which run of the kernel: taken[0] and [1].
__device__ inline void take_tile(unsigned int* taken, unsigned long long* tickets, unsigned int tiles, Word* row_words)
{
    unsigned long long ticket = atomicAdd(tickets, 1ULL);
    taken[0] = (unsigned int)(ticket % tiles);
    taken[1] = (unsigned int)(ticket / tiles) + 1;
    if (tiles > STAGGERED && taken[0] < STAGGERED)
        pass_reads(row_words + (long long)taken[0] * TILE_HEIGHT * HALVES, taken[0] / AT_ONCE);
}

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

// A lane's pixels: those of the first rows to where they wait in shared memory, the last ones' into registers.
__device__ inline void load(Input* mine, Input (*kept)[ACROSS][EACH], const Input* input, const Part& part, int width,
                            int height)
{
    const Input* from = input + (long long)part.top * width + part.left + EACH * part.lane;
#pragma unroll
    for (int row = 0; row < ROWS; ++row, from += width)
#pragma unroll
        for (int i = 0; i < ACROSS; ++i) {
            bool there = part.top + row < height && part.left + i * COLUMNS + EACH * part.lane < width;
            auto own = there ? load_each(from + i * COLUMNS) : LOAD_SOME(from, 0, 0);
            if (row < WAITING) store_each(mine + row * TILE_WIDTH + i * COLUMNS, own);
#pragma unroll
            for (int k = 0; k < EACH; ++k)
                if (row >= WAITING) kept[row < WAITING ? 0 : row - WAITING][i][k] = element(own, k);
        }
}

// The same from rows that begin anywhere, `shift` columns and rows before.
__device__ inline void load_uneven(Input* mine, const Input* input, const Part& part, int width, int height, int shift)
{
    for (int i = 0; i < ACROSS; ++i) {
        int x = part.left + i * COLUMNS + EACH * part.lane - shift;
        int first = max(0, -x);
        int last = min(EACH, width - x);
        bool inside = first == 0 && last == EACH && part.top > shift && part.top + ROWS < height + shift &&
                      width >= 2 * EACH;
        load_rows(mine + i * COLUMNS, input + (long long)(part.top - shift) * width + x, width, inside, first, last,
                  shift - part.top, height + shift - part.top);
    }
}

// Lane r: what all tiles before hold of the warp's row r, whose own sum is `own` and has been published.
__device__ inline Output look_left(Word* row_word, const Part& part, int tiles_across, Output own)
{
    Output before = look_back(row_word, TILE_HEIGHT * HALVES, part.across, part.run);
    if (part.across > 0 && part.across + 1 < tiles_across) publish(row_word, part.run, 1, before + own);
    return before;
}

// Sums of the part's columns from the picture's left edge on; lane r has in before_row what lies
// left of row r.
__device__ inline void sum_columns(Output* below, Output (*column)[EACH], Output before_row, int lane)
{
    Output before = sum_lanes(before_row);
#pragma unroll
    for (int i = 0; i < ACROSS; ++i) {
        for (int k = 1; k < EACH; ++k) column[i][k] += column[i][k - 1];
        Output through = scan_lanes(column[i][EACH - 1], lane);
        Output before_lane = before + through - column[i][EACH - 1];
        store_each(below + i * COLUMNS, sums_with(before_lane, column[i]));
        if (i + 1 < ACROSS) before += __shfl_sync(ALL_LANES, through, WARP - 1);
    }
}

// Publishes what the tile adds to column x, finds out what all rows above hold of it, and leaves in column_sums what
// lies above each warp's rows.
__device__ inline void look_up(Output (*column_sums)[TILE_WIDTH], int x, Word* own, const Part& part, int tiles_across,
                               int tiles_down)
{
    Output total = 0;
    for (int warp = 0; warp < DOWN; ++warp) total += column_sums[warp][x];
    publish(own, part.run, part.down == 0, total);
    Output above = look_back(own, (long long)tiles_across * TILE_WIDTH * HALVES, part.down, part.run);
    if (part.down > 0 && part.down + 1 < tiles_down) publish(own, part.run, 1, above + total);
    for (int warp = 0; warp < DOWN; ++warp) {
        Output here = column_sums[warp][x];
        column_sums[warp][x] = above;
        above += here;
    }
}

// Row by row the sums: what lies above, in `below`, and the row so far; lane r has in before_row what lies left of row r.
__device__ inline void store(Output* output, const Output* below, Output before_row, const Input* mine,
                             const Input (*kept)[ACROSS][EACH], const Part& part, int width, int height)
{
    Output sums[ACROSS][EACH];
#pragma unroll
    for (int i = 0; i < ACROSS; ++i) {
        auto above = load_each(below + i * COLUMNS);
        for (int k = 0; k < EACH; ++k) sums[i][k] = element(above, k);
    }
    int rows = height - part.top;
    Output* to = output + (long long)part.top * width + part.left;
#pragma unroll
    for (int row = 0; row < ROWS; ++row, to += width) {
        Output before_lanes = __shfl_sync(ALL_LANES, before_row, row);
#pragma unroll
        for (int i = 0; i < ACROSS; ++i) {
            auto own = PIXELS(row, i);
            Output sum = sum_each(own);
            Output through = scan_lanes(sum, part.lane);
            Output running = before_lanes + through - sum;
#pragma unroll
            for (int k = 0; k < EACH; ++k) {
                running += element(own, k);
                sums[i][k] += running;
            }
            if (i + 1 < ACROSS) before_lanes += __shfl_sync(ALL_LANES, through, WARP - 1);
            if (!EVEN)
                store_shifted(to + i * COLUMNS, sums[i], part.lane, row < rows ? width - part.left - i * COLUMNS : 0);
            else if (row < rows && part.left + i * COLUMNS + EACH * part.lane < width)
                stream_each(to + i * COLUMNS + EACH * part.lane, EACH_OF(sums[i]));
        }
    }
}

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

    // ---- Take a tile: the first block to start gets the first one, so no block waits for a tile not begun -----------
    if (thread == 0) take_tile(taken, tickets, (unsigned int)tiles_across * tiles_down, row_words);
    __syncthreads();
    int across = taken[0] % tiles_across;
    int down = taken[0] / tiles_across;
    Part part = {taken[0], taken[1], across, down, across * TILE_WIDTH, down * TILE_HEIGHT + warp * ROWS, lane, warp};
    long long tile = part.tile;
    Word* row_word = row_words + (tile * TILE_HEIGHT + warp * ROWS + lane) * HALVES;
    Word* own_column_words = column_words + tile * TILE_WIDTH * HALVES;
    // Nothing is published yet; an early look finds that in the cache, and not the last run's words in far memory.
    if (lane < ROWS) publish(row_word, 0, 0, 0);
    for (int x = thread; x < TILE_WIDTH; x += THREADS) publish(own_column_words + x * HALVES, 0, 0, 0);

    // ---- Load: outside the picture pixels are zero -----------------------------------------------------------------
    Input* mine = pixels + warp * (WAITING * TILE_WIDTH) + EACH * lane;
    Input kept[KEPT < 1 ? 1 : KEPT][ACROSS][EACH];
    if (EVEN) load(mine, kept, input, part, width, height);
    else load_uneven(mine, input, part, width, height, shift);

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

    // ---- Look left: publish the sums of the warp's rows, then add up what all tiles before hold of them -------------
    if (lane < ROWS) publish(row_word, part.run, across == 0, sum[0]);
    // Others have to publish now: meanwhile, ask for pixels that a later block will load.
    fetch_part(input, tile + AHEAD, tiles_across, width, height, lane, warp);
    Output before_row = lane < ROWS ? look_left(row_word, part, tiles_across, sum[0]) : (Output)0;
    __syncwarp();

    // ---- Sums of whole columns: from the picture's left edge, over the warp's rows ---------------------------------
    Output* below = column_sums[warp] + EACH * lane;
    sum_columns(below, column, before_row, lane);
    __syncthreads();

    // ---- Look up: publish what the tile's rows add, then find out what all rows above hold -------------------------
    for (int x = thread; x < TILE_WIDTH; x += THREADS)
        look_up(column_sums, x, own_column_words + x * HALVES, part, tiles_across, tiles_down);
    __syncthreads();

    // ---- Store: row by row, the sum above plus the row so far ------------------------------------------------------
    store(output, below, before_row, mine, kept, part, output_width, output_height);
}
