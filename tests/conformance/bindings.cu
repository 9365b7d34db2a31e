// Names for the parts of a value, templates of variables, and templates that are chosen by what a type is.
// launch: --block 16 --arg iota:16:-4 --arg zeros:16
struct Part {
    int a;
    float b;
};
__device__ Part made(int i) { return {i * 3, i * 0.5f}; }
extern "C" __global__ void structured_bindings(const int* in, int* out) {
    auto [a, b] = made(in[threadIdx.x]);
    int2 v = make_int2(3, 4);
    auto& [x, y] = v;
    x += a;
    const auto [u, w] = v;
    out[threadIdx.x] = a * 1000 + (int)(b * 2) * 100 + v.x * u + y * w;
}
extern "C" __global__ void bindings_of_elements(const int* in, int* out) {
    int row[2] = {in[threadIdx.x], 7};
    auto& [first, second] = row;
    first += second;
    Part all[2] = {{1, 2}, {in[threadIdx.x], 4}};
    int sum = 0;
    for (auto [p, q] : all) sum += p * (int)q;
    for (auto& [p, q] : all) p += second;
    out[threadIdx.x] = row[0] * 100 + sum + all[1].a;
}
template <typename T>
constexpr T pi = T(3.14159265358979);
template <int N, typename T = int>
constexpr T twice_of = 2 * N;
extern "C" __global__ void templates_of_variables(const int* in, int* out) {
    int a[twice_of<2>] = {};
    a[3] = (int)(pi<float> * 1000) + (int)(pi<double> * 10000);
    out[threadIdx.x] = in[threadIdx.x] * a[3] + twice_of<4, char> + (int)sizeof(a);
}
template <bool Condition, typename T = void>
struct enable_if {};
template <typename T>
struct enable_if<true, T> {
    using type = T;
};
template <typename T>
__device__ typename enable_if<sizeof(T) == 4, int>::type pick(T x) {
    return (int)x + 1;
}
template <typename T>
__device__ typename enable_if<sizeof(T) == 8, int>::type pick(T x) {
    return (int)(x * 10);
}
extern "C" __global__ void chosen_by_what_has_meaning(const int* in, int* out) {
    int v = in[threadIdx.x];
    out[threadIdx.x] = pick(v) * 1000 + pick(v * 0.5) + pick(2.5f) + pick((long long)v);
}
