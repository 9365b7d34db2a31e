// What whole programs leave on the device: launches that repeat, streams, and findings that are not theirs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "emulator/helpers/whole.h"
#include "emulator/trace/finding.h"

namespace upsweep::emulator {
namespace {

/// The program's own run has left what a run of its plan leaves.
void expect_left_as_by_the_plan(Whole& whole) {
    const Trace again = whole.replayed();
    const Trace& left = whole.run.trace;
    EXPECT_EQ(left.counts, again.counts);
    EXPECT_EQ(left.buffers, again.buffers);
    EXPECT_EQ(left.complete, again.complete);
    ASSERT_EQ(left.launches.size(), again.launches.size());
    for (size_t i = 0; i < left.launches.size(); ++i)
        EXPECT_EQ(left.launches[i].counts, again.launches[i].counts);
    ASSERT_EQ(left.printed.size(), again.printed.size());
    for (size_t i = 0; i < left.printed.size(); ++i) {
        EXPECT_EQ(left.printed[i].text, again.printed[i].text);
        EXPECT_EQ(left.printed[i].step, again.printed[i].step);
    }
    ASSERT_EQ(left.findings.size(), again.findings.size());
    for (size_t i = 0; i < left.findings.size(); ++i) {
        EXPECT_EQ(left.findings[i].kind, again.findings[i].kind);
        EXPECT_EQ(left.findings[i].steps, again.findings[i].steps);
        EXPECT_EQ(left.findings[i].times, again.findings[i].times);
        EXPECT_EQ(left.findings[i].lesser, again.findings[i].lesser);
    }
}

TEST(WholeProgram, LeavesWhatItsPlanLeaves) {
    Whole whole(R"(#include <cstdio>
__global__ void add(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) out[i] += in[i];
}
int main() {
    int host[100];
    for (int i = 0; i < 100; ++i) host[i] = i;
    int *in, *out, *twin;
    cudaMalloc(&in, 400); cudaMalloc(&out, 400); cudaMalloc(&twin, 400);
    cudaMemcpy(in, host, 400, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, 400);
    add<<<2, 64>>>(in, out, 100);
    cudaMemcpy(twin, out, 400, cudaMemcpyDeviceToDevice);
    add<<<2, 64>>>(twin, out, 50);
    cudaMemcpy(host, out, 400, cudaMemcpyDeviceToHost);
    cudaFree(in); cudaFree(twin);
    return host[3];
})");
    expect_left_as_by_the_plan(whole);
    EXPECT_EQ(whole.run.host.exit_status, 6);
}

/// A launch that begins as an earlier one did is not computed again: all that it leaves is the same.
TEST(WholeProgram, LaunchesThatBeginAlikeLeaveTheSame) {
    Whole whole(R"(#include <cstdio>
__device__ int calls;
__global__ void scale(const float* in, float* out, int n, int stride) {
    __shared__ float tile[32 * 33];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x * stride % (32 * 33)] = in[i];
    if (i <= n) out[i] = tile[threadIdx.x * stride % (32 * 33)] * 2;
    if (i == 5) printf("%d %g\n", stride, out[i]);
}
__global__ void count() { ++calls; }
__global__ void add(int* sums) { atomicAdd(&sums[threadIdx.x % 4], threadIdx.x); }
int main() {
    float host[128];
    for (int i = 0; i < 128; ++i) host[i] = i;
    float *in, *out;
    int* sums;
    cudaMalloc(&in, 512); cudaMalloc(&out, 512); cudaMalloc(&sums, 16);
    cudaMemcpy(in, host, 512, cudaMemcpyHostToDevice);
    for (int i = 0; i < 5; ++i) scale<<<2, 64>>>(in, out, 128, 1);
    for (int i = 0; i < 5; ++i) scale<<<2, 64>>>(in, out, 128, 32);
    scale<<<2, 64>>>(in, out, 128, 1);
    for (int i = 0; i < 5; ++i) {
        cudaMemset(sums, 0, 16);
        add<<<1, 64>>>(sums);
        count<<<1, 1>>>();
        scale<<<2, 64>>>(in, out, 128, 1);
    }
    host[7] = 1;
    cudaMemcpy(in, host, 512, cudaMemcpyHostToDevice);
    for (int i = 0; i < 3; ++i) scale<<<2, 64>>>(in, out, 128, 1);
    int last[4], n;
    cudaMemcpy(host, out, 512, cudaMemcpyDeviceToHost);
    cudaMemcpy(last, sums, 16, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&n, calls, 4);
    printf("%g %d %d\n", host[7], last[1], n);
    cudaFree(in); cudaFree(out); cudaFree(sums);
})");
    expect_left_as_by_the_plan(whole);
    EXPECT_NE(whole.output().find("2 496 5\n"), std::string::npos) << whole.output();
}

/// Two ints are as long as a pointer, and an index that goes far may end where bytes that were elements
/// would.
TEST(WholeProgram, OtherMistakesAreNotTold) {
    const Whole part(R"(#include <cstdlib>
int main() {
    int* h = (int*)malloc(400);
    for (int i = 0; i < 100; ++i) h[i] = i;
    int* d;
    cudaMalloc(&d, 400);
    cudaMemcpy(d, h, 400, cudaMemcpyHostToDevice);
    cudaMemcpy(h, d + 3, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d);
    free(h);
    return h == nullptr;
})");
    EXPECT_TRUE(part.run.host.findings.empty()) << part.run.host.findings.front().message;
    const Whole far(R"(
__global__ void read(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x * 3]; }
int main() {
    float h[64] = {};
    float *in, *out;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    read<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
})");
    EXPECT_TRUE(far.run.host.findings.empty()) << far.run.host.findings.front().message;
    EXPECT_FALSE(far.run.trace.findings.empty());
}

TEST(WholeProgram, StreamsThatShareAnArrayNeedAnOrder) {
    const auto told = [](const std::string& between) {
        const Whole whole(
            "__global__ void fill(int* x) { x[threadIdx.x] = 1; }\n"
            "__global__ void look(const int* x) { int y = x[threadIdx.x]; if (y == 5) __trap(); }\n"
            "int main() {\n"
            "int *h, *d; cudaStream_t a, b; cudaEvent_t e; cudaEventCreate(&e);\n"
            "cudaStreamCreate(&a); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);\n"
            "cudaMallocHost(&h, 128); cudaMalloc(&d, 128);\n"
            "fill<<<1, 32, 0, a>>>(d);\n" +
            between +
            "cudaMemcpyAsync(h, d, 128, cudaMemcpyDeviceToHost, b);\n"
            "look<<<1, 32, 0, a>>>(d);\n"
            "cudaDeviceSynchronize(); cudaFreeHost(h); cudaFree(d); return 0; }");
        return whole.finding(9).message;
    };
    EXPECT_NE(told("\n").find("does not wait for the kernel that line 7 launches in another stream"),
              std::string::npos);
    EXPECT_EQ(told("cudaEventRecord(e, a); cudaStreamWaitEvent(b, e);\n"), "");
    EXPECT_EQ(told("cudaStreamSynchronize(a);\n"), "");
    // The default stream orders `a`, but not `b`.
    EXPECT_NE(told("cudaMemsetAsync(h, 0, 4, 0);\n"), "");
}

/// Each stream has its own part of one array, and kernels get the start of it.
TEST(WholeProgram, StreamsThatWorkOnPartsOfAnArrayNeedNoOrder) {
    const Whole whole(
        "#include <cstdio>\n"
        "__global__ void twice(int* x, int from) { x[from + threadIdx.x] *= 2; }\n"
        "int main() {\n"
        "int *h, *d; cudaStream_t s[4]; cudaMallocHost(&h, 512); cudaMalloc(&d, 512);\n"
        "for (int i = 0; i < 128; ++i) h[i] = i;\n"
        "for (int i = 0; i < 4; ++i) cudaStreamCreate(&s[i]);\n"
        "for (int i = 0; i < 4; ++i) {\n"
        "cudaMemcpyAsync(&d[32 * i], &h[32 * i], 128, cudaMemcpyHostToDevice, s[i]);\n"
        "twice<<<1, 32, 0, s[i]>>>(d, 32 * i);\n"
        "cudaMemcpyAsync(&h[32 * i], &d[32 * i], 128, cudaMemcpyDeviceToHost, s[i]);\n"
        "}\n"
        "cudaDeviceSynchronize(); printf(\"%d\\n\", h[127]);\n"
        "for (int i = 0; i < 4; ++i) cudaStreamDestroy(s[i]);\n"
        "cudaFreeHost(h); cudaFree(d); return 0; }");
    EXPECT_EQ(whole.output(), "254\n");
    for (int line = 8; line < 11; ++line) EXPECT_EQ(whole.finding(line).message, "");
}

TEST(WholeProgram, AStreamForEachOperationTakesNoTime) {
    const Whole whole(
        "#include <cstdio>\n"
        "__global__ void add(int* x) { ++*x; }\n"
        "int main() { int *d, h; cudaMalloc(&d, 4); cudaMemset(d, 0, 4);\n"
        "for (int i = 0; i < 3000; ++i) { cudaStream_t s; cudaStreamCreate(&s); add<<<1, 1, 0, s>>>(d); "
        "cudaStreamDestroy(s); }\n"
        "cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf(\"%d\\n\", h); cudaFree(d); return 0; }");
    EXPECT_EQ(whole.output(), "3000\n");
}

/// Another kernel made them: grandchildren, siblings of a class that this kernel names, and classes of one
/// name.
TEST(WholeProgram, AVirtualCallFindsEveryClassOfTheText) {
    const Whole whole(
        "#include <cstdio>\n"
        "struct Base { __device__ virtual int f() = 0; };\n"
        "struct Named : Base { int id = 3; };\n"
        "struct Grandchild : Named { __device__ int f() override { return id; } };\n"
        "struct A { struct Node : Base { __device__ int f() override { return 1; } }; };\n"
        "struct B { struct Node : Base { __device__ int f() override { return 2; } }; };\n"
        "__global__ void make(Base** b) { b[0] = new A::Node; b[1] = new B::Node; b[2] = new Grandchild; }\n"
        "__global__ void call(Base** b, int* o) {\n"
        "B::Node n; A::Node m; Base *own = &n, *other = &m; o[3] = own->f() + 10 * other->f(); for (int i = "
        "0; i < 3; ++i) o[i] = b[i]->f(); }\n"
        "int main() { Base** b; int *o, h[4]; cudaMalloc(&b, 24); cudaMalloc(&o, 16);\n"
        "make<<<1, 1>>>(b); call<<<1, 1>>>(b, o); cudaMemcpy(h, o, 16, cudaMemcpyDeviceToHost);\n"
        "printf(\"%d %d %d %d\\n\", h[0], h[1], h[2], h[3]); cudaFree(b); cudaFree(o); return 0; }");
    EXPECT_EQ(whole.output(), "1 2 3 12\n");
}

/// Many passes at once must not lose that a variable has no value.
TEST(WholeProgram, ALongLoopOverAVariableWithoutAValueIsReported) {
    const Whole whole(
        "#include <cstdio>\n"
        "__global__ void none() {}\n"
        "int f(int from) {\nint x; if (from == 0) x = 5;\n"
        "for (int i = 0; i < 300; ++i) { if (i >= from)\nx++;\n}\nreturn x; }\n"
        "int main() { int a = f(0) + f(0); printf(\"%d\\n\", a); return f(60) == 7; }");
    EXPECT_EQ(whole.output(), "610\n");
    EXPECT_THAT(whole.finding(6).message, testing::HasSubstr("no value yet"));
}

}  // namespace
}  // namespace upsweep::emulator
