// What tells the compiler something and must change nothing: attributes, assumptions, constants that are static.
// launch: --block 16 --arg iota:16:-4 --arg zeros:16
[[nodiscard]] __device__ int one([[maybe_unused]] int x) { return 1; }
struct alignas(8) Named {
    int a [[maybe_unused]];
    [[maybe_unused]] int b;
};
enum class [[nodiscard]] Side { left, right };
extern "C" __global__ void attributes(const int* in, int* out) {
    [[maybe_unused]] int y = 3;
    Named p{in[threadIdx.x], 2};
    switch (p.a) {
        case 0: y += 10; [[fallthrough]];
        case 1: y += 100; break;
        default: y -= 1;
    }
    for ([[maybe_unused]] int j = 0; j < 2; ++j) y += (int)Side::right;
    out[threadIdx.x] = y * 1000 + p.a * p.b + one(y) + (int)sizeof(Named);
}
extern "C" __global__ void assumptions(const int* in, int* out) {
    int v = in[threadIdx.x];
    __builtin_assume(v >= -4);
    __builtin_assume(v < 12);
    if (__builtin_expect(v < 0, 0)) v = -v * 3;
    else if (v > 100) __builtin_unreachable();
    int* aligned = (int*)__builtin_assume_aligned(out, 16);
    aligned[threadIdx.x] = v + (__builtin_expect(v == 6, 1) ? 1000 : 0);
}
extern "C" __global__ void prefetches(const int* in, int* out) {
    asm volatile("prefetch.global.L2 [%0];" : : "l"(in + 100000));
    __nanosleep(16);
    out[threadIdx.x] = in[threadIdx.x] * 2;
}
extern "C" __global__ void static_constants(const int* in, int* out) {
    static const int weights[4] = {1, -2, 3, 40};
    static constexpr int scale = 5;
    static const float half_of = 0.5f;
    out[threadIdx.x] = weights[in[threadIdx.x] & 3] * scale + (int)(in[threadIdx.x] * half_of);
}
extern "C" __global__ void grid_constant(const int* in, int* out, const __grid_constant__ int add) {
    out[threadIdx.x] = in[threadIdx.x] + add;
}
// launch grid_constant: --block 16 --arg iota:16:-4 --arg zeros:16 --arg 7
namespace outer {
namespace inner {
__device__ int next(int x) { return x + 1; }
}
}
extern "C" __global__ void namespace_named_inside(const int* in, int* out) {
    namespace brief = outer::inner;
    using namespace outer;
    out[threadIdx.x] = brief::next(in[threadIdx.x]) * 10 + inner::next(3);
}
