// Shuffles, votes, matches, reductions of a warp.
// launch: --block 64 --arg random:64:3 --arg zeros:64
#define FULL 0xffffffffu
#define WARP(NAME, EXPRESSION)                                    \
    extern "C" __global__ void NAME(const int* in, int* out) {    \
        int i = threadIdx.x, lane = i & 31, v = in[i];            \
        out[i] = EXPRESSION + lane * 0;                           \
    }
WARP(shuffle_rotates, __shfl_sync(FULL, v, lane + 5))
WARP(shuffle_in_parts, __shfl_sync(FULL, v, 3, 8))
WARP(shuffle_beyond_the_part, __shfl_sync(FULL, v, lane * 3 + 17, 16))
WARP(shuffle_negative_lane, __shfl_sync(FULL, v, -1))
WARP(shuffle_up, __shfl_up_sync(FULL, v, 3))
WARP(shuffle_up_in_parts, __shfl_up_sync(FULL, v, 2, 4))
WARP(shuffle_down, __shfl_down_sync(FULL, v, 16))
WARP(shuffle_down_in_parts, __shfl_down_sync(FULL, v, 1, 2))
WARP(shuffle_xor, __shfl_xor_sync(FULL, v, 21))
WARP(shuffle_xor_in_parts, __shfl_xor_sync(FULL, v, 5, 8))
WARP(vote_all, __all_sync(FULL, v >= 0) + 2 * __all_sync(FULL, v > 50))
WARP(vote_any, __any_sync(FULL, v == 1) + 2 * __any_sync(FULL, v > 1000))
WARP(ballot, (int)__ballot_sync(FULL, v & 1))
WARP(ballot_rank, __popc(__ballot_sync(FULL, v & 1) & ((1u << lane) - 1)))
WARP(match_any, (int)__match_any_sync(FULL, v % 5))
WARP(reduce_add, (int)__reduce_add_sync(FULL, (unsigned)v))
WARP(reduce_smallest, __reduce_min_sync(FULL, v - 50) * 1000 + __reduce_max_sync(FULL, v - 50))
WARP(reduce_bits, (int)(__reduce_and_sync(FULL, (unsigned)v | 8) + 256 * __reduce_or_sync(FULL, (unsigned)v) + 65536 * __reduce_xor_sync(FULL, (unsigned)v)))
extern "C" __global__ void match_all(const int* in, int* out) {
    int same = 7;
    unsigned mask = __match_all_sync(FULL, in[threadIdx.x] >= 0, &same);
    out[threadIdx.x] = (int)mask + same;
}
extern "C" __global__ void shuffle_double(const double* in, double* out) {
    out[threadIdx.x] = __shfl_down_sync(FULL, in[threadIdx.x] / 3, 7);
}
extern "C" __global__ void shuffle_long_long(const int* in, long long* out) {
    out[threadIdx.x] = __shfl_xor_sync(FULL, in[threadIdx.x] * 10000000019ll, 1);
}
extern "C" __global__ void half_a_warp(const int* in, int* out) {
    int lane = threadIdx.x & 31;
    if (lane < 16)
        out[threadIdx.x] = __shfl_down_sync(0x0000ffffu, in[threadIdx.x], 8, 16);
    else
        out[threadIdx.x] = (int)__ballot_sync(0xffff0000u, in[threadIdx.x] & 2);
}
extern "C" __global__ void warp_scan(const int* in, int* out) {
    int lane = threadIdx.x & 31, sum = in[threadIdx.x];
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(FULL, sum, step);
        if (lane >= step) sum += left;
    }
    out[threadIdx.x] = sum;
}
extern "C" __global__ void warp_sync_exchange(const int* in, int* out) {
    __shared__ int room[64];
    room[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    int right = room[threadIdx.x ^ 1];
    __syncwarp();
    room[threadIdx.x] += right;
    __syncwarp();
    out[threadIdx.x] = room[threadIdx.x ^ 2];
}
