// Cooperative groups: the block, tiles of a warp, lanes that happen to be together.
// launch: --block 64 --arg iota:64:-9 --arg zeros:64
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void a_block(const int* in, int* out) {
    cg::thread_block block = cg::this_thread_block();
    __shared__ int tile[64];
    tile[block.thread_rank()] = in[block.thread_rank()];
    block.sync();
    out[block.thread_rank()] = tile[block.size() - 1 - block.thread_rank()] + 1000 * block.thread_index().x + 7 * block.group_index().x;
}
extern "C" __global__ void tiles(const int* in, int* out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int v = in[threadIdx.x];
    for (int half = tile.size() / 2; half > 0; half /= 2) v += tile.shfl_down(v, half);
    out[threadIdx.x] = tile.thread_rank() == 0 ? v + 10000 * tile.meta_group_rank() + 100000 * tile.meta_group_size() : 0;
}
template <int SIZE>
__device__ int sum_of(cg::thread_block_tile<SIZE> tile, int v) {
    for (int lanes = 1; lanes < SIZE; lanes *= 2) v += tile.shfl_xor(v, lanes);
    return v;
}
extern "C" __global__ void tiles_by_value(const int* in, int* out) {
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto four = cg::tiled_partition<4>(block);
    out[threadIdx.x] = sum_of<32>(warp, in[threadIdx.x]) * 1000 + sum_of<4>(four, in[threadIdx.x]);
}
extern "C" __global__ void tiles_shuffle(const int* in, int* out) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int v = in[threadIdx.x];
    int up = tile.shfl_up(v, 3);
    int first = tile.shfl(v, 0);
    out[threadIdx.x] = (tile.thread_rank() >= 3 ? up : 0) * 1000 + first;
}
extern "C" __global__ void tiles_vote(const int* in, int* out) {
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    int v = in[threadIdx.x];
    out[threadIdx.x] = (tile.any(v % 5 == 0) != 0) + 2 * (tile.all(v > 0) != 0) + 4 * tile.ballot(v % 3 == 0) + 1000 * tile.match_any(v / 2);
}
extern "C" __global__ void reduced_tiles(const int* in, int* out) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int v = in[(threadIdx.x * 7) & 63];
    out[threadIdx.x] = cg::reduce(tile, v, cg::plus<int>()) * 10000 + cg::reduce(tile, v, cg::greater<int>()) * 100 + cg::reduce(tile, v, cg::less<int>());
}
extern "C" __global__ void lanes_together(const int* in, int* out) {
    out[threadIdx.x] = -1;
    if (in[threadIdx.x] % 3 == 0) {
        cg::coalesced_group together = cg::coalesced_threads();
        out[threadIdx.x] = together.thread_rank() + 100 * together.size() + 10000 * together.shfl(in[threadIdx.x], 0);
    }
}
extern "C" __global__ void ranks_in_the_grid(const int* in, int* out) {
    cg::grid_group grid = cg::this_grid();
    unsigned long long rank = grid.thread_rank();
    out[rank] = in[rank] + 1000 * (int)grid.size() + 100000 * (int)grid.block_rank();
}
// launch ranks_in_the_grid: --grid 2,2 --block 4,4 --arg iota:64:-9 --arg zeros:64
