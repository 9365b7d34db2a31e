// The language's table: what books and headers use beside the plain language, as nvcc reads it.
#include "emulator/helpers/language_rows.h"

namespace upsweep::emulator {

std::vector<LanguageRow> language_rows_further() {
    return {
        {"ConstantMemoryIsNotConst",
         "struct Sphere { float r; __device__ float hit(float x) { return x < r ? r - x : 0; } };\n"
         "__constant__ Sphere s[2] = {{2}, {5}};\n__constant__ float M[3] = {1, 2, 3};\n"
         "__device__ float apply(float* mask, int i) { return mask[i]; }\n"
         "__device__ float radius(Sphere& sphere) { return sphere.r; }",
         "Sphere* p = s; out[i] = (int)s[i % 2].hit(1) + (int)apply(M, i % 3) * 10 + (int)radius(s[0]) * 100 "
         "+ (int)p[1].r * 1000;",
         {5211, 5224, 5231}},
        {"VariadicMacros",
         "#define LOG(fmt, ...) printf(fmt \"\\n\", ##__VA_ARGS__)\n"
         "#define SUM(a, ...) (a __VA_OPT__(+ sum(__VA_ARGS__)))\n#define ALL(args...) sum(args)\n"
         "#define CALL(f, args...) f(0, ##args)\n"
         "__device__ int sum(int a) { return a; }\n__device__ int sum(int a, int b) { return a + b; }",
         "LOG(\"none\"); LOG(\"%d\", i); LOG(\"%d %d\", i, 2);\n"
         "out[i] = SUM(1) + SUM(2, i) * 10 + ALL(i, 3) * 100 + CALL(sum) * 1000 + CALL(sum, 7) * 10000;",
         {70321, 70431}},
        {"WordsForOperators",
         "#if defined ABSENT or not defined __CUDACC__\n#error no\n#endif",
         "int x = 6; out[i] = (i > 2 and not (i == 5) or i == 0) * 100 + (x bitand 3) + (x bitor 8) + (x xor "
         "1) + (compl x);\nx and_eq 3; x or_eq 4; x xor_eq 1; out[i] += x; if (x not_eq 7) out[i] = -1;",
         {123, 23, 23, 123, 123, 23}},
        {"NamesOfHeaders",
         "#include <cstddef>\nstruct Q { short x, y; };\nstruct P { char c; int a[3]; Q q; };",
         "out[i] = offsetof(P, a) + offsetof(P, a[2]) * 10 + offsetof(P, q.y) * 100 + (__CUDACC_VER_MAJOR__ "
         ">= "
         "11) * 10000 + isinf(HUGE_VALF) * 20000 + (isinf(HUGE_VAL) ? 0 : 1) + sizeof(__func__) * 100000;\n"
         "printf(\"%s\\n\", __func__);",
         {231924}},
        {"DefaultedConstructors",
         "struct S { int a; S() = default; __device__ S(int x) : a(x) {} };\n"
         "struct D { int a = 4; __host__ __device__ D() = default; __device__ D(int x) { a = x; } };\n"
         "struct Plain { int a, b; Plain() = default; };",
         "S s; s.a = i; S t(3), z{}; S y = S(); D d, e(9); S all[2]; all[0].a = 1; all[1] = S(5); __shared__ "
         "S shared[2]; shared[0].a = 1; Plain p{6, 7};\n"
         "out[i] = s.a + t.a * 10 + z.a * 100 + y.a * 100 + d.a * 1000 + e.a * 10000 + all[1].a * 100000 + "
         "p.a * 1000000;",
         {6594030, 6594031}},
        {"BracesAsArguments",
         "struct P { int a; float b; };\n__device__ int f(P p) { return p.a + (int)(p.b * 10); }\n"
         "__device__ int g(const P& p, int n = 1) { return p.a * n; }\n"
         "__device__ void store(P* at, P v) { *at = v; }\n__device__ int h(int2 v) { return v.x * v.y; }\n"
         "__device__ int pick(int) { return 1; }\n__device__ int pick(P) { return 2; }\n"
         "template <typename T> __device__ T both(T a, P p) { return a + p.a; }\n"
         "struct C { int a; __device__ C(int x, int y) : a(x * y) {} };\n__device__ int c(C v) { return v.a; "
         "}",
         "P d[2]; store(&d[1], {i, 2.5f}); out[i] = f({1, 2}) + g({3, 4}) * 100 + h({2, 3}) * 1000 + "
         "pick({1, "
         "2}) * 10000 + both(i, {5, 1}) * 100000 + c({2, 4}) * 1000000 + d[1].a * 10000000 + f({}) + g({2}, "
         "0);",
         {8526321, 18626321}},
        {"SubscriptsEitherWay", "", "int a[3] = {4, 5, 6}; out[i] = 2[in] + i[in] + 10 * 1[a];", {52, 53}},
        {"AtomicsByAddress",
         "struct alignas(8) P { int flag; float value; };\n__device__ P cell;\n__device__ unsigned word;",
         "if (i > 0) return; P p = {1, 2.5f}, q; unsigned a = 7, b = 0, e = 7, w = 9, last = 0;\n"
         "__nv_atomic_store(&cell, &p, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);\n"
         "__nv_atomic_load(&cell, &q, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);\n"
         "__nv_atomic_store(&word, &a, __NV_ATOMIC_RELAXED);\n"
         "__nv_atomic_exchange(&word, &e, &b, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);\n"
         "bool good = __nv_atomic_compare_exchange(&word, &e, &w, false, __NV_ATOMIC_SEQ_CST, "
         "__NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);\n"
         "__nv_atomic_load(&word, &last, __NV_ATOMIC_RELAXED);\n"
         "out[0] = q.flag + (int)(q.value * 2) * 10 + b * 100 + good * 1000 + last * 10000;",
         {91751}},
        {"SpecialFunctions",
         "__device__ int m(double x) { return (int)rint(1000 * x); }",
         "double p[5] = {1, 2, 4, 10, 2}; float r[3] = {2, 3, 6}; int q; double rest = remquo(7.5, 2.0, "
         "&q);\n"
         "double all[8] = {asinh(0.5), acosh(2.0), atanh(0.5), erfcx(1.0), erfcx(20.0), erfinv(0.5), "
         "erfcinv(0.01), normcdf(-1.0)};\n"
         "double more[8] = {normcdfinv(0.975), j0(1.0), j1(1.0), jn(2, 3.0), y0(1.0), y1(1.0), yn(2, 3.0), "
         "cyl_bessel_i0(1.0)};\n"
         "float single[8] = {asinhf(0.5f), atanhf(0.5f), erfinvf(0.5f), normcdff(-1.f), j0f(1.f), "
         "cyl_bessel_i1f(1.f), normf(3, r), rnormf(3, r)};\n"
         "double last[8] = {norm3d(2.0, 3.0, 6.0), norm4d(1.0, 2.0, 4.0, 10.0), rnorm3d(2.0, 3.0, 6.0), "
         "norm(5, p), rest, (double)q, scalbln(3.0, 2l), rnorm4df(1.f, 1.f, 1.f, 1.f)};\n"
         "out[i] = i < 2 ? m(all[i]) + m(more[i]) * 10000 : i < 4 ? m(single[i]) + m(last[i]) : m(all[i]) + "
         "m(more[i]) + m(single[i]) + m(last[i]);",
         {19600481, 7651317, 477 + 143, 159 + 11180, 28 + 88 + 765 - 500, 477 - 781 + 565 + 4000,
          1821 - 160 + 7000 + 12000, 159 + 1266 + 143 + 500}},
        {"MathematicsOnFloat",
         "",
         "float x = in[i] * 0.5f + 1.75f, w, s, c, t, u; int e, q; float part = modf(x, &w); sincos(x, &s, "
         "&c); "
         "sincospi(0.5f, &t, &u);\n"
         "int floats = sizeof(ldexp(x, 2)) + sizeof(scalbn(x, 1)) + sizeof(frexp(x, &e)) + sizeof(logb(x)) + "
         "sizeof(scalbln(x, 3)) + sizeof(remquo(x, x, &q)) + sizeof(j0(x)) + sizeof(y1(x)) + sizeof(jn(2, "
         "x)) + "
         "sizeof(rcbrt(x));\n"
         "int doubles = sizeof(ldexp(1, 2)) + sizeof(logb(i)) + sizeof(j0(1)) + sizeof(yn(2, 1.0)) + "
         "sizeof(remquo(x, 2.0, &q)) + sizeof(jn(2, 1));\n"
         "out[i] = floats + doubles * 100 + (int)(part * 4) * 10000 + (int)w * 100000 + (s == sinf(x) && t "
         "== 1 && "
         "u == 0 && remquo(7, 2, &q) == -1) * 1000000;",
         {1134840, 1214840}},
        {"ExponentsOfWhatHasNone",
         "#include <math_constants.h>",
         "out[i] = (ilogb(0.0) == -2147483647 - 1) + (ilogb(CUDART_INF) == 2147483647) * 2 + "
         "(ilogbf(CUDART_NAN_F) "
         "< -1000) * 4 + (logb(CUDART_NAN) != logb(CUDART_NAN)) * 8 + (logbf(-CUDART_INF_F) > 1e30f) * 16;",
         {31, 31}},
        {"FunctorsThatAreMembers",
         "struct Op { int by; __device__ int operator()(int a) const { return a + by; } };\n"
         "template <typename F> struct W { F op; __device__ int go(int a) const { return op(a); }\n"
         "  __device__ int hidden(int a) { Op op{100}; return op(a); } };\n"
         "__device__ int op(int a) { return -a; }\n"
         "struct V { Op op; __device__ int twice(int a) { return op(op(a)) + ::op(a); } };",
         "W<Op> w{{1}}; V v; v.op.by = 1000; out[i] = w.go(i) + w.hidden(0) + v.twice(i) * 10 + op(i) * 0;",
         {20101, 20102, 20103}},
        {"DefaultsInBraces",
         "struct Q { int x, y; };\nstruct C { int x; __device__ C(int a, int b) : x(a * b) {} };\n"
         "__device__ int a(int i, int b = int{}, int c = int{1} + 2) { return i + b + c; }\n"
         "__device__ int b(Q q = Q{2}, const Q& r = {4, 5}) { return q.x * 10 + q.y + r.y; }\n"
         "__device__ float c(float2 v = {}, float2 w = {1, 2}, int n = {7}, int m = {}) { return v.x + w.y + "
         "n "
         "+ m; }\n"
         "template <typename T> __device__ T d(T u, T v = T{}, Q q = {1, 2}) { return u + v + q.y; }\n"
         "__device__ int e(C c = {3, 4}, int y = Q{5, 6}.y);\n"
         "__device__ int e(C c, int y) { return c.x + y; }\n"
         "template <typename T, int N> struct P { T all[N]; };\n"
         "__device__ int f(P<int, 2> p = P<int, 2>{{1, 2}}, int n = 3) { return p.all[1] + n; }",
         "out[i] = i == 0 ? a(1) : i == 1 ? b() : i == 2 ? (int)c() : i == 3 ? d(5) : i == 4 ? f() : i == 5 "
         "? e() : b({1, "
         "1}, "
         "{0, 3});",
         {4, 25, 9, 7, 5, 18, 14}},
        {"PackedNumbers",
         "",
         "int r[8] = {(int)__fns(11, 0, 2), (int)__fns(11, 3, -2), (int)__fns(11, 2, 0), "
         "__dp2a_lo(0x00020003, 0x04030201, 10), __dp2a_hi(0x00020003, 0x04030201, 10), "
         "(int)__vadd4(0x01ff7f80u, 0x01010180u), (int)__vsub4(0x02008000u, 0x01010180u), "
         "(int)__vadd2(0xffff0001u, 0x00010001u)}; out[i] = r[i];",
         {1, 1, -1, 17, 27, 0x02008000, 0x01ff7f80, 2}},
        {"DotProductsOfCharacterVectors",
         "",
         "char4 a = make_char4(1, 2, 3, -4), b = make_char4(1, 1, 1, 2); uchar4 c = make_uchar4(1, 2, 3, "
         "255);\n"
         "out[i] = i == 0 ? __dp4a(a, b, 5) : i == 1 ? (int)__dp4a(c, c, 1u) : __dp4a(0x01020304, "
         "0x01010101, 1);",
         {3, 65040, 11}},
        {"VariablesNamedLikeTypes",
         "struct node { int v; };\n__device__ int v(node n) { return n.v; }",
         "int dim3 = 4, float2 = dim3 + 1; node node; node.v = 3 + i; { int node = 2; out[i] = node; }\n"
         "out[i] += dim3 * (float2) + v(node) * 100; for (int int2 = 0; int2 < 2; ++int2) out[i] += int2;",
         {323, 423}},
        {"BracketsInArrayBounds",
         "struct S { int x[(4)]; int y[(2) * 2]; };",
         "S s; s.x[3] = i; s.y[(1)] = 7; out[i] = s.x[3] * 10 + s.y[1] + sizeof(S);",
         {39, 49}},
        {"SplicedLines",
         "#define SUM(a, b) \\ \t\n  ((a) + \\\r\n (b))\n#define TEXT \"one \\\ntwo\"",
         "const char* text = \"ab\\\ncd\"; out[i] = SUM(i, 1) * 1000 + text[2] + sizeof(TEXT);",
         {1107, 2107}},
        {"TilesOfASizeThatIsChosenAtRunTime",
         "namespace cg = cooperative_groups;\n"
         "__device__ int sum(const cg::thread_group g, int* x, int v) { int lane = g.thread_rank(); for (int "
         "n = "
         "g.size() / 2; n > 0; n /= 2) { x[lane] = v; g.sync(); if (lane < n) v += x[lane + n]; g.sync(); } "
         "return v; }",
         "__shared__ int s[64]; cg::thread_block block = cg::this_thread_block(); int size = 2 + 2;\n"
         "cg::thread_group tile = cg::tiled_partition(block, size); int first = block.thread_rank() - "
         "tile.thread_rank();\nint all = sum(tile, s + first, 1); if (tile.thread_rank() == 0) s[first] = "
         "all; "
         "tile.sync(); out[i] = s[first];",
         {4, 4, 4, 4, 4, 4, 4, 4}},
        {"ArithmeticOfTheSamplesHeader",
         "#include <helper_math.h>\n#include <helper_cuda.h>\n#include <common/helper_math.h>",
         "float3 a = make_float3(1.0f, 2.0f, 2.0f), b = make_float3(2.0f); a += b * 0.0f; int2 c = "
         "make_int2(7, 9) - "
         "make_int2(i);\nfloat4 d = lerp(make_float4(0.0f), make_float4(8.0f), 0.5f);\n"
         "out[i] = (int)dot(a, b) + (int)length(a) * 100 + (int)cross(a, b).y * 1000 + clamp(c.x, 0, 3) * "
         "10000 + "
         "(int)d.w * 100000 + (int)(normalize(2.0f * b).x * 10) * 1000000;",
         {5432310}},
    };
}

}  // namespace upsweep::emulator
