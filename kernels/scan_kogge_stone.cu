// Kogge and Stone's scan of the rows of a matrix (1973) in place in shared memory: half the cells of a scan with two
// buffers, for a second barrier a step. n log2 n - (n - 1) additions in log2 n steps.
// Definitions: Input and Output, the element types; OPERATOR and AS_PRINTED, see operator.cuh. BEFORE 0 and BETWEEN 0
// leave out a step's barrier before reading, or that between reading and writing: for the emulator, which shows the race.
#include "operator.cuh"
#ifndef BEFORE
#define BEFORE 1
#endif
#ifndef BETWEEN
#define BETWEEN 1
#endif

// One block a row; `segment` threads (a power of two) walk along it, a segment at a time. Dynamic shared memory:
// `segment` elements. inclusive is 0 or 1.
extern "C" __global__ void scan_rows(const Input* input, Output* output, int width, int segment, int inclusive)
{
    extern __shared__ Output sums[];
    int thread = threadIdx.x;
    input += (long long)blockIdx.x * width;
    output += (long long)blockIdx.x * width;
    Output before = IDENTITY;

    for (int first = 0; first < width; first += segment) {
        // ---- Load: one element a thread; the first adds the sum of all segments before -------------------
        int place = first + thread;
        sums[thread] = place < width ? input[place] : IDENTITY;
        if (thread == 0 && first > 0) sums[0] = before + sums[0];

        // ---- Double the reach: every sum adds the one `stride` to its left --------------------------------
        for (int stride = 1; stride < segment; stride *= 2) {
#if BEFORE
            __syncthreads();
#endif
            Output left = IDENTITY;
            if (thread >= stride) left = sums[thread - stride];
            // All have read before anyone writes.
            if (BETWEEN) __syncthreads();
            if (thread >= stride) sums[thread] = left + sums[thread];
        }
        __syncthreads();

        // ---- Store: an exclusive sum is its left neighbour's ----------------------------------------------
        Output sum = before;
        if (thread + inclusive > 0) sum = sums[thread + inclusive - 1];
        if (place < width) output[place] = sum;
        before = sums[segment - 1];
        __syncthreads();
    }
}
