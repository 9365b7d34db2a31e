// The language's table: how functions and variables are declared.
#include "emulator/helpers/language_rows.h"

namespace upsweep::emulator {

std::vector<LanguageRow> language_rows_declarations() {
    return {
        {"InlineForms",
         "static inline __device__ int a(int x) { return x + 1; }\n"
         "__device__ __forceinline__ int b(int x) { return x + 2; }\n"
         "__noinline__ __device__ int c(int x) { return x + 3; }\n"
         "__host__ __device__ constexpr int d(int x) { return x + 4; }\n"
         "[[nodiscard]] __device__ __inline__ static int e(int x) { return x + 5; }\n"
         "inline __device__ auto g(int x) -> int { return x + 6; }",
         "out[i] = a(i) + b(i) + c(i) + d(i) + e(i) + g(i);",
         {21, 27, 33}},
        {"Attributes",
         "[[nodiscard]] __device__ int one([[maybe_unused]] int x) { return 1; }\n"
         "struct [[nodiscard]] alignas(8) P { int a [[maybe_unused]]; [[deprecated(\"why\")]] int b; };\n"
         "enum class [[nodiscard]] Side { left [[maybe_unused]], right };",
         "P p{i, 2}; int y [[maybe_unused]] = 3; if (i > 1) [[likely]] y = 4; else [[unlikely]] y = 5;\n"
         "switch (i) { case 0: y += 10; [[fallthrough]]; case 1: y += 100; break; }\n"
         "for ([[maybe_unused]] int j = 0; j < 2; ++j) y += (int)Side::right; out[i] = y + p.a + one(i);",
         {118, 109, 9, 10}},
        {"StructsWithSeveralVariables",
         "__device__ struct P { int a; } dx, dy;\n__device__ int of(P p) { return p.a; }\n"
         "template <typename T> __device__ T swapped(T a) { struct { T x; } u, v; u.x = a; v = u; return "
         "v.x; }",
         "struct S { int a; } x = {i}, y; y = x; struct { int q; } u, v[2], *p = &u; u.q = 10; v[1] = *p;\n"
         "__shared__ struct { int q; } s[8], t[8]; s[i].q = 100; t[i] = s[i]; enum E { A, B } e = B, f; f = "
         "e;\n"
         "if (i == 0) { dx.a = 1000; dy = dx; } __syncthreads();\n"
         "out[i] = y.a + v[1].q + t[i].q + of(dy) + f + swapped(2) + (int)swapped(0.5f);",
         {1113, 1114, 1115}},
        {"StructuredBindings",
         "struct P { int a; float b; };\n__device__ P made(int i) { return {i, i * 0.5f}; }",
         "auto [a, b] = made(i); int2 v = make_int2(3, 4); auto& [x, y] = v; x += i; const auto [u, w] = v;\n"
         "int row[2] = {i, 7}; auto& [first, second] = row; first += second; P all[2] = {{1, 2}, {3, 4}};\n"
         "int sum = 0; for (auto [p, q] : all) sum += p * (int)q; out[i] = a + (int)(b * 2) + v.x * u + y * "
         "w + row[0] "
         "+ sum;",
         {46, 56, 68}},
        {"TemplatesOfVariables",
         "template <typename T> constexpr T pi = T(3.14159265358979);\n"
         "template <int N, typename T = int> constexpr T twice_of = 2 * N;\n"
         "template <int N> __device__ int area() { return twice_of<N> * (int)(pi<float> * 100); }",
         "int a[twice_of<2>] = {}; out[i] = sizeof(a) + (pi<double> > 3.0) + area<3>() + twice_of<4, char>;",
         {1909}},
        {"TypeTraits",
         "#include <type_traits>\n"
         "template <typename T> __device__ int kind(T) { if constexpr (std::is_same<T, float>::value) return "
         "1; else if "
         "constexpr (std::is_integral_v<T> && std::is_signed_v<T>) return 2; else return 3; }\n"
         "template <typename T> __device__ std::enable_if_t<std::is_integral_v<T>, int> pick(T x) { return x "
         "+ 1; }\n"
         "template <typename T> __device__ typename std::enable_if<!std::is_integral<T>::value, int>::type "
         "pick(T x) { "
         "return (int)(x * 10); }\n"
         "template <typename T, std::enable_if_t<std::is_unsigned<T>::value, int> = 0> __device__ int "
         "only(T) { return "
         "5; }\ntemplate <typename T> __device__ int only(T*) { return 6; }\n"
         "template <typename T> using Wide = std::conditional_t<sizeof(T) == 4, long long, T>;",
         "float decay = 2.f; decay *= 1; out[i] = kind(1.f) * 1000 + kind(i) * 100 + kind(1u) * 10 + pick(i) "
         "+ pick(0.5f) "
         "+ only(1u) + only(&i) + sizeof(Wide<int>) + sizeof(std::make_unsigned<char>::type) + (int)decay;",
         {1258, 1259}},
        {"NamesInSeveralNamespaces",
         "namespace one { constexpr int N = 4; struct P { int x; }; __device__ int at(int x) { return x * N; "
         "} "
         "static_assert(N == 4); }\n"
         "namespace two { constexpr int N = 8; struct P { char c[3]; }; __device__ int at(int x) { return x "
         "+ N; }\n"
         "namespace in { __device__ int both(int x) { return at(x) + one::at(x); } template <int K> struct T "
         "{ int v[N * "
         "K]; }; } }\n"
         "template <int K> struct T { char v[K]; }; namespace brief = two::in;",
         "one::P p{i}; out[i] = two::at(p.x) + one::N * 100 + two::N * 1000 + brief::both(i) * 10000 + "
         "sizeof(two::P) + "
         "sizeof(two::in::T<2>) + sizeof(T<2>);",
         {88477, 138478}},
        {"BracesLeftOut",
         "struct Pair { int a; float b; }; struct State { int v[3]; }; struct Deep { Pair p; State s; int "
         "end; };",
         "Pair pairs[2] = {1, 2.f, 3, 4.f}; State s{i, 5, 6}; Deep d = {1, 2.f, 3, 4, 5, 6}; Pair whole = "
         "{7, 8};\n"
         "Deep e = {whole, {9}, 10}; float4 f[2] = {1, 2, 3, 4, make_float4(5, 6, 7, 8)}; int grid[2][2] = "
         "{1, 2, 3};\n"
         "out[i] = pairs[1].a + s.v[0] + s.v[2] * 10 + d.end * 100 + (int)d.p.b + e.p.a * 1000 + e.s.v[0] + "
         "e.end + "
         "(int)(f[0].w + f[1].x) + grid[1][0];",
         {7696, 7697}},
        {"CopiesAndDestructors",
         "struct S { int a, b = 2; __device__ S(int x) : a(x) {} __device__ S(const S& o) : a(o.a), b(o.b) "
         "{}\n"
         "__device__ S& operator=(const S& o) { a = o.a + 100; return *this; } __device__ ~S() {} };\n"
         "struct T { int x; __device__ T() = default; T(const T&) = default; __device__ ~T() = default; };\n"
         "__device__ int use(S s) { return s.a + s.b; }",
         "S s(i), t = s, u(7); u = t; T v; v.x = u.a; T w = v; out[i] = use(u) + t.a + w.x + u.b;",
         {204, 207}},
        {"MemberTemplatesOfParameters",
         "struct Sum { template <typename A> static __device__ A none() { return A(3); } template <typename "
         "A> static "
         "__device__ A of(A a, A b) { return a + b; } template <int N> __device__ int times(int x) const { "
         "return N * x; } "
         "};\n"
         "template <typename Op> __device__ int fold(int x) { Op op; return Op::template of<int>(x, "
         "Op::template none<int>()) "
         "+ op.template times<10>(x); }",
         "out[i] = fold<Sum>(i) + Sum::none<char>() + Sum::of<int>(1, i);",
         {7, 19}},
        {"GridConstant",
         "__global__ void other(const __grid_constant__ int n) {}\n__maxnreg__(32) __global__ void more(int "
         "n) {}",
         "out[i] = i;",
         {0, 1}},
        {"StaticConstants",
         "",
         "static const int weights[3] = {1, 2, 3}; static constexpr int K = 2; static const float half = "
         "0.5f;\n"
         "out[i] = weights[i % 3] * K + (int)(half * 4);",
         {4, 6, 8}},
        {"NamespaceNamedInside",
         "namespace one { namespace two { __device__ int f(int x) { return x + 1; } } }",
         "namespace short_name = one::two; using namespace one; out[i] = short_name::f(i) + two::f(i);",
         {2, 4, 6}},
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
         "Cell other = cells[7 - i]; __syncthreads(); cells[i].weight[1] += 1; out[i] = other.key * 100 + "
         "other.tag + "
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
         "== 3, \"log\"); static_assert(std::is_standard_layout<int>::value);\n"
         "template <int N> struct Row { static_assert(N > 1, \"one\"); static const int K = N; "
         "static_assert(K == N); "
         "int a[N]; };\n"
         "constexpr __host__ __device__ int div_up(int a, int b) { return (a + b - 1) / b; }",
         "constexpr int L = log2_of(64); static_assert(L == 6); int a[div_up(10, 4)] = {}; out[i] = "
         "sizeof(a) + L + a[2] + sizeof(Row<2>);",
         {26}},
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
    };
}

}  // namespace upsweep::emulator
