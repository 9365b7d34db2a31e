// What the language has beyond the first kernels: functions, templates, structs, constants, built-ins.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "emulator/helpers/run_kernel.h"
#include "emulator/helpers/source.h"
#include "emulator/helpers/typed_text.h"

namespace upsweep::emulator {

namespace {

std::string statement(const std::string& before, const std::string& body, size_t index = 0) {
    const auto program = compile_text(before + "\n__global__ void f(float* p, int n) { " + body + " }");
    return text_of(*program->entry->body->children.at(index));
}

const Function& function(const Program& program, const std::string& name) {
    for (const Function* candidate : program.functions)
        if (candidate->name == name) return *candidate;
    throw Error("There is no function " + name + ".");
}

}  // namespace

TEST(Language, HostCodeIsNotLookedAt) {
    const std::string host = R"(
#include <vector>
#include "cuda_runtime.h"
#define CHECK(x) do { if ((x) != cudaSuccess) exit(1); } while (0)
using namespace std;
union Bits { int a; float b; };
class Thing : public Base { public: Thing() : x{1} {} int x; virtual ~Thing(); };
template <typename T> struct Holder { T t; operator T() const { return t; } };
std::vector<int> values = {1, 2};
auto twice = [](int x) { return x * 2; };
)";
    const std::string tail = R"__(
void Thing::run() { goto end; end: throw 1; }
int main() { std::map<int, std::vector<int>> m; f<<<1, 2>>>(nullptr, 1); CHECK(0); return R"(})"[0]; }
)__";
    const auto program = compile_text(host + "__global__ void f(float* p, int n) { p[n] = 1; }" + tail);
    EXPECT_EQ(text_of(*program->entry->body->children[0]), "(= (load p)[(load n)] 1:f32);");
}

TEST(Language, HostileHostCodeIsSkipped) {
    const std::string host = R"__(
#include <iostream>
#define CHECK_ERROR(call) { cudaError_t err = call; if (err != cudaSuccess) { std::cerr << __FILE__; } }
BENCHMARK(host_loop)
static const char* text = "__global__ void f() { \" }";
const char* raw = R"x(__global__ void f( { )x";
template <class T, template <class> class C = std::vector> struct Holder : public C<T>, private Base<int> {
    Holder() : C<T>{1, 2}, Base<int>() { if (true) { throw std::runtime_error("}"); } }
    operator bool() const noexcept(true) { return !this->empty(); }
    friend std::ostream& operator<<(std::ostream& out, const Holder& h) { return out << h.size(); }
};
template <> struct std::hash<Key> { size_t operator()(const Key& k) const { return k.a ^ (k.b << 1); } };
std::ostream& operator<<(std::ostream& out, const std::vector<std::pair<int, int>>& v);
std::ostream& operator<<(std::ostream& out, const std::vector<std::pair<int, int>>& v) { return out; }
[[maybe_unused]] static auto square = [](auto x) -> decltype(x * x) { return x * x; };
constexpr auto operator""_KiB(unsigned long long n) { return n << 10; }
enum class Option : unsigned char;
extern template class std::vector<float>;
namespace { struct Guard { ~Guard() { cleanup(); } } guard; }
using Callback = void (*)(int, const std::function<void()>&);
Holder<int>::Holder() : C<int>{3}, x{4} {}
int max(int a, int b) { return std::max(a, b); }
template <typename T> T clamp(T v, T lo, T hi) { return v < lo ? lo : v > hi ? hi : v; }
)__";
    const std::string tail = R"__(
template __global__ void other<int>(int*);
TEST_CASE("a [b] {")
void run(std::vector<float> h = {1, 2, 3}, int n = sizeof(int) < 4 ? 1 : 2) {
    auto launch = [&](auto&&... args) { other<int><<<dim3(1), 32, 0, stream>>>(args...); };
    for (auto& [key, value] : map) std::cout << key << '{' << value << "\n";
}
)__";
    const auto program =
        compile_text(host + "template <typename T> __global__ void other(T* p) { p[0] = 1; }\n" +
                     "__global__ void f(float* p, int n) { p[n] = max(n, 3); }" + tail);
    EXPECT_EQ(text_of(*program->entry->body->children[0]), "(= (load p)[(load n)] (float (builtin" +
                                                               std::to_string(int(Builtin::maximum)) +
                                                               " (load n) 3:i32)));");
}

TEST(Language, CpuLoopsAreCheckedLikeKernels) {
    const auto program =
        compile_text("inline int next(int x) { return x + 1; }\nvoid f(int* p) { p[0] = next(p[0]); }");
    EXPECT_TRUE(program->entry->host);
    EXPECT_FALSE(program->entry->kernel);
    ASSERT_EQ(program->functions.size(), 2u);
    EXPECT_EQ(program->functions[0]->name, "next");
    EXPECT_EQ(program->functions[1], program->entry);
}

TEST(Language, TemplatesAreCheckedForEachBinding) {
    const std::string before =
        "template <typename T, int N> __device__ T sum(const T* p) { T s = N; return s + p[0]; }";
    EXPECT_EQ(statement(before, "p[0] = sum<float, 3>(p);"),
              "(= (load p)[0:i32] (sum (const float* (load p))));");
    const auto program = compile_text(
        "template <typename T> __device__ T twice(T x) { return x + x; }\n"
        "__global__ void f(double* p, short s) { p[0] = twice(s) + twice(p[1]) + twice(p[2]); }");
    ASSERT_EQ(program->functions.size(), 3u);
    EXPECT_EQ(to_string(*program->functions[0]->result), "short");
    EXPECT_EQ(to_string(*program->functions[1]->result), "double");
}

TEST(Language, OverloadsReferencesAndDefaultsAreResolved) {
    const std::string before =
        "__device__ void add(float& to, float x = 2) { to += x; }\n__device__ int pick(int) { return 1; }\n"
        "__device__ int pick(double) { return 2; }\n__device__ float peek(const float& x) { return x; }";
    EXPECT_EQ(statement(before, "add(p[n]);"), "(add (& (load p)[(load n)]) 2:f32);");
    EXPECT_EQ(statement(before, "n = pick(1.0f);"), "(= n (pick 1:f64));");
    EXPECT_EQ(statement(before, "n = pick('a');"), "(= n (pick 97:i32));");
    EXPECT_EQ(statement(before, "p[0] = peek(1);"), "(= (load p)[0:i32] (peek (& (= _ 1:f32))));");
}

TEST(Language, StructsAndVectorsHaveMembers) {
    const std::string before = "struct Pair { char tag; float v[2]; };";
    EXPECT_EQ(statement(before, "Pair a = {'x', {1, 2}}; p[0] = a.v[1];"),
              "a := {0:120:i8 4:1:f32 8:2:f32 };");
    EXPECT_EQ(statement(before, "Pair a; Pair* q = &a; q->v[n] = 1;", 2),
              "(= (decay (* (load q)).4)[(load n)] 1:f32);");
    EXPECT_EQ(statement("", "float4 v = make_float4(1, n, 3, 4); p[0] = v.w;", 1),
              "(= (load p)[0:i32] (load v.12));");
    EXPECT_EQ(statement(before, "n = sizeof(Pair) + sizeof(float4);"), "(= n 28:i32);");
}

TEST(Language, ConstantsAreFolded) {
    const std::string before =
        "constexpr int N = 4, M = N * 2;\nenum { FIRST = 3, SECOND };\n"
        "constexpr int log2_of(int n) { int r = 0; while (n > 1) { n /= 2; ++r; } return r; }";
    EXPECT_EQ(statement(before, "n = N + M + SECOND;"), "(= n 16:i32);");
    EXPECT_EQ(statement(before, "n = 1 << 33;"), "(= n 0:i32);");
    EXPECT_EQ(statement(before, "n = 5 / 0;"), "(= n -1:i32);");
    EXPECT_EQ(statement(before, "n = (int)3e9f;"), "(= n 2147483647:i32);");
    EXPECT_EQ(statement(before, "const int k = 3; n = k;", 1), "(= n 3:i32);");
    EXPECT_EQ(statement(before, "int a[log2_of(64)]; n = sizeof(a);", 1), "(= n 24:i32);");
    EXPECT_EQ(statement(before, "n = 0 ? p[0] : 2;"), "(= n 2:i32);");
}

TEST(Language, GlobalsCarryTheirFirstBytes) {
    const auto program = compile_text(
        "__constant__ float weights[4] = {1, 2.5f};\n__device__ int counter = 7;\nextern __shared__ float "
        "all[];\n"
        "__global__ void f(float* p) { __shared__ int own; own = atomicAdd(&counter, 1); all[0] = "
        "weights[own]; }");
    ASSERT_EQ(program->globals.size(), 2u);
    const Variable& counter = *program->globals[0];
    EXPECT_EQ(counter.storage, Storage::device);
    EXPECT_EQ(int(counter.initial.at(0)), 7);
    const Variable& weights = *program->globals[1];
    EXPECT_EQ(weights.storage, Storage::constant);
    ASSERT_EQ(weights.initial.size(), 16u);
    float second = 0;
    std::memcpy(&second, weights.initial.data() + 4, 4);
    EXPECT_EQ(second, 2.5f);
    ASSERT_EQ(program->shared.size(), 2u);
}

TEST(Language, BuiltinsAreTyped) {
    const auto program = compile_text(
        "__global__ void f(unsigned* flags, float* p) {\n"
        "  while (__nv_atomic_load_n(&flags[0], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {}\n"
        "  __nv_atomic_store_n(flags, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);\n"
        "  p[0] = __shfl_up_sync(0xffffffff, p[1], 1) + sqrt(p[2]) + min(3, 4u);\n"
        "  atomicMax_block(flags, 3);\n}");
    const auto& body = program->entry->body->children;
    const Expression& load = *body[0]->condition->a;
    EXPECT_EQ(load.builtin, Builtin::atomic_load);
    EXPECT_EQ(load.order, MemoryOrder::acquire);
    EXPECT_EQ(load.scope, MemoryScope::device);
    EXPECT_EQ(body[1]->value->order, MemoryOrder::release);
    EXPECT_EQ(body[1]->value->scope, MemoryScope::block);
    EXPECT_EQ(body[1]->value->operands.size(), 2u);
    const Expression& sum = *body[2]->value->b;
    EXPECT_EQ(sum.type->scalar, ScalarType::f32);
    EXPECT_EQ(sum.a->a->operands.size(), 4u);
    EXPECT_EQ(sum.a->a->operands[3]->builtin, Builtin::warp_size);
    EXPECT_EQ(text_of(*sum.b), "3:f32");
    EXPECT_EQ(body[3]->value->scope, MemoryScope::block);
}

TEST(Language, SwitchesSayWhereTheyAreEntered) {
    EXPECT_EQ(statement("#define LAST 7", "switch (n) { case 1: case LAST: n = 2; break; default: n = 3; }"),
              "switch (load n) 1@0 7@0 default@2  (= n 2:i32); break; (= n 3:i32);");
}

TEST(Language, IncludedFunctionsKeepTheirFile) {
    const auto program =
        compile_files({{"kernel.cu", "#include \"order.cuh\"\n__global__ void f(int* p) { raise(p); }"},
                       {"order.cuh",
                        "#pragma once\n// Raises.\n__device__ inline void raise(int* p) {\n  // ---- Raise "
                        "----\n  p[0] = 1;\n}"}});
    const Function& raise = function(*program, "raise");
    EXPECT_EQ(program->files.at(size_t(raise.where.file)).name, "order.cuh");
    EXPECT_EQ(raise.body->children[0]->where.line, 5);
    ASSERT_EQ(raise.phases.size(), 1u);
    EXPECT_TRUE(program->entry->phases.empty());
}

/// Constructors of the host are passed over, whatever initialises their members.
TEST(Structs, MayHaveConstructorsOfTheHost) {
    const Trace trace = run_body("out[t] = ((const Pair*)in)[t % 4].sum();",
                                 "struct Pair { int a, b;\n"
                                 "Pair() : a{1}, b{2} {}\nPair(int x) : a{x}, b(log(x)) { log(a); }\n"
                                 "__device__ int sum() const { return a + b; } };");
    EXPECT_EQ(numbers_of(trace, 1).at(1), 5);
}

}  // namespace upsweep::emulator
