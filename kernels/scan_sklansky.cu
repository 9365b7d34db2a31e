// Sklansky's scan of the rows of a matrix (1960) in place in shared memory: in each step the right half of every group
// adds the last sum of its left half. n/2 log2 n additions in log2 n steps, and ever more threads read one sum.
// Definitions: Input and Output, the element types; OPERATOR, see operator.cuh.
#include "operator.cuh"

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

        // ---- Join halves: every pass doubles the groups that are scanned ----------------------------------
        for (int stride = 1; stride < segment; stride *= 2) {
            __syncthreads();
            // The right half of each group adds the last sum of its left half.
            if (thread & stride) sums[thread] = sums[(thread & -stride) - 1] + sums[thread];
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
