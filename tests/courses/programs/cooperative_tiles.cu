// Cooperative groups: a block, its tiles of 8, and what their threads agree on.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__device__ int tile_sum(cg::thread_block_tile<8> tile, int value)
{
    for (int i = tile.size() / 2; i > 0; i /= 2) value += tile.shfl_xor(value, i);
    return value;
}

__global__ void sums(const int* in, int* out, int* votes)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int mine = in[block.thread_rank()];
    int sum = tile_sum(tile, mine);
    if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum;
    unsigned ballot = tile.ballot(mine % 2);
    if (tile.thread_rank() == 0) votes[tile.meta_group_rank()] = __popc(ballot);
    block.sync();
    if (block.thread_rank() == 0) {
        int total = 0;
        for (int t = 0; t < tile.meta_group_size(); ++t) total += out[t];
        out[tile.meta_group_size()] = total;
    }
}

int main()
{
    const int n = 64, tiles = n / 8;
    int h[n], *d_in, *d_out, *d_votes, out[tiles + 1], votes[tiles];
    for (int i = 0; i < n; ++i) h[i] = i * i % 17;
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof out);
    cudaMalloc(&d_votes, sizeof votes);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    sums<<<1, n>>>(d_in, d_out, d_votes);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(votes, d_votes, sizeof votes, cudaMemcpyDeviceToHost);
    for (int t = 0; t < tiles; ++t) printf("tile %d: sum %d, odd values %d\n", t, out[t], votes[t]);
    printf("total %d\n", out[tiles]);
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_votes);
}
