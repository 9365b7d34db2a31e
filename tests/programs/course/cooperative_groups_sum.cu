#include <stdio.h>
#include <cooperative_groups.h>
using namespace cooperative_groups;

// The same function sums over any group.
__device__ int reduce_sum(thread_group g, int *temp, int val)
{
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        temp[lane] = val;
        g.sync();
        if (lane < i) val += temp[lane + i];
        g.sync();
    }
    return val;
}

__device__ int thread_sum(int *input, int n)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
        int4 in = ((int4*)input)[i];
        sum += in.x + in.y + in.z + in.w;
    }
    return sum;
}

__global__ void sum_kernel_block(int *sum, int *input, int n)
{
    int my_sum = thread_sum(input, n);
    extern __shared__ int temp[];
    thread_block g = this_thread_block();
    int block_sum = reduce_sum(g, temp, my_sum);
    if (g.thread_rank() == 0) atomicAdd(sum, block_sum);
}

int main(void)
{
    int n = 1 << 11;
    int blockSize = 128;
    int nBlocks = (n + blockSize - 1) / blockSize / 4;
    int sharedBytes = blockSize * sizeof(int);
    int *sum, *data;
    cudaMallocManaged(&sum, sizeof(int));
    cudaMallocManaged(&data, n * sizeof(int));
    std::fill_n(data, n, 1);
    cudaMemset(sum, 0, sizeof(int));
    sum_kernel_block<<<nBlocks, blockSize, sharedBytes>>>(sum, data, n);
    cudaDeviceSynchronize();
    printf("%d\n", *sum);
}
