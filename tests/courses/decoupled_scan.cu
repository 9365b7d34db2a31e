// One launch scans any number of sections: each block looks back for the sum of all before it.
__device__ unsigned int nextBlock = 0;

__global__ void chainedScan(const int* in, int* out, int* sums, int* flags, int n)
{
    __shared__ int section[16];
    __shared__ unsigned int block;
    __shared__ int previous;
    if (threadIdx.x == 0) block = atomicAdd(&nextBlock, 1);
    __syncthreads();
    int i = block * blockDim.x + threadIdx.x;
    section[threadIdx.x] = i < n ? in[i] : 0;
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        int left = threadIdx.x >= stride ? section[threadIdx.x - stride] : 0;
        __syncthreads();
        section[threadIdx.x] += left;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        previous = 0;
        if (block > 0) {
            while (atomicAdd(&flags[block], 0) == 0) {
            }
            __threadfence();
            previous = sums[block];
        }
        sums[block + 1] = previous + section[blockDim.x - 1];
        __threadfence();
        atomicAdd(&flags[block + 1], 1);
    }
    __syncthreads();
    if (i < n) out[i] = previous + section[threadIdx.x];
}
