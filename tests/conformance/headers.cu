// What CUDA's own headers of C++ offer: references to atomics, limits, traits of types.
// launch: --block 16 --arg iota:16:-4 --arg zeros:16
#include <cuda/atomic>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
extern "C" __global__ void sums_by_reference(const int* in, int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> total(out[0]), rest{out[1]}, most(out[2]), least(out[3]);
    total.fetch_add(in[threadIdx.x], cuda::std::memory_order_relaxed);
    rest.fetch_sub(in[threadIdx.x] * 2);
    most.fetch_max(in[threadIdx.x], cuda::memory_order_acq_rel);
    least.fetch_min(in[threadIdx.x], cuda::memory_order_release);
}
// launch bits_by_reference: --block 16 --arg iota:16:-4 --arg fill:16:511
extern "C" __global__ void bits_by_reference(const int* in, unsigned* out) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_block> all(out[0]), any(out[1]), odd(out[2]);
    unsigned v = in[threadIdx.x];
    all.fetch_and(v | 0x100, cuda::memory_order_relaxed);
    any.fetch_or(v & 0xff, cuda::memory_order_relaxed);
    odd.fetch_xor(v * 3);
}
extern "C" __global__ void exchanges_by_reference(const int* in, int* out) {
    cuda::atomic_ref<int> own(out[threadIdx.x]);
    own.store(in[threadIdx.x], cuda::memory_order_release);
    int wanted = in[threadIdx.x], wrong = 1000;
    bool won = own.compare_exchange_strong(wanted, wanted + 5);
    bool lost = own.compare_exchange_strong(wrong, 7, cuda::memory_order_relaxed);
    int before = own.exchange(wrong * 2);
    out[threadIdx.x] = won + 2 * lost + 10 * before + 1000 * own.load(cuda::memory_order_acquire);
}
extern "C" __global__ void handed_over_by_reference(const int* in, int* out) {
    __shared__ int flag, data;
    cuda::atomic_ref<int, cuda::thread_scope_block> raised(flag);
    if (threadIdx.x == 0) flag = data = 0;
    __syncthreads();
    if (threadIdx.x == 5) {
        data = in[5] + 41;
        raised.store(1, cuda::memory_order_release);
    }
    while (raised.load(cuda::memory_order_acquire) == 0) {}
    out[threadIdx.x] = data + in[threadIdx.x] * 100;
}
extern "C" __global__ void swapped_until_it_holds(const int* in, int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> tripled(out[0]), count(out[1]), sum(out[2]);
    int seen = tripled.load();
    while (!tripled.compare_exchange_weak(seen, seen + in[threadIdx.x] * 3)) {}
    ++count;
    sum += in[threadIdx.x];
}
extern "C" __global__ void fenced(const int* in, int* out) {
    out[threadIdx.x] = in[threadIdx.x] * 2;
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
}
template <typename T>
__device__ double bounds() {
    using limits = cuda::std::numeric_limits<T>;
    return (double)limits::max() * 0.5 + (double)limits::lowest() + (double)limits::min() * 3 + limits::digits + limits::is_signed * 0.25 +
           limits::is_integer * 0.125;
}
extern "C" __global__ void limits_of_numbers(const int* in, double* out) {
    switch (threadIdx.x) {
        case 0: out[0] = bounds<bool>(); break;
        case 1: out[1] = bounds<signed char>(); break;
        case 2: out[2] = bounds<unsigned char>(); break;
        case 3: out[3] = bounds<short>(); break;
        case 4: out[4] = bounds<unsigned short>(); break;
        case 5: out[5] = bounds<int>(); break;
        case 6: out[6] = bounds<unsigned>(); break;
        case 7: out[7] = bounds<long long>(); break;
        case 8: out[8] = bounds<unsigned long long>(); break;
        case 9: out[9] = bounds<float>(); break;
        case 10: out[10] = bounds<double>() * 0.25; break;
        case 11: out[11] = cuda::std::numeric_limits<float>::epsilon(); break;
        case 12: out[12] = cuda::std::numeric_limits<double>::epsilon(); break;
        case 13: out[13] = -cuda::std::numeric_limits<float>::infinity(); break;
        default: out[threadIdx.x] = in[threadIdx.x];
    }
}
template <typename T>
__device__ int traits() {
    return cuda::std::is_floating_point_v<T> + 2 * cuda::std::is_integral_v<T> + 4 * cuda::std::is_arithmetic_v<T> +
           8 * cuda::std::is_signed_v<T> + 16 * cuda::std::is_unsigned_v<T> + 32 * cuda::std::is_pointer_v<T> +
           64 * cuda::std::is_same_v<T, int> + 128 * (int)sizeof(cuda::std::conditional_t<sizeof(T) == 4, double, char>);
}
template <typename T>
__device__ cuda::std::enable_if_t<cuda::std::is_integral<T>::value, int> kind(T) {
    return 1;
}
template <typename T>
__device__ cuda::std::enable_if_t<cuda::std::is_floating_point<T>::value, int> kind(T) {
    return 2;
}
extern "C" __global__ void traits_of_types(const int* in, int* out) {
    int i = threadIdx.x;
    cuda::std::make_unsigned_t<int> u = in[i];
    cuda::std::make_signed_t<unsigned char> s = -1;
    cuda::std::remove_pointer_t<float*> f = 0.5f;
    cuda::std::remove_const_t<const short> h = 3;
    int kinds = kind(in[i]) + 10 * kind(f) + 100 * kind(h) + (u > 5) + (s < 0) * 2 + cuda::std::true_type::value * 4;
    out[i] = kinds + 1000 * (i == 0   ? traits<int>()
                             : i == 1 ? traits<unsigned>()
                             : i == 2 ? traits<float>()
                             : i == 3 ? traits<double>()
                             : i == 4 ? traits<bool>()
                             : i == 5 ? traits<unsigned char>()
                             : i == 6 ? traits<short>()
                             : i == 7 ? traits<const int*>()
                             : i == 8 ? traits<long long>()
                             : i == 9 ? traits<signed char>()
                             : i == 10 ? traits<long>()
                             : i == 11 ? traits<unsigned long>()
                                      : traits<unsigned long long>());
}
