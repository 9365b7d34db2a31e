// Scan of the rows of a matrix, rows of any length, from the bottom up (Oro et al. 2011, section 4): warp scans without
// a barrier, a scan of the warps' totals in the block, and the same once more across blocks.
// Definitions: Input and Output, the element types; OPERATOR, see operator.cuh; WARP, the lanes of a warp; SYNCWARP 0
// leaves out what keeps the lanes of a warp together, as printed for GPUs before Volta: for the emulator, which can let
// lanes run ahead of each other.
#include "operator.cuh"
#ifndef WARP
#define WARP 32
#endif
#ifndef SYNCWARP
#define SYNCWARP 1
#endif

#ifdef OPERATOR
// A shuffle passes the word on.
__device__ Output __shfl_up_sync(unsigned int lanes, Output from, unsigned int distance)
{
    return {__shfl_up_sync(lanes, from.word, distance)};
}
#endif

// Inclusive scan of WARP cells by the lanes of one warp, in place.
__device__ Output scan_cells(Output* cells, int lane)
{
    for (int stride = 1; stride < WARP; stride *= 2) {
        Output left = IDENTITY;
        if (lane >= stride) left = cells[lane - stride];
        if (SYNCWARP) __syncwarp();
        if (lane >= stride) cells[lane] = left + cells[lane];
        if (SYNCWARP) __syncwarp();
    }
    return cells[lane];
}

// The same with the values in registers: a lane reads its neighbour's with a shuffle.
__device__ Output scan_lanes(Output sum, int lane)
{
    for (int stride = 1; stride < WARP; stride *= 2) {
        Output left = __shfl_up_sync(0xffffffffu, sum, stride);
        if (lane >= stride) sum = left + sum;
    }
    return sum;
}

// Scans `segment` elements with as many threads: WARP times a power of two, at most WARP * WARP. Block b has segment
// b % segments of row b / segments. Where a row has several, each one's sum goes to block_totals. `shuffle` chooses
// registers, `inclusive` leaves every sum at its own place (each 0 or 1). Dynamic shared memory: segment + WARP elements.
extern "C" __global__ void scan_blocks(const Input* input, Output* output, Output* block_totals, int width, int segments,
                                       int segment, int shuffle, int inclusive)
{
    extern __shared__ Output cells[];
    Output* warp_totals = cells + segment;
    int thread = threadIdx.x;
    int lane = thread % WARP;
    int warp = thread / WARP;
    int warps = segment / WARP;
    int number = blockIdx.x % segments;
    int count = width - number * segment;
    input += (long long)(blockIdx.x / segments) * width + number * segment;
    output += (long long)(blockIdx.x / segments) * width + number * segment;

    // ---- Warp scan: each warp its own elements; past the row's end, zeros -----------------------------
    Output sum = thread < count ? input[thread] : IDENTITY;
    if (shuffle) {
        sum = scan_lanes(sum, lane);
    } else {
        cells[thread] = sum;
        __syncwarp();
        sum = scan_cells(cells + warp * WARP, lane);
    }

    // ---- Block scan: the first warp scans the totals of all warps -------------------------------------
    if (warps > 1) {
        if (lane == WARP - 1) warp_totals[warp] = sum;
        // Warps that the block does not have count as zero.
        if (thread >= warps && thread < WARP) warp_totals[thread] = IDENTITY;
        __syncthreads();
        if (warp == 0) {
            if (shuffle)
                warp_totals[lane] = scan_lanes(warp_totals[lane], lane);
            else
                scan_cells(warp_totals, lane);
        }
        __syncthreads();
        if (warp > 0) sum = warp_totals[warp - 1] + sum;
    }

    // ---- Store: an exclusive sum belongs to the element after; the last one is the block's total ------
    int place = thread + 1 - inclusive;
    if (place < segment && place < count) output[place] = sum;
    if (!inclusive && thread == 0) output[0] = IDENTITY;
    if (segments > 1 && thread == segment - 1) block_totals[blockIdx.x] = sum;
}

// Grid scan: adds the scanned block totals back, to each segment but a row's first. Block b has segment
// b % (segments - 1) + 1 of row b / (segments - 1); one element a thread.
extern "C" __global__ void add_block_sums(Output* output, const Output* block_sums, int width, int segments, int segment)
{
    int row = blockIdx.x / (segments - 1);
    int number = blockIdx.x % (segments - 1) + 1;
    int place = number * segment + threadIdx.x;

    // ---- Increment: by the sum of all segments before -------------------------------------------------
    output += (long long)row * width;
    if (place < width) output[place] = block_sums[(long long)row * segments + number] + output[place];
}
