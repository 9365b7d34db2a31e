// Sum of an array: each warp by shuffles, each block through shared memory, the blocks in a second launch.
#include <iostream>
#include <vector>
#include <numeric>

__inline__ __device__ int warpReduceSum(int val)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}

__inline__ __device__ int blockReduceSum(int val)
{
    static __shared__ int partial[32];
    int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
    val = warpReduceSum(val);
    if (lane == 0) partial[wid] = val;
    __syncthreads();
    val = threadIdx.x < blockDim.x / warpSize ? partial[lane] : 0;
    if (wid == 0) val = warpReduceSum(val);
    return val;
}

__global__ void reduceKernel(const int* in, int* out, int n)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    sum = blockReduceSum(sum);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

int main()
{
    const int n = 5000, threads = 128, blocks = 8;
    std::vector<int> data(n);
    for (int i = 0; i < n; ++i) data[i] = (i * 37) % 101 - 50;

    int *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, blocks * sizeof(int));
    cudaMemcpy(d_in, data.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    reduceKernel<<<blocks, threads>>>(d_in, d_out, n);
    reduceKernel<<<1, 32>>>(d_out, d_out, blocks);
    int result = 0;
    cudaMemcpy(&result, d_out, sizeof(int), cudaMemcpyDeviceToHost);

    int expected = std::accumulate(data.begin(), data.end(), 0);
    std::cout << "GPU sum: " << result << "\nCPU sum: " << expected << std::endl;
    std::cout << (result == expected ? "Match" : "MISMATCH") << std::endl;
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
