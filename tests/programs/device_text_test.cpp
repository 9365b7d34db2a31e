// What of a student's file goes to the GPU's compiler.
#include "programs/device_text.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "core/error.h"
#include "device/compiler.h"

namespace upsweep::programs {
namespace {

using testing::HasSubstr;
using testing::Not;

using Files = std::map<std::string, std::string>;

std::map<std::string, std::string> texts_of(const Files& files, const std::string& function = "k") {
    emulator::Compiler compiler([&files](const std::string& name) {
        const auto found = files.find(name);
        if (found == files.end()) throw Error("There is no file " + name + ".");
        return found->second;
    });
    std::map<std::string, std::string> texts;
    for (auto& [name, text] : device_texts({{"own.cu", function, {}}}, compiler)) texts[name] = text;
    return texts;
}

constexpr const char* whole_program = R"(#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#include "helpers.h"
using namespace std;
using std::vector;
#define CHECK(call) if ((call) != cudaSuccess) exit(1)
#define N 64
const int width = 8;
std::vector<float> kept;
struct Pair { int left, right; };
struct Options { std::string name; };
typedef std::vector<Pair> Pairs;
__constant__ float table[4];
static __device__ unsigned count;
int host_only(vector<int>& v) { return v.size(); }
__device__ int twice(int x);
__device__ int unused(int x) { return host_only(x); }
constexpr int half(int x) { return x / 2; }
extern "C" int also_host() { return 1; }
template <typename T> __global__ void other(T* p) { p->member(); }
template __global__ void other<Options>(Options*);
__global__ void k(Pair* p, uint32_t* q) {
    p[threadIdx.x].left = twice(width) + half(N) + min(INT_MAX, 3);
    q[threadIdx.x] = atomicAdd(&count, 1u) + table[1];
    printf("%d\n", p[0].right);
}
__device__ int twice(int x) { return 2 * x; }
int main() {
    vector<int> v(3);
#ifdef N
    CHECK(cudaMalloc(0, 0));
#endif
    k<<<1, 32>>>(0, 0);
    return host_only(v);
}
)";

TEST(DeviceText, KeepsTheKernelAndWhatItNamesOnTheirLines) {
    const auto texts =
        texts_of({{"own.cu", whole_program}, {"helpers.h", "struct Host { std::string s; };"}});
    const std::string& text = texts.at("own.cu");
    for (const char* kept :
         {"__global__ void k(", "2 * x", "struct Pair", "const int width", "table[4]", "unsigned count",
          "constexpr int half", "#define N 64", "#include \"helpers.h\""})
        EXPECT_THAT(text, HasSubstr(kept));
    for (const char* gone :
         {"<cstdio>", "cuda_runtime", "main", "cudaMalloc(0", "host_only", "kept", "Options", "Pairs",
          "unused", "also_host", "extern", "using std::vector", "other"})
        EXPECT_THAT(text, Not(HasSubstr(gone)));
    // Two lines come first and say where the text begins.
    const auto lines = [](const std::string& of) { return std::count(of.begin(), of.end(), '\n'); };
    EXPECT_EQ(lines(text), lines(whole_program) + 2);
    EXPECT_THAT(text, HasSubstr("#line 1 \"own.cu\"\n"));
    EXPECT_EQ(texts.at("helpers.h"), std::string(texts.at("helpers.h").size(), ' '));
}

TEST(DeviceText, IsTakenByTheCompiler) try {
    const auto texts = texts_of({{"own.cu", whole_program}, {"helpers.h", "int host;"}});
    const device::SourceTree tree =
        device::collect_sources("own.cu", [&](const std::string& name) { return texts.at(name); });
    const device::Compiled compiled =
        device::compile({"own.cu", "k", {}}, tree, 9, 0, {"k", "&table", "&count"});
    EXPECT_EQ(compiled.symbols.at("k"), "_Z1kP4PairPj");
    EXPECT_EQ(compiled.symbols.at("&table"), "table");
} catch (const BackendMissing& missing) {
    GTEST_SKIP() << missing.what();
}

TEST(DeviceText, KeepsWhatOneMacroMakesIfAnyOfItIsNeeded) {
    const auto texts = texts_of({{"own.cu",
                                  "#define BOTH(n) __device__ int n##1() { return 1; } __device__ "
                                  "int n##2() { return 2; }\nBOTH(f)\n__global__ void k(int* p) { "
                                  "*p = f2(); }\n"}});
    EXPECT_THAT(texts.at("own.cu"), HasSubstr("\nBOTH(f)\n"));
}

TEST(DeviceText, KeepsOperatorsAndWhatTheyName) {
    const auto texts = texts_of(
        {{"own.cu",
          "struct Pair { int a; };\n__device__ int first(Pair p) { return p.a; }\n__device__ Pair "
          "operator-(Pair l, Pair r) { return {first(l) - first(r)}; }\n__global__ void k(Pair* p) { "
          "p[0] = p[0] - p[1]; }\n"}});
    EXPECT_THAT(texts.at("own.cu"), HasSubstr("operator-(Pair l"));
    EXPECT_THAT(texts.at("own.cu"), HasSubstr("int first"));
}

TEST(DeviceText, KeepsATemplateWithItsArguments) {
    const auto texts = texts_of({{"own.cu",
                                  "struct Sum { __device__ int operator()(int a) { return a; } };\n"
                                  "struct Max { int a; };\ntemplate <class Op> __global__ void k(int* "
                                  "p) { *p = Op()(1); }\n"}},
                                "k<Sum>");
    EXPECT_THAT(texts.at("own.cu"), HasSubstr("struct Sum"));
    EXPECT_THAT(texts.at("own.cu"), Not(HasSubstr("struct Max")));
}

}  // namespace
}  // namespace upsweep::programs
