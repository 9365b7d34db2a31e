// A block's chunk of a row, EACH elements a lane in each of several rounds: loaded with wide accesses, summed serially
// within a lane and by shuffles across the lanes, held in registers.
// Definitions: EACH, see each.cuh; WARPS, warps a block; ROUNDS, how many times a warp takes EACH * WARP elements side by
// side.
#pragma once
#include "each.cuh"
#include "lanes.cuh"

#ifndef WARPS
#define WARPS 8
#endif
#ifndef ROUNDS
#define ROUNDS (32 / (int)sizeof(Output))
#endif
#define SHARE (ROUNDS * EACH * WARP)
#define CHUNK (WARPS * SHARE)

// values[EACH * round + k]: this lane's elements, zeros past the row's end. `start` is the warp's first one.
__device__ inline void load_chunk(const Input* row, int start, int width, int lane, Input* values) {
    bool quick = width % EACH == 0 && (long long)start + SHARE <= width;
#pragma unroll
    for (int round = 0; round < ROUNDS; ++round) {
        int at = start + (round * WARP + lane) * EACH;
        const Input* from = row + at;
        auto own = quick ? load_each(from) : LOAD_SOME(from, 0, width - at);
#pragma unroll
        for (int k = 0; k < EACH; ++k) values[EACH * round + k] = (Input)element(own, k);
    }
}

// before[round]: the sum of the warp's share before this lane's EACH. Returns the share's whole sum.
__device__ inline Output sum_chunk(const Input* values, Output* before, int lane) {
    Output sum = 0;
#pragma unroll
    for (int round = 0; round < ROUNDS; ++round) {
        Output own = 0;
#pragma unroll
        for (int k = 0; k < EACH; ++k) own += values[EACH * round + k];
        Output with_own = scan_lanes(own, lane);
        before[round] = sum + (with_own - own);
        sum += __shfl_sync(ALL_LANES, with_own, WARP - 1);
    }
    return sum;
}

// Stores each lane's running sums, which begin with `base` for the warp's share.
__device__ inline void store_chunk(Output* row, int start, int width, int lane, int inclusive, const Input* values,
                                   const Output* before, Output base) {
    bool quick = width % EACH == 0 && (long long)start + SHARE <= width;
#pragma unroll
    for (int round = 0; round < ROUNDS; ++round) {
        int at = start + (round * WARP + lane) * EACH;
        Output sums[EACH];
        Output running = base + before[round];
#pragma unroll
        for (int k = 0; k < EACH; ++k) {
            Output here = running + values[EACH * round + k];
            sums[k] = inclusive ? here : running;
            running = here;
        }
        if (quick) stream_each(row + at, EACH_OF(sums));
        for (int k = 0; k < EACH; ++k)
            if (!quick && at + k < width) row[at + k] = sums[k];
    }
}
