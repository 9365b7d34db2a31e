// Hillis and Steele's scan of the rows of a matrix (1986) with two buffers in shared memory: each step reads one and
// writes the other, so that one barrier a step is enough. n log2 n - (n - 1) additions in log2 n steps.
// Definitions: Input and Output, the element types; OPERATOR, see operator.cuh.
#include "operator.cuh"

// One block a row; `segment` threads (a power of two) walk along it, a segment at a time. Dynamic shared memory:
// 2 * segment elements. inclusive is 0 or 1.
extern "C" __global__ void scan_rows(const Input* input, Output* output, int width, int segment, int inclusive)
{
    extern __shared__ Output buffers[];
    Output* from = buffers;
    Output* to = buffers + segment;
    int thread = threadIdx.x;
    input += (long long)blockIdx.x * width;
    output += (long long)blockIdx.x * width;
    Output before = IDENTITY;

    for (int first = 0; first < width; first += segment) {
        // ---- Load: one element a thread; the first adds the sum of all segments before -------------------
        int place = first + thread;
        from[thread] = place < width ? input[place] : IDENTITY;
        if (thread == 0 && first > 0) from[0] = before + from[0];

        // ---- Double the reach: add the sum `stride` to the left, or copy the sum unchanged ----------------
        for (int stride = 1; stride < segment; stride *= 2) {
            __syncthreads();
            if (thread >= stride)
                to[thread] = from[thread - stride] + from[thread];
            else
                to[thread] = from[thread];
            Output* read = from;
            from = to;
            to = read;
        }
        __syncthreads();

        // ---- Store: an exclusive sum is its left neighbour's ----------------------------------------------
        Output sum = before;
        if (thread + inclusive > 0) sum = from[thread + inclusive - 1];
        if (place < width) output[place] = sum;
        before = from[segment - 1];
        __syncthreads();
    }
}
