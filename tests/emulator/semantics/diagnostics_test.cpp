#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "emulator/helpers/source.h"

namespace upsweep::emulator {

namespace {

struct DiagnosticsCase {
    const char* statement;  ///< in a kernel with `const int* in, int* out, int n`, from column 1 of line 2
    int column;
    const char* message;
};

std::string kernel(const std::string& statement) {
    return "__global__ void f(const int* in, int* out, int n) {\n" + statement + "\n}\n";
}

const DiagnosticsCase diagnostics_cases[] = {
    {"goto end;", 1, "`goto` is not part of the emulator's kernel language. Use a loop."},
    {"asm(\"x\");", 1,
     "`asm` is not part of the emulator's kernel language. Write the computation in CUDA C++."},
    {"std::vector<int> v;", 1,
     "`std::vector` is not part of the emulator's kernel language. Use an array of fixed size, or pass a "
     "pointer and a count."},
    {"out[0] = 1 @ 2;", 12, "`@` has no meaning in CUDA C++. Remove it."},
    {"out[0] = 8 # 9;", 12, "`#` begins a directive, and must be the first on its line."},
    {"out[0] = \u201c7\u201d;", 10, "`\u201c` is not a C++ quotation mark. Write `\"`."},
    {"int \u00e9 = 3;", 5, "`\u00e9` is allowed only in text and comments."},
    {"printf(\"hello);", 8, "This text in quotes does not end on its line."},
    {"n = 2; /* comment", 8, "This comment has no closing `*/`."},
    {"int 3x = 4;", 5, "`3x` is not a name: a name does not begin with a digit."},
    {"n = 1.0.0;", 5, "`1.0.0` is not a number."},
    {"n = 08;", 5, "`08` is not an octal number. A number that begins with 0 has only the digits 0 to 7."},
    {"n = 'ab';", 5, "`'ab'` is not a single one-byte character."},
    {"n = treadIdx.x;", 5, "`treadIdx` is not declared here. Did you mean `threadIdx`?"},
    {"retrun;", 1, "`retrun` is not declared here. Did you mean `return`?"},
    {"whlie (n < 3) n++;", 1, "`whlie` is not declared here. Did you mean `while`?"},
    {"fro (int i = 0; i < 3; ++i) out[i] = 1;", 1, "`fro` is not declared here. Did you mean `for`?"},
    {"__shard__ int s[4];", 1, "The type `__shard__` is not declared here. Did you mean `__shared__`?"},
    {"else n = 1;", 1, "This `else` has no `if` before it."},
    {"constexpr int K = 2; K = 3;", 22, "`K` is const and cannot be changed."},
    {"const int t[2] = {1, 2}; t[0]++;", 26, "`t` is const and cannot be changed."},
    {"threadIdx.x = 3;", 1,
     "`threadIdx.x` comes from the launch and cannot be changed. Copy it into a variable."},
    {"n + 1 = 2;", 1, "`=` needs a variable or an element here."},
    {"n = make_int2(1, 2)->x;", 22, "This is not a pointer. Write `.` instead of `->`."},
    {"n = n->x;", 8, "A `int` is not a pointer, so it cannot be used with `->`."},
    {"n = in.y;", 8,
     "A `const int*` does not point to a struct, so it has no members. Write an index in `[]` after it."},
    {"n = sqrtf();", 5, "`sqrtf` takes 1 argument but gets 0."},
    {"out[0] = in[n", 14, "`]` is missing after the index."},
    {"out[0] = 1", 11, "`;` is missing after an expression."},
    {"out[0] = ;", 10, "`;` appears where a value is expected."},
    {"out[0] = lenght;", 10, "`lenght` is not declared here. Did you mean `length`?"},
    {"half x = 1;", 1,
     "`half` is not part of the emulator's kernel language. 16-bit floats are not emulated. Use float."},
    {"n = tex2D(n, 1, 2);", 5,
     "`tex2D` is not part of the emulator's kernel language. Textures are not emulated. Pass the picture as "
     "a pointer and read `picture[y * width + x]`, with x and y kept inside."},
    {"int* q = new int[3];", 10,
     "`new` is not part of the emulator's kernel language. Use an array of fixed size, or pass a buffer."},
    {"out[0] = (int)malloc(4);", 15,
     "`malloc` is not part of the emulator's kernel language. Use an array of fixed size, or pass a buffer."},
    {"throw n;", 1,
     "`throw` is not part of the emulator's kernel language. Return a value that says what went wrong."},
    {"f<<<1, 2>>>(in, out, n);", 1,
     "The emulator does not support launches inside a kernel. Launch it after this one."},
    {"struct B : A { int x; };", 12, "The type `A` is not declared here."},
    {"struct F { unsigned a : 3; };", 23,
     "The emulator does not support bit-fields. Use whole members, or shifts and masks."},
    {"n = make_int2(1, 2) + make_int2(3, 4);", 5,
     "`+` needs numbers, not a `int2`. Write a function `operator+` for it."},
    {"n = this->x;", 5, "`this` has a meaning only in a non-static function of a struct."},
    {"printf(\"%d\", make_int2(1, 2));", 14, "A `int2` cannot be printed. Print its members."},
    {"auto g = cooperative_groups::this_grid(); g.barrier_arrive();", 45,
     "`barrier_arrive` of the whole grid is not emulated. Call `sync()` where it waits."},
    {"in[0] = 1;", 1,
     "`in` points to `const int`, which cannot be changed. Remove the `const` where `in` is declared, in "
     "line 1."},
    {"const int c = n; c = 2;", 18, "`c` is const and cannot be changed."},
    {"int n; int n;", 12, "`n` is declared twice. Use another name."},
    {"int a[n];", 7, "The size of an array must be a constant. Use a definition or constexpr."},
    {"int a[0];", 7, "This array has 0 elements. It needs at least one."},
    {"int a[2] = {1, 2, 3};", 12, "There are more values than a `int[2]` holds."},
    {"n = out;", 5, "A `int*` does not convert to a `int` implicitly. Write a cast."},
    {"float* p = out;", 12, "A `int*` does not convert to a `float*` implicitly. Write a cast."},
    {"int* p = in;", 10, "A `const int*` does not convert to a `int*`: that would drop const or volatile."},
    {"volatile int* v = out; int* p = v;", 33,
     "A `volatile int*` does not convert to a `int*`: that would drop const or volatile."},
    {"n = n % 2.0f;", 7, "`%` needs whole numbers. Use fmodf or fmod."},
    {"n = out[1.5];", 9, "An index must be a whole number, not a `double`."},
    {"n = n[0];", 5, "A `int` is not an array and has no elements."},
    {"n = threadIdx;", 5, "A `uint3` does not convert to a `int` implicitly. Use a value of that type."},
    {"n = threadIdx.w;", 15, "`threadIdx` has the components x, y and z, not `w`."},
    {"n = make_int2(1, 2).z;", 21, "A `int2` has no member `z`. It has `x` and `y`."},
    {"__syncthread();", 1, "The function `__syncthread` is not declared here. Did you mean `__syncthreads`?"},
    {"__syncthreads(1);", 1, "`__syncthreads` takes 0 arguments but gets 1."},
    {"n = __shfl(n);", 5, "`__shfl` takes 2 to 3 arguments but gets 1."},
    {"n = globaltimer();", 5,
     "`globaltimer` is not part of the emulator's kernel language. The emulator has no clock like a GPU's: "
     "count steps instead."},
    {"atomicAdd((short*)out, 1);", 11,
     "A GPU has no `atomicAdd` on `short`. Use unsigned int or unsigned long long, or atomicCAS in a loop."},
    {"atomicAdd(in, 1);", 11,
     "`in` points to `const int`, which cannot be changed. Remove the `const` where `in` is declared, in "
     "line 1."},
    {"break;", 1, "`break` must be inside a loop or a switch."},
    {"continue;", 1, "`continue` must be inside a loop."},
    {"return 1;", 8, "This function returns nothing. Remove the value, or write it to a buffer."},
    {"__shared__ int s[4] = {1};", 23,
     "Shared memory cannot have initial values. Let the threads write them, then wait at a barrier."},
    {"static int s = 1;", 12,
     "The emulator does not support static local variables: all threads would share one. Use a `__device__` "
     "variable outside the function, or pass a pointer."},
    {"switch (n) { case 1: case 1: break; }", 22, "This case appears twice."},
    {"switch (n) { case 1: { case 2: break; } }", 24,
     "This label must be directly inside the braces of a switch."},
    {"static_assert(1 > 2, \"no\");", 15, "This assertion fails: \"no\". Here `1 > 2` is false."},
    {"static_assert(sizeof(int) % 3 == 0);", 15, "This assertion fails: `sizeof(int) % 3 == 0` is `1 == 0`."},
    {"static_assert(n > 0);", 15, "`static_assert` needs a constant."},
    {"static_assert(1 > 0, n);", 22, "`n` appears where the text of an assertion, in quotes, is expected."},
    {"n = 99999999999999999999;", 5, "`99999999999999999999` is too large a number."},
    {"host(n);", 1, "`host` is a host function. Write __device__ before it."},
    {"n = setting;", 5,
     "`setting` belongs to the host. Write __device__ before it, or pass it as an argument."},
};

}  // namespace

TEST(Diagnostics, NameThePlaceAndWhatToWrite) {
    for (const DiagnosticsCase& entry : diagnostics_cases) {
        const std::string host =
            "void host(int n) { auto l = [=] { return n; }; }\nint setting = 4;\nconstexpr int length = 3;\n";
        const std::vector<Diagnostic> found = complaints(kernel(entry.statement) + host);
        ASSERT_FALSE(found.empty()) << entry.statement;
        // An error about host code names its place.
        if (std::string(entry.statement) != "n = setting;") {
            EXPECT_EQ(found[0].line, 2) << entry.statement;
            EXPECT_EQ(found[0].column, entry.column) << entry.statement << " " << found[0].message;
            EXPECT_EQ(found[0].line_text, entry.statement);
        }
        EXPECT_EQ(found[0].message, entry.message) << entry.statement;
        EXPECT_EQ(found[0].file, "kernel.cu");
        EXPECT_EQ(found.size(), 1u) << entry.statement << ": " << to_string(found.back());
    }
}

TEST(Diagnostics, TheNextErrorsAreToldToo) {
    const auto found = complaints(
        "__global__ void f(int* out) {\n  goto x;\n  out[0] = y;\n  for (int i = 0; i < 3; ++i) { out[i] = "
        "%; }\n"
        "  int a = 1\n  out[a] = z;\n}\n");
    ASSERT_EQ(found.size(), 5u);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(found[i].line, i + 2);
}

TEST(Diagnostics, AssertionsAreCheckedWhereverTheyStand) {
    const auto message = [](const std::string& before, const std::string& body) {
        const auto found = complaints(before + "\n__global__ void f(int* out) { " + body + " }\n");
        EXPECT_EQ(found.size(), 1u) << before;
        return found.empty() ? std::string() : to_string(found[0]);
    };
    EXPECT_EQ(message("constexpr int BLOCK = 24;\nstatic_assert(BLOCK % 32 == 0, \"whole warps\");", ""),
              "kernel.cu:2:15: This assertion fails: \"whole warps\". Here `BLOCK % 32 == 0` is `24 == "
              "0`.\nstatic_assert(BLOCK % 32 == 0, \"whole warps\");\n              ^~~~~~~~~~~~~~~");
    EXPECT_EQ(message("namespace a { static_assert(sizeof(int) == 8); }", ""),
              "kernel.cu:1:29: This assertion fails: `sizeof(int) == 8` is `4 == 8`.\nnamespace a { "
              "static_assert(sizeof(int) == 8); }\n                            ^~~~~~~~~~~~~~~~");
    EXPECT_EQ(message("struct S { int a; static_assert(sizeof(float) == 8, \"no\"); };", "S s; s.a = 1;"),
              "kernel.cu:1:33: This assertion fails: \"no\". Here `sizeof(float) == 8` is `4 == 8`.\nstruct "
              "S { int a; static_assert(sizeof(float) == 8, \"no\"); };\n                                "
              "^~~~~~~~~~~~~~~~~~");
    EXPECT_EQ(message("template <typename T, int N> struct Tile { T v[N]; static_assert(N >= 8); };",
                      "Tile<float, 4> t; t.v[0] = 1; Tile<float, 8> good;"),
              "kernel.cu:1:66: This assertion fails: `N >= 8` is `4 >= 8` with T = float, N = 4.\ntemplate "
              "<typename T, int N> struct Tile { T v[N]; static_assert(N >= 8); };\n                         "
              "                                        ^~~~~~");
    EXPECT_EQ(
        message("template <int N> __device__ int g() { static_assert(N % 2 == 0, \"even\"); return N; }",
                "out[0] = g<2>() + g<3>();"),
        "kernel.cu:1:53: This assertion fails: \"even\". Here `N % 2 == 0` is `1 == 0` with N = 3.\ntemplate "
        "<int N> __device__ int g() { static_assert(N % 2 == 0, \"even\"); return N; }\n                     "
        "                               ^~~~~~~~~~");
    EXPECT_EQ(message("static_assert(BLOK == 3);", ""),
              "kernel.cu:1:15: `BLOK` is not declared here. Declare it, or define it as a macro.\n"
              "static_assert(BLOK == 3);\n              ^~~~");
    EXPECT_TRUE(complaints("static_assert(host::size<int>() == 3);\n__global__ void f() {}").empty());
}

TEST(Diagnostics, WhatIsConstIsNamed) {
    const auto message = [](const std::string& before, const std::string& body) {
        const auto found = complaints(before + "\n__global__ void f(int* out) {\n" + body + "\n}\n");
        EXPECT_EQ(found.size(), 1u) << body;
        return found.empty() ? std::string() : found[0].message;
    };
    const std::string structure =
        "struct S { int a; const int b; __device__ void set(int x) const { a = x; } };";
    EXPECT_EQ(message(structure, "S s{1, 2}; s.b = 3;"), "The member `b` is const and cannot be changed.");
    EXPECT_EQ(message(structure, "S s{1, 2};\nconst S& r = s; r.a = 3;"),
              "`r` refers to a `const S`, which cannot be changed. Remove the `const` where `r` is declared, "
              "in line 4.");
    EXPECT_EQ(
        message(structure, "S s{1, 2}; s.set(3);"),
        "This function is const and cannot change its object. Remove the `const` after its parameters.");
    EXPECT_EQ(message("__constant__ float coef[4];", "coef[0] = 2;"),
              "`coef` is constant: a kernel can only read it.");
}

TEST(Diagnostics, ACallThatDoesNotFitNamesTheDeclaration) {
    const std::string add = "__device__ int add(int a,\n               int b = 2) { return a + b; }\n";
    EXPECT_EQ(complaints(add + "__global__ void f(int* out) { out[0] = add(); }").at(0).message,
              "`add` takes 1 to 2 arguments but gets 0. It is declared in line 1: `__device__ int "
              "add(int a, int b "
              "= 2)`.");
    EXPECT_EQ(complaints(add + "__global__ void f(int* out) { out[0] = add(out, 1); }").at(0).message,
              "A `int*` does not convert to a `int` implicitly, which `a` of `add` needs. Write a cast.");
}

TEST(Diagnostics, BracesAndSemicolonsThatAreMissingAreFoundWhereTheyShouldStand) {
    const auto all = [](const std::string& text) {
        std::string found;
        for (const Diagnostic& one : complaints(text))
            found += std::to_string(one.line) + ":" + std::to_string(one.column) + " " + one.message + "\n";
        return found;
    };
    const std::string unclosed = "This `{` has no closing `}`.\n";
    EXPECT_EQ(
        all("__device__ int g(int x) {\n  if (x > 1) {\n    x = 2;\n  return x;\n}\n"
            "__global__ void f(int* out) {\n  for (;;) {\n    if (out[0]) {\n      out[1] = g(1);\n  }\n"
            "  out[5] = y;\n}\nint main() { return 0; }\n"),
        "2:14 " + unclosed + "8:17 " + unclosed +
            "11:12 `y` is not declared here. Declare it, or define it as a macro.\n");
    EXPECT_EQ(all("__global__ void f(int* out) {\n  if (out[0]) {\n    }\n  }\n  out[5] = 3;\n}\n"),
              "6:1 This `}` closes nothing. Remove it.\n");
    EXPECT_EQ(
        all("struct P { int x; int y }\n__global__ void f(int* out) { P p; p.x = 1; out[0] = p.x }\n"),
        "1:24 `;` is missing after the member of a struct.\n1:26 `;` is missing after the `}` of a type.\n"
        "2:57 `;` is missing after an expression.\n");
    EXPECT_EQ(
        all("__global__ void f(int* out) {\n  if (out[0]) out[1] = 1\n  else out[2] = 2;\n  return\n}\n"),
        "2:25 `;` is missing after an expression.\n4:9 `;` is missing after `return`.\n");
    EXPECT_EQ(all("__global__ void f(int* out) {\n  if (out[0] {\n    out[1] = z;\n  }\n"
                  "  for (int i = 0; i < 3; ++i { out[i] = 1; }\n  out[2] = w;\n}\n"),
              "2:13 `)` is missing after the condition.\n"
              "3:14 `z` is not declared here. Declare it, or define it as a macro.\n"
              "5:29 `)` is missing after the step of `for`.\n"
              "6:12 `w` is not declared here. Declare it, or define it as a macro.\n");
}

TEST(Diagnostics, HeadersThatAreNotClosedAreReadOnBehind) {
    const auto all = [](const std::string& text) {
        std::string found;
        for (const Diagnostic& one : complaints(text))
            found += std::to_string(one.line) + ":" + std::to_string(one.column) + " " + one.message + "\n";
        return found;
    };
    const std::string unknown = "` is not declared here. Declare it, or define it as a macro.\n";
    EXPECT_EQ(all("__global__ void f(float* a, int n) {\n  for (int i = 0; i < n; i++\n    a[i] = 1;\n"
                  "  a[2] = yy;\n  a[1] = 2;\n}\n"),
              "2:29 `)` is missing after the step of `for`.\n4:10 `yy" + unknown);
    EXPECT_EQ(all("__global__ void f(float* a) {\n  for (int i = 0; i < 10; i++\n    a[i] = 1;\n"
                  "  if (a[0] > 1 {\n    a[0] -= 1;\n  }\n  a[1] = zz;\n}\n"),
              "2:30 `)` is missing after the step of `for`.\n4:15 `)` is missing after the condition.\n"
              "7:10 `zz" +
                  unknown);
    EXPECT_EQ(all("__global__ void f(float* a) {\n  while (a[0] > 1\n    a[0] = 1;\n  a[2] = yy;\n"
                  "  if (a[1] > 1\n    a[1] = zz;\n}\n"),
              "2:18 `)` is missing after the condition.\n4:10 `yy" + unknown +
                  "5:15 `)` is missing after the condition.\n6:12 `zz" + unknown);
    EXPECT_EQ(all("__global__ void f(float* a; int n) {\n  a[0] = zz;\n  a[1] = n\n}\n"),
              "1:27 Write `,` between parameters, not `;`.\n2:10 `zz" + unknown +
                  "3:11 `;` is missing after an expression.\n");
    EXPECT_EQ(all("__device__ int g(int a, int b; int c) { return a + b + c + q; }\n"
                  "__global__ void f(int* a) { a[0] = g(1, 2, 3); }\n"),
              "1:30 Write `,` between parameters, not `;`.\n1:60 `q" + unknown);
    EXPECT_EQ(all("__global__ void f(float* a, int n {\n  int i = threadIdx.x + n;\n  a[i] = zz;\n}\n"),
              "1:34 `)` is missing after the parameters.\n3:10 `zz" + unknown);
    EXPECT_EQ(all("__global__ void f(int* a) {\n  for (int i = 0; int left; ++i) ;\n}\n"),
              "2:27 `;` appears where `=` and the value of `left` is expected.\n");
}

TEST(Diagnostics, WordsOfTheLanguageAreNoNames) {
    const auto first = [](const std::string& text) {
        const std::vector<Diagnostic> found = complaints(text);
        return found.empty() ? std::string()
                             : std::to_string(found[0].line) + ":" + std::to_string(found[0].column) + " " +
                                   found[0].message;
    };
    const auto in_body = [&](const std::string& body) {
        return first("__global__ void f(int* out) {\n" + body + "\n}\n");
    };
    const std::string said = "` is a word of CUDA C++ and cannot be a name.";
    EXPECT_EQ(in_body("int for = 3;"), "2:5 `for" + said);
    EXPECT_EQ(in_body("int x = 1, return = 2;"), "2:12 `return" + said);
    EXPECT_EQ(in_body("int class = 5;"), "2:5 `class" + said);
    EXPECT_EQ(in_body("float* const while = 0;"), "2:14 `while" + said);
    EXPECT_EQ(in_body("auto [a, if] = make_int2(1, 2);"), "2:10 `if" + said);
    EXPECT_EQ(in_body("struct P { int default; };"), "2:16 `default" + said);
    EXPECT_EQ(in_body("enum { one, else };"), "2:13 `else" + said);
    EXPECT_EQ(in_body("using this = int;"), "2:7 `this" + said);
    EXPECT_EQ(first("__global__ void f(int* out, int do) {}\n"), "1:33 `do" + said);
    EXPECT_EQ(first("__device__ void if(int x) {}\n__global__ void f(int* out) {}\n"), "1:17 `if" + said);
}

TEST(Diagnostics, RefuseRecursionAndWrongEntries) {
    const std::string recursive =
        "__device__ int g(int n) { return n < 2 ? 1 : g(n - 1); }\n__global__ void f(int* p) { p[0] = g(3); "
        "}";
    EXPECT_EQ(complaints(recursive).at(0).message,
              "`g` calls itself. The emulator does not support recursion. Use a loop, with a local array as "
              "a stack.");
    EXPECT_EQ(complaints("__global__ void g() {}").at(0).message,
              "There is no function `f` in kernel.cu. Its kernels are: `g`.");
    EXPECT_EQ(complaints("__global__ int f() { return 1; }").at(0).message,
              "A kernel returns nothing. Make its result void and write it to a buffer.");
}

TEST(Diagnostics, HostMembersAndMissingBodiesAreNamed) {
    const std::string structure = "struct S { int x; S(int a) { x = a; } void set(int a) { x = a; } };\n";
    EXPECT_EQ(complaints(structure + "__global__ void f(S s) { s.set(1); }").at(0).message,
              "`set` of `S` is a host function. Write __device__ before it.");
    EXPECT_EQ(complaints(structure + "__global__ void f(S s) { s.get(); }").at(0).message,
              "A `S` has no member `get`. It has `x`.");
    EXPECT_EQ(complaints("__device__ int g(int);\n__global__ void f(int* p) { p[0] = g(1); }").at(0).message,
              "`g` is declared, but its body is not in this file or what it includes.");
    EXPECT_EQ(complaints("template <typename T> struct V { T x; };\n__global__ void f(V<int, 2> v) {}")
                  .at(0)
                  .message,
              "These are not the arguments that the template `V` takes.");
    EXPECT_EQ(complaints("#if 1\n#error Too old a GPU.\n#endif\n__global__ void f() {}").at(0).message,
              "#error: Too old a GPU .");
}

TEST(Diagnostics, NothingOverflowsTheStack) {
    const std::string head = "__global__ void f(int* p) { p[0] = ";
    std::string sum;
    std::string branches;
    for (int i = 0; i < 50000; ++i) {
        sum += "1+";
        branches += "if (p) ; else ";
    }
    for (const std::string& text :
         {head + std::string(100000, '(') + "1;}", head + std::string(100000, '-') + "1;}",
          head + sum + "1;}", head + "0;" + branches + ";}",
          "__global__ void f(int* p) " + std::string(100000, '{'),
          "__global__ void f(int" + std::string(100000, '*') + " p) {}",
          "__global__ void f(int p" + std::string(100000, '[') + ") {}",
          std::string(
              "template <int N> struct D { static const int v = D<N - 1>::v; };\n__global__ void f(int* p) "
              "{ p[0] = D<900>::v; }"),
          std::string(
              "template <int N> __device__ auto d() { return d<N - 1>(); }\n__global__ void f(int* p) { p[0] "
              "= d<900>(); }")})
        EXPECT_FALSE(complaints(text).empty()) << text.substr(0, 60);
}

}  // namespace upsweep::emulator
