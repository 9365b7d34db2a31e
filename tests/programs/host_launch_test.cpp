// The launches that whole programs make, read from their host code.
#include "programs/host_launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace upsweep::programs {
namespace {

using testing::ElementsAre;

emulator::SourceProvider only(const std::string& text) {
    return [text](const std::string&) { return text; };
}

std::vector<HostLaunch> host_launch_launches_in(const std::string& text) {
    emulator::Compiler compiler(only(text));
    return host_launches("k.cu", {}, compiler);
}

std::vector<std::string> texts_of(const HostLaunch& launch) {
    std::vector<std::string> texts = {launch.grid.text, launch.block.text, launch.shared.text};
    for (const Given& given : launch.arguments) texts.push_back(given.text);
    return texts;
}

HostLaunch opened(const std::string& text, const std::string& kernel) {
    emulator::Compiler compiler(only(text));
    return opening_launch(signature_of({"k.cu", kernel, {}}, compiler), host_launch_launches_in(text));
}

TEST(HostLaunch, ReadsAVectorAddition) {
    const std::vector<HostLaunch> launches = host_launch_launches_in(R"(
#include <cstdio>
#define N 100
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void add(const float* a, const float* b, float* c, int n) {}
int main(int argc, char** argv)
{
    int n = argc > 1 ? atoi(argv[1]) : N;
    size_t bytes = n * sizeof(float);
    float *h_a = (float*)malloc(bytes), *h_b = (float*)malloc(bytes), *d_a, *d_b, *d_c;
    for (int i = 0; i < n; i++) { h_a[i] = i; h_b[i] = 2.0f; }
    CHECK(cudaMalloc((void**)&d_a, bytes));
    CHECK(cudaMalloc(&d_b, bytes));
    CHECK(cudaMalloc(&d_c, bytes));
    CHECK(cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice));
    int threads = 32;
    int blocks = (n + threads - 1) / threads;
    add<<<blocks, threads>>>(d_a, d_b, d_c, n);
    cudaDeviceSynchronize();
    return 0;
})");
    ASSERT_EQ(launches.size(), 1U);
    EXPECT_EQ(launches[0].kernel, "add");
    EXPECT_EQ(launches[0].line, 19);
    EXPECT_THAT(texts_of(launches[0]),
                ElementsAre("4", "32", "0", "iota:100", "fill:100:2", "unset:100", "100"));
    for (const Given& given : launches[0].arguments) EXPECT_EQ(given.guessed, "");
}

// Found by the fuzz target: the list's own variable lost its memory while the list was read.
TEST(HostLaunch, AListMayAssignToTheVariableThatItFills) {
    for (const char* list : {"{1, s = 5}", "{s = 5, 1}", "{1, (s = 0, 2)}"}) {
        const std::vector<HostLaunch> launches = host_launch_launches_in(
            "struct S { char a; char b; };\n__global__ void k(int n) {}\nint main() {\n    S s = " +
            std::string(list) + ";\n    k<<<1, 2>>>(3);\n}\n");
        EXPECT_EQ(launches.size(), 1U) << list;
    }
}

// A comma in brackets parts no arguments.
TEST(HostLaunch, ABufferIsCalledAsItIsPassed) {
    const std::vector<HostLaunch> launches = host_launch_launches_in(
        "__global__ void k(int* a, int* b) {}\nint main() {\n    int *rows[2], *out, last = 1;\n"
        "    cudaMalloc(&rows[0], 32);\n    cudaMalloc(&rows[1], 32);\n    cudaMalloc(&out, 32);\n"
        "    k<<<1, 2>>>(rows[0, last], out);\n    k<<<1, 2>>>((int*)rows[min(0, last)], &out[last]);\n}\n");
    ASSERT_EQ(launches.size(), 2U);
    std::vector<std::string> names;
    for (const HostLaunch& launch : launches)
        for (const HostBuffer& buffer : launch.buffers) names.emplace_back(buffer.name);
    EXPECT_THAT(names, ElementsAre("rows", "out", "rows", "out"));
}

TEST(HostLaunch, ReadsDim3AndTemplatesAndSharedMemory) {
    const std::vector<HostLaunch> launches = host_launch_launches_in(R"(
const int TILE = 4;
template <typename T, int SIDE> __global__ void turn(T* out, const T* in, int width, int height) {}
__host__ __device__ inline int up(int a, int b) { return (a + b - 1) / b; }
int main() {
    const int width = 10, height = 6;
    int host[height][width] = {{1, 2, 3}, {4}};
    int *in, *out;
    cudaMalloc(&in, sizeof(host));
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof(host));
    cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
    dim3 block(TILE, TILE);
    dim3 grid(up(width, block.x), up(height, block.y));
    turn<int, TILE><<<grid, block, TILE * (TILE + 1) * sizeof(int)>>>(out, in, width, height);
})");
    ASSERT_EQ(launches.size(), 1U);
    EXPECT_EQ(launches[0].kernel, "turn<int, 4>");
    EXPECT_EQ(launches[0].grid.text, "3,2,1");
    EXPECT_EQ(launches[0].block.text, "4,4,1");
    EXPECT_EQ(launches[0].shared.text, "80");
    EXPECT_EQ(launches[0].arguments[0].text, "zeros:60");
    EXPECT_EQ(launches[0].arguments[2].text, "10");
}

TEST(HostLaunch, FollowsOwnFunctionsManagedMemoryAndLoopsOfLaunches) {
    const std::vector<HostLaunch> launches = host_launch_launches_in(R"(
__global__ void step(int* data, int stride) {}
void fill(int* data, int n) { for (int i = 0; i < n; ++i) data[i] = i % 3 + 1; }
void scan(int* data, int n) {
    for (int stride = 1; stride < n; stride *= 2) step<<<1, n>>>(data, stride);
    step<<<1, n, 0, stream>>>(data, n);
}
int main() {
    int n = 8, *data;
    cudaMallocManaged(&data, n * sizeof *data);
    fill(data, n);
    scan(data, n);
})");
    ASSERT_EQ(launches.size(), 2U);
    EXPECT_THAT(texts_of(launches[0]), ElementsAre("1", "8", "0", "values:1,2,3,1,2,3,1,2", "1"));
    EXPECT_THAT(texts_of(launches[1]), ElementsAre("1", "8", "0", "random:8", "8"));
    EXPECT_EQ(launches[1].arguments[0].guessed, "a kernel before it fills it");
}

TEST(HostLaunch, SaysWhatTheFileDrawsOrLeavesOpen) {
    const std::string text = R"(
__global__ void k(float* a, float* b, int n) {}
int main() {
    int n = 5;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = rand() / (float)RAND_MAX;
    for (int i = 0; i < n; ++i) h[i] = rand() % 10;
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    k<<<1, read_from_somewhere()>>>(d, d, n);
})";
    const std::vector<HostLaunch> launches = host_launch_launches_in(text);
    ASSERT_EQ(launches.size(), 1U);
    EXPECT_EQ(launches[0].block.text, "");
    const HostLaunch launch = opened(text, "k");
    EXPECT_EQ(launch.block.text, "32");
    EXPECT_NE(launch.block.guessed, "");
    EXPECT_EQ(launch.grid.guessed, "");
    EXPECT_EQ(launch.arguments[1].text, "same:a");
    EXPECT_EQ(launch.arguments[2].text, "5");
}

TEST(HostLaunch, GuessesWhatNoHostCodeGives) {
    const HostLaunch launch =
        opened("__global__ void k(const int* in, float4* out, int width, int height) {}", "k");
    EXPECT_THAT(texts_of(launch), ElementsAre("2,2", "8,8", "0", "iota:256", "zeros:1024", "16", "16"));
    for (const Given& given : launch.arguments) EXPECT_EQ(given.guessed, "the file does not say");
}

/// Whatever the content, it ends and says nothing wrong.
TEST(HostLaunch, EndsForWhatNeverEndsAndForBrokenText) {
    EXPECT_TRUE(host_launch_launches_in(
                    "__global__ void k() {} int main() { for (;;) ; while (1) {} k<<<1, 1>>>(); }")
                    .empty());
    EXPECT_EQ(host_launch_launches_in(
                  "__global__ void k() {} int f() { return f(); } int main() { f(); k<<<1, 1>>>(); }")
                  .size(),
              1U);
    for (const char* text :
         {"int main() {", "int main() { k<<<", "int main() { k<<<1,", "int main() { if (",
          "int main() { int a[", "int main() { for (int i = 0; i <", "int main( {",
          "int x = (((((((1; int main() { x = -----x; }", "int main() { int a = sizeof; new; (int) ; }"})
        EXPECT_TRUE(host_launch_launches_in(text).empty()) << text;
}

/// What is set in part only is not all zeros.
TEST(HostLaunch, KnowsHowMuchOfAnArrayIsCleared) {
    const auto cleared = [](const std::string& bytes) {
        const std::vector<HostLaunch> launches = host_launch_launches_in(
            "__global__ void k(int* a) {}\nint main() { int* d; cudaMalloc(&d, 64); cudaMemset(d, 0, " +
            bytes + "); k<<<1, 16>>>(d); }");
        return launches.size() == 1 ? launches[0].arguments.at(0) : Given{};
    };
    EXPECT_EQ(cleared("64").text, "zeros:16");
    EXPECT_EQ(cleared("64").guessed, "");
    EXPECT_EQ(cleared("60").text, "random:16");
    EXPECT_EQ(cleared("60").guessed, "what the file puts in is not worked out");
}

/// Where nothing is const, every buffer may be read.
TEST(HostLaunch, GuessesValuesThatDifferForBuffersOfAKernelWithoutConst) {
    EXPECT_THAT(texts_of(opened("__global__ void k(int* data, float* more, int n) {}", "k")),
                ElementsAre("2", "32", "0", "iota:64", "iota:64", "64"));
}

/// 200 is not negative in an unsigned type, and negative in a signed one.
TEST(HostLaunch, KeepsTheSignsOfNarrowTypes) {
    const auto block = [](const std::string& type) {
        const std::vector<HostLaunch> launches = host_launch_launches_in(
            "__global__ void k(int n) {}\nint main() { " + type + " side = 200; k<<<1, 32>>>(side); }");
        return launches.size() == 1 ? launches[0].arguments.at(0).text : "";
    };
    EXPECT_EQ(block("unsigned char"), "200");
    EXPECT_EQ(block("unsigned short"), "200");
    EXPECT_EQ(block("signed char"), "-56");
}

/// Texts cut anywhere, with characters put in anywhere.
TEST(HostLaunch, EndsForDamagedText) {
    const std::string whole = R"(__global__ void k(int* a, int n) {}
int main() { int n = 1 << 3, *a; int h[] = {1, 2, 3}; cudaMalloc(&a, n * sizeof(int)); dim3 b(2, 2);
for (int i = 0; i < n; i++) { h[i % 3] = (i > 2 ? i : -i); } do { n--; } while (n > 4); cudaMemcpy(a, h, 12, 1);
k<<<dim3(n, b.x), b, 4>>>(a, n); return 0; })";
    std::mt19937 random(7);
    const std::string marks = "(){}[]<>;,*&\"'=+-/%:?.#\\ a1";
    for (int trial = 0; trial < 60; ++trial) {
        std::string text = whole;
        for (unsigned damage = 0; damage <= random() % 4; ++damage) {
            const size_t at = random() % text.size();
            if (random() % 2 == 0)
                text[at] = marks[random() % marks.size()];
            else
                text.erase(at, random() % 9);
        }
        try {
            host_launch_launches_in(text);
        } catch (const emulator::CompileError&) {
        }
    }
}

}  // namespace
}  // namespace upsweep::programs
