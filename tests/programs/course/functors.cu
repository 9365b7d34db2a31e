// A transform that takes what to do as an object.
#include <cstdio>

struct Scale {
    float factor;
    __host__ __device__ Scale(float f) : factor(f) {}
    __host__ __device__ float operator()(float x) const { return factor * x; }
};

struct Square {
    __host__ __device__ float operator()(float x) const { return x * x; }
};

template <typename UnaryOp>
__global__ void transform(const float* in, float* out, int n, UnaryOp op)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = op(in[i]);
}

int main()
{
    const int n = 100;
    float host[n];
    for (int i = 0; i < n; ++i) host[i] = i;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
    transform<<<(n + 31) / 32, 32>>>(in, out, n, Scale(2.5f));
    transform<<<(n + 31) / 32, 32>>>(in, out, n, Square());
    cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", host[3]);
}
