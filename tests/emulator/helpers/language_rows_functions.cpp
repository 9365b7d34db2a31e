// The language's table: lambdas, functions that are passed on, unions.
#include "emulator/helpers/language_rows.h"

namespace upsweep::emulator {

std::vector<LanguageRow> language_rows_functions() {
    return {
        {"LambdasThatReferToVariables",
         "",
         "int sum = 0; auto add = [&](int x) { sum += x; return sum; };\nadd(i); add(10); int last = add(1); "
         "out[i] = sum * 100 + last;",
         {1111, 1212, 1313}},
        {"LambdasThatCopyVariables",
         "",
         "int n = i; auto f = [=](int x) { return x + n; }; n = 50;\n"
         "out[i] = f(1) * 100 + n + [n](int y) { return y * n; }(2);",
         {250, 350}},
        {"LambdasThatChangeTheirCopies",
         "",
         "auto next = [k = i * 2]() mutable { return ++k; }; int a = next(); int b = next(); out[i] = a * 10 "
         "+ b;",
         {12, 34, 56}},
        {"LambdasOfAnyType",
         "template <typename F> __device__ int twice(F f, int x) { return f(f(x)); }",
         "auto inc = [](auto x) { return x + 1; };\n"
         "out[i] = twice(inc, i) + (int)(inc(0.5f) * 10) * 100 + twice([](const auto& x) { return x * 3; }, "
         "1) * "
         "10000;",
         {91502, 91503}},
        {"LambdasInFunctionsOfStructs",
         "struct S {\n  int k;\n  __device__ int apply(int x) { auto f = [&](int y) { return y * k + "
         "helper(y) + "
         "this->k; };\n    return [=](int y) { return f(y); }(x); }\n"
         "  __device__ int helper(int y) { return k + y; }\n};",
         "S s; s.k = i + 1; out[i] = s.apply(3);",
         {8, 13, 18}},
        {"LambdasInLambdas",
         "",
         "int t = i; auto outer = [&](int a) { auto inner = [a, &t](int b) { t += b; return a * b; };\n"
         "int left = inner(2); return left + inner(3); };\nint r = outer(4);\n"
         "auto copies = [=](int a) { return [=](int b) { return a * b + r; }(2); };\n"
         "out[i] = r * 100 + t + copies(5) * 10000;",
         {302005, 302006}},
        {"LambdasSeeSharedMemoryAndConstants",
         "__constant__ int C = 2;",
         "__shared__ int s[8]; constexpr int K = 3; const int L = 4;\n"
         "auto put = [](int v) { s[threadIdx.x] = v * K * C + L; };\nput(i + 1); __syncwarp();\n"
         "auto get = [](int j) -> float { return s[j] / 4.0f; }; out[i] = (int)(get(i) * 100);",
         {250, 400, 550}},
        {"LambdasWithLoopsAndReturns",
         "",
         "auto find = [&](int x) -> int { for (int k = 0; k < 10; ++k) { if (k * k >= x) return k; } return "
         "-1; };\n"
         "auto nothing = [] {}; nothing(); int a[2] = {1, 2}; [&](int at, int by) { a[at] += by; }(i % 2, "
         "10);\n"
         "out[i] = find(i * 5) + find(500) * 10 + a[0] * 100 + a[1] * 10000;",
         {21090, 120093, 21094}},
        {"LambdasAreOrderedAsCalls",
         "",
         "int x = i; auto bump = [&] { return x += 1; }; int a[10] = {}; a[x] = bump();\n"
         "int kept = x; out[i] = a[i + 1] * 100 + kept * 10 + a[i];",
         {110, 220, 330}},
        {"FunctionsArePassedOn",
         "__device__ int sq(int x) { return x * x; }\n__device__ int neg(int x) { return -x; }\n"
         "template <typename F> __device__ int apply(F f, int x) { return f(x); }\n"
         "template <int (*F)(int)> __device__ int fixed(int x) { return F(x) + 1; }\n"
         "__device__ int with(int (*f)(int), int x) { return (*f)(x); }\n"
         "typedef int (*Op)(int);\nusing Also = int (*)(int);\n"
         "template <Op F> __device__ int named(int x) { return fixed<F>(x); }\n"
         "__device__ int both(Also f, Op g, int x) { return f(g(x)); }",
         "int (*g)(int) = neg; auto h = &sq;\n"
         "out[i] = apply(sq, i + 1) + fixed<neg>(i) * 10 + with(&sq, 3) * 100 + g(1) + h(2) + named<&sq>(2) "
         "* 1000 + "
         "both(neg, sq, 3) * 100000;",
         {5914 - 900000, 5907 - 900000}},
        {"TemplatesAndBuiltinsArePassedOn",
         "template <typename T> __device__ T twice(T x) { return x + x; }\n"
         "template <typename F, typename T> __device__ T at(F f, T x) { return f(x); }\n"
         "template <typename T> __device__ T through(T x) { return at(twice<T>, x); }",
         "out[i] = (int)at(twice<float>, 1.5f) + (int)at(sqrtf, 16.0f) * 10 + (int)at(fabsf, -3.0f) * 100 + "
         "through(i + 1) * 1000;",
         {2343, 4343}},
        {"FunctionsAsArgumentsOfStructs",
         "__device__ int sq(int x) { return x * x; }\n__device__ int neg(int x) { return -x; }\n"
         "template <int (*F)(int)> struct Map { __device__ int operator()(int x) const { return F(x) + 1; } "
         "};\n"
         "template <auto F> __device__ int any(int x) { return F(x); }",
         "out[i] = Map<sq>()(i + 2) + Map<neg>{}(i) * 100 + any<sq>(3) * 1000;",
         {9105, 9010}},
        {"Unions",
         "union Bits { float f; unsigned u; unsigned char b[4]; };\n"
         "struct Pixel { union { struct { unsigned char r, g, bl, a; }; unsigned word; }; int tag; };\n"
         "typedef union { short s[2]; int w; } Pair;",
         "Bits b; b.f = 1.0f; Pixel p; p.word = 0x04030201u; p.tag = i; Bits c = b; c.b[0] = 5;\n"
         "union { int s; unsigned short h[2]; } v; v.s = 0x00020001; Pair q; q.w = 0x30001;\n"
         "out[i] = (b.u == 0x3f800000u) + p.g * 10 + p.a * 100 + p.tag * 1000 + (c.u & 7) * 10000 + v.h[1] * "
         "100000 "
         "+ q.s[1] * 1000000 + (sizeof(Pixel) + sizeof(Bits)) * 10000000;",
         {123250421, 123251421}},
        {"UnionsAsValues",
         "union D { double d; int w[2]; };\nunion Bits { float f; unsigned u; };\n"
         "__device__ D make(double x) { D r; r.d = x; return r; }\n__device__ int high(D d) { return d.w[1] "
         ">> 20; }\n"
         "struct Holder { int kind; Bits bits; };\n__device__ float real(const Holder& h) { return h.bits.f; "
         "}",
         "D z = {3.0}; Bits q = {.u = 0x40000000u}; Holder h; h.kind = i; h.bits = q; Holder g = h;\n"
         "out[i] = high(make(1.0)) + (make(2.0).w[1] >> 20) * 10000 + (z.w[0] == 0) + (int)real(g) * "
         "100000000 + "
         "g.kind;",
         {210241024, 210241025}},
        {"UnionsInMemory",
         "union Cell { float f; int n; };\n__device__ Cell table[8];",
         "__shared__ union { float f[8]; int n[8]; } scratch; scratch.f[i] = i; table[i].f = i + 1; "
         "__syncwarp();\n"
         "out[i] = (scratch.n[i] == __float_as_int((float)i)) + (table[i].n == __float_as_int(i + 1.0f)) * "
         "10;",
         {11, 11, 11}},
    };
}

}  // namespace upsweep::emulator
