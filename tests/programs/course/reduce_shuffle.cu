#include <cstdio>
#include <numeric>
#include <vector>

#define FULL_MASK 0xffffffff

__inline__ __device__ int warpReduceSum(int val)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        val += __shfl_down_sync(FULL_MASK, val, offset);
    return val;
}

__inline__ __device__ int blockReduceSum(int val)
{
    static __shared__ int shared[32];
    int lane = threadIdx.x % warpSize;
    int wid = threadIdx.x / warpSize;
    val = warpReduceSum(val);
    if (lane == 0) shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
    if (wid == 0) val = warpReduceSum(val);
    return val;
}

__global__ void deviceReduceKernel(int* in, int* out, int N)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x) sum += in[i];
    sum = blockReduceSum(sum);
    if (threadIdx.x == 0) atomicAdd(out, sum);
}

int main()
{
    const int N = 3000;
    std::vector<int> data(N);
    std::iota(data.begin(), data.end(), 0);
    int *in, *out, result;
    cudaMalloc(&in, N * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, data.data(), N * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(int));
    int threads = 256;
    int blocks = std::min((N + threads - 1) / threads, 1024);
    deviceReduceKernel<<<blocks, threads>>>(in, out, N);
    cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d, expected %d\n", result, std::accumulate(data.begin(), data.end(), 0));
    return 0;
}
