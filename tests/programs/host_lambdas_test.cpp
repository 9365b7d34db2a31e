// Lambdas around a launch: they run where they are called, and none of them is taken for the launch.
#include <gmock/gmock.h>

#include "programs/host_launch.h"

namespace upsweep::programs {
namespace {

using testing::ElementsAre;

std::vector<HostLaunch> launches_in(const std::string& host) {
    const std::string text =
        "#include <vector>\n#include <functional>\n"
        "__global__ void k(int* a, int n) {}\n" +
        host;
    emulator::Compiler compiler([text](const std::string&) { return text; });
    return host_run("k.cu", {}, compiler).launches;
}

/// Grid, block, shared memory and arguments of the only launch of k.
std::vector<std::string> launched(const std::string& host) {
    const std::vector<HostLaunch> launches = launches_in(host);
    EXPECT_EQ(launches.size(), 1U) << host;
    if (launches.empty()) return {};
    EXPECT_EQ(launches[0].kernel, "k") << host;
    std::vector<std::string> texts = {launches[0].grid.text, launches[0].block.text};
    for (const Given& given : launches[0].arguments) texts.push_back(given.text);
    return texts;
}

TEST(HostLambdas, OnesThatCheckDisturbNothing) {
    EXPECT_THAT(launched(R"(int main() {
    const int n = 4;
    std::vector<int> h(n);
    auto check = [&](int i) { return h[i] == 2 * i; };
    for (int i = 0; i < n; ++i) h[i] = i;
    int* d; cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    auto must = [](cudaError_t e, const char* what) -> void { if (e != cudaSuccess) { exit(1); } };
    k<<<1, n>>>(d, n);
    must(cudaGetLastError(), "launch");
    for (int i = 0; i < n; ++i) if (!check(i)) return 1;
    std::sort(h.begin(), h.end(), [](const int& a, const int& b) { return a > b; });
})"),
                ElementsAre("1", "4", "iota:4", "4"));
}

TEST(HostLambdas, OnesThatWorkSomethingOutAreRun) {
    EXPECT_THAT(launched(R"(
auto up = [](int n, int b) -> int { return (n + b - 1) / b; };
int main() {
    const int n = 20;
    int h[n], *d;
    auto init = [&h, n]() mutable { for (int i = 0; i < n; i++) h[i] = 3; };
    init();
    auto made = [&](size_t bytes) { int* p = nullptr; cudaMalloc(&p, bytes); return p; };
    d = made(n * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    const int block = [] { return 8; }();
    k<<<up(n, block), block>>>(d, n);
})"),
                ElementsAre("3", "8", "fill:20:3", "20"));
}

TEST(HostLambdas, ALaunchInOneIsMadeWhereItIsCalled) {
    EXPECT_THAT(launched(R"(
template <typename F> void time_it(const char* what, F&& body, int times = 1) {
    int d = 7;
    for (int i = 0; i < times; ++i) body();
}
int main() {
    const int n = 16;
    int* d; cudaMalloc(&d, n * sizeof(int)); cudaMemset(d, 0, n * sizeof(int));
    time_it("k", [&] { k<<<2, n>>>(d, n); });
})"),
                ElementsAre("2", "16", "zeros:16", "16"));
    EXPECT_THAT(launched(R"(int main() {
    auto launch = [](int* a, int n) { k<<<1, n>>>(a, n); };
    int* d; cudaMalloc(&d, 32);
    launch(d, 8);
})"),
                ElementsAre("1", "8", "unset:8", "8"));
    EXPECT_EQ(launches_in(R"(int main() {
    int* d; cudaMalloc(&d, 32);
    auto launch = [&](auto n) { k<<<1, n>>>(d, n); };
    for (int n : {4, 8}) {}
    for (int n = 4; n <= 8; n *= 2) launch(n);
})")
                  .size(),
              2U);
    EXPECT_EQ(launches_in("int main() { auto never = [] { k<<<1, 8>>>(nullptr, 8); }; }").size(), 0U);
}

TEST(HostLambdas, OverElementsTheyRunOnceAnElement) {
    const auto copied = [](const std::string& fills) {
        return launched(
            "int main() {\n    const int n = 5;\n    std::vector<int> h(n), g(n);\n    int at = 0;\n" +
            fills +
            R"(
    int* d; cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    k<<<1, n>>>(d, at);
})");
    };
    EXPECT_THAT(copied("std::for_each(h.begin(), h.end(), [&](int& x) { x = at; at += 3; });"),
                ElementsAre("1", "5", "values:0,3,6,9,12", "15"));
    EXPECT_THAT(copied("for (int& x : g) x = 4; std::for_each(g.begin(), g.end(), [&](int x) { at += x; });"),
                ElementsAre("1", "5", "zeros:5", "20"));
    EXPECT_THAT(copied("std::generate(h.begin(), h.end(), [&] { return at++; });"
                       "std::transform(h.begin(), h.end(), h.begin(), [](int x) { return x + 1; });"),
                ElementsAre("1", "5", "iota:5:1", "5"));
    EXPECT_THAT(copied("std::iota(h.begin(), h.end(), 0); std::iota(g.begin(), g.end(), 2);"
                       "std::transform(h.begin(), h.begin() + 5, g.data(), h.data(),"
                       "[](int a, int b) { return a + b; });"),
                ElementsAre("1", "5", "values:2,4,6,8,10", "0"));
    EXPECT_THAT(
        copied("auto end = std::transform(g.begin(), g.begin() + 3, h.begin(), [](int x) { return x + 7; });"
               "at = end - h.begin();"),
        ElementsAre("1", "5", "values:7,7,7,0,0", "3"));
    EXPECT_THAT(launched(R"(
void up(int& x, int by) { x += by; }
int main() { int n = 3; up(n, 5); int* d; cudaMalloc(&d, 4 * n); k<<<1, n>>>(d, n); })"),
                ElementsAre("1", "8", "unset:8", "8"))
        << "a reference is the variable itself";
    EXPECT_EQ(launches_in("int main() { int h[4]; std::for_each(h, h + 4, [&](int x) {"
                          " std::for_each(h, h + 4, [&](int y) { k<<<1, 8>>>(nullptr, y); }); }); }")
                  .size(),
              16U);
}

TEST(HostLambdas, BracketsThatAreNoneStayWhatTheyAre) {
    EXPECT_THAT(launched(R"(int main() {
    [[maybe_unused]] int unused = 3;
    int sizes[2] = {4, 8}, *h = new int[8], *d;
    delete[] h;
    cudaMalloc(&d, sizes[1] * 4);
    k<<<1, sizes[1]>>>(d, sizes[0]);
})"),
                ElementsAre("1", "8", "unset:8", "4"));
}

TEST(HostLambdas, EndForThoseThatCallThemselvesAndForBrokenText) {
    for (const char* host : {"int main() { auto f = [&] { f(); }; f(); }", "int main() { auto f = [&] {",
                             "int main() { auto f = [&](int x; f(1); }", "int main() { [", "int main() { [](",
                             "int main() { auto f = [](auto g) { g(g); }; f(f); }"})
        EXPECT_EQ(launches_in(host).size(), 0U) << host;
}

}  // namespace
}  // namespace upsweep::programs
