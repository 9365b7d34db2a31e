// Integral histogram in one pass over the tensor: each entry is written once and never read. The picture is small beside
// the tensor, so that it may be read again for every bin. Bands of rows first count what they hold, column by column;
// those counts are summed from band to band; then every band of every bin is written by a block of its own.
// Definitions: Input, the pixel; Output, the count; WARP, the lanes of a warp; ROWS, the rows of a band, at most 255 and
// a multiple of 4.
#ifndef WARP
#define WARP 32
#endif
#ifndef ROWS
#define ROWS 16
#endif
#define COLUMNS 4  // of each lane: 16 bytes of counts

// Block b has columns blockIdx.x * blockDim.x … of band blockIdx.y; one thread a column. binned holds each pixel's bin;
// band_counts, [band][bin][column], how many of the band's pixels in this column fall into the bin.
// Dynamic shared memory: bins * blockDim.x bytes.
extern "C" __global__ void count_columns(const Input* __restrict__ image, unsigned char* __restrict__ binned,
                                         Output* __restrict__ band_counts, int width, int height, int bins,
                                         int levels)
{
    extern __shared__ unsigned char counts[];
    int thread = threadIdx.x;
    int x = blockIdx.x * blockDim.x + thread;
    int top = blockIdx.y * ROWS;
    if (x >= width) return;

    // ---- Clear: every column has counters of its own, so that no two threads meet ----------------------
    for (int bin = 0; bin < bins; bin++) counts[bin * blockDim.x + thread] = 0;

    // ---- Count: down the column ------------------------------------------------------------------------
#pragma unroll 8
    for (int y = top; y < min(top + ROWS, height); y++) {
        int bin = min((int)image[(long long)y * width + x] * bins / levels, bins - 1);
        binned[(long long)y * width + x] = bin;
        counts[bin * blockDim.x + thread]++;
    }

    // ---- Store: one plane of counts a bin --------------------------------------------------------------
    for (int bin = 0; bin < bins; bin++)
        band_counts[((long long)blockIdx.y * bins + bin) * width + x] = counts[bin * blockDim.x + thread];
}

// One thread a column of a bin: above, [band][bin][column], becomes the sum of band_counts over all bands further up.
// `columns` are those of all bins together.
extern "C" __global__ void sum_bands(const Output* __restrict__ band_counts, Output* __restrict__ above,
                                     long long columns, int bands)
{
    long long column = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns) return;

    // ---- Sum down: a scan from band to band ------------------------------------------------------------
    Output sum = 0;
#pragma unroll 8
    for (int band = 0; band < bands; band++) {
        above[band * columns + column] = sum;
        sum += band_counts[band * columns + column];
    }
}

// Inclusive scan over the lanes of a warp.
__device__ unsigned scan_lanes(unsigned sum, int lane)
{
    for (int stride = 1; stride < WARP; stride *= 2) {
        unsigned left = __shfl_up_sync(0xffffffffu, sum, stride);
        if (lane >= stride) sum += left;
    }
    return sum;
}

// Block b writes band b / bins of bin b % bins, from left to right in strips of blockDim.x * COLUMNS columns; whole
// warps, at most 32. Four adjacent columns a lane: a warp writes 16 * WARP bytes of a row at a time.
extern "C" __global__ void write_tables(const unsigned char* __restrict__ binned, const Output* __restrict__ above,
                                        Output* __restrict__ output, int width, int height, int bins)
{
    __shared__ unsigned row_totals[32][ROWS / 4];  // of each warp, four rows a word
    __shared__ Output rows_left[32][ROWS];         // of each warp: the count of every row left of it
    __shared__ Output above_left[32];              // of each warp: the count above the band left of it
    __shared__ Output rows_so_far[ROWS];
    __shared__ Output above_so_far;
    int lane = threadIdx.x % WARP;
    int warp = threadIdx.x / WARP;
    int warps = blockDim.x / WARP;
    int bin = blockIdx.x % bins;
    int top = blockIdx.x / bins * ROWS;
    int last = min(ROWS, height - top);
    bool vectors = width % COLUMNS == 0;
    binned += (long long)top * width;
    above += (long long)blockIdx.x * width;
    output += ((long long)bin * height + top) * width;
    for (int row = threadIdx.x; row < ROWS; row += blockDim.x) rows_so_far[row] = 0;
    if (threadIdx.x == 0) above_so_far = 0;

    for (int strip = 0; strip < width; strip += blockDim.x * COLUMNS) {
        int x = strip + threadIdx.x * COLUMNS;

        // ---- Load: which of four pixels of every row fall into this bin, a bit each --------------------
        unsigned hits[ROWS];
#pragma unroll
        for (int row = 0; row < ROWS; row++) {
            hits[row] = 0;
            if (row >= last) continue;
            const unsigned char* pixels = binned + (long long)row * width + x;
            if (vectors && x < width) {
                uchar4 four = *(const uchar4*)pixels;
                hits[row] = (four.x == bin) | (four.y == bin) << 1 | (four.z == bin) << 2 | (four.w == bin) << 3;
            } else {
                for (int i = 0; i < COLUMNS; i++)
                    if (x + i < width) hits[row] |= (pixels[i] == bin) << i;
            }
        }
        // The counts above the band, summed over the lane's own columns.
        Output sums[COLUMNS];
        Output column_sum = 0;
#pragma unroll
        for (int i = 0; i < COLUMNS; i++) {
            if (x + i < width) column_sum += above[x + i];
            sums[i] = column_sum;
        }

        // ---- Scan lanes: four rows ride in one word, for a warp counts no more than 128 a row ----------
        unsigned before[ROWS / 4];
#pragma unroll
        for (int group = 0; group < ROWS / 4; group++) {
            unsigned own = 0;
#pragma unroll
            for (int i = 0; i < 4; i++) own |= (unsigned)__popc(hits[4 * group + i]) << 8 * i;
            unsigned sum = scan_lanes(own, lane);
            if (lane == WARP - 1) row_totals[warp][group] = sum;
            before[group] = sum - own;
        }
        Output above_sum = scan_lanes(column_sum, lane);
        if (lane == WARP - 1) above_left[warp] = above_sum;
        __syncthreads();

        // ---- Scan warps: what lies left of each warp, row by row, and what comes over from the last strip
        for (int row = threadIdx.x; row < ROWS; row += blockDim.x) {
            Output left = rows_so_far[row];
            for (int other = 0; other < warps; other++) {
                rows_left[other][row] = left;
                left += row_totals[other][row / 4] >> row % 4 * 8 & 255;
            }
            rows_so_far[row] = left;
        }
        if (threadIdx.x == blockDim.x - 1) {
            Output left = above_so_far;
            for (int other = 0; other < warps; other++) {
                Output total = above_left[other];
                above_left[other] = left;
                left += total;
            }
            above_so_far = left;
        }
        __syncthreads();

        // ---- Write: go down the band; each row adds what its own pixels count from the left ------------
        Output left_above = above_left[warp] + above_sum - column_sum;
#pragma unroll
        for (int i = 0; i < COLUMNS; i++) sums[i] += left_above;
#pragma unroll
        for (int row = 0; row < ROWS; row++) {
            if (row >= last) continue;
            Output in_row = rows_left[warp][row] + (before[row / 4] >> row % 4 * 8 & 255);
#pragma unroll
            for (int i = 0; i < COLUMNS; i++) {
                in_row += hits[row] >> i & 1;
                sums[i] += in_row;
            }
            Output* to = output + (long long)row * width + x;
            if (vectors) {
                if (x < width) *(uint4*)to = make_uint4(sums[0], sums[1], sums[2], sums[3]);
            } else {
                for (int i = 0; i < COLUMNS; i++)
                    if (x + i < width) to[i] = sums[i];
            }
        }
    }
}
