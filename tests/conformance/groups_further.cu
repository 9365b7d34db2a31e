// Further parts of cooperative groups: any group as one type, sizes by their other names, reductions of bits.
// launch: --block 8,4 --arg iota:32:-9 --arg zeros:32
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ int rank_of(cg::thread_group group) { return group.thread_rank() + 100 * group.size(); }
extern "C" __global__ void groups_as_one_type(const int* in, int* out) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    out[block.thread_rank()] = rank_of(block) + 10000 * rank_of(tile) + in[block.thread_rank()];
}
extern "C" __global__ void sizes_by_other_names(const int* in, int* out) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    out[block.thread_rank()] = block.num_threads() + 100 * block.dim_threads().y + 1000 * block.group_dim().x + 10000 * tile.num_threads() +
                               1000000 * block.thread_index().y + in[0];
    cg::sync(block);
}
extern "C" __global__ void reduced_bits(const int* in, unsigned* out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    unsigned rank = cg::this_thread_block().thread_rank(), v = in[rank];
    out[rank] = cg::reduce(tile, v, cg::bit_and<unsigned>()) + 3 * cg::reduce(tile, v & 0xff, cg::bit_or<unsigned>()) +
                1000 * cg::reduce(tile, v & 0xff, cg::bit_xor<unsigned>());
}
extern "C" __global__ void votes_of_lanes_together(const int* in, int* out) {
    unsigned rank = cg::this_thread_block().thread_rank();
    out[rank] = -1;
    if (rank % 3 != 0) {
        auto together = cg::coalesced_threads();
        together.sync();
        out[rank] = (together.any(in[rank] > -100) != 0) + 2 * (together.all(in[rank] > -100) != 0) + 4 * (together.num_threads() <= 21);
    }
}
