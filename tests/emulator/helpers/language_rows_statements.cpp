// The language's table: statements and expressions, and the preprocessor.
#include "emulator/helpers/language_rows.h"

namespace upsweep::emulator {

std::vector<LanguageRow> language_rows_statements() {
    return {
        // ---- Statements and expressions ----
        {"Comma",
         "",
         "int a = 0, b; for (a = 0, b = 5; a < b; a++, --b) ; out[i] = (a += 1, b * 10 + a);",
         {24}},
        // The right side of `=` before its left one, what is shifted before by how much, braces in their
        // order.
        {"RightSideFirst",
         "__device__ int f(int& x) { x = 3; return 1; }\n"
         "__device__ int grown(int& x) { x += 2; if (x > 100) return 0; return x; }",
         "int n = 1, a[8] = {}; a[n++] = n; out[0] = a[1] * 10 + a[2];\n"
         "n = 0; a[n] = n = 3; out[1] = a[3] * 10 + a[0];\n"
         "a[3] = 0; a[0] = 7; n = 0; a[n] = f(n); out[2] = a[0] * 10 + a[3];\n"
         "int* p = a; *p++ = p - a; out[3] = a[0] * 10 + a[1];\n"
         "a[1] = a[2] = 5; n = 1; a[n++] += n; a[n] *= n = 3; out[4] = a[1] * 100 + a[2] * 10 + a[3];\n"
         "n = 1; a[grown(n)] = n; out[5] = a[3] * 10 + a[1]; n = 1; a[n] = grown(n); out[6] = a[3];\n"
         "n = 1; int s = n << n++; s = s * 10 + (n >> --n); out[7] = s * 10 + n;",
         {10, 30, 71, 1, 653, 16, 3, 211}},
        {"OrderInWhatBranches",
         "__device__ int twice(int& x) { x *= 2; if (x > 100) return 0; return x; }",
         "bool first = true; int v = first ? (first = false, 1) : 2; out[0] = v * 10 + first;\n"
         "bool b = true; bool c = b && (b = false, true); out[1] = c * 10 + b;\n"
         "int n = 1; int t[3] = {n, n++, n}; out[2] = t[0] * 100 + t[1] * 10 + t[2];\n"
         "n = 1; n = 3, out[3] = twice(n); out[4] = n;\n"
         "for (n = 0; n < 9; n += 2, out[5] = twice(n)) ;",
         {10, 10, 112, 6, 6, 12}},
        {"DeclarationsInLoopConditions",
         "constexpr int sum_down(int n) { int s = 0; while (int m = n--) s += m; return s; }",
         "int n = i + 1, c = 0; while (int m = n--) { if (m == 2) continue; c += m; } out[i] = c * 1000;\n"
         "for (int k = 0; int left = i + 2 - k; k += 2) { if (left < 0) break; if (left == 3) continue; "
         "out[i] += left * 10; }\n"
         "static_assert(sum_down(4) == 10); out[i] += n;",
         {1019, 1009, 4059, 8059}},
        {"RangeForOverAStruct",
         "struct V { int d[3]; __device__ int* begin() { return d; } __device__ const int* begin() const { "
         "return d; }\n"
         "__device__ int* end() { return d + 3; } };",
         "V v{{1, 2, i}}; int s = 0; for (int& x : v) s += x *= 2; for (auto x : v) { if (x == 4) continue; "
         "s += x; }\n"
         "out[i] = s;",
         {8, 12, 12, 20}},
        {"PragmaOperator",
         "#define UNROLL _Pragma(\"unroll\")",
         "int s = 0; UNROLL for (int k = 0; k < 4; ++k) s += k; _Pragma(\"unroll 2\") while (s < 9) ++s;\n"
         "out[i] = s;",
         {9}},
        {"ConstantsFromTheHostsTables",
         "constexpr int up(int a, int b) { return (a + b - 1) / b; }\n"
         "constexpr int table[2][2] = {{1, up(7, 2)}, {3}};\nconstexpr int last = table[1][0];",
         "constexpr int q = table[0][1]; int s[table[0][1]]; out[i] = q * 10 + last + sizeof(s);",
         {59}},
        {"RecursiveConstants",
         "constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\nstatic_assert(fib(10) == "
         "55);",
         "out[i] = fib(7) + i;",
         {13, 14}},
        {"Assumptions",
         "",
         "__builtin_assume(i >= 0); __assume(i < 8); if (__builtin_expect(i == 0, 1)) out[i] = 5; else "
         "out[i] = 6;\n"
         "int* p = (int*)__builtin_assume_aligned(out, 16); p[i] += 1; if (i > 8) __builtin_unreachable();",
         {6, 7, 7}},
        {"LabelsWithoutGoto", "", "out[i] = 1; again: out[i] += i; if (i > 1) { end: ; }", {1, 2, 3}},
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
        {"ValuesMadeInParentheses",
         "struct P { int x; };",
         "out[i] = (int(2.5f) * 3) + (float2{1, 2}.y > 1) + (P{i}.x) + (unsigned(3) + 1) + "
         "(sizeof(int(*)[4]));",
         {19, 20}},
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
    };
}

}  // namespace upsweep::emulator
