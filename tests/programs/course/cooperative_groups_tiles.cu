// Sums within tiles whose size is chosen when the program runs.
#include <stdio.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int sumOfGroup(const cg::thread_group g, int *x, int val)
{
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        x[lane] = val;
        g.sync();
        if (lane < i) val += x[lane + i];
        g.sync();
    }
    return g.thread_rank() == 0 ? val : -1;
}

__global__ void cgkernel(int *out, int size)
{
    cg::thread_block block = cg::this_thread_block();
    extern __shared__ int workspace[];
    int rank = block.thread_rank();
    int total = sumOfGroup(block, workspace, rank);
    if (rank == 0) out[0] = total;
    block.sync();
    cg::thread_group tile = cg::tiled_partition(block, size);
    int offset = rank - tile.thread_rank();
    int part = sumOfGroup(tile, workspace + offset, tile.thread_rank());
    if (tile.thread_rank() == 0) out[1 + rank / size] = part;
}

int main()
{
    const int blockSize = 64, tileSize = 16;
    int *out;
    cudaMallocManaged(&out, (1 + blockSize / tileSize) * sizeof(int));
    cgkernel<<<1, blockSize, blockSize * sizeof(int)>>>(out, tileSize);
    cudaError_t err = cudaDeviceSynchronize();
    if (err != cudaSuccess) printf("%s\n", cudaGetErrorString(err));
    printf("%d %d\n", out[0], out[1]);
    return 0;
}
