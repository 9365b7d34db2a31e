// The block size as a template argument: the compiler drops the steps that are not needed.
template <typename T, unsigned int blockSize>
__global__ void reduce(const T* in, T* out, unsigned int n)
{
    __shared__ T part[blockSize];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockSize * 2) + tid;
    unsigned int step = blockSize * 2 * gridDim.x;
    T mine = 0;
    while (i < n) {
        mine += in[i];
        if (i + blockSize < n) mine += in[i + blockSize];
        i += step;
    }
    part[tid] = mine;
    __syncthreads();
    if (blockSize >= 128) { if (tid < 64) { part[tid] += part[tid + 64]; } __syncthreads(); }
    if (blockSize >= 64) { if (tid < 32) { part[tid] += part[tid + 32]; } __syncthreads(); }
#pragma unroll
    for (unsigned int s = 16; s > 0; s >>= 1) {
        if (tid < s) part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = part[0];
}
