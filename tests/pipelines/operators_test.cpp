// The operators of the scans: associative, right in every scan that takes them, wrong as printed, and as much
// work as a sum.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/catalog_run.h"
#include "reference/operators.h"

namespace upsweep {
namespace {

using reference::combined;
using reference::Operator;
using test::parameters_of;

constexpr int64_t affine = 2, flagged = 3;

bool has_operators_option(const Algorithm& algorithm, std::string_view name) {
    return std::ranges::find(algorithm.options, name, &Option::name) != algorithm.options.end();
}

/// All entries that have the option.
std::vector<const Algorithm*> scans() {
    std::vector<const Algorithm*> found;
    for (const Algorithm* algorithm : catalog())
        if (has_operators_option(*algorithm, "operator")) found.push_back(algorithm);
    return found;
}

/// Each way an entry works: rows in one piece and in pieces of four, in each place where sums are kept.
std::vector<std::vector<OptionValue>> ways_of(const Algorithm& algorithm) {
    std::vector<std::vector<OptionValue>> ways;
    for (const int64_t piece : {0, 4})
        for (const int64_t shuffle : {0, 1}) {
            if (shuffle == 1 && !has_operators_option(algorithm, "shuffle")) continue;
            ways.emplace_back();
            for (const std::string_view name : {"segment", "section"})
                if (has_operators_option(algorithm, name)) ways.back().push_back({std::string(name), piece});
            if (has_operators_option(algorithm, "shuffle")) ways.back().push_back({"shuffle", shuffle});
        }
    return ways;
}

constexpr uint32_t map(uint32_t a, uint32_t b) { return a << 16 | b; }
constexpr uint32_t begin(uint32_t value) { return value | 0x80000000U; }

TEST(Operators, AreThoseWorkedOutByHand) {
    EXPECT_EQ(combined(Operator::sum, 0xffffffffU, 2), 1U);
    EXPECT_EQ(combined(Operator::maximum, 7, 3), 7U);
    // First 2x + 1, then 3x + 4: 6x + 7. The other way round it is 6x + 9.
    EXPECT_EQ(combined(Operator::affine, map(2, 1), map(3, 4)), map(6, 7));
    EXPECT_EQ(combined(Operator::affine, map(3, 4), map(2, 1)), map(6, 9));
    EXPECT_EQ(combined(Operator::affine, map(0, 65535), map(1, 1)), map(0, 0)) << "modulo 65536";
    EXPECT_EQ(combined(Operator::flagged, 3, 4), 7U);
    EXPECT_EQ(combined(Operator::flagged, begin(3), 4), begin(7));
    EXPECT_EQ(combined(Operator::flagged, 3, begin(4)), begin(4));
    EXPECT_EQ(reference::word_text(Operator::affine, map(2, 5)), "(2, 5)");
    EXPECT_EQ(reference::word_text(Operator::flagged, begin(7)), "|7");
    EXPECT_EQ(reference::word_text(Operator::flagged, 7), "7");
}

TEST(Operators, AreAssociativeAndHaveTheirIdentity) {
    uint32_t state = 1;
    const auto next = [&] { return state = state * 1664525U + 1013904223U; };
    for (const Operator operation : {Operator::sum, Operator::maximum, Operator::affine, Operator::flagged})
        for (int i = 0; i < 1000; ++i) {
            const uint32_t a = next(), b = next(), c = next();
            EXPECT_EQ(combined(operation, combined(operation, a, b), c),
                      combined(operation, a, combined(operation, b, c)));
            EXPECT_EQ(combined(operation, reference::identity(operation), a), a);
            EXPECT_EQ(combined(operation, a, reference::identity(operation)), a);
        }
}

TEST(Operators, AreAnOptionOfTheseScans) {
    std::vector<std::string_view> slugs;
    for (const Algorithm* algorithm : scans()) slugs.push_back(algorithm->slug);
    EXPECT_THAT(slugs, testing::UnorderedElementsAre(
                           "scan_loop", "scan_serial_rows", "scan_hillis_steele", "scan_kogge_stone",
                           "scan_sklansky", "scan_brent_kung", "scan_naive", "scan_sweeps", "scan_blelloch",
                           "scan_warps", "scan_segmented", "scan_reduce_then_scan", "scan_single_pass"));
}

/// A combination counts as one addition: the formulas of the sum hold for every operator.
void expect_right_and_as_dear_as_a_sum(const Algorithm& algorithm, const Parameters& parameters) {
    const test::CatalogRun run = test::run_entry(algorithm, parameters);
    std::string what(algorithm.slug);
    for (const OptionValue& option : parameters.options)
        what += " " + option.name + " " + std::to_string(option.value);
    EXPECT_EQ(run.check().message, "") << what;
    for (const Expectation& expectation : algorithm.expectations(parameters))
        EXPECT_EQ(count_of(run.trace.counts, expectation.count), expectation.value)
            << what << ", " << parameters.extent.width << ": " << expectation.count << " = "
            << expectation.formula;
}

TEST(Operators, AreRightInEveryScanAndCostWhatASumCosts) {
    for (const Algorithm* algorithm : scans())
        for (const int64_t operation : {1, 2, 3})
            for (const int64_t inclusive : {0, 1})
                for (std::vector<OptionValue> options : ways_of(*algorithm)) {
                    options.push_back({"operator", operation});
                    options.push_back({"inclusive", inclusive});
                    for (const Extent extent : {Extent{1, 1}, {7, 1}, {16, 2}, {33, 2}})
                        expect_right_and_as_dear_as_a_sum(*algorithm,
                                                          parameters_of(*algorithm, extent, options, {4, 8}));
                }
}

TEST(Operators, AsPrintedAreWrongWhereTheyDoNotCommute) {
    for (const char* slug : {"scan_kogge_stone", "scan_blelloch"}) {
        const Algorithm& algorithm = find_algorithm(slug);
        for (const int64_t operation : {int64_t{0}, int64_t{1}, affine, flagged}) {
            const Parameters printed =
                parameters_of(algorithm, {16, 1}, {{"operator", operation}, {"order", 1}}, {4, 8});
            const test::CatalogRun run = test::run_entry(algorithm, printed);
            EXPECT_FALSE(run.trace.plan.emulator_only.empty()) << slug;
            EXPECT_EQ(run.right(), operation < affine) << slug << " operator " << operation;
        }
    }
}

/// 2x + 1, x + 3 and 3x in this order: the second cell is 2x + 4, and 2x + 7 as printed.
TEST(Operators, AsPrintedNamesTheFirstWrongMap) {
    const Algorithm& algorithm = find_algorithm("scan_kogge_stone");
    const Array input = Array::of<uint32_t>({4, 1}, std::vector{map(2, 1), map(1, 3), map(3, 0), map(1, 2)});
    const Parameters printed =
        parameters_of(algorithm, {4, 1}, {{"operator", affine}, {"order", 1}, {"inclusive", 1}}, {4, 8});
    const test::CatalogRun run = test::run_entry(algorithm, printed, input, test::machine_of(printed));
    EXPECT_EQ(run.check().message, "Element 1 should be (2, 4), but is (2, 7).");
}

TEST(Operators, TakeU32Alone) {
    const Algorithm& algorithm = find_algorithm("scan_sklansky");
    Parameters parameters = parameters_of(algorithm, {8, 1}, {{"operator", affine}});
    parameters.types = {ScalarType::f32, ScalarType::f32};
    try {
        with_defaults(algorithm, parameters);
        FAIL() << "nothing was thrown";
    } catch (const UsageError& error) {
        EXPECT_STREQ(
            error.what(),
            "The operator affine maps takes u32, not f32→f32; choose the type u32, or the operator sum.");
    }
}

}  // namespace
}  // namespace upsweep
