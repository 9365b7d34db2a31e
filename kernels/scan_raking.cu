// Scan of the rows of a matrix, a block a row: each lane adds its elements one after another, shuffles add up the
// lanes, and the sum of a chunk of the row carries into the next (raking, Blelloch 1990, with the registers of
// Chen et al. 2018).
// Definitions: Input and Output, the element types; WARP, EACH, WARPS and ROUNDS, see chunk.cuh.
#include "chunk.cuh"

// One block of WARP * WARPS threads for each row of `width` elements. `inclusive` is 0 or 1.
extern "C" __global__ void __launch_bounds__(WARP * WARPS, 4)
scan_rows(const Input* __restrict__ input, Output* __restrict__ output, int width, int inclusive)
{
    // Two sets of totals in turns: then one barrier a chunk is enough.
    __shared__ Output totals[2][WARPS];
    int lane = threadIdx.x % WARP;
    int warp = threadIdx.x / WARP;
    input += (long long)blockIdx.x * width;
    output += (long long)blockIdx.x * width;

    Output carry = 0;
    for (int first = 0, turn = 0; first < width; first += CHUNK, turn = 1 - turn) {
        // ---- Load: all accesses are under way before the first value is used --------------------------------
        Input values[EACH * ROUNDS];
        Output before[ROUNDS];
        int start = first + warp * SHARE;
        bool busy = start < width;
        if (busy) load_chunk(input, start, width, lane, values);

        // ---- Sum: in the lane, across the lanes, across the warps -------------------------------------------
        Output total = busy ? sum_chunk(values, before, lane) : (Output)0;
        if (lane == 0) totals[turn][warp] = total;
        __syncthreads();
        Output base = carry;
        for (int other = 0; other < WARPS; ++other) {
            if (other < warp) base += totals[turn][other];
            carry += totals[turn][other];
        }

        // ---- Store: each sum once ---------------------------------------------------------------------------
        if (busy) store_chunk(output, start, width, lane, inclusive, values, before, base);
    }
}
