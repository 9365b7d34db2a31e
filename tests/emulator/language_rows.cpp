// The table of language_rows.h.
#include "language_rows.h"

namespace upsweep::emulator {

const std::vector<LanguageRow>& language_rows() {
    static const std::vector<LanguageRow> rows = {
        // ---- How functions and variables are declared ----
        {"InlineForms",
         "static inline __device__ int a(int x) { return x + 1; }\n"
         "__device__ __forceinline__ int b(int x) { return x + 2; }\n"
         "__noinline__ __device__ int c(int x) { return x + 3; }\n"
         "__host__ __device__ constexpr int d(int x) { return x + 4; }\n"
         "[[nodiscard]] __device__ __inline__ static int e(int x) { return x + 5; }\n"
         "inline __device__ auto g(int x) -> int { return x + 6; }",
         "out[i] = a(i) + b(i) + c(i) + d(i) + e(i) + g(i);",
         {21, 27, 33}},
        {"ExternCBlock",
         "extern \"C\" { __device__ int twice(int x) { return 2 * x; } }",
         "out[i] = twice(i);",
         {0, 2}},
        {"Namespaces",
         "namespace one { __device__ int f(int x) { return x + 1; } constexpr int K = 3;\n"
         "namespace two { __device__ int g(int x) { return f(x) + K; } } }\n"
         "namespace a::b { struct P { int x; }; }\nusing namespace one; namespace short_name = one::two;",
         "a::b::P p{i}; out[i] = one::f(i) + one::two::g(p.x) + ::one::K;",
         {8, 10}},
        {"UsingNames",
         "#include <algorithm>\nusing std::min; using std::max; using namespace std;",
         "out[i] = min(i, 3) + std::max(i, 5);",
         {5, 6, 7, 8, 8, 8, 9, 10}},
        {"DeclaredBeforeDefined",
         "__device__ int later(int x, int y = 2);\n__device__ int caller(int x) { return later(x); }\n"
         "__device__ int later(int x, int y) { return x * y; }",
         "out[i] = caller(i) + later(i);",
         {0, 4, 8}},
        {"DefaultArguments",
         "__device__ int f(int a, int b = 2, int c = 3 * 4) { return a * b + c; }",
         "out[i] = f(i) + f(i, 3) + f(i, 1, 0);",
         {24, 30}},
        {"Overloads",
         "__device__ int f(int) { return 1; }\n__device__ int f(float) { return 2; }\n"
         "__device__ int f(int*) { return 3; }\n__device__ int f(float2) { return 4; }",
         "int x = 0; out[i] = f(i) * 1000 + f(1.f) * 100 + f(&x) * 10 + f(make_float2(1, 2));",
         {1234}},
        {"References",
         "__device__ void swap(int& a, int& b) { int t = a; a = b; b = t; }\n"
         "template <typename T> __device__ void put(T& at, const T& value) { at = value; }\n"
         "__device__ int sum(const int (&row)[3]) { return row[0] + row[1] + row[2]; }",
         "int a = i, b = 10; swap(a, b); int row[3] = {1, 2, 3}; put(out[i], a + b * 100); out[i] += "
         "sum(row);"
         "int& alias = out[i]; alias += 1000; const int& c = i; out[i] += c;",
         {1016, 1117}},
        {"PointersToArrays",
         "__device__ int first(const int (*rows)[3], int r) { return rows[r][0]; }\n"
         "__device__ int at(int rows[][3], int r, int c) { return rows[r][c]; }",
         "int t[2][3] = {{1, 2, 3}, {4, 5, 6}}; int (*p)[3] = t; int* q = &t[1][2]; int (&whole)[2][3] = t;\n"
         "out[i] = first(t, 1) * 1000 + at(t, 0, 2) * 100 + p[1][1] * 10 + *q + whole[0][1] + sizeof(*p);",
         {4370}},
        {"SharedTilePointer",
         "__device__ void fill(float (*tile)[9], int i) { tile[i][8 - i] = i * 10; }",
         "__shared__ float tile[8][9]; fill(tile, i); __syncthreads(); out[i] = tile[7 - i][i + 1];",
         {70, 60, 50, 40, 30, 20, 10, 0}},
        {"ArraysOfThreeDimensions",
         "",
         "int c[2][3][4]; for (int z = 0; z < 2; ++z) for (int y = 0; y < 3; ++y) for (int x = 0; x < 4; ++x)"
         " c[z][y][x] = 100 * z + 10 * y + x; out[i] = c[i & 1][2][i & 3] + sizeof(c) / sizeof(c[0][0]);",
         {26, 127, 28, 129}},
        {"DynamicShared",
         "",
         "extern __shared__ unsigned char bytes[]; int* words = (int*)bytes; float* tail = "
         "(float*)&words[8];\n"
         "words[i] = i; tail[i] = 0.5f * i; __syncthreads(); out[i] = words[7 - i] + (int)(tail[i] * 2);",
         {7, 7, 7}},
        {"StructInSharedMemory",
         "struct Cell { int key; float weight[2]; short tag; };",
         "__shared__ Cell cells[8]; Cell c = {i, {1.5f, 2.5f}, (short)(i * 3)}; cells[i] = c; "
         "__syncthreads();\n"
         "Cell other = cells[7 - i]; cells[i].weight[1] += 1; out[i] = other.key * 100 + other.tag + "
         "(int)(cells[i].weight[1] * 10);",
         {756, 653}},
        {"ArraysInStructs",
         "struct Matrix { float m[2][2]; int n; };\n"
         "__device__ Matrix product(const Matrix& a, const Matrix& b) { Matrix r; r.n = a.n + b.n;\n"
         "  for (int y = 0; y < 2; ++y) for (int x = 0; x < 2; ++x) { float s = 0;\n"
         "    for (int k = 0; k < 2; ++k) s += a.m[y][k] * b.m[k][x]; r.m[y][x] = s; } return r; }",
         "Matrix a = {{{1, 2}, {3, 4}}, 5}; Matrix b{{{(float)i, 0}, {0, 1}}, 6}; Matrix c = product(a, b);\n"
         "out[i] = c.m[0][0] + 10 * c.m[0][1] + 100 * c.m[1][0] + 1000 * c.m[1][1] + c.n * 10000;",
         {114020, 114321}},
        {"ConstantsAndDeviceVariables",
         "__constant__ int table[4] = {1, 2, 3};\n__device__ int hits = 5;\n__device__ float grid[2][2];\n"
         "static __device__ const int small[] = {7, 8};\nconst float PI2 = 6.28f;\nstatic const int WIDTH = "
         "3;",
         "atomicAdd(&hits, 1); __syncthreads(); grid[0][1] = 2; out[i] = table[i % 4] + hits + small[1] + "
         "(int)PI2 + WIDTH + (int)grid[0][1];",
         {33, 34, 35, 32}},
        {"AutoUsingTypedef",
         "typedef unsigned int word; using Real = float; typedef int Row[4]; typedef struct { int a, b; } "
         "Pair;\n"
         "typedef struct Node { int value; struct Node* next; } Node; template <typename T> using Pointer = "
         "T*;",
         "auto x = 2.5f; const auto& y = x; auto* p = out + i; word w = 7; Real r = 1.5f; Row row = {1, 2}; "
         "Pair q = {3, 4};\n"
         "Node n{5, nullptr}; using Local = short; Local l = 9; Pointer<int> z = p; *z = (int)(x + y + r) + "
         "w + row[1] + q.b + n.value + l;",
         {33}},
        {"Enums",
         "enum Color { RED, GREEN = 5, BLUE };\nenum class Mode : unsigned char { off, on = 3 };\n#define "
         "STATES 4\nenum { A = STATES, B };",
         "Color c = BLUE; Mode m = Mode::on; enum Local { P = 2 }; switch (m) { case Mode::off: out[i] = 0; "
         "break; case Mode::on: out[i] = c + A + B + P; }\n"
         "if (m == Mode::on) out[i] += Color::GREEN; out[i] += static_cast<int>(m) + sizeof(Mode);",
         {26}},
        {"ConstexprAndStaticAssert",
         "constexpr int log2_of(int n) { return n <= 1 ? 0 : 1 + log2_of(n / 2); }\nstatic_assert(log2_of(8) "
         "== 3, \"log\");\n"
         "constexpr __host__ __device__ int div_up(int a, int b) { return (a + b - 1) / b; }",
         "constexpr int L = log2_of(64); static_assert(L == 6); int a[div_up(10, 4)] = {}; out[i] = "
         "sizeof(a) + L + a[2];",
         {18}},
        {"LaunchBoundsRestrictVolatile",
         "template <int N> __global__ __launch_bounds__(256, 2) void other(int* p) {}\n"
         "__device__ int f(const int* __restrict__ a, volatile int* b) { *b = a[0]; return *b; }",
         "__shared__ volatile int s[8]; s[i] = f(in + i, s + i); out[i] = s[i];",
         {0, 1, 2}},
        {"SharedScalars",
         "",
         "__shared__ int total, other; if (i == 0) { total = 5; other = 6; } __syncthreads(); "
         "atomicAdd(&total, i); __syncthreads(); out[i] = total * 10 + other;",
         {336, 336}},
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
        // ---- Statements and expressions ----
        {"Comma",
         "",
         "int a = 0, b; for (a = 0, b = 5; a < b; a++, --b) ; out[i] = (a += 1, b * 10 + a);",
         {24}},
        {"DoWhileSwitch",
         "",
         "int n = i, s = 0; do { switch (n & 3) { case 0: s += 1; case 1: s += 10; break; case 2: { s += "
         "100; continue; } default: s += 1000; } } while (--n > 0); out[i] = s;",
         {11, 10, 110}},
        {"IfWithInitialiser",
         "",
         "if (int x = i - 2; x > 0) out[i] = x; else out[i] = -x;",
         {2, 1, 0, 1, 2, 3, 4, 5}},
        {"RangeFor",
         "",
         "int a[3] = {1, 2, 3}; int s = 0; for (int x : a) s += x; for (auto& x : a) x += i; for (const auto "
         "x : a) s += x; out[i] = s;",
         {12, 15}},
        {"Casts",
         "",
         "float f = -2.7f; out[i] = (int)f + static_cast<unsigned char>(300) + int(3.9) + "
         "*reinterpret_cast<int*>(&f) % 7 + (unsigned short)(-1) + (bool)5;",
         {65576}},
        {"ReinterpretVectors",
         "",
         "float4 v = make_float4(1, 2, 3, 4); float* p = reinterpret_cast<float*>(&v); const int2* q = "
         "reinterpret_cast<const int2*>(in); int2 two = q[i & 3]; out[i] = p[i & 3] + two.x * 10 + two.y;",
         {2, 25, 48}},
        {"IntegerPromotion",
         "",
         "unsigned char a = 200, b = 100; short s = -1; unsigned u = 1; out[i] = (a + b) + (s < (int)u) + (s "
         "> u) + (unsigned char)(a + b) + (-7 / 2) + (-7 % 3) + (-8 >> 1);",
         {338}},
        {"Literals",
         "",
         "out[i] = 0x1F + 0b101 + 017 + 1'000 + 'A' + '\\n' + (int)1e2 + (int)2.5f + (int)(3ull >> 1) + "
         "(sizeof(1L) == 8) + (int)0x1p3;",
         {1238}},
        {"PointerArithmetic",
         "",
         "const int* p = in + i; const int* q = &in[7]; out[i] = (int)(q - p) * 100 + (p < q) * 10 + *(p - i "
         "+ 3) + p[-i] + (p != nullptr) + !(p == q);",
         {715, 615}},
        {"AnyPointerToAny",
         "",
         "unsigned char* b = (unsigned char*)(out + i); *(int*)b = 0; b[1] = 2; void* v = b; unsigned long "
         "long address = (unsigned long long)v; int* back = (int*)address; *back += 1; out[i] += "
         "(int)(address & 3);",
         {513}},
        {"Ternaries",
         "",
         "int a = 1, b = 2; out[i] = i > 3 ? i > 5 ? 30 : 20 : (a < b ? a : b); (i & 1 ? a : b) = 7; out[i] "
         "+= a * 100 + b * 1000;",
         {7101, 2701}},
        {"ShortCircuit", "", "int n = 0; if (i > 2 && ++n) ; if (i > 2 || ++n) ; out[i] = n;", {1, 1, 1, 1}},
        {"UnsignedWrap",
         "",
         "unsigned u = 0; --u; out[i] = (u == 4294967295u) + (u + 2 == 1) * 10 + (int)(u >> 28) * 100;",
         {1511}},
        {"ShadowedNames",
         "constexpr int x = 100;",
         "int y = x; { int x = 1; y += x; { int x = 2; y += x; } } for (int x = 0; x < 2; ++x) y += x; "
         "out[i] = y + ::x;",
         {204}},
        {"LocalStruct",
         "",
         "struct Here { int a; float b; }; Here h = {i, 2.5f}; out[i] = h.a + (int)(h.b * 2);",
         {5, 6}},
        {"DesignatedInitialisers",
         "struct D { int a, b, c; };",
         "D d = {.a = 1, .c = 3}; out[i] = d.a + d.b + d.c;",
         {4}},
        {"StructCopies",
         "struct S { int a; float2 b; };",
         "S s[2]; s[0] = {i, {1, 2}}; s[1] = s[0]; s[1].b = make_float2(5, 6); S t = s[i & 1]; out[i] = t.a "
         "+ (int)t.b.y;",
         {2, 7}},
        {"Dim3AndIndices",
         "",
         "dim3 d(4, 2); uint3 t = threadIdx; dim3 g = gridDim; out[i] = d.x * 100 + d.y * 10 + d.z + t.x + "
         "g.x + blockDim.x + blockIdx.x + warpSize;",
         {438, 439}},
        // ---- Preprocessor ----
        {"MacrosStringsPastes",
         "#define JOIN(a, b) a##b\n#define CALL(f, ...) f(__VA_ARGS__)\n#define TWO_LINES(x) \\\n  ((x) + "
         "\\\n   1)\n#define STR(x) #x\n#define MAX2(a, b) ((a) > (b) ? (a) : (b))",
         "int value1 = 5; out[i] = JOIN(value, 1) + CALL(max, 2, 3) + TWO_LINES(1) + MAX2(i, 3) + "
         "sizeof(STR(abc));",
         {17}},
        {"ArchitectureMacros",
         "#if defined(__CUDACC__) && __CUDA_ARCH__ >= 600\n#define A 1\n#else\n#define A 2\n#endif\n#ifndef "
         "__CUDA_ARCH__\n#error no\n#endif",
         "out[i] = A;\n#ifdef __NVCC__\nout[i] += 10;\n#elif 1\nout[i] = 0;\n#endif",
         {11}},
        {"MacroBodies",
         "#define FOR(n) for (int k = 0; k < n; ++k)\n#define CHECKED(i, n) if (i >= n) return;",
         "CHECKED(i, 6) int s = 0; FOR(4) s += k; out[i] = s;\n#pragma unroll 4\nFOR(2) out[i]++;",
         {8}},
        {"LineAndFile", "", "out[i] = __LINE__ > 0;", {1}},
        // ---- Built-ins ----
        {"Bits",
         "",
         "out[i] = __popc(0xF0F0) + __ffs(8) * 10 + __clz(1) * 100 + (int)(__brev(1) >> 31) * 10000 + "
         "__popcll(~0ull) * 100000;",
         {6413148}},
        {"BytesAndDots",
         "",
         "unsigned a = 0x04030201, b = 0x01010101; out[i] = __byte_perm(a, b, 0x0021) + 0; out[i] = "
         "__dp4a((int)a, (int)b, 5) * 100 + __dp4a(a, b, 1u) + __sad(3, 10, 1) * 10000 + __usad(3u, 10u, "
         "1u);",
         {81519}},
        {"Permutation", "", "out[i] = __byte_perm(0x33221100, 0x77665544, 0x7410) == 0x77441100;", {1}},
        {"FunnelShifts",
         "",
         "out[i] = __funnelshift_l(0x80000000u, 1u, 1) + __funnelshift_r(2u, 1u, 1) % 1000 + "
         "__funnelshift_lc(0u, 5u, 40) + __funnelshift_rc(7u, 0u, 0);",
         {659}},
        {"Multiplication",
         "",
         "out[i] = __mul24(1000, 1000) + __umul24(3, 4) + __mulhi(1 << 30, 8) + (int)__umulhi(0x80000000u, "
         "4u) + (int)__mul64hi(1ll << 62, 8);",
         {1000018}},
        {"Averages",
         "",
         "out[i] = __hadd(5, 8) + __rhadd(5, 8) * 10 + (int)__uhadd(1, 2) * 100 + (int)__urhadd(1, 2) * "
         "1000;",
         {2176}},
        {"FloatBits",
         "",
         "out[i] = __float_as_int(1.f) == 0x3f800000 && __int_as_float(0x40000000) == 2.f && "
         "__double_as_longlong(1.0) == 0x3ff0000000000000ll && __hiloint2double(0x3ff00000, 0) == 1.0 && "
         "__double2hiint(1.0) == 0x3ff00000 && __double2loint(1.0) == 0;",
         {1}},
        {"Rounding",
         "",
         "out[i] = floorf(2.7f) + ceilf(2.1f) * 10 + rintf(2.5f) * 100 + roundf(2.5f) * 1000 + truncf(-2.5f) "
         "+ __float2int_rn(3.5f) * 10000 + lroundf(1.5f) + nearbyintf(0.4f) + llrint(2.4);",
         {43232 + 2}},
        {"FloatMaths",
         "",
         "out[i] = sqrtf(9.f) + rsqrtf(0.25f) * 10 + fabsf(-3.f) * 100 + fminf(1, 2) * 1000 + fmaxf(1, 2) * "
         "10000 + __saturatef(3.f) * 100000 + __fmaf_rn(2, 3, 4) + fmodf(7, 4);",
         {121336}},
        {"DoubleMaths",
         "",
         "out[i] = (int)(exp(0.0) + log(1.0) + pow(2.0, 10) + sin(0.0) + cos(0.0) + tan(0.0) + sqrt(16.0) + "
         "fabs(-2.0) + fma(2.0, 3.0, 1.0) + floor(2.5) + hypot(3.0, 4.0) + cbrt(27.0) + exp2(3.0) + "
         "log2(8.0) + log10(1000.0) + atan2(0.0, 1.0) + fmin(1.0, 2.0) + fmax(1.0, 2.0) + 0.5);",
         {1066}},
        {"MoreFloatMaths",
         "",
         "out[i] = (int)(expf(0) + exp2f(3) + exp10f(2) + log2f(8) + log10f(100) + logf(1) + powf(2, 5) + "
         "sinf(0) + cosf(0) + tanf(0) + asinf(0) + acosf(1) + atanf(0) + sinhf(0) + coshf(0) + tanhf(0) + "
         "erff(0) + erfcf(0) + cbrtf(8) + hypotf(3, 4) + log1pf(0) + expm1f(0) + fdimf(5, 3) + copysignf(2, "
         "-1) + ldexpf(1, 3) + scalbnf(1, 2) + norm3df(1, 2, 2) + rhypotf(3, 4) * 5 + rcbrtf(8) * 2 + "
         "tgammaf(5) + lgammaf(1) + remainderf(5, 3) + logbf(8) + ilogbf(16) + fdividef(6, 3) + 0.5f);",
         {205}},
        {"OutParameters",
         "",
         "float s, c; sincosf(0.f, &s, &c); float whole; float part = modff(2.75f, &whole); int e; float m = "
         "frexpf(8.f, &e); double ds, dc; sincos(0.0, &ds, &dc); sincospif(0.5f, &s, &c); out[i] = (int)(s + "
         "whole * 10 + part * 100) + e * 1000 + (int)(m * 2) * 10000 + (int)dc * 100000;",
         {114096}},
        {"IntegerMinMax",
         "",
         "out[i] = min(3u, 4) + max(-1, 2) + min(5ll, 6) + umin(7, 8) + llmax(1, 9) + abs(-3) + ullmin(2, 3) "
         "+ max(1.5f, 0.5f) * 2 + labs(-2) + fabs(-1.f);",
         {37}},
        {"Atomics",
         "__device__ unsigned long long wide; __device__ float sum; __device__ double dsum; __device__ "
         "unsigned word = 12; __device__ int cas;",
         "atomicAdd(&wide, 3ull); atomicAdd(&sum, 0.5f); atomicAdd(&dsum, 0.25); atomicMax(&word, i); "
         "atomicCAS(&cas, 0, 5); atomicExch(&out[i], 1); atomicSub(&out[i], 3); atomicOr(&out[i], 8); "
         "atomicXor(&out[i], 1); atomicInc(&word, 100); atomicAnd_block(&cas, 7); __syncthreads();\n"
         "out[i] += (int)wide + (int)sum * 100 + (int)dsum * 1000 + cas * 10000 + (int)word * 100000;",
         {2052423}},
        {"NvAtomics",
         "__device__ int a = 3, b; __device__ unsigned long long w;",
         "if (i == 0) { int expected = 3; bool ok = __nv_atomic_compare_exchange_n(&a, &expected, 8, false, "
         "__NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);\n"
         "bool not_ok = __nv_atomic_compare_exchange_n(&a, &expected, 9, false, __NV_ATOMIC_SEQ_CST, "
         "__NV_ATOMIC_RELAXED); __nv_atomic_fetch_add(&b, 5, __NV_ATOMIC_RELAXED); __nv_atomic_add(&b, 1, "
         "__NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);\n"
         "int got = __nv_atomic_load_n(&b, __NV_ATOMIC_ACQUIRE); __nv_atomic_store_n(&a, 9, "
         "__NV_ATOMIC_RELEASE); __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE); "
         "out[i] = ok * 100 + not_ok * 1000 + expected * 10 + got + a * 10000; }",
         {90186}},
        {"Fences",
         "",
         "__threadfence(); __threadfence_block(); __threadfence_system(); __syncwarp(); __syncwarp(0xff); "
         "out[i] = i;",
         {0, 1}},
        {"VotingBarriers",
         "",
         "int n = __syncthreads_count(i > 2); int a = __syncthreads_and(i >= 0); int o = __syncthreads_or(i "
         "== 9); out[i] = n * 100 + (a != 0) * 10 + (o != 0);",
         {510, 510}},
        {"Shuffles",
         "",
         "double d = __shfl_down_sync(0xff, (double)i, 2); long long l = __shfl_xor_sync(0xff, (long long)i "
         "<< 33, 1); float f = __shfl_sync(0xff, i * 0.5f, 3); unsigned u = __shfl_up_sync(0xff, "
         "(unsigned)i, 1, 4);\n"
         "out[i] = (int)d * 1000 + (int)(l >> 33) * 100 + (int)(f * 2) * 10 + u;",
         {2130, 3030}},
        {"Votes",
         "",
         "out[i] = __ballot_sync(0xff, i & 1) + __any_sync(0xff, i == 3) * 1000 + __all_sync(0xff, i < 8) * "
         "10000 + __popc(__activemask()) * 100000;",
         {811170}},
        {"MatchAndReduce",
         "",
         "int p; unsigned same = __match_any_sync(0xff, i / 2); unsigned all = __match_all_sync(0xff, 5, "
         "&p); out[i] = same + all * 1000 + p * 1000000 + __reduce_add_sync(0xff, i) * 10000000 + "
         "(int)(__reduce_max_sync(0xff, (unsigned)i) - 7);",
         {281255003, 281255003, 281255012}},
        {"HintedLoads",
         "",
         "out[i] = __ldg(in + i) + __ldg(&in[i]) + __ldcg(in + i) + __ldca(in + i) + __ldcs(in + i) + "
         "__ldlu(in + i) + __ldcv(in + i); __stcg(out + i, out[i] + 1); __stcs(out + i, out[i] + 1); "
         "__stwb(out + i, out[i]); __stwt(out + i, out[i]);",
         {2, 9}},
        {"HintedVectorLoads",
         "",
         "int4 v = __ldg(reinterpret_cast<const int4*>(in) + (i & 1)); out[i] = v.x + v.w;",
         {3, 11}},
        {"PrintfAndAssert",
         "",
         "printf(\"%d %5.2f %c %s %% %x %llu %p\\n\", i, 1.5, 'x', \"text\", 255u, 1ull, out); assert(i >= 0 "
         "&& \"fine\"); out[i] = printf(\"\"); out[i] = i;",
         {0, 1}},
        {"Isnan",
         "",
         "float z = 0; out[i] = isnan(z / z) + isinf(1 / z) * 10 + isfinite(z) * 100 + signbit(-1.f) * 1000 "
         "+ (std::isnan(1.0));",
         {1111}},
        {"Intrinsics",
         "",
         "out[i] = (int)(__fdividef(6, 3) + __expf(0) + __logf(1) + __powf(2, 3) + __sinf(0) + __cosf(0) + "
         "__fadd_rn(1, 2) + __fmul_rn(2, 3) + __fsqrt_rn(4) + __frcp_rn(0.5f) + __frsqrt_rn(0.25f) + "
         "__ddiv_rn(6.0, 3.0) + __fsub_rn(3, 1) + __fma_rn(1.0, 2.0, 3.0));",
         {36}},
        {"FloatConversions",
         "",
         "out[i] = __float2int_rz(2.9f) + __float2uint_rn(2.5f) * 10 + (int)__int2float_rn(3) * 100 + "
         "__double2int_rn(2.5) * 1000 + (int)__float2ll_rn(3.5f) * 10000 + __double2int_rz(-1.5) + "
         "__float2int_rd(-1.5f) + __float2int_ru(1.2f);",
         {42321}},
        {"CooperativeGroups",
         "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
         "__device__ int sum(cg::thread_block_tile<4> tile, int v) { for (int d = tile.size() / 2; d > 0; d "
         "/= 2) v += tile.shfl_down(v, d); return v; }\n"
         "template <typename Group> __device__ int reduce(Group g, int v) { for (int d = g.num_threads() / "
         "2; d > 0; d >>= 1) v += g.shfl_xor(v, d); return v; }",
         "cg::thread_block block = cg::this_thread_block(); auto tile = cg::tiled_partition<4>(block); int s "
         "= sum(tile, i); block.sync(); tile.sync(); cg::sync(block);\n"
         "out[i] = s + tile.thread_rank() * 100 + tile.meta_group_rank() * 1000 + block.size() * 10000 + "
         "reduce(tile, 1) * 100000 + tile.any(i == 1) * 1000000 + (tile.ballot(1) & 15) * 10000000;",
         {151480006}},
        {"GridLoop",
         "",
         "for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < 8; k += gridDim.x * blockDim.x) out[k] = "
         "in[k] * in[k];",
         {0, 1, 4, 9, 16, 25, 36, 49}},
    };
    return rows;
}

}  // namespace upsweep::emulator
