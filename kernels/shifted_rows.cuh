// Rows that begin anywhere: values move to and from multiples of four in memory, so that wide accesses work.
#pragma once
#include "each.cuh"

#if EACH == 4

// How many elements `at` is after the last multiple of four.
template <typename T>
__device__ int behind_four(const T* at) { return (int)((unsigned long long)at / sizeof(T) & 3); }

// The four that begin `by` elements after the beginning of `low`; `high` are the next four.
template <typename Four>
__device__ Four shifted_four(Four low, Four high, int by)
{
    Input line[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) line[i] = (Input)(i < 4 ? element(low, i & 3) : element(high, i & 3));
#pragma unroll
    for (int i = 0; i < 6; ++i) line[i] = by & 1 ? line[i + 1] : line[i];
#pragma unroll
    for (int i = 0; i < 4; ++i) line[i] = by & 2 ? line[i + 2] : line[i];
    return four_of(line[0], line[1], line[2], line[3]);
}
// Four bytes are shifted in one.
__device__ inline unsigned int shifted_four(unsigned int low, unsigned int high, int by)
{
    return __funnelshift_r(low, high, 8 * by);
}

// Four elements from anywhere: two wide loads hold them. There must be four more around.
__device__ inline auto load_shifted(const Input* from)
{
    const Input* low = from - behind_four(from);
    return shifted_four(load_four(low), load_four(low + 4), behind_four(from));
}

// Each lane has four neighbouring values of a row of `count` that begins at `to`: elements 4 * lane to 4 * lane + 3. The
// first multiple of four elements lies `ahead` of the row's beginning. From there on a lane's four are its own last ones
// and the next lane's first ones; what is left at both ends of the row is stored one by one. All lanes take part.
__device__ inline void store_shifted(Output* to, const Output* own, int lane, int count)
{
    int ahead = -behind_four(to) & 3;
    Output line[7];
#pragma unroll
    for (int i = 0; i < 7; ++i) line[i] = i < 4 ? own[i] : __shfl_down_sync(ALL_LANES, own[i - 4], 1);
#pragma unroll
    for (int i = 0; i < 6; ++i) line[i] = ahead & 1 ? line[i + 1] : line[i];
#pragma unroll
    for (int i = 0; i < 4; ++i) line[i] = ahead & 2 ? line[i + 2] : line[i];
    int begin = 4 * lane + ahead;
    bool whole = lane + 1 < WARP && begin + 3 < count;
    bool whole_before = lane > 0 && begin - 1 < count;
    if (whole) stream_four(to + begin, four_of(line[0], line[1], line[2], line[3]));
#pragma unroll
    for (int k = 0; k < 4; ++k)
        if (!(k < ahead ? whole_before : whole) && 4 * lane + k < count) to[4 * lane + k] = own[k];
}
#else
// One by one they may begin anywhere.
#define load_shifted load_each
__device__ inline void store_shifted(Output* to, const Output* own, int lane, int count)
{
#pragma unroll
    for (int k = 0; k < EACH; ++k)
        if (EACH * lane + k < count) to[EACH * lane + k] = own[k];
}
#endif
