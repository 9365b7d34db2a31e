// The operators of the scans: associative, right in every scan that takes them, wrong as printed, and as much
// work as a sum.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/trace/count_names.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/catalog_run.h"
#include "reference/operators.h"

namespace upsweep {
namespace {

using reference::combined;
using reference::Operator;
using test::parameters_of;

constexpr std::int64_t affine = 2, flagged = 3;
constexpr const char* scans[] = {"scan_loop",        "scan_blelloch",   "scan_hillis_steele",
                                 "scan_kogge_stone", "scan_brent_kung", "scan_sklansky"};

constexpr std::uint32_t map(std::uint32_t a, std::uint32_t b) { return a << 16 | b; }
constexpr std::uint32_t begin(std::uint32_t value) { return value | 0x80000000U; }

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
    std::uint32_t state = 1;
    const auto next = [&] { return state = state * 1664525U + 1013904223U; };
    for (const Operator operation : {Operator::sum, Operator::maximum, Operator::affine, Operator::flagged})
        for (int i = 0; i < 1000; ++i) {
            const std::uint32_t a = next(), b = next(), c = next();
            EXPECT_EQ(combined(operation, combined(operation, a, b), c),
                      combined(operation, a, combined(operation, b, c)));
            EXPECT_EQ(combined(operation, reference::identity(operation), a), a);
            EXPECT_EQ(combined(operation, a, reference::identity(operation)), a);
        }
}

/// A combination counts as one addition: the formulas of the sum hold for every operator.
TEST(Operators, AreRightInEveryScanAndCostWhatASumCosts) {
    for (const char* slug : scans)
        for (const std::int64_t operation : {1, 2, 3})
            for (const std::int64_t inclusive : {0, 1})
                for (const std::int64_t segment : {0, 4})
                    for (const Extent extent : {Extent{1, 1}, {7, 1}, {16, 2}, {33, 2}}) {
                        const Algorithm& algorithm = find_algorithm(slug);
                        std::vector<OptionValue> options = {{"operator", operation},
                                                            {"inclusive", inclusive}};
                        if (!algorithm.cpu_loop) options.push_back({"segment", segment});
                        const Parameters parameters = parameters_of(algorithm, extent, options, {4, 8});
                        const test::CatalogRun run = test::run_entry(algorithm, parameters);
                        EXPECT_EQ(run.check().message, "") << slug << " operator " << operation;
                        for (const Expectation& expectation : algorithm.expectations(parameters))
                            EXPECT_EQ(count_of(run.trace.counts, expectation.count), expectation.value)
                                << slug << " operator " << operation << " " << extent.width << " segment "
                                << segment << " inclusive " << inclusive << ": " << expectation.count << " = "
                                << expectation.formula;
                    }
}

TEST(Operators, AsPrintedAreWrongWhereTheyDoNotCommute) {
    for (const char* slug : {"scan_kogge_stone", "scan_blelloch"}) {
        const Algorithm& algorithm = find_algorithm(slug);
        for (const std::int64_t operation : {std::int64_t{0}, std::int64_t{1}, affine, flagged}) {
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
    const Array input =
        Array::of<std::uint32_t>({4, 1}, std::vector{map(2, 1), map(1, 3), map(3, 0), map(1, 2)});
    const Parameters printed =
        parameters_of(algorithm, {4, 1}, {{"operator", affine}, {"order", 1}, {"inclusive", 1}}, {4, 8});
    const test::CatalogRun run = test::run_entry(algorithm, printed, input, test::machine_of(printed));
    EXPECT_EQ(run.check().message, "Element 1 should be (2, 4) and is (2, 7).");
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
