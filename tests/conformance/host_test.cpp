// The emulator gives what the host's compiler makes of the same random expressions. They avoid what C++
// leaves undefined (a build with sanitizers runs them without a complaint), so none is left out.
#include "conformance/host_expressions.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "conformance/expressions.h"
#include "conformance/suite.h"

namespace upsweep::conformance {
namespace {

std::vector<unsigned long long> on_the_host(int kernel, const programs::Prepared& prepared) {
    const auto wholes = prepared.hosts.at(0).view<int64_t>();
    const auto reals = prepared.hosts.at(1).view<double>();
    const std::vector<long long> numbers(wholes.begin(), wholes.end());
    std::vector<unsigned long long> out(expression_operands * expressions_a_kernel);
    for (threadIdx.x = 0; threadIdx.x < expression_operands; ++threadIdx.x)
        host_kernels[kernel](numbers.data(), reals.data(), out.data());
    return out;
}

TEST(HostCompiler, GivesTheEmulatorsResultsForEveryRandomExpression) {
    int compared = 0;
    for (const Case& test : all_cases()) {
        if (test.expressions < 0) continue;
        std::vector<std::string> faults;
        const Array result = run_on_emulator(test, faults);
        const auto emulated = result.view<uint64_t>();
        const std::vector<unsigned long long> expected = on_the_host(test.expressions, prepare(test));
        ASSERT_EQ(emulated.size(), expected.size());
        for (size_t i = 0; i < expected.size(); ++i) {
            const int expression = int(i) % expressions_a_kernel;
            ASSERT_EQ(emulated[i], expected[i])
                << fmt::format("kernel {}, thread {}: {}", test.expressions, i / expressions_a_kernel,
                               expression_text(test.expressions, expression));
        }
        compared += expressions_a_kernel;
    }
    EXPECT_GE(compared, 2000);
}

}  // namespace
}  // namespace upsweep::conformance
