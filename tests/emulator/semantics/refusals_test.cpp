// What is refused is named once, at its place, with what to write instead; what uses it is not complained of.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "emulator/helpers/source.h"
#include "emulator/source/near_names.h"
#include "emulator/source/refusals.h"

namespace upsweep::emulator {

namespace {

struct Row {
    const char* before;                   ///< is on line 1
    const char* body;                     ///< of a kernel with `int* in, int* out, int n`, on line 3
    std::vector<std::string> complaints;  ///< `line:column beginning of the sentence`
};

const Row rows[] = {
    // Textures, libraries, what else CUDA has.
    {"",
     "out[0] = tex1D<float>(n, 1); out[1] = tex2D<float>(n, 1, 2); tex1Dfetch(n, 3);",
     {"3:10 `tex1D` is not part of the emulator's kernel language. Textures are not emulated.",
      "3:39 `tex2D` is not part", "3:62 `tex1Dfetch` is not part"}},
    {"",
     "cudaTextureObject_t t; out[0] = tex3D<float>(t, 1, 2, 3); out[1] = t;",
     {"3:1 `cudaTextureObject_t` is", "3:33 `tex3D` is"}},
    {"",
     "surf2Dwrite<float>(1.f, n, 4, 1);",
     {"3:1 `surf2Dwrite` is not part of the emulator's kernel language. Surfaces"}},
    {"",
     "int s = thrust::plus<int>()(1, 2); out[0] = s;",
     {"3:9 `thrust::plus` is not part of the emulator's kernel language. Thrust is not emulated. Write the "
      "operator"}},
    {"",
     "thrust::sort(thrust::seq, in, in + 8); out[0] = thrust::reduce(in, in + 8);",
     {"3:1 `thrust::sort` is", "3:49 `thrust::reduce` is"}},
    {"",
     "typedef cub::BlockScan<int, 128> BlockScan; __shared__ typename BlockScan::TempStorage temp; int x = "
     "in[0]; "
     "BlockScan(temp).ExclusiveSum(x, x); out[0] = x;",
     {"3:9 `cub::BlockScan` is not part of the emulator's kernel language. CUB is not emulated. Write the "
      "scan"}},
    {"",
     "using Reduce = cub::BlockReduce<int, 128>; __shared__ Reduce::TempStorage t; out[0] = "
     "Reduce(t).Sum(in[0]);",
     {"3:16 `cub::BlockReduce` is"}},
    {"", "out[0] = cub::BlockReduce<int, 128>(n).Sum(in[0]);", {"3:10 `cub::BlockReduce` is"}},
    {"using namespace nvcuda;",
     "wmma::fragment<wmma::accumulator, 16, 16, 16, float> c; c.x[0] = 1; out[0] = c.x[0];",
     {"3:1 `wmma::fragment` is not part of the emulator's kernel language. Tensor cores"}},
    {"",
     "nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> c; out[0] = c.x[0];",
     {"3:1 `nvcuda::wmma::fragment` is"}},
    {"",
     "__shared__ cuda::barrier<cuda::thread_scope_block> b; b.arrive_and_wait(); out[0] = 1;",
     {"3:12 `cuda::barrier` is not part of the emulator's kernel language. Barriers as objects"}},
    {"__device__ cuda::atomic<int> counter;", "out[0] = counter.fetch_add(1);", {"1:12 `cuda::atomic` is"}},
    {"#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;",
     "auto b = cg::this_thread_block(); cg::memcpy_async(b, out, in, 4); cg::wait(b); auto c = "
     "cg::this_cluster(); c.sync();",
     {"4:35 `cg::memcpy_async` is", "4:68 `cg::wait` is",
      "4:90 `cg::this_cluster` is not part of the emulator's kernel language. Clusters of blocks"}},
    {"",
     "auto p = cuda::make_pipeline(); p.producer_acquire(); __pipeline_commit();",
     {"3:10 `cuda::make_pipeline` is", "3:55 `__pipeline_commit` is"}},
    {"",
     "__half h = __float2half(1.f); __half* p = &h; half2 v; out[0] = __half2float(h);",
     {"3:1 `__half` is not part of the emulator's kernel language. 16-bit floats", "3:31 `__half` is",
      "3:47 `half2` is", "3:65 `__half2float` is"}},
    {"",
     "__nv_bfloat16 b = __float2bfloat16(1.f); unsigned __int128 w = 3; out[0] = (half)n;",
     {"3:1 `__nv_bfloat16` is", "3:51 `__int128` is", "3:77 `half` is"}},
    {"",
     "curandState s; curand_init(1, 2, 0, &s); out[0] = curand_uniform(&s);",
     {"3:1 `curandState` is", "3:16 `curand_init` is", "3:51 `curand_uniform` is"}},
    {"", "cuFloatComplex z = make_cuFloatComplex(1, 2); out[0] = z.x;", {"3:1 `cuFloatComplex` is"}},
    {"",
     "int* p = (int*)malloc(4); p[0] = 1; free(p); cudaError_t e = cudaGetLastError();",
     {"3:16 `malloc` is", "3:37 `free` is",
      "3:46 `cudaError_t` is not part of the emulator's kernel language. It belongs"}},
    {"",
     "f<<<1, 2>>>(in, out, n); cudaDeviceSynchronize();",
     {"3:1 The emulator does not support launches inside a kernel.", "3:26 `cudaDeviceSynchronize` is"}},
    {"template <int N> __global__ void child(int* p) {}",
     "child<2><<<1, 32>>>(out); out[1] = %;",
     {"3:1 The emulator does not support launches inside a kernel.", "3:36 `%` appears"}},
    {"",
     "std::vector<int> v(3); v[0] = 1; std::cout << v[0]; std::string s; out[0] = std::sort(in, in);",
     {"3:1 `std::vector` is",
      "3:34 `std::cout` is not part of the emulator's kernel language. A kernel prints",
      "3:53 `std::string` is", "3:77 `std::sort` is"}},
    {"",
     "puts(\"a\"); exit(1); long long t = globaltimer(); out[0] = t;",
     {"3:1 `puts` is", "3:12 `exit` is", "3:35 `globaltimer` is"}},
    {"template <typename T> __device__ T most(T a, T b) { return a > b ? a : b; }",
     "out[0] = most(1, 2.f) + most<float>(1, 2.f);",
     {"3:10 `T` of `most` would be `int` for one argument and `float` for another. Cast one of them, or "
      "name"}},
    {"struct P { int a, b; };",
     "P p{1, 2}; auto [x, y, z] = p; out[0] = x; auto [u, w] = n;",
     {"3:17 There are 3 names, but a `P` has 2 parts.", "3:49 There are 2 names, but a `int` has 0 parts."}},
    {"template <bool B> struct Only {}; template <> struct Only<true> { using type = int; };\n"
     "template <int N> __device__ typename Only<(N > 2)>::type g() { return N; }",
     "out[0] = g<3>() + g<1>();",
     {"2:29 `Only<0>` has no type `type`."}},
    {"struct S { int a; __device__ S(int b) : a(b) {} __device__ S(const S&) = delete; __device__ S(S&& o) : "
     "a(o.a) {} };",
     "S s(1); S t = s; out[0] = t.a; S&& u = s;",
     {"3:15 `S` is deleted: it cannot be called. This object can only be moved",
      "3:40 The reference `u` needs a value that ends here: write `std::move`"}},
    {"static const float table[] = {1, 2};",
     "out[0] = table[n];",
     {"1:20 `table` belongs to the host: a kernel can use host constants only if"}},
    // Unknown names.
    {"",
     "out[0] = foo<int>(3); out[1] = ns::bar<int, 3>(4); ns::Type<int> x; Vec<float> v; v.x = x.y;",
     {"3:10 The template `foo` is not declared here. Write it in this file",
      "3:32 The template `ns::bar` is not declared here.", "3:52 The type `ns::Type` is not declared here.",
      "3:69 The type `Vec` is not declared here."}},
    {"template <typename T> struct Vec { T x; };",
     "Vce<float> v; out[0] = v.x; flaot y = 3; out[1] = y;",
     {"3:1 The type `Vce` is not declared here. Did you mean `Vec`?",
      "3:29 The type `flaot` is not declared here. Did you mean `float`?"}},
    {"namespace ns { __device__ int f(int x) { return x; } }",
     "out[0] = ns::bar(3) + n; out[1] = ns::K; n = ns::f(1);",
     {"3:14 The function `ns::bar` is not declared here.", "3:39 `ns::K` is not declared here."}},
    // What C++ has.
    {"",
     "int x = n; auto g = [](int y) { return x + y; }; out[0] = g(1); out[1] = z;",
     {"3:40 The lambda does not capture `x`. Write `[&]`, `[=]` or `[x]` before it.", "3:74 `z` is not"}},
    {"",
     "int a[4]; auto g = [=](int y) { return a[y]; }; out[0] = g(1);",
     {"3:40 The emulator does not copy an array into a lambda. Capture it by reference: write `[&]`"}},
    {"",
     "auto g = [&r = n] { r = 1; }; g(); auto h = [out, k](int x) { return x; }; out[0] = h(1);",
     {"3:11 The emulator does not support capturing a reference with its own value.",
      "3:51 A lambda captures variables"}},
    {"auto g = [] __device__ (int x) { return x; };",
     "out[0] = g(1);",
     {"1:10 The emulator does not support a lambda outside a function"}},
    {"union U { struct { short a, b; } s; int w; };",
     "U u = {1, 2}; out[0] = u.w;",
     {"3:8 The emulator initialises a union only with a number or a pointer."}},
    {"union U { float f; int n; };",
     "U u; u.g = 1; out[0] = u.n;",
     {"3:8 A `U` has no member `g`. It has `f` and `n`."}},
    {"", "int* p = new int[3]; p[0] = 1; out[0] = p[0]; delete[] p;", {"3:10 `new` is", "3:47 `delete` is"}},
    {"struct A { int x; };\nstruct B : A { int y; };",
     "B b; b.x = 1; out[0] = b.y; A a; a.z = 1; b.z = 2; A* p = &b; B* q = p;",
     {"4:36 A `A` has no member `z`.", "4:45 A `B` has no member `z`. It has `x` and `y`.",
      "4:70 A `A*` does not convert to a `B*` implicitly. Write a cast."}},
    {"struct A { int x; };\nstruct B : virtual A { int y; };",
     "B b; b.y = 1;",
     {"2:12 The emulator does not support virtual base classes"}},
    {"struct F { unsigned a : 3; };",
     "F f; f.a = 5; out[0] = f.a;",
     {"1:23 The emulator does not support bit-fields"}},
    {"__device__ int g(int x) { if (x > 2) throw x; return x; }",
     "try { out[0] = g(1); out[1] = y; } catch (int e) { out[0] = e; }",
     {"1:38 `throw` is", "3:1 `try` is", "3:31 `y` is not declared here."}},
    {"", "int i = 0; again: out[i] = i; if (++i < 4) goto again; out[5] = i;", {"3:44 `goto` is"}},
    {"__device__ int lane() { int r; asm volatile(\"mov.u32 %0, %%smid;\" : \"=r\"(r)); return r; }",
     "out[0] = lane(); asm(\"frob.sync 0;\" ::: \"memory\");",
     {"1:32 `asm` is", "3:18 `asm` is"}},
    {"template <int N> __device__ int g() { return N * g<N - 1>(); }",
     "out[0] = g<5>();",
     {"1:33 The template `g` calls itself with new arguments every time."}},
    {"template <typename... A> __device__ int g(A... a) { return a; }",
     "out[0] = g(1, 2);",
     {"1:60 `a` is a parameter pack. Write `...` after what uses it."}},
    {"typedef int (*Op)(int, int);\n__device__ int add(int a, int b) { return a + b; } __device__ Op op = "
     "add;",
     "Op k = op; Op g = add; g = add; out[0] = g(1, 2); Op h; int (*f)(int, int) = n; out[1] = add; add;",
     {"4:24 A pointer to a function cannot change here",
      "4:78 A `int` does not convert to a `int (*)(int, int)`",
      "4:90 `add` is a function. Call it with parentheses.", "4:95 `add` is a function."}},
    {"__device__ int one(int x) { return x; } __device__ int one(float x) { return 2; } "
     "__device__ int g(int (*f)(int)) { return f(3); }",
     "out[0] = g(one);",
     {"3:12 Several functions are named `one`, and each could be meant."}},
    {"__device__ int one() { return 1; } template <int (*F)()> __device__ int g() { return F(); }",
     "out[0] = g<one>() + g<3>();",
     {"3:23 `F` is a function parameter. Name a __device__ function here."}},
    {"__device__ auto twice(auto x) { return x + x; }",
     "out[0] = twice(3);",
     {"1:23 The emulator does not support `auto` as a parameter type"}},
    {"__device__ int g(int&& x) { return x; }",
     "out[0] = g(3); out[1] = g(n);",
     {"3:27 The reference `x` needs a value that ends here"}},
    {"",
     "static int count = 0; count += 1; out[0] = count;",
     {"3:12 The emulator does not support static local variables"}},
    {"",
     "for (int x : {1, 2, 3}) out[x] = x; out[0] = %;",
     {"3:14 The emulator does not support a loop over values in braces", "3:46 `%` appears"}},
    {"template <typename T> concept Number = sizeof(T) == 4;\ntemplate <Number T> __device__ T g(T x) { "
     "return x; }",
     "out[0] = g(1);",
     {"2:11 `concept` is"}},
};

std::string text_of(const std::vector<Diagnostic>& found) {
    std::string text;
    for (const Diagnostic& one : found) text += to_string(one) + "\n";
    return text;
}

}  // namespace

TEST(Refusals, EachIsNamedOnceAndNothingFollowsFromIt) {
    for (const Row& row : rows) {
        const auto found =
            complaints(std::string(row.before) + "\n__global__ void f(int* in, int* out, int n) {\n" +
                       row.body + "\n}\n");
        EXPECT_EQ(found.size(), row.complaints.size()) << row.body << "\n" << text_of(found);
        for (size_t i = 0; i < found.size() && i < row.complaints.size(); ++i)
            EXPECT_THAT(std::to_string(found[i].line) + ":" + std::to_string(found[i].column) + " " +
                            found[i].message,
                        testing::StartsWith(row.complaints[i]))
                << row.body;
    }
}

TEST(Refusals, OfParametersTheBodyIsReadToo) {
    const auto found = complaints(
        "__global__ void f(const __half* a, cub::Thing<int, 3> t, float* out) { out[0] = a[0]; out[1] = %; "
        "t.x(); }");
    ASSERT_EQ(found.size(), 3u) << text_of(found);
    EXPECT_EQ(found[0].column, 25);
    EXPECT_EQ(found[1].column, 36);
    EXPECT_EQ(found[2].column, 96);
}

TEST(Refusals, NamesOfTheTextsOwnAreFree) {
    EXPECT_EQ(text_of(complaints(
                  "struct half { int x; }; template <typename T> struct barrier { T t; };\n"
                  "namespace detail { __device__ int clock() { return 3; } }\n"
                  "__global__ void f(int* out) { half h{1}; barrier<int> b{2}; int pipeline = 3, free = 4;\n"
                  "out[0] = h.x + b.t + pipeline + free + detail::clock(); end: out[1] = 1; }")),
              "");
}

TEST(Refusals, AreFoundByTheirQualifiedAndTheirOwnName) {
    EXPECT_THAT(refusal_of_name("mine::half"), testing::StartsWith("`mine::half` is not part"));
    EXPECT_THAT(refusal_of_name("std::ranges::sort"), testing::HasSubstr("Use arrays"));
    EXPECT_EQ(refusal_of_name("cudaloop"), "");
    EXPECT_EQ(refusal_of_name("text"), "");
    EXPECT_EQ(refusal_of_word("half"), "");
}

TEST(NearNames, AreFoundOverASlipOrTwo) {
    const auto nearest = [](std::string_view written, std::vector<std::string_view> known) {
        NearestName name(written);
        for (std::string_view one : known) name.consider(one);
        return std::string(name.found());
    };
    EXPECT_EQ(nearest("lenght", {"out", "length", "width"}), "length");
    EXPECT_EQ(nearest("treadIdx", {"blockIdx", "threadIdx"}), "threadIdx");
    EXPECT_EQ(nearest("N", {"M", "n"}), "n");
    EXPECT_EQ(nearest("x", {"y", "z"}), "");
    EXPECT_EQ(nearest("sum", {"num", "bum"}), "bum");
    EXPECT_EQ(nearest("tile", {"total", "file"}), "file");
    EXPECT_EQ(nearest("abc", {"xyz"}), "");
    EXPECT_EQ(nearest("", {"a"}), "");
}

}  // namespace upsweep::emulator
