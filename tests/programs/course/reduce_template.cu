// The last steps of the course: block size as a template argument, the last warp unrolled.
#include <cstdio>

template <unsigned int blockSize>
__device__ void warpReduce(volatile float* sdata, unsigned int tid)
{
    float v = sdata[tid];
    if (blockSize >= 64) { v += sdata[tid + 32]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 32) { v += sdata[tid + 16]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 16) { v += sdata[tid + 8]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 8) { v += sdata[tid + 4]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 4) { v += sdata[tid + 2]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 2) { v += sdata[tid + 1]; __syncwarp(); sdata[tid] = v; }
}

template <unsigned int blockSize>
__global__ void reduce6(const float* g_idata, float* g_odata, unsigned int n)
{
    extern __shared__ float sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockSize * 2) + tid;
    unsigned int gridSize = blockSize * 2 * gridDim.x;
    sdata[tid] = 0;
    while (i < n) {
        sdata[tid] += g_idata[i];
        if (i + blockSize < n) sdata[tid] += g_idata[i + blockSize];
        i += gridSize;
    }
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) sdata[tid] += sdata[tid + 256]; __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) sdata[tid] += sdata[tid + 128]; __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64) sdata[tid] += sdata[tid + 64]; __syncthreads(); }
    if (tid < 32) warpReduce<blockSize>(sdata, tid);
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

void reduce(int threads, int blocks, const float* in, float* out, int n)
{
    dim3 dimBlock(threads, 1, 1);
    dim3 dimGrid(blocks, 1, 1);
    int smemSize = (threads <= 32) ? 2 * threads * sizeof(float) : threads * sizeof(float);
    switch (threads) {
        case 512: reduce6<512><<<dimGrid, dimBlock, smemSize>>>(in, out, n); break;
        case 256: reduce6<256><<<dimGrid, dimBlock, smemSize>>>(in, out, n); break;
        case 128: reduce6<128><<<dimGrid, dimBlock, smemSize>>>(in, out, n); break;
        case 64: reduce6<64><<<dimGrid, dimBlock, smemSize>>>(in, out, n); break;
    }
}

int main()
{
    const int n = 4000;
    float* host = new float[n];
    for (int i = 0; i < n; i++) host[i] = 1.0f;
    float *in, *out, sums[4];
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, 4 * sizeof(float));
    cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
    reduce(128, 4, in, out, n);
    cudaMemcpy(sums, out, sizeof(sums), cudaMemcpyDeviceToHost);
    float total = 0;
    for (float s : sums) total += s;
    printf("sum %f of %d\n", total, n);
    delete[] host;
}
