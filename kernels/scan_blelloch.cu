// Work-efficient exclusive scan of the rows of a matrix, rows of any length (Bilgic et al. 2010, section IV.A).
// A block scans one segment in shared memory, two elements a thread, as a tree: up-sweep, then down-sweep.
// Definitions: Input and Output, the element types; OPERATOR and AS_PRINTED, see operator.cuh; BANKS, the banks of shared
// memory; OFFSET_AS_PRINTED, the padding as Poostchi et al. 2012 print it ("an offset of 32 to each index"), for the
// emulator, which shows that it does not help.
#include "operator.cuh"
#ifndef BANKS
#define BANKS 32
#endif

// With padding on, one cell stays empty after every BANKS cells, so that a tree's strides use different banks.
#ifdef OFFSET_AS_PRINTED
#define PAD(index) ((index) + BANKS)
#else
#define PAD(index) ((index) + (index) / BANKS * padding)
#endif

// Scans `segment` elements (a power of two) with segment / 2 threads. Block b has segment b % segments of row
// b / segments. Where a row has several segments, each one's sum goes to block_totals. `inclusive` (0 or 1) moves
// every sum one place to the left. Dynamic shared memory: PAD(segment - 1) + 1 elements.
extern "C" __global__ void scan_segments(const Input* input, Output* output, Output* block_totals, int width,
                                         int segments, int segment, int padding, int inclusive)
{
    extern __shared__ Output sums[];
    int thread = threadIdx.x;
    int half = segment / 2;
    int row = blockIdx.x / segments;
    int number = blockIdx.x % segments;
    int count = width - number * segment;
    input += (long long)row * width + number * segment;
    output += (long long)row * width + number * segment;

    // ---- Load: two elements a thread, half a segment apart; past the row's end, zeros -----------------
    sums[PAD(thread)] = thread < count ? input[thread] : IDENTITY;
    sums[PAD(thread + half)] = thread + half < count ? input[thread + half] : IDENTITY;

    // ---- Up-sweep: every pass halves the number of partial sums ---------------------------------------
    for (int stride = 1; stride < segment; stride *= 2) {
        __syncthreads();
        int right = (thread + 1) * 2 * stride - 1;
        // Add the left child's sum into its parent.
        if (right < segment) sums[PAD(right)] = sums[PAD(right - stride)] + sums[PAD(right)];
    }

    // ---- Clear: keep the total, then put zero, the sum of nothing, at the root ------------------------
    Output total = IDENTITY;
    if (thread == 0) {
        total = sums[PAD(segment - 1)];
        sums[PAD(segment - 1)] = IDENTITY;
        if (segments > 1) block_totals[blockIdx.x] = total;
    }

    // ---- Down-sweep: hand down the sum of everything to the left --------------------------------------
    for (int stride = half; stride > 0; stride /= 2) {
        __syncthreads();
        int right = (thread + 1) * 2 * stride - 1;
        if (right < segment) {
            // The left child takes what its parent was given; the right child adds the left child's sum to it.
            Output left = sums[PAD(right - stride)];
            sums[PAD(right - stride)] = sums[PAD(right)];
            sums[PAD(right)] += left;
        }
    }
    __syncthreads();

    // ---- Store: an exclusive sum stays at its place, an inclusive one moves one to the left -----------
    int place = thread - inclusive;
    if (place >= 0 && place < count) output[place] = sums[PAD(thread)];
    if (place + half < count) output[place + half] = sums[PAD(thread + half)];
    // Nothing has moved to the last place: the total belongs there.
    if (inclusive && thread == 0 && segment <= count) output[segment - 1] = total;
}

// Adds the scanned block totals back: to each segment but a row's first, the sum of all segments before it.
// Block b has segment b % (segments - 1) + 1 of row b / (segments - 1); segment / 2 threads, two elements each.
extern "C" __global__ void add_block_sums(Output* output, const Output* block_sums, int width, int segments,
                                          int segment)
{
    int thread = threadIdx.x;
    int half = segment / 2;
    int row = blockIdx.x / (segments - 1);
    int number = blockIdx.x % (segments - 1) + 1;
    int count = width - number * segment;
    output += (long long)row * width + number * segment;

    // ---- Increment: two elements a thread, half a segment apart ----------------------------------------
    Output before = block_sums[(long long)row * segments + number];
    if (thread < count) output[thread] = before + output[thread];
    if (thread + half < count) output[thread + half] = before + output[thread + half];
}
