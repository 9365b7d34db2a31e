#include <cstdio>
#include <cub/cub.cuh>
__global__ void sums(const int* in, int* out, int* prefix)
{
    using Reduce = cub::BlockReduce<int, 128>;
    using Scan = cub::BlockScan<int, 128>;
    __shared__ typename Reduce::TempStorage reduce_storage;
    __shared__ typename Scan::TempStorage scan_storage;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = Reduce(reduce_storage).Sum(in[i]);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
    int before;
    Scan(scan_storage).ExclusiveSum(in[i], before);
    prefix[i] = before;
}
struct Larger
{
    __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
__global__ void warps(const int* in, int* out)
{
    typedef cub::WarpReduce<int> Reduce;
    __shared__ Reduce::TempStorage storage[4];
    int warp = threadIdx.x / 32;
    int most = Reduce(storage[warp]).Reduce(in[threadIdx.x], Larger());
    if (threadIdx.x % 32 == 0) out[warp] = most;
}
int main()
{
    const int n = 256;
    int h[n], *in, *out, *prefix;
    for (int i = 0; i < n; ++i) h[i] = (i * 37) % 101;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&prefix, n * sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    sums<<<2, 128>>>(in, out, prefix);
    int r[4], p[n];
    cudaMemcpy(r, out, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(p, prefix, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("blocks %d %d, before the last %d\n", r[0], r[1], p[n - 1]);
    warps<<<1, 128>>>(in, out);
    cudaMemcpy(r, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("warps %d %d %d %d\n", r[0], r[1], r[2], r[3]);
    void* room = nullptr;
    size_t bytes = 0;
    cub::DeviceReduce::Sum(room, bytes, in, out, n);
    cudaMalloc(&room, bytes);
    cub::DeviceReduce::Sum(room, bytes, in, out, n);
    cudaMemcpy(r, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("all %d\n", r[0]);
    cudaFree(room);
    room = nullptr;
    cub::DeviceScan::ExclusiveSum(room, bytes, in, out, n);
    cudaMalloc(&room, bytes);
    cub::DeviceScan::ExclusiveSum(room, bytes, in, out, n);
    cudaMemcpy(p, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("prefix %d %d %d\n", p[1], p[100], p[n - 1]);
    cudaFree(room);
    cudaFree(in);
    cudaFree(out);
    cudaFree(prefix);
    return 0;
}
