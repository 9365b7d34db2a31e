// The work-efficient scan, one launch a level over global memory: a tree of sums up, and down again (Blelloch 1990). 2(n - 1)
// additions, but a launch for every level, most of whose threads have nothing to do if there is one for each element.
// Definitions: Input and Output, the element types; OPERATOR, see operator.cuh.
#include "operator.cuh"

// `blocks` blocks of threads for each row. A row of the tree has `leaves` elements, a power of two; thread t of the row
// looks at element (t + 1) * apart - 1. apart is 1, a thread for each element, or the distance of this level's nodes.

// sums becomes the input, and what changes no sum where the row of `width` has ended.
extern "C" __global__ void load_leaves(const Input* input, Output* sums, int width, int leaves, int blocks)
{
    int x = blockIdx.x % blocks * blockDim.x + threadIdx.x;
    if (x >= leaves) return;
    long long row = blockIdx.x / blocks;

    // ---- Load: past the row's end, zeros --------------------------------------------------------------
    Output value = x < width ? input[row * width + x] : IDENTITY;
    sums[row * leaves + x] = value;
}

extern "C" __global__ void sweep_up(Output* sums, int leaves, int blocks, int stride, int apart)
{
    int right = ((blockIdx.x % blocks * blockDim.x + threadIdx.x) + 1) * apart - 1;
    // Not a node of this level: the thread is idle.
    if (right >= leaves || (right + 1) % (2 * stride) != 0) return;
    sums += (long long)(blockIdx.x / blocks) * leaves;

    // ---- Up: add the left child's sum into its parent -------------------------------------------------
    sums[right] = sums[right - stride] + sums[right];
}

extern "C" __global__ void sweep_down(Output* sums, int leaves, int blocks, int stride, int apart)
{
    int right = ((blockIdx.x % blocks * blockDim.x + threadIdx.x) + 1) * apart - 1;
    if (right >= leaves || (right + 1) % (2 * stride) != 0) return;
    sums += (long long)(blockIdx.x / blocks) * leaves;

    // ---- Down: the left child takes what lies before its parent, the right one adds the left sum ------
    if (2 * stride == leaves) sums[right] = IDENTITY;
    Output left = sums[right - stride];
    sums[right - stride] = sums[right];
    sums[right] = sums[right] + left;
}

// output is `width` wide; inclusive is 0 or 1.
extern "C" __global__ void store_sums(const Input* input, const Output* sums, Output* output, int width, int leaves,
                                   int blocks, int inclusive)
{
    int x = blockIdx.x % blocks * blockDim.x + threadIdx.x;
    if (x >= width) return;
    long long row = blockIdx.x / blocks;

    // ---- Store: an inclusive sum adds the element itself ----------------------------------------------
    Output sum = sums[row * leaves + x];
    if (inclusive) sum = sum + input[row * width + x];
    output[row * width + x] = sum;
}
