// The same names in several namespaces, braces that are left out, values made in parentheses.
// launch: --block 16 --arg iota:16:-4 --arg zeros:16
namespace one {
constexpr int N = 4;
struct P {
    int x;
};
__device__ int at(int x) { return x * N; }
}
namespace two {
constexpr int N = 8;
struct P {
    char c[3];
};
__device__ int at(int x) { return x + N; }
namespace in {
__device__ int both(int x) { return at(x) + one::at(x); }
template <int K>
struct T {
    int v[N * K];
};
}
}
template <int K>
struct T {
    char v[K];
};
namespace brief = two::in;
extern "C" __global__ void names_in_several_namespaces(const int* in, int* out) {
    one::P p{in[threadIdx.x]};
    out[threadIdx.x] = two::at(p.x) + one::N * 100 + two::N * 1000 + brief::both(p.x) * 10000 +
                       (int)(sizeof(two::P) + sizeof(two::in::T<2>) + sizeof(T<2>));
}
struct Pair {
    int a;
    float b;
};
struct State {
    int v[3];
};
struct Deep {
    Pair p;
    State s;
    int end;
};
extern "C" __global__ void braces_left_out(const int* in, int* out) {
    Pair pairs[2] = {1, 2.f, 3, 4.f};
    State s{in[threadIdx.x], 5, 6};
    Deep d = {1, 2.f, 3, 4, 5, 6};
    Pair whole = {7, 8};
    Deep e = {whole, {9}, 10};
    float4 f[2] = {1, 2, 3, 4, make_float4(5, 6, 7, 8)};
    int grid[2][2] = {1, 2, 3};
    out[threadIdx.x] = pairs[1].a + s.v[0] + s.v[2] * 10 + d.end * 100 + (int)d.p.b + e.p.a * 1000 + e.s.v[0] + e.end +
                       (int)(f[0].w + f[1].x) + grid[1][0] + grid[1][1];
}
extern "C" __global__ void values_made_in_parentheses(const int* in, int* out) {
    out[threadIdx.x] = (int(2.5f) * 3) + (float2{1, 2}.y > 1) + (one::P{in[threadIdx.x]}.x) + (int(3u) + 1) +
                       (int)(sizeof(int(*)[4]));
}
struct Assigned {
    int a, b = 2;
    __device__ Assigned(int x) : a(x) {}
    __device__ Assigned(const Assigned& o) : a(o.a), b(o.b) {}
    __device__ Assigned& operator=(const Assigned& o) {
        a = o.a + 100;
        return *this;
    }
    __device__ ~Assigned() {}
};
__device__ int use(Assigned s) { return s.a + s.b; }
extern "C" __global__ void copies_and_assignments(const int* in, int* out) {
    Assigned s(in[threadIdx.x]), t = s, u(7);
    u = t;
    out[threadIdx.x] = use(u) * 10 + t.a + u.b;
}
struct Sum {
    template <typename A>
    static __device__ A none() {
        return A(3);
    }
    template <typename A>
    static __device__ A of(A a, A b) {
        return a + b;
    }
    template <int N>
    __device__ int times(int x) const {
        return N * x;
    }
};
template <typename Op>
__device__ int fold(int x) {
    Op op;
    return Op::template of<int>(x, Op::template none<int>()) + op.template times<10>(x);
}
extern "C" __global__ void member_templates_of_parameters(const int* in, int* out) {
    out[threadIdx.x] = fold<Sum>(in[threadIdx.x]) + Sum::none<char>() + Sum::of<int>(1, in[threadIdx.x]);
}
