// Templates, overloads, default arguments, macros, conditional compilation.
// launch: --block 16 --arg iota:16:-4 --arg zeros:16
#define SQUARE(x) ((x) * (x))
#define JOIN(a, b) a##b
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define STATEMENT(x) do { x; } while (0)
#if defined(NOTHING) || 2 * 3 != 6
#error never
#elif SQUARE(3) == 9 && !defined(OTHER)
#define CHOSEN 11
#else
#define CHOSEN 22
#endif
#undef OTHER
#ifndef OTHER
#define OTHER(...) sum_of(__VA_ARGS__)
#endif
template <typename T>
__device__ T twice(T x) {
    return x + x;
}
template <typename T, int N = 3>
__device__ T power_of(T x) {
    T r = 1;
#pragma unroll
    for (int i = 0; i < N; ++i) r *= x;
    return r;
}
template <int N>
__device__ int constant() {
    return N * 2 + 1;
}
__device__ int sum_of(int a, int b = 5, int c = 7) { return a + 2 * b + 3 * c; }
__device__ float which(float) { return 1; }
__device__ double which(double) { return 2; }
__device__ int which(int) { return 3; }
__host__ __device__ inline int both(int a) { return a - 1; }
static __device__ __forceinline__ int forced(int a) { return a * 7; }
__device__ __noinline__ int kept_apart(int a) { return a ^ 0x2a; }
using Word = unsigned int;
template <typename T> struct Pair { T first, second; };
extern "C" __global__ void macros(const int* in, int* out) {
    int JOIN(va, lue) = in[threadIdx.x];
    int local[7] = {};
    STATEMENT(value += CHOSEN);
    out[threadIdx.x] = SQUARE(value + 1) + COUNT_OF(local) + OTHER(1, 2) + OTHER(3);
}
extern "C" __global__ void function_templates(const int* in, int* out) {
    int v = in[threadIdx.x];
    out[threadIdx.x] = twice(v) + twice<short>(40000) + (int)twice(0.75) + power_of(v) + power_of<int, 5>(v) + constant<21>();
}
extern "C" __global__ void overloads(const int* in, int* out) {
    int v = in[threadIdx.x];
    out[threadIdx.x] = (int)(which(1.0f) * 100 + which(1.0) * 10 + which(v)) + which((short)2);
}
extern "C" __global__ void helpers(const int* in, int* out) {
    const auto v = in[threadIdx.x];
    Word w = v;
    out[threadIdx.x] = both(v) + forced(v) + kept_apart(v) + (int)(w >> 28);
}
template <typename T, int N>
__global__ void scaled(const T* in, T* out) {
    __shared__ T room[N];
    int i = threadIdx.x;
    room[i % N] = (T)(i % N);
    __syncthreads();
    out[i] = in[i] * (T)N + room[(i + 1) % N];
}
// launch scaled<float, 4>: --block 16 --arg iota:16:-4 --arg zeros:16
// launch scaled<int, 8>: --block 16 --arg iota:16:-4 --arg zeros:16
// launch scaled<unsigned char, 16>: --block 16 --arg iota:16 --arg zeros:16
