// Template kernels asked for with their arguments, and what templates do at compile time.
// launch: --block 16 --arg iota:16:-4 --arg zeros:16
template <typename T, int N, bool UP>
__global__ void rotated(const T* in, T* out) {
    __shared__ T tile[N];
    int i = threadIdx.x;
    tile[i] = in[i];
    __syncthreads();
    out[i] = tile[(UP ? i + 1 : i + N - 1) % N];
}
// launch rotated<int, 16, true>: --block 16 --arg iota:16:-4 --arg zeros:16
// launch rotated<double, 16, false>: --block 16 --arg iota:16:-4 --arg zeros:16
template <typename T> struct Sum {
    static __device__ T identity() { return T(0); }
    __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct Most {
    static __device__ T identity() { return T(-1000); }
    __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};
template <typename T, typename Operation>
__global__ void reduced(const T* in, T* out) {
    __shared__ T tile[16];
    Operation operation;
    int i = threadIdx.x;
    tile[i] = operation(in[i], Operation::identity());
    for (int half = 8; half > 0; half /= 2) {
        __syncthreads();
        if (i < half) tile[i] = operation(tile[i], tile[i + half]);
    }
    __syncthreads();
    out[i] = tile[0];
}
// launch reduced<int, Sum<int>>: --block 16 --arg iota:16:-4 --arg zeros:16
// launch reduced<float, Most<float>>: --block 16 --arg iota:16:-4 --arg zeros:16
template <typename T, T START>
__global__ void from_a_start(const T* in, T* out) {
    out[threadIdx.x] = in[threadIdx.x] + START;
}
// launch from_a_start<long long, 5000000000>: --block 16 --arg iota:16:-4 --arg zeros:16
template <int N>
__device__ int unrolled(const int* in) {
    if constexpr (N == 0)
        return 0;
    else
        return in[N - 1] + unrolled<N - 1>(in);
}
extern "C" __global__ void recursion_at_compile_time(const int* in, int* out) { out[threadIdx.x] = unrolled<7>(in + threadIdx.x / 2); }
template <typename T> __device__ int kind(T) { return 1; }
template <> __device__ int kind<float>(float) { return 2; }
template <> __device__ int kind(double) { return 3; }
__device__ int kind(int) { return 4; }
extern "C" __global__ void specialised_functions(const int* in, int* out) {
    int v = in[threadIdx.x];
    out[threadIdx.x] = kind((short)v) + 10 * kind(1.0f * v) + 100 * kind(1.0 * v) + 1000 * kind(v) + 10000 * kind<int>(v);
}
template <typename T, int ROWS, int COLUMNS>
__device__ T trace_of(const T (&m)[ROWS][COLUMNS]) {
    T sum = 0;
    for (int i = 0; i < ROWS && i < COLUMNS; ++i) sum += m[i][i];
    return sum;
}
extern "C" __global__ void deduced_extents(const int* in, int* out) {
    int m[2][3] = {{in[threadIdx.x], 1, 2}, {3, 4, 5}};
    double d[3][3] = {{1.5}, {0, 2.5}, {0, 0, in[threadIdx.x] * 0.5}};
    out[threadIdx.x] = trace_of(m) * 100 + (int)(trace_of(d) * 2);
}
constexpr __host__ __device__ int log2_of(int n) { return n <= 1 ? 0 : 1 + log2_of(n / 2); }
extern "C" __global__ void constant_functions(const int* in, int* out) {
    __shared__ int room[1 << log2_of(20)];
    static_assert(sizeof(room) == 16 * sizeof(int), "sixteen");
    room[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    constexpr int last = log2_of(32768);
    out[threadIdx.x] = room[last - threadIdx.x];
}
template <typename A, typename B>
__device__ auto mixed(A a, B b) -> decltype(a + b) { return a + b; }
extern "C" __global__ void deduced_results(const int* in, double* out) {
    auto x = mixed(in[threadIdx.x], 0.25f);
    auto y = mixed((char)1, 2u);
    out[threadIdx.x] = x + y + sizeof(x) + 10 * sizeof(y) + mixed(1ll, 0.5);
}
template <typename T> using Pointer = const T*;
template <typename T> constexpr T quarter = T(1) / T(4);
extern "C" __global__ void alias_templates(const int* in, float* out) {
    Pointer<int> p = in + threadIdx.x;
    out[threadIdx.x] = *p;
}
enum class Colour : unsigned char { red = 1, green = 2, blue = red + 3 };
extern "C" __global__ void scoped_enumerations(const int* in, int* out) {
    Colour c = in[threadIdx.x] > 3 ? Colour::blue : Colour::green;
    switch (c) {
        case Colour::red: out[threadIdx.x] = 0; break;
        case Colour::blue: out[threadIdx.x] = 10 * (int)c + (int)sizeof(Colour); break;
        default: out[threadIdx.x] = -static_cast<int>(c);
    }
}
extern "C" __global__ void range_loops(const int* in, int* out) {
    int local[5] = {1, 2, 3, 4, in[threadIdx.x]};
    for (int& v : local) v *= 2;
    int sum = 0;
    for (const auto v : local) sum = sum * 3 + v;
    out[threadIdx.x] = sum;
}
extern "C" __global__ void declarations_in_conditions(const int* in, int* out) {
    int r = 0;
    if (int v = in[threadIdx.x]; v > 2) r = v * 10;
    else r = v - 1;
    if (int w = in[threadIdx.x] & 2) r += w * 1000;
    for (int i = 0, j = 5; i < j; ++i, --j) r += i * j;
    out[threadIdx.x] = r;
}
