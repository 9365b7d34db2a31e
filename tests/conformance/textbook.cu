// What books and headers use beside the plain language.
// launch: --block 16 --arg iota:16:-4 --arg zeros:16
struct Sphere {
    float r;
    __device__ float hit(float x) { return x < r ? r - x : 0; }
};
__constant__ Sphere spheres[2] = {{2}, {5}};
__constant__ float mask[3] = {1, 2, 3};
__constant__ int scale = 7;
__device__ float of_mask(float* values, int i) { return values[i]; }
__device__ float radius(Sphere& sphere) { return sphere.r; }
extern "C" __global__ void constant_memory_is_not_const(const int* in, int* out) {
    int i = threadIdx.x;
    Sphere* p = spheres;
    out[i] = (int)spheres[i % 2].hit(1) + (int)of_mask(mask, i % 3) * 10 + (int)radius(spheres[0]) * 100 + (int)p[1].r * 1000 + in[i] * scale;
}
#define LAST_OF(first, ...) last(0, ##__VA_ARGS__)
#define SUM(a, ...) sum(a, __VA_ARGS__)
#define ALL(args...) sum(args)
__device__ int last(int a) { return a; }
__device__ int last(int, int b) { return b; }
__device__ int sum(int a, int b) { return a + b; }
__device__ int sum(int a, int b, int c) { return a + b + c; }
extern "C" __global__ void variadic_macros(const int* in, int* out) {
    out[threadIdx.x] = LAST_OF(1) + LAST_OF(1, in[threadIdx.x]) * 10 + SUM(1, 2) * 100 + SUM(1, 2, 3) * 1000 + ALL(4, 5) * 10000;
}
#if defined ABSENT or not defined __CUDACC__
#error no
#endif
extern "C" __global__ void words_for_operators(const int* in, int* out) {
    int i = in[threadIdx.x], x = 6;
    int result = (i > 2 and not(i == 5) or i == 0) * 100 + (x bitand 3) + (x bitor 8) + (x xor 1) + (compl x);
    x and_eq 3;
    x or_eq 4;
    x xor_eq 1;
    out[threadIdx.x] = x not_eq 7 ? -1 : result + x;
}
struct Plain {
    int a, b;
    Plain() = default;
    __device__ Plain(int x) : a(x), b(2 * x) {}
};
struct Given {
    int a = 4;
    Given() = default;
    __device__ Given(int x) { a = x; }
};
extern "C" __global__ void defaulted_constructors(const int* in, int* out) {
    __shared__ Plain shared[16];
    shared[threadIdx.x] = Plain(in[threadIdx.x]);
    Plain p, zero{}, made = Plain();
    p.a = in[threadIdx.x];
    p.b = 1;
    Given d, e(9);
    __syncthreads();
    out[threadIdx.x] = p.a + p.b + zero.a + zero.b + made.a + made.b + d.a * 100 + e.a * 1000 + shared[15 - threadIdx.x].b * 100000;
}
struct Part {
    int a;
    float b;
};
struct Product {
    int a;
    __device__ Product(int x, int y) : a(x * y) {}
};
__device__ int f(Part p) { return p.a + (int)(p.b * 10); }
__device__ int g(const Part& p, int n = 1) { return p.a * n; }
__device__ void put(Part* at, Part v) { *at = v; }
__device__ int h(int2 v) { return v.x * v.y; }
__device__ int of_product(Product v) { return v.a; }
__device__ int pick(int) { return 1; }
__device__ int pick(Part) { return 2; }
template <typename T>
__device__ T both(T a, Part p) {
    return a + p.a;
}
__device__ Part returned(int x) { return {x, 0.5f * x}; }
__device__ Product returned_by_constructor(int x) { return {x, 3}; }
extern "C" __global__ void braces_as_arguments(const int* in, int* out) {
    int i = in[threadIdx.x];
    Part d[2];
    put(&d[1], {i, 2.5f});
    out[threadIdx.x] = f({1, 2}) + g({3, 4}) * 100 + h({2, 3}) * 1000 + pick({1, 2}) * 10000 + both(i, {5, 1}) * 100000 +
                       of_product({2, 4}) * 1000000 + d[1].a * 10000000 + f({}) + g({2}, 0);
}
extern "C" __global__ void braces_returned(const int* in, int* out) {
    Part p = returned(in[threadIdx.x]);
    out[threadIdx.x] = p.a * 100 + (int)(p.b * 2) + returned_by_constructor(in[threadIdx.x]).a * 10000;
}
extern "C" __global__ void subscripts_either_way(const int* in, int* out) {
    int a[3] = {4, 5, 6};
    out[threadIdx.x] = 2 [in] + threadIdx.x[in] * 10 + 100 * 1 [a];
}
enum { rows = 4, columns = 1 << 3 };
enum Mode { none = 0, summed = rows / 2, squared };
template <int N, Mode M>
__device__ int by_mode(int x) {
    return M == squared ? N * x * x : N + x;
}
template <Mode M>
struct Applied {
    static __device__ int to(int x) { return by_mode<columns, M>(x); }
};
extern "C" __global__ void enumerators_as_template_arguments(const int* in, int* out) {
    int tile[rows][columns] = {};
    for (int r = 0; r < rows; ++r) tile[r][in[threadIdx.x] & (columns - 1)] += r;
    out[threadIdx.x] = by_mode<rows, summed>(in[threadIdx.x]) + 100 * Applied<squared>::to(in[threadIdx.x]) + tile[3][1] + tile[2][4];
}
template <int N>
struct Power {
    static_assert(N > 0 && (N & (N - 1)) == 0, "N is a power of two");
    static constexpr int bits = N == 1 ? 0 : 1 + Power<N / 2 == 0 ? 1 : N / 2>::bits;
};
template <>
struct Power<1> {
    static constexpr int bits = 0;
};
static_assert(sizeof(Part) == 8);
template <typename T>
__device__ T checked(T x) {
    static_assert(sizeof(T) <= 8, "fits");
    return x + T(Power<16>::bits);
}
extern "C" __global__ void assertions_when_compiled(const int* in, int* out) {
    static_assert(Power<8>::bits == 3, "three");
    out[threadIdx.x] = checked(in[threadIdx.x]) * 10 + (int)checked(0.5) + checked((short)1);
}
extern "C" __global__ void names_of_functions(const int* in, int* out) {
    out[threadIdx.x] = (int)sizeof(__func__) * 100 + (__CUDACC_VER_MAJOR__ >= 11) + in[threadIdx.x];
}
extern "C" __global__ void assertions_that_hold(const int* in, int* out) {
    assert(in[threadIdx.x] < 100);
    assert(threadIdx.x < 16 && "sixteen threads");
    __builtin_assume(in[threadIdx.x] > -100);
    out[threadIdx.x] = in[threadIdx.x] + 1;
}
template <int N>
__device__ void add_below(const int* a, int* sum) {
    *sum += a[N - 1] * N;
    add_below<N - 1>(a, sum);
}
template <>
__device__ void add_below<0>(const int*, int*) {}
extern "C" __global__ void specialised_end_of_a_recursion(const int* in, int* out) {
    int sum = 0;
    add_below<5>(in + threadIdx.x / 2, &sum);
    out[threadIdx.x] = sum;
}
