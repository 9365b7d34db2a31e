#include <cstdio>
#include <type_traits>

template <typename T, int VALUES_PER_THREAD>
__global__ void axpby(const T* x, T* y, T alpha, T beta, int n)
{
    int base = (blockIdx.x * blockDim.x + threadIdx.x) * VALUES_PER_THREAD;
#pragma unroll
    for (int k = 0; k < VALUES_PER_THREAD; ++k) {
        if (base + k < n) y[base + k] = alpha * x[base + k] + beta * y[base + k];
    }
}

template <class T>
struct DeviceBuffer {
    T* ptr;
    int count;
    explicit DeviceBuffer(int n) : ptr(nullptr), count(n) { cudaMalloc(&ptr, n * sizeof(T)); }
    ~DeviceBuffer() { cudaFree(ptr); }
    void upload(const T* host) { cudaMemcpy(ptr, host, count * sizeof(T), cudaMemcpyHostToDevice); }
    void download(T* host) const { cudaMemcpy(host, ptr, count * sizeof(T), cudaMemcpyDeviceToHost); }
};

int main()
{
    const int n = 777;
    static double x[n], y[n];
    for (int i = 0; i < n; ++i) {
        x[i] = i;
        y[i] = 1.0;
    }
    DeviceBuffer<double> dx(n), dy(n);
    dx.upload(x);
    dy.upload(y);
    axpby<double, 4><<<(n + 255) / 256, 64>>>(dx.ptr, dy.ptr, 2.0, 3.0, n);
    dy.download(y);
    printf("%f\n", y[10]);
}
