// The naive scan, one launch a pass over global memory (Harris et al. 2007, GPU Gems 3, chapter 39, algorithm 1): each pass
// reads one array and writes another, and the reach of every sum doubles. n log2 n - (n - 1) additions. No shared memory
// and no barrier: the end of a launch is the barrier, so every pass moves the whole array.
// Definitions: Input and Output, the element types; OPERATOR, see operator.cuh.
#include "operator.cuh"

// One thread an element; `blocks` blocks for each row of `width`. shift is 1 in the first pass of exclusive sums, which
// takes all elements from one place before, and 0 in every other pass.
extern "C" __global__ void add_left(const Input* from, Output* to, int width, int blocks, int stride, int shift)
{
    int x = blockIdx.x % blocks * blockDim.x + threadIdx.x;
    if (x >= width) return;
    long long row = (long long)(blockIdx.x / blocks) * width;

    // ---- Double the reach: add the sum `stride` to the left, or copy the sum unchanged ----------------
    Output sum = x >= shift ? from[row + x - shift] : IDENTITY;
    if (x >= shift + stride) sum = from[row + x - shift - stride] + sum;
    to[row + x] = sum;
}

// The same down the columns.
extern "C" __global__ void add_above(const Input* from, Output* to, int width, int blocks, int stride, int shift)
{
    int x = blockIdx.x % blocks * blockDim.x + threadIdx.x;
    if (x >= width) return;
    int y = blockIdx.x / blocks;

    // ---- Double the reach: add the sum `stride` rows above, or copy the sum unchanged -----------------
    Output sum = y >= shift ? from[(long long)(y - shift) * width + x] : IDENTITY;
    if (y >= shift + stride) sum = from[(long long)(y - shift - stride) * width + x] + sum;
    to[(long long)y * width + x] = sum;
}
