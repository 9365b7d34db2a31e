// One reduction template, several operators as template arguments and several types.
#include <cstdio>
#include <limits>
#include <type_traits>
#include <vector>

template <typename T> struct Sum {
    static constexpr const char* name = "sum";
    __host__ __device__ static T start() { return T(0); }
    __host__ __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct Max {
    static constexpr const char* name = "max";
    __host__ __device__ static T start() { return std::numeric_limits<T>::lowest(); }
    __host__ __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};
template <typename T> struct Min {
    static constexpr const char* name = "min";
    __host__ __device__ static T start() { return std::numeric_limits<T>::max(); }
    __host__ __device__ T operator()(T a, T b) const { return a < b ? a : b; }
};

template <int BLOCK, typename T, typename Op>
__global__ void reduce(const T* in, T* out, int n, Op op)
{
    __shared__ T s[BLOCK];
    T acc = Op::start();
    for (int i = threadIdx.x; i < n; i += BLOCK) acc = op(acc, in[i]);
    s[threadIdx.x] = acc;
    __syncthreads();
    for (int h = BLOCK / 2; h > 0; h >>= 1) {
        if (threadIdx.x < h) s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + h]);
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = s[0];
}

template <template <typename> class Op, typename T>
T reduced(const std::vector<T>& v)
{
    T *in, *out, result;
    cudaMalloc(&in, v.size() * sizeof(T));
    cudaMalloc(&out, sizeof(T));
    cudaMemcpy(in, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    reduce<64><<<1, 64>>>(in, out, (int)v.size(), Op<T>());
    cudaMemcpy(&result, out, sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return result;
}

template <typename T>
void study(const char* type)
{
    std::vector<T> v;
    for (int i = 0; i < 100; ++i) v.push_back(static_cast<T>((i * 29) % 64) - (std::is_signed<T>::value ? 20 : 0));
    if (std::is_integral<T>::value)
        printf("%s: %s %lld, %s %lld, %s %lld\n", type, Sum<T>::name, (long long)reduced<Sum>(v), Max<T>::name, (long long)reduced<Max>(v), Min<T>::name,
               (long long)reduced<Min>(v));
    else
        printf("%s: %s %.2f, %s %.2f, %s %.2f\n", type, Sum<T>::name, (double)reduced<Sum>(v), Max<T>::name, (double)reduced<Max>(v), Min<T>::name,
               (double)reduced<Min>(v));
}

int main()
{
    study<int>("int");
    study<unsigned>("unsigned");
    study<float>("float");
    study<double>("double");
    study<long long>("long long");
    return 0;
}
