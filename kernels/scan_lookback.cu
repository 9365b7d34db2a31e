// Scan of rows of any length in a single pass: a block scans a chunk and looks back at what earlier blocks of its row
// have published (decoupled look-back, Merrill and Garland 2016). Every element is read once and written once.
// Definitions: Input and Output, the element types; WARP, EACH, WARPS and ROUNDS, see chunk.cuh.
// Big chunks: fewer blocks have to look back.
#ifndef ROUNDS
#define ROUNDS (48 / (int)sizeof(Output))
#endif
#include "chunk.cuh"
#include "look_back.cuh"

// The same as look_back by a whole warp: lane l reads the block l + 1 places before, then all move on together.
__device__ inline Output look_back_together(Word* own, int distance, unsigned int run, int lane) {
    Output exclusive = 0;
    for (int back = 1; back <= distance; back += WARP) {
        bool asks = lane <= distance - back;
        Word seen[HALVES];
        for (int half = 0; half < HALVES; ++half) seen[half] = 0;
        while (asks && !is_there(seen, run)) look(own - (long long)(back + lane) * HALVES, seen);
        // Those farther than the nearest inclusive prefix are in it already.
        unsigned int inclusive = __ballot_sync(ALL_LANES, asks && is_inclusive(seen));
        bool counts = asks && (inclusive == 0 || lane < __ffs(inclusive));
        exclusive += sum_lanes(counts ? value_of(seen, exclusive) : (Output)0);
        if (inclusive != 0) return exclusive;
    }
    return exclusive;
}

// One block of WARP * WARPS threads for each chunk; `chunks` in a row of `width` elements. `words` hold one value a
// chunk; they and the one ticket counter are zero before the first run. `inclusive` is 0 or 1.
extern "C" __global__ void __launch_bounds__(WARP * WARPS, 3)
scan_chunks(const Input* __restrict__ input, Output* __restrict__ output, Word* words, unsigned long long* tickets,
            int width, int height, int chunks, int inclusive)
{
    __shared__ Output totals[WARPS];
    __shared__ Output found;
    __shared__ unsigned int taken[2];
    int lane = threadIdx.x % WARP;
    int warp = threadIdx.x / WARP;

    // ---- Take a chunk: the first block to start gets the first one, so no block waits for one not begun ---------
    if (threadIdx.x == 0) {
        unsigned long long ticket = atomicAdd(tickets, 1ULL);
        unsigned int all = (unsigned int)chunks * height;
        taken[0] = (unsigned int)(ticket % all);
        taken[1] = (unsigned int)(ticket / all) + 1;
    }
    __syncthreads();
    int row = taken[0] / chunks;
    int number = taken[0] % chunks;
    int start = number * CHUNK + warp * SHARE;

    // ---- Load and sum: in the lane, across the lanes, across the warps -----------------------------------------
    Input values[EACH * ROUNDS];
    Output before[ROUNDS];
    bool busy = start < width;
    if (busy) load_chunk(input + (long long)row * width, start, width, lane, values);
    Output total = busy ? sum_chunk(values, before, lane) : (Output)0;
    if (lane == 0) totals[warp] = total;
    __syncthreads();

    // ---- Look back: publish the aggregate, then add up what all chunks before it hold --------------------------
    if (warp == 0) {
        Word* own = words + (long long)taken[0] * HALVES;
        Output aggregate = 0;
        for (int other = 0; other < WARPS; ++other) aggregate += totals[other];
        if (lane == 0) publish(own, taken[1], number == 0, aggregate);
        Output exclusive = look_back_together(own, number, taken[1], lane);
        if (lane == 0) {
            if (number > 0) publish(own, taken[1], 1, exclusive + aggregate);
            found = exclusive;
        }
    }
    __syncthreads();

    // ---- Store: each sum once ----------------------------------------------------------------------------------
    Output base = found;
    for (int other = 0; other < warp; ++other) base += totals[other];
    if (busy)
        store_chunk(output + (long long)row * width, start, width, lane, inclusive, values, before, base);
}
