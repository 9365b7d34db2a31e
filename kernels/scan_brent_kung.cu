// Brent and Kung's scan of the rows of a matrix (1982) in place in shared memory: a tree sums up, then every
// complete sum passes to the cells between. 2n - 2 - log2 n additions in 2 log2 n - 1 steps.
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

        // ---- Up-sweep: every pass halves the number of partial sums ---------------------------------------
        for (int stride = 1; stride < segment; stride *= 2) {
            __syncthreads();
            int right = (thread + 1) * 2 * stride - 1;
            // Add the left child's sum into its parent.
            if (right < segment) sums[right] = sums[right - stride] + sums[right];
        }

        // ---- Fill in: every complete sum passes to the partial sum half as far to its right ----------------
        for (int stride = segment / 4; stride > 0; stride /= 2) {
            __syncthreads();
            int between = (thread + 1) * 2 * stride + stride - 1;
            // The sum before this partial sum ends one stride to its left.
            if (between < segment) sums[between] = sums[between - stride] + sums[between];
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
