// Softmax of each row, one block a row.
#include <cfloat>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

template <int BLOCK>
__global__ void softmax_rows(const float* __restrict__ in, float* __restrict__ out, int cols)
{
    __shared__ float buf[BLOCK];
    const float* row = in + blockIdx.x * cols;
    float m = -FLT_MAX;
    for (int c = threadIdx.x; c < cols; c += BLOCK) m = fmaxf(m, row[c]);
    buf[threadIdx.x] = m;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) buf[threadIdx.x] = fmaxf(buf[threadIdx.x], buf[threadIdx.x + s]);
        __syncthreads();
    }
    m = buf[0];
    __syncthreads();
    float sum = 0.f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) sum += expf(row[c] - m);
    buf[threadIdx.x] = sum;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) buf[threadIdx.x] += buf[threadIdx.x + s];
        __syncthreads();
    }
    sum = buf[0];
    for (int c = threadIdx.x; c < cols; c += BLOCK) out[blockIdx.x * cols + c] = expf(row[c] - m) / sum;
}

int main()
{
    constexpr int kBlock = 64;
    const int rows = 6, cols = 100;
    std::vector<float> x(rows * cols);
    for (size_t i = 0; i < x.size(); ++i) x[i] = 0.01f * static_cast<float>(i % 37);
    float *in, *out;
    cudaMalloc(&in, x.size() * sizeof(float));
    cudaMalloc(&out, x.size() * sizeof(float));
    cudaMemcpy(in, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice);
    softmax_rows<kBlock><<<rows, kBlock>>>(in, out, cols);
    cudaMemcpy(x.data(), out, x.size() * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%f\n", x[0]);
}
