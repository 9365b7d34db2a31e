// The emulator gives the results that a GPU gave, for every kernel and expression of the suite.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "conformance/expressions.h"
#include "conformance/results.h"
#include "conformance/suite.h"
#include "core/error.h"

namespace upsweep::conformance {
namespace {

using testing::HasSubstr;

/// The random expressions together, and those of operators.
std::string file_of(const Case& test) {
    if (test.expressions < 0) return test.kernel.file;
    return test.expressions < random_kernels ? "expressions" : "operators";
}

std::vector<std::string> files() {
    std::set<std::string> names;
    for (const Case& test : all_cases()) names.insert(file_of(test));
    return {names.begin(), names.end()};
}

class Conformance : public testing::TestWithParam<std::string> {};

TEST_P(Conformance, TheEmulatorGivesTheGpusResults) {
    for (const Case& test : all_cases()) {
        if (file_of(test) != GetParam()) continue;
        SCOPED_TRACE(test.kernel.function);
        std::vector<std::string> faults;
        const Array result = run_on_emulator(test, faults);
        if (stored_results().has(test))
            EXPECT_EQ(stored_results().difference(test, result), "");
        else
            std::printf("%s: what a GPU gives is not yet stored\n", test.kernel.function.c_str());
        // The suite's kernels are right: a fault would be a false alarm.
        EXPECT_THAT(faults, testing::IsEmpty());
    }
}

INSTANTIATE_TEST_SUITE_P(Files, Conformance, testing::ValuesIn(files()),
                         [](const auto& file) { return file.param.substr(0, file.param.find('.')); });

TEST(Suite, IsLargeEnoughAndComesFromAGpu) {
    const auto& cases = all_cases();
    const auto is_known = [](const Case& c) { return c.expressions < 0 && stored_results().has(c); };
    EXPECT_GE(std::count_if(cases.begin(), cases.end(), is_known), 330);
    EXPECT_TRUE(std::all_of(cases.begin(), cases.end(),
                            [](const Case& c) { return c.expressions < 0 || stored_results().has(c); }));
    EXPECT_GE(random_kernels * expressions_a_kernel, 2000);
    EXPECT_THAT(stored_results().machine(), HasSubstr("NVIDIA"));
}

size_t occurrences(const std::string& text, const std::string& part) {
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

TEST(Suite, HasEveryOperatorBetweenEveryTwoTypes) {
    const std::vector<std::string> wholes = {"b", "ch", "c",  "uc", "s", "us",
                                             "i", "u",  "lo", "lu", "l", "ul"};
    std::vector<std::string> all = wholes;
    all.insert(all.end(), {"f", "d"});
    std::string text;
    for (int kernel = random_kernels; kernel < expression_kernels; ++kernel) text += expressions_text(kernel);
    const auto expect_between = [&](const std::vector<std::string>& types, const std::string& sign) {
        for (const std::string& a : types)
            for (const std::string& b : types) {
                // Where it might overflow in unsigned numbers; no divisor is 0, no shift is long.
                bool found = false;
                for (const char* as : {"", "(unsigned)", "(unsigned long long)"})
                    for (const std::string& right : {b + "1)", "(" + b + "1 "})
                        found |= text.find(a + "0 " + sign + " " + as + right) != std::string::npos;
                EXPECT_TRUE(found) << a << " " << sign << " " << b;
            }
    };
    for (const char* sign : {"<", ">", "<=", ">=", "==", "!=", "&&", "||", ",", "+", "-", "*", "/"})
        expect_between(all, sign);
    for (const char* sign : {"%", "&", "|", "^", "<<", ">>"}) expect_between(wholes, sign);
    EXPECT_EQ(occurrences(text, "(1.75 + "), all.size() * all.size()) << "=";
    for (const char* sign : {"+= ", "-= ", "*= ", "/= "})
        EXPECT_EQ(occurrences(text, std::string(" ") + sign + "("), all.size() * all.size()) << sign;
    for (const char* sign : {"%= ", "&= ", "|= ", "^= ", "<<= ", ">>= "})
        EXPECT_EQ(occurrences(text, sign), wholes.size() * wholes.size()) << sign;
    EXPECT_GT(operator_count(), (operator_kernels - 1) * expressions_a_kernel);
    EXPECT_LE(operator_count(), operator_kernels * expressions_a_kernel);
}

TEST(Suite, LaunchLinesSayWhatIsWrong) {
    const std::string kernel = "extern \"C\" __global__ void k(int* out) { out[0] = 1; }\n";
    EXPECT_THROW(cases_of("a.cu", kernel), Error);
    EXPECT_THROW(cases_of("a.cu", "// launch: --what 3\n" + kernel), Error);
    EXPECT_THROW(cases_of("a.cu", "// launch --block 3\n" + kernel), Error);
    const auto cases = cases_of(
        "a.cu",
        "// launch: --block 4 --arg zeros:1\n// launch k: --grid 2 --ulps 3 --arg zeros:9\n" + kernel);
    ASSERT_EQ(cases.size(), 1u);
    EXPECT_EQ(cases[0].request.grid, (Dim3{2, 1, 1}));
    EXPECT_EQ(cases[0].ulps, 3);
}

Array floats(std::initializer_list<float> values) {
    std::vector<float> list(values);
    return Array::of<float>({static_cast<int64_t>(list.size()), 1}, list);
}

TEST(Compare, CountsUnitsInTheLastPlace) {
    EXPECT_EQ(difference(floats({1, 2}), floats({1, 2}), 0), "");
    const float next = std::nextafter(1.0f, 2.0f);
    EXPECT_THAT(difference(floats({1}), floats({next}), 0), HasSubstr("element 0"));
    EXPECT_EQ(difference(floats({1}), floats({next}), 1), "");
    EXPECT_NE(difference(floats({1}), floats({std::nextafter(next, 2.0f)}), 1), "");
    EXPECT_EQ(difference(floats({0.0f}), floats({-0.0f}), 1), "");
    EXPECT_NE(difference(floats({0.0f}), floats({-0.0f}), 0), "");
    EXPECT_EQ(difference(floats({NAN}), floats({-NAN}), 1), "");
    EXPECT_NE(difference(floats({NAN}), floats({1}), 100), "");
    EXPECT_THAT(difference(floats({1}), floats({1, 2}), 0), HasSubstr("2 elements"));
}

TEST(StoredResults, ComeBackFromTheirText) {
    const Case& test = all_cases().front();
    std::vector<std::string> faults;
    Array result = run_on_emulator(test, faults);
    Results results;
    results.set_machine("a GPU");
    results.put(test, result);
    const Results back(results.text());
    EXPECT_EQ(back.machine(), "a GPU");
    EXPECT_EQ(back.difference(test, result), "");
    result.bytes()[0] ^= std::byte{1};
    EXPECT_THAT(back.difference(test, result), HasSubstr("element 0"));
}

}  // namespace
}  // namespace upsweep::conformance
