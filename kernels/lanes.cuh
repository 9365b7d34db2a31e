// Sums across the lanes of a warp, by shuffles.
#pragma once

#ifndef WARP
#define WARP 32
#endif
#define ALL_LANES (0xffffffffu >> (32 - WARP))

// The sum of this lane's value and those of all lanes before it (Hillis and Steele 1986), in log2(WARP) steps.
__device__ inline Output scan_lanes(Output sum, int lane) {
#pragma unroll
    for (int stride = 1; stride < WARP; stride *= 2) {
        Output before = __shfl_up_sync(ALL_LANES, sum, stride);
        if (lane >= stride) sum += before;
    }
    return sum;
}

// The sum over all lanes, in every lane.
__device__ inline Output sum_lanes(Output sum) {
#pragma unroll
    for (int stride = 1; stride < WARP; stride *= 2) sum += __shfl_xor_sync(ALL_LANES, sum, stride);
    return sum;
}
