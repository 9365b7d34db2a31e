// The language's table: templates, and structs with functions.
#include "emulator/helpers/language_rows.h"

namespace upsweep::emulator {

std::vector<LanguageRow> language_rows_types() {
    return {
        // ---- Templates ----
        {"FunctionTemplates",
         "template <typename T> __device__ T add(T a, T b) { return a + b; }\n"
         "template <int N, typename T = int> __device__ T scale(T x) { T r = 0;\n#pragma unroll\n for (int k "
         "= 0; k < N; ++k) r += x; return r; }\n"
         "template <class A, class B> __device__ auto mix(A a, B b) -> float { return a + b; }\n"
         "template <typename T, int N> __device__ int length(T (&)[N]) { return N; }\n"
         "template <typename T, unsigned int N> __device__ T total(const T (&a)[N]) { T s = 0; for (int k = "
         "0; k < N; ++k) s += a[k]; return s; }",
         "int a[5] = {1, 2, 3, 4, 5}; out[i] = add(i, 1) + add<float>(1, 2.5f) * 2 + scale<3>(i) + mix(1, "
         "0.5f) * 2 + length(a) + total(a);",
         {31, 35}},
        {"SpecialisedFunctionTemplates",
         "template <typename T> __device__ int width_of() { return 1; }\ntemplate <> __device__ int "
         "width_of<float>() { return 2; }\n"
         "template <int N> __device__ int pick(int x) { if constexpr (N > 2) return x * N; else return -x; }",
         "out[i] = width_of<int>() * 10 + width_of<float>() + pick<3>(i) + pick<1>(i);",
         {12, 14}},
        {"AlignedStructs",
         "struct alignas(16) Three { float x, y, z; };\n"
         "typedef struct __align__(8) { float x, y; } Two;\n"
         "struct Isolated { char a; alignas(double) char b; };\n"
         "struct Line { int a; } __attribute__((aligned(32)));",
         "out[i] = sizeof(Three) + 100 * alignof(Two) + 1000 * sizeof(Isolated) + 100000 * sizeof(Line);",
         {3216816, 3216816}},
        {"StructTemplates",
         "template <typename T, int N> struct Vec { T v[N]; __device__ T& operator[](int k) { return v[k]; "
         "}\n"
         "  __device__ T sum() const { T s = 0; for (int k = 0; k < N; ++k) s += v[k]; return s; } };\n"
         "template <typename T> struct Pair { T a, b; };\n"
         "template <typename T> __device__ T both(const Pair<T>& p) { return p.a + p.b; }\n"
         "template <typename T> __device__ Pair<T> pair(T a, T b) { return {a, b}; }",
         "Vec<int, 3> v; for (int k = 0; k < 3; ++k) v[k] = i + k; Pair<float> p{1.5f, 2}; out[i] = v.sum() "
         "* 10 + both(p) + pair(i, 2).a;",
         {33, 64}},
        {"SpecialisedStructTemplates",
         "template <typename T> struct Limits { static __device__ T lowest() { return 0; } static const int "
         "bits = 32; };\n"
         "template <> struct Limits<char> { static __device__ char lowest() { return 7; } static const int "
         "bits = 8; };",
         "out[i] = Limits<int>::bits * 100 + Limits<char>::bits * 10 + Limits<char>::lowest() + "
         "Limits<int>::lowest();",
         {3287}},
        {"SharedMemoryHelper",
         "template <typename T> struct SharedMemory { __device__ inline operator T*() { extern __shared__ "
         "int __smem[]; return (T*)__smem; } };",
         "int* s = SharedMemory<int>(); s[i] = i; __syncthreads(); out[i] = s[7 - i];",
         {7, 6}},
        {"FunctionObjects",
         "struct Add { __device__ int operator()(int a, int b) const { return a + b; } };\nstruct Max { "
         "__device__ int operator()(int a, int b) const { return a > b ? a : b; } };\n"
         "template <typename Op> __device__ int fold(const int* p, Op op) { int r = p[0]; for (int k = 1; k "
         "< 8; ++k) r = op(r, p[k]); return r; }",
         "out[i] = fold(in, Add()) * 100 + fold(in, Max{}) + Add()(1, 2);",
         {2810}},
        // ---- Structs with functions ----
        {"ComplexNumbers",
         "struct Complex { float re, im;\n  __device__ Complex(float a, float b) : re(a), im(b) {}\n"
         "  __device__ float magnitude2() const { return re * re + im * im; }\n"
         "  __device__ Complex operator*(const Complex& o) const { return Complex(re * o.re - im * o.im, im "
         "* o.re + re * o.im); }\n"
         "  __device__ Complex operator+(const Complex& o) const { return Complex(re + o.re, im + o.im); } "
         "};",
         "Complex z(0, 0), c(0.5f, i * 0.25f); int n = 0; while (n < 20 && z.magnitude2() < 4) { z = z * z + "
         "c; ++n; } out[i] = n;",
         {5, 5, 5}},
        {"MembersThatChange",
         "struct Counter { int n = 3; int step; __device__ Counter() : step(2) {} __device__ explicit "
         "Counter(int s) { step = s; }\n"
         "  __device__ void up() { n += step; } __device__ Counter& twice() { up(); this->up(); return "
         "*this; } __device__ int get() const { return n; } };",
         "Counter a; Counter b(5); a.up(); b.twice().up(); Counter* p = &a; p->up(); out[i] = a.get() * 100 "
         "+ b.get();",
         {718}},
        {"AccessSpecifiers",
         "class Box { public: int w, h; __device__ int area() const { return w * h; } private: int hidden; "
         "};",
         "Box b; b.w = i; b.h = 3; out[i] = b.area();",
         {0, 3, 6}},
        {"DefaultMemberValues",
         "struct Options { int a = 4; float b = 0.5f; int c[2] = {1, 2}; };",
         "Options o; Options q{7}; out[i] = o.a * 100 + (int)(o.b * 10) + o.c[1] + q.a * 1000 + (int)(q.b * "
         "2) * 10000;",
         {17407}},
        {"OperatorsOnVectors",
         "__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }\n"
         "inline __host__ __device__ float2 operator*(float s, const float2& a) { return {s * a.x, s * a.y}; "
         "}\n"
         "__device__ void operator+=(float2& a, float2 b) { a.x += b.x; a.y += b.y; }\n"
         "__device__ float2 operator-(float2 a) { return make_float2(-a.x, -a.y); }\n"
         "__device__ bool operator==(const int2& a, const int2& b) { return a.x == b.x && a.y == b.y; }\n"
         "__device__ float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }",
         "float2 a = make_float2(i, 1), b = {2, 3}; a += b; float2 c = 2.f * (a + b) + -b; out[i] = dot(c, "
         "make_float2(1, 100)) + (make_int2(1, 2) == make_int2(1, 2));",
         {1107, 1109}},
        {"OperatorsOnStructs",
         "struct V { int x; };\n__device__ V operator<<(V a, int n) { return {a.x << n}; }\n__device__ bool "
         "operator<(V a, V b) { return a.x < b.x; }\n"
         "__device__ V& operator++(V& v) { ++v.x; return v; }\n__device__ bool operator!(V v) { return v.x "
         "== 0; }",
         "V a{i}, b{3}; ++a; out[i] = (a << 2).x + (a < b) * 100 + !a;",
         {104, 108, 12}},
        {"StaticMembers",
         "struct Tile { static constexpr int SIZE = 4; enum { HALF = 2 }; typedef float Real; using Word = "
         "unsigned; static __device__ int twice(int x) { return 2 * x; } };",
         "__shared__ int s[Tile::SIZE * 2]; s[i] = i; Tile::Real r = 0.5f; Tile::Word w = 3; out[i] = s[i] + "
         "Tile::HALF + Tile::twice(i) + (int)(r * 2) + w;",
         {6, 9}},
        {"MembersDefinedOutside",
         "struct P { int x; __device__ int get(int k) const; };\n__device__ int P::get(int k) const { return "
         "x + k; }",
         "P p{i}; out[i] = p.get(4);",
         {4, 5}},
        {"NestedStructs",
         "struct Outer { struct Inner { int a; } in[2]; Inner extra; };",
         "Outer o = {{{1}, {2}}, {3}}; Outer::Inner x = o.in[1]; out[i] = x.a * 10 + o.extra.a;",
         {23}},
        {"StructsByValue",
         "struct Big { int v[4]; };\n__device__ Big make(int x) { Big b; for (int k = 0; k < 4; ++k) b.v[k] "
         "= x + k; return b; }\n__device__ int last(Big b) { b.v[3] += 1; return b.v[3]; }",
         "Big b = make(i); int r = last(b); Big c; c = b; Big d[2] = {b, make(10)}; out[i] = r * 100 + "
         "c.v[3] + d[1].v[0] + make(5).v[1];",
         {419, 520}},
        {"Conversions",
         "struct Fixed { int raw; __device__ operator float() const { return raw / 16.f; } };",
         "Fixed f{24}; float x = f; out[i] = (int)(x * 2) + (int)(float)f;",
         {4}},
        {"TemplatesOnlyDeclared",
         "template <typename T> struct Limits; template <> struct Limits<int> { static constexpr int most = "
         "9; };\n"
         "template <> struct Limits<float> { static constexpr float most = 0.5f; };",
         "out[i] = Limits<int>::most + (int)(Limits<float>::most * 4);",
         {11}},
        {"MemberTemplates",
         "template <typename T> struct Pair { T a, b; template <typename U> __device__ Pair<U> as() const { "
         "return "
         "{(U)a, (U)b}; }\n template <int N> __device__ T times() const { return a * N; } };",
         "Pair<float> p{i + 0.75f, 2}; out[i] = p.as<int>().a * 100 + p.times<4>() + p.template as<int>().b "
         "* 1000;",
         {2003, 2107}},
        {"DeclaredTypes",
         "template <typename A, typename B> __device__ auto sum(A a, B b) -> decltype(a + b) { return a + b; "
         "}",
         "decltype(i) twice = 2 * i; decltype(1.0f * i) half = twice / 4.0f; out[i] = sum(half, 1) * 2 + "
         "sizeof(sum(1, "
         "1.0));",
         {10, 11}},
        {"ConstantsInOrder",
         "struct Tile { static constexpr int size = 4; enum { half = size / 2 }; struct Cell { int v[half]; "
         "}; Cell "
         "cells[size]; };",
         "out[i] = sizeof(Tile) + Tile::half;",
         {34}},
        {"BracesForAnOperator",
         "struct V { int x, y; __device__ V& operator+=(const V& o) { x += o.x; y += o.y; return *this; } };",
         "V v{i, 1}; v += {10, 20}; out[i] = v.x * 100 + v.y;",
         {1021, 1121}},
        {"PartialSpecialisations",
         "template <typename A, typename B> struct Same { static const int value = 0; };\n"
         "template <typename T> struct Same<T, T> { static const int value = 1; };\n"
         "template <typename T, int N> struct Power { static __device__ T of(T x) { return x * Power<T, N - "
         "1>::of(x); } };\n"
         "template <typename T> struct Power<T, 0> { static __device__ T of(T x) { return T(1); } };\n"
         "template <typename T> struct Plain { typedef T Type; enum { pointers = 0 }; };\n"
         "template <typename T> struct Plain<T*> { typedef T Type; enum { pointers = 1 + Plain<T>::pointers "
         "}; };\n"
         "template <> struct Same<float, float> { static const int value = 5; };",
         "Plain<int*>::Type v = i; out[i] = Same<int, int>::value + 10 * Same<int, float>::value + 100 * "
         "Same<float, "
         "float>::value + 1000 * Power<int, 3>::of(v) + 100000 * Plain<float**>::pointers;",
         {200501, 201501, 208501}},
        {"EnumsThatNeedOthers",
         "template <int N> struct Two { enum { value = 2 * N }; };\n"
         "template <int N> struct Four { enum { a = Two<N>::value, b, c = Two<N + 1>::value, d }; };\n"
         "template <int N> struct Chain { enum { before = Chain<N - 1>::value, value = before + N, after }; "
         "};\n"
         "template <> struct Chain<0> { enum { value = 0 }; };",
         "enum { first = Four<3>::c, second, third = Chain<20>::after }; out[i] = first + 100 * second + "
         "10000 * "
         "third + Four<1>::d;",
         {2110913}},
    };
}

}  // namespace upsweep::emulator
