// What books' and students' files have besides the kernels' own lines: assertions that are switched off,
// heads that are broken, words that are nearly right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "emulator/arithmetic/special_functions.h"
#include "emulator/compiler.h"
#include "emulator/helpers/run_kernel.h"
#include "emulator/helpers/source.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

namespace {

using testing::HasSubstr;

/// `line:column sentence`, one a line.
std::string all(const std::vector<Diagnostic>& found) {
    std::string text;
    for (const Diagnostic& one : found)
        text += std::to_string(one.line) + ":" + std::to_string(one.column) + " " + one.message + "\n";
    return text;
}

std::string all_of(const std::string& text) { return all(complaints(text)); }

/// Of a kernel with `int* in, int* out, int n`, on line 2.
std::string of_body(const std::string& body) {
    return all_of("__global__ void f(int* in, int* out, int n) {\n" + body + "\n}\n");
}

/// Why a file has no kernel; empty if nothing is found.
std::string why_none(const std::string& text) {
    Compiler compiler([&](const std::string&) { return text; });
    EXPECT_TRUE(compiler.kernels("kernel.cu", {}).empty()) << text;
    try {
        compiler.explain_no_kernels("kernel.cu", {});
    } catch (const CompileError& error) {
        return all(error.diagnostics());
    }
    return {};
}

}  // namespace

TEST(TextbookForms, AssertionsObeyNdebug) {
    const auto fails = [](const std::string& before, const Definitions& definitions = {}) {
        KernelRun run;
        run.text = before + "\n__global__ void k(int* in) { assert(in[threadIdx.x] < 4); }\n";
        Plan plan = run.plan();
        for (upsweep::Operation& operation : plan.operations)
            if (auto* launch = std::get_if<Launch>(&operation.what)) launch->kernel.definitions = definitions;
        Array input(ScalarType::i32, {8, 1});
        for (int64_t i = 0; i < 8; ++i) input.set_number(i, double(i));
        const Trace trace = emulator::run(
            plan, input, [&](const std::string&) { return run.text; }, run.options);
        return find(trace, FindingKind::assertion) != nullptr;
    };
    EXPECT_TRUE(fails(""));
    EXPECT_FALSE(fails("", {{"NDEBUG", "1"}}));
    EXPECT_FALSE(fails("#define NDEBUG\n#include <cassert>"));
    EXPECT_FALSE(fails("#define NDEBUG\n#include <assert.h>"));
    // nvcc includes <assert.h> before the text: a definition behind it comes too late.
    EXPECT_TRUE(fails("#include <cassert>\n#define NDEBUG"));
    EXPECT_TRUE(fails("#undef NDEBUG\n#include <cassert>", {{"NDEBUG", "1"}}));
}

TEST(TextbookForms, AByteOrderMarkIsSkipped) {
    EXPECT_EQ(all_of("\xef\xbb\xbf__global__ void f(int* p) { p[0] = 1; }\n"), "");
    EXPECT_THAT(all_of("\xef\xbb\xbf__global__ void f(int* p) { p[0] = y; }\n"),
                HasSubstr("1:36 `y` is not"));
}

TEST(TextbookForms, AStoreToConstantMemoryIsAFinding) {
    KernelRun run;
    run.text =
        "__constant__ int M[4] = {1, 2, 3, 4};\n__device__ void set(int* p) { *p = 9; }\n"
        "__global__ void k(const int* in, int* out) {\nif (threadIdx.x == 0) set(&M[1]);\n"
        "out[threadIdx.x] = M[threadIdx.x % 4];\n}\n";
    run.sizes = {8, 8};
    const Trace trace = run.run();
    const Finding* finding = find(trace, FindingKind::out_of_bounds);
    ASSERT_NE(finding, nullptr);
    EXPECT_THAT(sentence_of(trace, *finding),
                HasSubstr("writes to M[1], which is __constant__: a kernel can only read it"));
    EXPECT_EQ(numbers_of(trace, 1)[1], 2);
    EXPECT_THAT(
        all_of(
            "__constant__ int M[4]; __constant__ int one;\nstruct S { int a; };\n__constant__ S s[2];\n"
            "__global__ void f(int* p) {\nM[1] = 2;\none++;\ns[1].a = 3;\natomicAdd(&one, 1);\n*M = 4;\n}"),
        testing::AllOf(HasSubstr("5:1 `M` is constant: a kernel can only read it."),
                       HasSubstr("6:1 `one` is constant"), HasSubstr("7:1 `s` is constant"),
                       HasSubstr("8:12 `one` is constant"), HasSubstr("9:1 `M` is constant")));
}

TEST(TextbookForms, APointerMadeFromANumberIsNotCalledNull) {
    const auto message = [](const std::string& body) {
        const Trace trace = run_body(body);
        const Finding* finding = find(trace, FindingKind::out_of_bounds);
        return finding == nullptr ? std::string() : sentence_of(trace, *finding);
    };
    EXPECT_THAT(message("int* q = (int*)0x1234; if (t == 0) out[0] = *q;"),
                HasSubstr("reads at address 0x1234, which is in no array"));
    EXPECT_THAT(message("int* q = nullptr; out[0] = q[t];"), HasSubstr("through a null pointer"));
}

TEST(TextbookForms, HeadsOfKernelsThatAreBrokenAreShown) {
    EXPECT_EQ(all_of("__global__ void f(int* a)\n    a[0] = 1;\n}\n"),
              "1:26 `{` is missing before the body of `f`.\n");
    EXPECT_EQ(all_of("__global__ void f(int* a {\n    a[0] = 1;\n}\n"),
              "1:25 `)` is missing after the parameters.\n");
    EXPECT_EQ(all_of("__global__ void f(int* a);\n{\n    a[0] = 1;\n}\n"),
              "1:26 This `;` ends the declaration of `f` before its body. Remove it.\n");
    EXPECT_EQ(all_of("__global__ f(int* a) { a[0] = y; }\n"),
              "1:12 `void` is missing before `f`: a kernel returns nothing.\n"
              "1:31 `y` is not declared here. Declare it, or define it as a macro.\n");
    EXPECT_EQ(all_of("__device__ g(int a) { return; }\n__global__ void f(int* a) { g(a[0]); }\n"),
              "1:12 What `g` returns is missing before its name. Write `void` if it returns nothing.\n");
    EXPECT_EQ(all_of("__global__ void f(int* a,) {}\n"), "1:26 `)` appears where a parameter is expected.\n");
    EXPECT_EQ(
        all_of("template <int N> __device__ void g(int* a, int b) { g<N - 1>(a, b); }\n"
               "template <> __device__ void g<0>(int* a) {}\n__global__ void f(int* a) { g<1>(a, 1); }\n"),
        "1:53 `g` takes 1 argument but gets 2. It is declared in line 2: `template <> __device__ void "
        "g<0>(int* a)`.\n");
    EXPECT_EQ(all_of("__global__ void f(int* a)\n__global__ void g(int* a) { a[0] = 1; }\n"),
              "1:26 `{` is missing before the body of `f`.\n");
}

TEST(TextbookForms, AFileWithoutKernelsSaysWhy) {
    EXPECT_EQ(why_none("__global__ void (int* a) {\n  a[0] = 1;\n}\n"),
              "1:17 The name of the kernel is missing before this `(`.\n");
    for (const char* word : {"_global_", "__kernel__", "global", "__globl__", "kernel", "_global__"})
        EXPECT_EQ(why_none(std::string(word) + " void k(int* a) { a[0] = 1; }\n"),
                  "1:1 `" + std::string(word) + "` is not declared here. Did you mean `__global__`?\n");
    EXPECT_EQ(why_none("class Adder {\n  __global__ void k(int* a) { a[0] = 1; }\n};\n"),
              "2:3 A kernel cannot be a member function. Write it outside of `Adder`.\n");
    EXPECT_EQ(why_none("__global__ void k(int* a);\nint main() { k<<<1, 1>>>(0); }\n"),
              "1:1 `k` is only declared. Write its body, in `{` and `}`.\n");
    EXPECT_EQ(why_none("int main() { return 0; }\nvoid kernels(int* a) {}\nstatic void f(int) {}\n"), "");
}

TEST(TextbookForms, WordsThatAreNearlyRight) {
    EXPECT_EQ(of_body("__syncthreads;"), "2:1 `__syncthreads` is a function. Call it with parentheses.\n");
    EXPECT_EQ(of_body("out[0] = __cosf;"), "2:10 `__cosf` is a function. Call it with parentheses.\n");
    EXPECT_EQ(of_body("Printf(\"x\");"),
              "2:1 The function `Printf` is not declared here. Did you mean `printf`?\n");
    EXPECT_EQ(of_body("print(\"%d\", n);"),
              "2:1 The function `print` is not declared here. Did you mean `printf`?\n");
    EXPECT_EQ(of_body("sycndthreads();"),
              "2:1 The function `sycndthreads` is not declared here. Did you mean `__syncthreads`?\n");
    EXPECT_EQ(of_body("out[0] = \u2018x\u2019;"), "2:10 `\u2018` is not a C++ quotation mark. Write `'`.\n");
    EXPECT_EQ(of_body("UNUSED(int); out[0] = 1;"),
              "2:1 The macro `UNUSED` is not defined here: a function does not take a type. Define it, or "
              "include the file that defines it.\n");
    EXPECT_EQ(of_body("fro (int i = 0; i < 3; ++i)\n  out[i] = 1;"),
              "2:1 `fro` is not declared here. Did you mean `for`?\n");
    EXPECT_THAT(of_body("float2 v; v.x = v.y = 1; atomicAdd((float2*)out, v);"),
                HasSubstr("`atomicAdd` on a `float2` is not emulated. Add its parts one by one"));
    EXPECT_THAT(of_body("out[0] = __vmaxu4(n, 2);"), HasSubstr("packed bytes and halves"));
    EXPECT_THAT(of_body("out[0] = min({1, 2}, 3);"), HasSubstr("Write the type before it"));
}

TEST(TextbookForms, WordsThatMakeNoTypeAreRefused) {
    EXPECT_EQ(of_body("unsigned float x = 1;"), "2:1 `unsigned float` is not a C++ type.\n");
    EXPECT_EQ(of_body("long long long x = 1;"), "2:1 `long long long` is not a C++ type.\n");
    EXPECT_EQ(of_body("short double x = 1;"), "2:1 `short double` is not a C++ type.\n");
    EXPECT_EQ(of_body("const int k;"), "2:11 `k` is const and needs a value.\n");
    EXPECT_EQ(
        of_body("unsigned long long int a = 1; long int b = 2; short unsigned c = 3; signed char d = 4; "
                "long double e = 5; out[0] = a + b + c + d + e; const int k[2] = {1, 2}; out[1] = k[n];"),
        "");
}

TEST(TextbookForms, SpecialFunctionsAreExact) {
    for (const double y : {1e-300, 1e-20, 0.001, 0.3, 0.5, 0.7, 0.99, 1 - 1e-12}) {
        EXPECT_NEAR(std::erf(special::inverse_error(y)) / y, 1, 4e-16) << y;
        EXPECT_NEAR(special::inverse_error(-y), -special::inverse_error(y), 0) << y;
    }
    // A small change of x changes erfc(x) by 2x² as much.
    for (const double y : {1e-300, 1e-100, 1e-10, 0.01, 0.4, 0.9, 1.2, 1.7}) {
        const double x = special::inverse_complement(y);
        EXPECT_NEAR(std::erfc(x) / y, 1, 4e-16 * (1 + 2 * x * x)) << y;
    }
    EXPECT_DOUBLE_EQ(special::scaled_complement(0), 1);
    EXPECT_DOUBLE_EQ(special::scaled_complement(1), 0.42758357615580700442);
    EXPECT_NEAR(special::scaled_complement(9.9999999) / special::scaled_complement(10.0000001), 1.00000002,
                1e-9);
    EXPECT_DOUBLE_EQ(special::scaled_complement(1e10), 0.56418958354775628695e-10);
    EXPECT_DOUBLE_EQ(special::normal_share(0), 0.5);
    EXPECT_DOUBLE_EQ(special::inverse_normal_share(0.975), 1.9599639845400542355);
    EXPECT_DOUBLE_EQ(special::modified_bessel(0, 1), 1.2660658777520083356);
    EXPECT_DOUBLE_EQ(special::modified_bessel(1, -1), -0.56515910399248502721);
    for (const double whole : {0.0, 1.0, 2.0, 3.0, 1e15 + 1}) {
        EXPECT_EQ(special::sine_pi(whole), 0) << whole;
        EXPECT_EQ(special::cosine_pi(whole + 0.5), 0) << whole;
        EXPECT_EQ(special::cosine_pi(-whole), std::fmod(whole, 2) == 0 ? 1 : -1) << whole;
    }
    EXPECT_EQ(special::sine_pi(-2.5), -1);
    EXPECT_EQ(special::sine_pi(1.5), -1);
    EXPECT_DOUBLE_EQ(special::sine_pi(1 + 0x1p-40), -0x1p-40 * 3.14159265358979323846);
    EXPECT_DOUBLE_EQ(special::cosine_pi(0.75), -std::sqrt(0.5));
    EXPECT_TRUE(std::isinf(special::inverse_error(1)));
    EXPECT_TRUE(std::isnan(special::inverse_error(1.5)));
}

}  // namespace upsweep::emulator
