// Reduction of 2^18 numbers in two launches, unrolled for the last warp by shuffles.
#include <iostream>
#include <cstdlib>
#include <vector>

template <unsigned int blockSize>
__global__ void reduce(const unsigned* g_in, unsigned* g_out, unsigned n)
{
    __shared__ unsigned s[blockSize];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockSize * 2 + tid, grid = blockSize * 2 * gridDim.x, sum = 0;
    for (; i < n; i += grid) {
        sum += g_in[i];
        if (i + blockSize < n) sum += g_in[i + blockSize];
    }
    s[tid] = sum;
    __syncthreads();
    if (blockSize >= 256) {
        if (tid < 128) s[tid] = sum = sum + s[tid + 128];
        __syncthreads();
    }
    if (blockSize >= 128) {
        if (tid < 64) s[tid] = sum = sum + s[tid + 64];
        __syncthreads();
    }
    if (tid < 32) {
        sum += s[tid + 32];
        for (int o = 16; o > 0; o /= 2) sum += __shfl_down_sync(0xffffffffu, sum, o);
    }
    if (tid == 0) g_out[blockIdx.x] = sum;
}

int main()
{
    const unsigned n = 1u << 18, blocks = 64;
    std::vector<unsigned> in(n);
    unsigned long long expected = 0;
    for (unsigned i = 0; i < n; ++i) {
        in[i] = (i * 2654435761u) >> 20;
        expected += in[i];
    }
    unsigned *d_in, *d_part, result;
    cudaMalloc(&d_in, n * sizeof(unsigned));
    cudaMalloc(&d_part, blocks * sizeof(unsigned));
    cudaMemcpy(d_in, in.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    reduce<256><<<blocks, 256>>>(d_in, d_part, n);
    reduce<128><<<1, 128>>>(d_part, d_part, blocks);
    cudaMemcpy(&result, d_part, sizeof result, cudaMemcpyDeviceToHost);
    std::cout << "sum " << result << ", expected " << expected << (result == expected ? ": correct" : ": WRONG") << std::endl;
    cudaFree(d_in);
    cudaFree(d_part);
    return result == expected ? 0 : 1;
}
