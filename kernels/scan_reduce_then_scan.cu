// Scan of the rows of a matrix, rows of any length, reduced before they are scanned (Merrill and Grimshaw 2009): add up
// each section, scan the sums, scan each section from the sum before it. Every element is read twice and written once.
// The sums are scanned by the kernel of scan_kogge_stone.cu.
// Definitions: Input and Output, the element types; OPERATOR, see operator.cuh.
#include "operator.cuh"

// First launch. Block b adds up section b % sections of row b / sections and stores its sum at section_sums[b];
// `section` threads, a power of two. Dynamic shared memory: `section` elements.
extern "C" __global__ void reduce_sections(const Input* input, Output* section_sums, int width, int sections, int section)
{
    extern __shared__ Output sums[];
    int thread = threadIdx.x;
    int place = blockIdx.x % sections * section + thread;
    input += (long long)(blockIdx.x / sections) * width;

    // ---- Load: one element a thread; past the row's end, zeros ----------------------------------------
    sums[thread] = place < width ? input[place] : IDENTITY;

    // ---- Reduce: every pass halves the number of partial sums -----------------------------------------
    for (int stride = 1; stride < section; stride *= 2) {
        __syncthreads();
        int right = (thread + 1) * 2 * stride - 1;
        // Add the left child's sum into its parent.
        if (right < section) sums[right] = sums[right - stride] + sums[right];
    }

    // ---- Keep: only the section's sum ------------------------------------------------------------------
    if (thread == 0) section_sums[blockIdx.x] = sums[section - 1];
}

// Third launch. Block b scans section b % sections of row b / sections from sums_before[b], the sum of all sections
// before it. Dynamic shared memory: `section` elements. inclusive is 0 or 1.
extern "C" __global__ void scan_sections(const Input* input, Output* output, const Output* sums_before, int width,
                                         int sections, int section, int inclusive)
{
    extern __shared__ Output sums[];
    int thread = threadIdx.x;
    int number = blockIdx.x % sections;
    int place = number * section + thread;
    input += (long long)(blockIdx.x / sections) * width;
    output += (long long)(blockIdx.x / sections) * width;

    // ---- Load: one element a thread once more; the first adds the sum before the section -------------
    Output before = number > 0 ? sums_before[blockIdx.x] : IDENTITY;
    sums[thread] = place < width ? input[place] : IDENTITY;
    if (thread == 0 && number > 0) sums[0] = before + sums[0];

    // ---- Double the reach: every sum adds the one `stride` to its left --------------------------------
    for (int stride = 1; stride < section; stride *= 2) {
        __syncthreads();
        Output left = IDENTITY;
        if (thread >= stride) left = sums[thread - stride];
        // All have read before anyone writes.
        __syncthreads();
        if (thread >= stride) sums[thread] = left + sums[thread];
    }
    __syncthreads();

    // ---- Store: an exclusive sum is its left neighbour's ----------------------------------------------
    Output sum = before;
    if (thread + inclusive > 0) sum = sums[thread + inclusive - 1];
    if (place < width) output[place] = sum;
}
