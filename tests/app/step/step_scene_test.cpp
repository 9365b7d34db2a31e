// The scenes that Step opens and changes: inputs as typed, sizes, what is kept when a size changes.
#include <gtest/gtest.h>

#include "core/error.h"
#include "scenes/run_scene.h"

namespace upsweep::app {
using namespace scenes;

namespace {

TEST(StepScene, ReadsValuesAndRefusesWhatIsNone) {
    EXPECT_EQ(parse_values("3, 1 7;0"), (std::vector<double>{3, 1, 7, 0}));
    EXPECT_TRUE(parse_values(" ").empty());
    EXPECT_THROW(parse_values("3, x"), UsageError);
    EXPECT_EQ(parse_values("(2, 5) |7, 1"), (std::vector<double>{131077, 2147483655.0, 1}));
    for (const char* wrong : {"(2", "(2, 70000)", "(1.5, 2)", "|", "|-1", "(2, 5"})
        EXPECT_THROW(parse_values(wrong), UsageError) << wrong;
}

TEST(StepScene, KeepsTheInputsRowsWhenTheSizeChanges) {
    Scene scene = initial_scene("transpose_tiled");
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = {4, 2};
    scene = with_parameters(scene, parameters);
    scene.catalog().input_kind = InputKind::given;
    scene.catalog().input->set_number(4, 99);  // row 1, column 0
    parameters.extent = {6, 3};
    const Scene wider = with_parameters(scene, parameters);
    EXPECT_EQ(wider.catalog().input->extent(), (Extent{6, 3}));
    EXPECT_EQ(wider.catalog().input->number(6), 99);
}

TEST(StepScene, MakesRandomValuesAnewWithTheSizeAndSmallEnoughToRead) {
    Scene scene = initial_scene("scan_blelloch");
    scene.catalog().input_kind = InputKind::random;
    Parameters parameters = scene.catalog().parameters;
    for (const int64_t n : {1000, 100, 16}) {
        parameters.extent = {n, 1};
        scene = with_parameters(scene, parameters);
        double sum = 0;
        for (int64_t i = 0; i < n; ++i) sum += scene.catalog().input->number(i);
        EXPECT_LT(sum, 1000) << n;
        EXPECT_GT(sum, double(n) / 4) << n;
    }
    EXPECT_EQ(*scene.catalog().input, make_input(find_algorithm("scan_blelloch"), scene.catalog().parameters,
                                                 InputKind::random, scene.catalog().seed));
}

TEST(StepScene, WhatIsOnlyMovedTellsItsPlace) {
    const Scene scene = initial_scene("transpose_tiled");
    EXPECT_EQ(scene.catalog().input->number(3 * scene.catalog().parameters.extent.width + 5), 35);
}

TEST(StepScene, RefusesSizesAsTheCommandLineDoes) {
    const Scene scene = initial_scene("scan_blelloch");
    Parameters parameters = scene.catalog().parameters;
    for (const int64_t n : {int64_t{0}, int64_t{65537}, int64_t{99'999'999}, int64_t{1} << 60}) {
        parameters.extent = {n, 1};
        EXPECT_THROW(with_parameters(scene, parameters), UsageError) << n;
    }
    parameters.extent = {1, 1};
    EXPECT_EQ(with_parameters(scene, parameters).catalog().input->count(), 1);
}

TEST(StepScene, SteppingBeginsWithoutTheCureOfBankConflicts) {
    for (const Algorithm* algorithm : catalog()) {
        const Scene scene = initial_scene(std::string(algorithm->slug));
        for (const Option& option : algorithm->options) {
            if (!option.cures_bank_conflicts) continue;
            EXPECT_EQ(scene.catalog().parameters.option(option.name), option.lowest);
        }
    }
}

}  // namespace
}  // namespace upsweep::app
