// A check that cannot fail is useless: it finds single wrong elements and lets only rounding pass.
#include <cmath>

#include <gtest/gtest.h>

#include "pipelines/algorithm.h"
#include "pipelines/helpers/parameters_of.h"
#include "reference/cpu_loops.h"

namespace upsweep {
namespace {

using test::parameters_of;

Parameters floats(const Algorithm& algorithm, Extent extent) {
    Parameters parameters = parameters_of(algorithm, extent);
    parameters.types = {ScalarType::f32, ScalarType::f32};
    return parameters;
}

TEST(Check, NamesTheFirstDifference) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    const Parameters parameters = parameters_of(scan, {33, 2});
    const Array input = random_input(scan, parameters, 7);
    Array output = scan.reference(parameters, input);
    EXPECT_TRUE(check_result(scan, parameters, input, output).right);
    output.set_number(17, output.number(17) + 1);
    output.set_number(40, 0);
    const CheckResult result = check_result(scan, parameters, input, output);
    EXPECT_FALSE(result.right);
    EXPECT_EQ(result.element, 17);
    EXPECT_EQ(result.message, "Element 17 should be " + result.expected + ", but is " + result.got + ".");
}

TEST(Check, RefusesTheWrongShapeAndType) {
    const Algorithm& transpose = find_algorithm("transpose_tiled");
    const Parameters parameters = parameters_of(transpose, {3, 2});
    const Array input = random_input(transpose, parameters, 1);
    EXPECT_FALSE(check_result(transpose, parameters, input, Array(ScalarType::u32, {3, 2})).right);
    EXPECT_FALSE(check_result(transpose, parameters, input, Array(ScalarType::f32, {2, 3})).right);
}

TEST(Check, FloatsMayRoundButNotBeWrong) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    const Parameters parameters = floats(scan, {1000, 1});
    const Array input = random_input(scan, parameters, 7);
    Array output = scan.reference(parameters, input);
    const auto values = output.view<float>();
    // The first sum is of nothing: zero, without rounding.
    for (float& value : values.subspan(1)) value = std::nextafter(value, 1e9F);
    EXPECT_TRUE(check_result(scan, parameters, input, output).right);
    // One element of a thousand left out of one sum is seen.
    values[999] -= input.view<float>()[0];
    EXPECT_EQ(check_result(scan, parameters, input, output).element, 999);
    values[999] = std::nanf("");
    EXPECT_FALSE(check_result(scan, parameters, input, output).right);
}

TEST(Check, LoopsHaveToBeEqualToTheBit) {
    const Algorithm& loop = find_algorithm("integral_image_bilgic_loop");
    const Parameters parameters = floats(loop, {33, 65});
    const Array input = random_input(loop, parameters, 7);
    Array output(ScalarType::f32, parameters.extent);
    reference::run_bilgic_loop(input, output);
    EXPECT_TRUE(check_result(loop, parameters, input, output).right);
    float& last = output.view<float>()[33 * 65 - 1];
    last = std::nextafter(last, 1e9F);
    EXPECT_EQ(check_result(loop, parameters, input, output).element, 33 * 65 - 1);
}

TEST(Check, TransposedFloatsHaveToBeEqualToTheBit) {
    const Algorithm& transpose = find_algorithm("transpose_tiled");
    const Parameters parameters = floats(transpose, {7, 5});
    const Array input = random_input(transpose, parameters, 7);
    Array output = transpose.reference(parameters, input);
    output.view<float>()[3] = std::nextafter(output.view<float>()[3], 1e9F);
    EXPECT_EQ(check_result(transpose, parameters, input, output).element, 3);
}

TEST(Input, RepeatsBySeedAndIsNeverAllEqual) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    for (ElementTypes types : scan.types)
        for (Extent extent : {Extent{2, 1}, Extent{64, 1}, Extent{1000, 37}})
            for (uint64_t seed = 0; seed < 5; ++seed) {
                Parameters parameters = parameters_of(scan, extent);
                parameters.types = types;
                const Array input = random_input(scan, parameters, seed);
                EXPECT_EQ(input, random_input(scan, parameters, seed));
                EXPECT_NE(input.number(0), input.number(1));
                EXPECT_NE(input.number(0), 0);
            }
}

/// The corners of a table are rounded by what the whole picture holds, however small a pixel is.
TEST(Check, AFiltersSmallestPixelMayBeOffByWhatItsTableIsRoundedBy) {
    const Algorithm& filter = find_algorithm("box_filter");
    Parameters parameters = floats(filter, {33, 33});
    parameters.set_option("radius", 0);
    Array input = random_input(filter, parameters, 7);
    input.set_number(500, 1e-6);
    const Array reference = filter.reference(parameters, input);
    Array output = reference;
    output.set_number(500, reference.number(500) + 1e-6);
    EXPECT_TRUE(check_result(filter, parameters, input, output).right);
    output.set_number(500, reference.number(500) + 0.05);
    EXPECT_EQ(check_result(filter, parameters, input, output).element, 500);
}

}  // namespace
}  // namespace upsweep
