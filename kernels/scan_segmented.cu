// Segmented scan of the rows of a matrix in three kernels (Bugetti 2025, figure 4): scan every section alone, scan
// the sections' last values, correct every section by the sum before it.
// Definitions: Input and Output, the element types; OPERATOR, see operator.cuh.
#include "operator.cuh"

// Inclusive scan of a block's cells in place, one cell a thread (Kogge and Stone): every sum adds the one `stride` to
// its left. Begins and ends with a barrier.
__device__ void scan_cells(Output* cells, int thread, int section)
{
    for (int stride = 1; stride < section; stride *= 2) {
        __syncthreads();
        Output left = IDENTITY;
        if (thread >= stride) left = cells[thread - stride];
        __syncthreads();
        if (thread >= stride) cells[thread] = left + cells[thread];
    }
    __syncthreads();
}

// First kernel. Block b scans section b % sections of row b / sections; `section` threads, a power of two. Dynamic
// shared memory: `section` elements. inclusive is 0 or 1.
extern "C" __global__ void scan_sections(const Input* input, Output* output, Output* last_values, int width, int sections,
                                         int section, int inclusive)
{
    extern __shared__ Output sums[];
    int thread = threadIdx.x;
    int place = blockIdx.x % sections * section + thread;
    long long row = (long long)(blockIdx.x / sections) * width;

    // ---- Local scan: past the row's end, zeros --------------------------------------------------------
    sums[thread] = place < width ? input[row + place] : IDENTITY;
    scan_cells(sums, thread, section);

    // ---- Store: an exclusive sum is its left neighbour's; the section's own sum goes to a list --------
    if (place < width) output[row + place] = inclusive ? sums[thread] : thread > 0 ? sums[thread - 1] : IDENTITY;
    if (thread == 0) last_values[blockIdx.x] = sums[section - 1];
}

// Second kernel: inclusive scan of each row of last values in place. One block a row, of any length: `section` threads
// walk along it and carry the sum so far.
extern "C" __global__ void scan_last_values(Output* last_values, int sections, int section)
{
    extern __shared__ Output sums[];
    int thread = threadIdx.x;
    last_values += (long long)blockIdx.x * sections;
    Output before = IDENTITY;
    for (int first = 0; first < sections; first += section) {
        // ---- Scan of the last values ----------------------------------------------------------------------
        int place = first + thread;
        sums[thread] = place < sections ? last_values[place] : IDENTITY;
        if (thread == 0 && first > 0) sums[0] = before + sums[0];
        scan_cells(sums, thread, section);
        if (place < sections) last_values[place] = sums[thread];
        before = sums[section - 1];
        __syncthreads();
    }
}

// Third kernel. Block b corrects section b % (sections - 1) + 1 of row b / (sections - 1).
extern "C" __global__ void correct_sections(Output* output, const Output* last_values, int width, int sections,
                                            int section)
{
    int row = blockIdx.x / (sections - 1);
    int number = blockIdx.x % (sections - 1) + 1;
    int place = number * section + threadIdx.x;

    // ---- Correction: add the sum of all sections before -----------------------------------------------
    output += (long long)row * width;
    if (place < width) output[place] = last_values[(long long)row * sections + number - 1] + output[place];
}
