// The catalog's entries are whole, are found by name, and refuse what makes no sense in one sentence.
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/parameters_of.h"

namespace upsweep {
namespace {

using test::parameters_of;
using testing::HasSubstr;

template <typename Call>
std::string usage_error(Call call) {
    try {
        call();
    } catch (const UsageError& error) {
        return error.what();
    }
    return "nothing was thrown";
}

TEST(Catalog, EntriesAreWholeAndSlugsAreUnique) {
    std::set<std::string_view> slugs;
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(algorithm->slug);
        EXPECT_TRUE(slugs.insert(algorithm->slug).second);
        EXPECT_FALSE(algorithm->title.empty() || algorithm->chapter.empty() || algorithm->source.empty() ||
                     algorithm->teaches.empty());
        ASSERT_FALSE(algorithm->types.empty()) << "The entry sets no .types.";
        EXPECT_NE(algorithm->make_plan, nullptr) << "The entry sets no .make_plan.";
        EXPECT_NE(algorithm->reference, nullptr) << "The entry sets no .reference.";
        EXPECT_NE(algorithm->expectations, nullptr) << "The entry sets no .expectations.";
        EXPECT_NE(algorithm->convention, nullptr) << "The entry sets no .convention.";
        EXPECT_NE(algorithm->layout, nullptr) << "The entry sets no .layout.";
        EXPECT_NE(algorithm->roundings, nullptr) << "The entry sets no .roundings.";
        EXPECT_NE(algorithm->result, ResultKind::none) << "The entry sets no .result.";
        EXPECT_EQ(algorithm->cpu_loop, algorithm->run_on_cpu != nullptr);
        EXPECT_EQ(&find_algorithm(algorithm->slug), algorithm);
        const Plan plan = algorithm->make_plan(parameters_of(*algorithm, algorithm->opening.extent));
        EXPECT_EQ(plan.algorithm, algorithm->slug);
    }
    EXPECT_GE(slugs.size(), 6U);
}

TEST(Catalog, EverySlipSaysWhatItLeavesOut) {
    for (const Algorithm* algorithm : catalog())
        for (const Option& option : algorithm->options)
            EXPECT_EQ(option.slip.empty(), option.leaves_out.empty())
                << algorithm->slug << " " << option.name;
}

TEST(Catalog, ChaptersAreNotScattered) {
    std::set<std::string_view> closed;
    std::string_view open;
    for (const Algorithm* algorithm : catalog()) {
        if (algorithm->chapter == open) continue;
        EXPECT_TRUE(closed.insert(algorithm->chapter).second)
            << algorithm->slug << " stands apart from the other entries of \"" << algorithm->chapter
            << "\": move it beside them in cmake/Algorithms.cmake, or correct its .chapter.";
        open = algorithm->chapter;
    }
}

TEST(Catalog, EveryKernelOfEveryPlanIsInTheBinary) {
    for (const Algorithm* algorithm : catalog()) {
        const Plan plan = algorithm->make_plan(parameters_of(*algorithm, algorithm->opening.extent));
        for (const Operation& operation : plan.operations) {
            const auto* launch = std::get_if<Launch>(&operation.what);
            if (launch == nullptr) continue;
            EXPECT_THAT(kernel_text(launch->kernel.file), HasSubstr(launch->kernel.function))
                << algorithm->slug << " launches " << launch->kernel.function << ", and kernels/"
                << launch->kernel.file << " has no such function.";
        }
    }
    EXPECT_THROW(kernel_text("none.cu"), Error);
}

TEST(Catalog, UnknownSlugNamesTheClosest) {
    EXPECT_THAT(usage_error([] { find_algorithm("scan_bleloch"); }), HasSubstr("scan_blelloch"));
    EXPECT_THAT(usage_error([] { find_algorithm("transpose"); }), HasSubstr("transpose_tiled"));
}

TEST(Catalog, BadParametersAreRefused) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    EXPECT_THAT(usage_error([&] { parameters_of(scan, {-3, 1}); }), HasSubstr("-3"));
    EXPECT_THAT(usage_error([&] { parameters_of(scan, {0, 1}); }), HasSubstr("at least 1"));
    EXPECT_THAT(usage_error([&] { parameters_of(scan, {int64_t{1} << 40, 1}); }), HasSubstr("at most"));
    EXPECT_THAT(usage_error([&] {
                    parameters_of(scan, {8, 1}, {{"segment", 6}});
                }),
                HasSubstr("power of two"));
    EXPECT_THAT(usage_error([&] { parameters_of(scan, {8, 1}, {{"segment", 4096}}); }), HasSubstr("2048"));
    EXPECT_THAT(usage_error([&] { parameters_of(scan, {8, 1}, {{"padding", 2}}); }), HasSubstr("off"));
    EXPECT_THAT(usage_error([&] { parameters_of(scan, {8, 1}, {{"pading", 1}}); }), HasSubstr("padding"));
    Parameters parameters;
    parameters.types = {ScalarType::i16, ScalarType::i16};
    EXPECT_THAT(usage_error([&] { with_defaults(scan, parameters); }), HasSubstr("u8→u32"));
}

TEST(Catalog, DefaultsAreFilledInInTheEntrysOrder) {
    const Parameters parameters = parameters_of(find_algorithm("scan_blelloch"), {8, 1}, {{"segment", 4}});
    ASSERT_EQ(parameters.options.size(), find_algorithm("scan_blelloch").options.size());
    EXPECT_EQ(parameters.options[0].name, "padding");
    EXPECT_EQ(parameters.option("padding"), 1);
    EXPECT_EQ(parameters.option("segment"), 4);
    EXPECT_THROW(parameters.option("tile"), Error);
}

}  // namespace
}  // namespace upsweep
