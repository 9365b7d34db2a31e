// A class owns device memory: constructor, destructor, move, upload and download.
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

inline void check(cudaError_t status, const char* what)
{
    if (status != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

template <typename T>
class DeviceBuffer {
public:
    explicit DeviceBuffer(size_t count) : count_(count) { check(cudaMalloc(&data_, count * sizeof(T)), "malloc"); }
    explicit DeviceBuffer(const std::vector<T>& host) : DeviceBuffer(host.size()) { upload(host); }
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;
    DeviceBuffer(DeviceBuffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)), count_(other.count_) {}
    ~DeviceBuffer()
    {
        if (data_) {
            cudaFree(data_);
            std::cout << "freed " << count_ * sizeof(T) << " bytes\n";
        }
    }
    void upload(const std::vector<T>& host)
    {
        check(cudaMemcpy(data_, host.data(), count_ * sizeof(T), cudaMemcpyHostToDevice), "upload");
    }
    std::vector<T> download() const
    {
        std::vector<T> host(count_);
        check(cudaMemcpy(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "download");
        return host;
    }
    T* get() { return data_; }
    size_t size() const { return count_; }

private:
    T* data_ = nullptr;
    size_t count_;
};

template <typename T>
__global__ void axpy(T a, const T* x, T* y, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}

template <typename T>
DeviceBuffer<T> filled(size_t n, T first, T step)
{
    std::vector<T> host;
    host.reserve(n);
    for (size_t i = 0; i < n; ++i) host.push_back(first + step * static_cast<T>(i));
    return DeviceBuffer<T>(host);
}

int main()
{
    try {
        auto x = filled<double>(100, 1.0, 0.5);
        DeviceBuffer<double> y = filled<double>(100, -2.0, 0.25);
        axpy<<<2, 64>>>(2.0, x.get(), y.get(), x.size());
        check(cudaGetLastError(), "launch");
        std::vector<double> result = y.download();
        std::cout << "first " << result.front() << ", last " << result.back() << '\n';

        DeviceBuffer<int> a(std::vector<int>{1, 2, 3, 4, 5});
        DeviceBuffer<int> b(std::move(a));
        axpy<int><<<1, 5>>>(10, b.get(), b.get(), 5);
        for (int v : b.download()) std::cout << v << ' ';
        std::cout << std::endl;
        throw std::runtime_error("the buffers go away on the way out");
    } catch (const std::exception& e) {
        std::cout << "caught: " << e.what() << std::endl;
    }
    return 0;
}
