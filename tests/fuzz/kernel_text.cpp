// Any bytes as a kernel's text: compiled, or refused with diagnostics; never a crash, never without end.
#include "emulator/semantics/compile.h"

#include <cstdlib>

#include "core/error.h"
#include "fuzz/fuzz.h"
#include "programs/signature.h"

namespace {

constexpr const char* sibling = R"(#pragma once
#define SIB(x) ((x) + \
   1)
__device__ inline float sib(int a) {
   // ---- Inner ----
   return a; }
)";

constexpr const char* host = R"kernel(__global__ void f(int* a, int n) {}
int main(int argc, char** argv) { int n = argc > 1 ? atoi(argv[1]) : 1 << 3, *a; int h[] = {1, 2, 3}; dim3 b(2, 2);
cudaMalloc((void**)&a, n * sizeof(int)); for (int i = 0; i < n; i++) { h[i % 3] = (i > 2 ? i : -i); }
do { n--; } while (n > 4); cudaMemcpy(a, h, 12, cudaMemcpyHostToDevice); f<<<dim3(n, b.x), b, 4>>>(a, n); return 0; }
)kernel";

constexpr const char* many_things = R"kernel(#include <cstdio>
#include <vector>
#include "cuda_runtime.h"
#include "sibling.cuh"
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); } } while (0)
using namespace std;
union Host { int a; float b; };
class Thing { public: Thing() : x{1} {} int x; std::vector<int> v; };
namespace detail {
template <typename T> __device__ T twice(T x) { return x + x; }
__device__ __forceinline__ int clamp(int v, int lo, int hi = 10) { return min(max(v, lo), hi); }
}
enum class Mode : unsigned { A, B = 5, C };
enum { K0 = 3, K1 };
struct __align__(8) Pair { int a; float b; float2 v[2]; };
typedef unsigned int word;
using Real = float;
constexpr int N = 16, M = N * 2;
constexpr int log2of(int n) { int r = 0; while (n > 1) { n /= 2; ++r; } return r; }
__constant__ float coeff[5] = {1, 2.5f, 3};
__device__ int counter = 7;
__device__ void swap(int& a, int& b) { int t = a; a = b; b = t; }
__device__ float area(const Pair& p) { return p.a * p.b; }
template <typename T, int SIZE> __device__ T sum(const T* p) { T s = 0; 
#pragma unroll
  for (int i = 0; i < SIZE; ++i) s += p[i]; return s; }
__device__ float fm(float a) { return a; }
__device__ double fm(double a) { return a; }
template <int BLOCK, typename T>
__global__ void __launch_bounds__(256) templ(T* p) { __shared__ T s[BLOCK]; s[threadIdx.x] = p[0]; }
extern "C" __global__ void __launch_bounds__(256, 2) f(const Real* __restrict__ in, float* out, volatile int* flags, const size_t n, uint8_t* bytes, float4* vec)
{
    __shared__ float tile[N][N + 1];
    __shared__ Pair pairs[4];
    __shared__ int total;
    float local[3] = {1.f, 2.f};
    int grid[2][3] = {{1, 2}, {3}};
    int flat[2][2] = {1, 2, 3, 4};
    const int tid = threadIdx.x + blockIdx.x * blockDim.x;
    word w = 0xFFu; auto q = in + tid; auto& r = out[tid];
    Pair p = {1, 2.0f}; Pair p2 = p; p2.a = 3; p.v[1].x = 2; pairs[0].b += 1;
    __shared__ int sz[log2of(64)];
    if (tid >= n) return;
    int a = 1, b = 2; swap(a, b); swap(grid[0][1], a);
    r = sum<float, 4>(in) + detail::twice(2.5f) + area(p) + coeff[2] + fm(1.0f) + fm(2.0);
    a = detail::clamp(a, 0) + (int)Mode::C + K1;
    switch (a) { case 0: case K0: b++; break; case N: { b--; } default: b = -b; }
    do { b >>= 1; if (b == 3) continue; } while (b > 0);
    while (flags[0] == 0) { __threadfence(); }
    for (;;) { if (atomicAdd(&counter, 1) > 3) break; }
    unsigned mask = __ballot_sync(0xffffffff, tid & 1);
    float v = __shfl_down_sync(0xffffffffu, r, 1) + __shfl_xor_sync(mask, r, 2, 16);
    float4 f4 = make_float4(1, 2, 3, 4); f4.x += f4.w; vec[tid] = f4; vec[0].y = 1;
    float4 g = *reinterpret_cast<float4*>(out + 4 * tid);
    uchar4 u = {1, 2, 3, 4}; int2 i2 = make_int2(a, b);
    long long diff = &out[3] - out; bool ok = out != nullptr && diff < 4 || !flags;
    bytes[0] = a > b ? 'x' : b; bytes[tid] += 3; 
    a = sizeof(Pair) + sizeof local + sizeof(float4); out[0] = sqrtf(2.f) + pow(2.0f, 3) + fmaxf(1, 2) + abs(-3) + INFINITY;
    printf("%d %f\n", a, v); assert(a > b);
    (void)w; a = b, b = a; int c = tile[threadIdx.y][threadIdx.x] > 0.f ? 1 : 0;
    static_assert(M == 32, "m"); total = __popc(mask) + __ffs(a) + __clz(b); __syncthreads();
    __nv_atomic_store_n(&flags[1], 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    out[1] = __ldg(&in[3]) + SIB(2) + sib(3);
    dim3 d(1, 2); c += d.y; 
}
void host(std::vector<int>& v) { auto l = [&](int x) { return x; }; f<<<1, 2>>>(nullptr); goto end; end: throw 1; }
int main() { CHECK(cudaFree(0)); templ<256, float><<<1, 256>>>(p); return 0; }
)kernel";

constexpr const char* macros = R"(#define A(x, y) x ## y + #x[0] B(x)
#define B(z) (z) * A
#define C(...) A(__VA_ARGS__)
#if defined(Input) && (1 << 3 > 2 ? 1 : 0)
#include "kernel.cu"
#elif X
#else
#error no
#endif
__global__ void f(int* p) { p[0] = C(1, 2); int a = B(3)(4, 5); p[A(a,)] = __LINE__; }
)";

constexpr const char* structs = R"(#include <cooperative_groups.h>
namespace cg = cooperative_groups;
struct Complex { float re = 0, im; __device__ Complex(float a, float b = 1) : re(a), im{b} {}
  __device__ Complex operator+(const Complex& o) const { return Complex(re + o.re, im + o.im); }
  __device__ float& operator[](int k) { return k ? im : this->re; } __device__ operator float() const { return re; } };
template <typename T, int N> struct Vec { static constexpr int SIZE = N; typedef T Real; T v[N];
  __device__ T sum() const; template <typename U> __device__ U as() { return (U)v[0]; } };
template <typename T, int N> __device__ T Vec<T, N>::sum() const { T s = 0; for (T x : v) s += x; return s; }
template <> struct Vec<char, 1> { enum { SIZE = 7 }; };
template <typename T> using Ptr = T*;
__device__ float2 operator*(float s, float2 a) { return {s * a.x, s * a.y}; }
template <typename Op> __device__ auto fold(const int* p, Op op) { int r = p[0]; for (int k = 1; k < 8; ++k) r = op(r, p[k]); return r; }
struct Add { __device__ int operator()(int a, int b) const { return a + b; } };
template <int N> __device__ int (&row(int (&a)[N][N]))[N] { return a[0]; }
__global__ void f(Vec<float, 3> v, int* p) {
  Complex a(1, 2), b = 3.f; Complex c = a + b; c[1] = 2; Vec<char, 1> w; Vec<float, 2>::Real r = v.sum();
  if (int x = p[0]; x > Vec<int, 4>::SIZE) p[1] = fold(p, Add{}); float2 d = 2.f * make_float2(1, c);
  auto tile = cg::tiled_partition<4>(cg::this_thread_block()); p[2] = tile.shfl_down(p[3], 1); Ptr<int> q = p; float s, t; sincosf(r, &s, &t);
  struct { int a, b; } l = {.b = 2}; printf("%s %d", "x", l.b); for (auto& e : v.v) e += d.x; }
)";

constexpr const char* shape =
    R"(template <typename T, int N = 4> __device__ T g(const T (&p)[N], T x = 1) { return p[N - 1] << x; }
struct S { S* next; int v[2][3]; };
__global__ void f(const Input* __restrict__ input, S* s, int n) {
    extern __shared__ double shared[];
    int local[4] = {1, 2};
    for (int i = 0, j = n; i < j; ++i, --j) { if (i % 2) continue; else if (s->next->v[1][i] > 3) break; }
    switch (n) { case 0: case 'a': n++; default: return; }
    shared[g<int, 4>(local)] = (float)input[n] / sizeof(S) ? -1.5e-3f : ~n;
}
)";

constexpr const char* refusals = R"(#include <type_traits>
namespace one { constexpr int N = 4; struct P { int a, b; }; __device__ int at(int x) { return x * N; } static_assert(N == 4); }
namespace two { constexpr int N = 8; __device__ int at(int x) { return x + N + one::at(1); } namespace in { struct P { float c; }; } }
namespace brief = two::in; using namespace one;
template <typename T> constexpr T pi = T(3.14); template <typename T, T V = 2> constexpr T twice_of = 2 * V;
template <typename T> __device__ std::enable_if_t<std::is_integral_v<T>, int> pick(T x) { static_assert(sizeof(T) > 0, "no"); return x; }
template <typename T> __device__ typename std::enable_if<!std::is_integral<T>::value, int>::type pick(T) { return 2; }
template <typename T> __device__ T most(T a, T b) { return a > b ? a : b; }
template <int K> struct Tile { static_assert(K > 2, "small"); float v[K]; };
union Bits { float f; unsigned u; }; typedef int (*Op)(int, int); struct B : one::P { int c : 3; virtual void g(); };
__device__ int apply(Op g, __half h, auto x) { return g(1, 2); }
__global__ void f(int* p, cudaTextureObject_t t, const __grid_constant__ int n) {
  auto [a, b] = one::P{1, 2}; int row[2] = {a, 3}; auto& [c, d] = row; [[maybe_unused]] brief::P q{pi<float>};
  p[0] = two::at(1) + one::N + pick(1) + pick(1.f) + most(1, 2) + twice_of<int> + (int(q.c) + 1) + c * d;
  p[1] = tex2D<float>(t, 1, 2) + foo<int, 3>(4); cub::BlockScan<int, 32> scan; Vec<float>* v = nullptr; half x = (half)1;
  Bits u; u.f = 1; auto g = [=](int y) { return y; }; p[2] = g(1) + most(1, 2.f); Tile<1> tile; tile.v[0] = 1;
  try { p[3] = new int; } catch (...) { } again: whlie (p[4]) { p[4]--; } asm volatile("x" : "=r"(a)); goto again;
  static const int w[3] = {1, 2, 3}; static int s; for (int e : {1, 2}) p[e] = w[0] if (n { p[1] = 2; } f<<<1, 2>>>(p, t, n);
  p[5] = lenght; const int k = 2; k = 3; p.x = 1; apply(1); thrust::plus<int>()(1, 2); 1 @ 2; union { int i; } z; z.i = 1; }
)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto sources = [&](const std::string& name) -> std::string {
        if (name == "kernel.cu") return text;
        if (name == "sibling.cuh") return sibling;
        throw Error("There is no file " + name + ".");
    };
    try {
        const auto program =
            emulator::compile("kernel.cu", "f", {{"Input", "unsigned char"}, {"Output", "float"}}, sources);
        if (program->entry == nullptr || program->entry->body == nullptr) std::abort();
    } catch (const emulator::CompileError&) {
    }
    try {
        emulator::Compiler compiler(sources);
        for (const std::string& name : programs::kernels_in("kernel.cu", {}, compiler))
            if (name.empty()) std::abort();
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::string> fuzz_seeds() {
    std::string deep = "__global__ void f(int* p) { p[0] = ";
    return {many_things,
            host,
            macros,
            structs,
            shape,
            refusals,
            deep + std::string(3000, '(') + "1;}",
            deep + std::string(3000, '-') + "1;}",
            deep +
                [] {
                    std::string sum;
                    for (int i = 0; i < 1500; ++i) sum += "1+";
                    return sum;
                }() +
                "1;}",
            "__global__ void f(int* p) " + std::string(3000, '{'),
            "__global__ void f(int* p) { " +
                [] {
                    std::string branches;
                    for (int i = 0; i < 1500; ++i) branches += "if (p) ; else ";
                    return branches;
                }() +
                ";}",
            std::string(3000, '<') + "a<" + std::string(3000, '[')};
}
