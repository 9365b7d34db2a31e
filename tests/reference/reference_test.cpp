// The references and the CPU loops against the papers' own small matrices and against sums taken cell by
// cell.
#include "reference/reference.h"

#include <vector>

#include <gtest/gtest.h>

#include "core/error.h"
#include "reference/cpu_loops.h"

namespace upsweep {
namespace {

const Extent bilgic_extent{4, 3};
const std::vector<uint32_t> bilgic_input = {2, 1, 3, 1, 3, 2, 1, 1, 4, 1, 3, 1};
const std::vector<uint32_t> bilgic_exclusive = {0, 0, 0, 0, 0, 2, 3, 6, 0, 5, 8, 12};
const Extent bugetti_extent{3, 3};
const std::vector<uint32_t> bugetti_input = {0, 1, 2, 3, 4, 5, 6, 7, 8};
const std::vector<uint32_t> bugetti_inclusive = {0, 1, 3, 3, 8, 15, 9, 21, 36};

Array u32(Extent extent, const std::vector<uint32_t>& values) { return Array::of<uint32_t>(extent, values); }

/// The sum of the input's cells in [0, right) x [0, bottom), by visiting each of them.
double box(const Array& input, int64_t right, int64_t bottom) {
    double sum = 0;
    for (int64_t y = 0; y < bottom; ++y)
        for (int64_t x = 0; x < right; ++x) sum += input.number(y * input.extent().width + x);
    return sum;
}

/// Small whole numbers, exact in every type, no two neighbours equal.
Array numbers(ScalarType type, Extent extent) {
    Array array(type, extent);
    for (int64_t i = 0; i < array.count(); ++i) array.set_number(i, double((i * 7 + 3) % 13));
    return array;
}

const std::vector<ElementTypes> all_types = {{ScalarType::u8, ScalarType::u32},
                                             {ScalarType::u32, ScalarType::u32},
                                             {ScalarType::f32, ScalarType::f32},
                                             {ScalarType::f64, ScalarType::f64}};
const std::vector<Extent> all_extents = {{1, 1}, {1, 7}, {7, 1}, {33, 65}, {511, 3}};

TEST(Reference, BilgicExample) {
    const Array input = u32(bilgic_extent, bilgic_input);
    EXPECT_EQ(reference::integral_image_exclusive(input, ScalarType::u32),
              u32(bilgic_extent, bilgic_exclusive));
    EXPECT_EQ(reference::integral_image_padded(input, ScalarType::u32),
              u32({5, 4}, {0, 0, 0, 0, 0, 0, 2, 3, 6, 7, 0, 5, 8, 12, 14, 0, 9, 13, 20, 23}));
    Array output(ScalarType::u32, bilgic_extent);
    reference::run_bilgic_loop(input, output);
    EXPECT_EQ(output, u32(bilgic_extent, bilgic_exclusive));
}

TEST(Reference, BugettiExample) {
    const Array input = u32(bugetti_extent, bugetti_input);
    EXPECT_EQ(reference::integral_image_inclusive(input, ScalarType::u32),
              u32(bugetti_extent, bugetti_inclusive));
    Array output(ScalarType::u32, bugetti_extent);
    reference::run_bugetti_loop(input, output);
    EXPECT_EQ(output, u32(bugetti_extent, bugetti_inclusive));
}

TEST(Reference, EveryConventionSumsItsBoxes) {
    for (ElementTypes types : all_types)
        for (Extent extent : all_extents) {
            const Array input = numbers(types.input, extent);
            const Array inclusive = reference::integral_image_inclusive(input, types.output);
            const Array exclusive = reference::integral_image_exclusive(input, types.output);
            const Array padded = reference::integral_image_padded(input, types.output);
            for (int64_t y = 0; y <= extent.height; y += 2)
                for (int64_t x = 0; x <= extent.width; x += 3) {
                    ASSERT_EQ(padded.number(y * (extent.width + 1) + x), box(input, x, y));
                    if (x == extent.width || y == extent.height) continue;
                    ASSERT_EQ(inclusive.number(y * extent.width + x), box(input, x + 1, y + 1));
                    ASSERT_EQ(exclusive.number(y * extent.width + x), box(input, x, y));
                }
        }
}

TEST(Reference, LoopsMeetTheReferencesInEveryType) {
    for (ElementTypes types : all_types)
        for (Extent extent : all_extents) {
            const Array input = numbers(types.input, extent);
            Array output(types.output, extent);
            reference::run_bilgic_loop(input, output);
            EXPECT_EQ(output, reference::integral_image_exclusive(input, types.output));
            reference::run_bugetti_loop(input, output);
            EXPECT_EQ(output, reference::integral_image_inclusive(input, types.output));
            for (bool inclusive : {false, true}) {
                reference::run_scan_loop(input, output, inclusive);
                EXPECT_EQ(output, reference::scan_rows(input, types.output, inclusive));
            }
        }
}

TEST(Reference, ScanStartsAgainInEveryRow) {
    const Array input = u32({3, 2}, {1, 2, 3, 10, 20, 30});
    EXPECT_EQ(reference::scan_rows(input, ScalarType::u32, false), u32({3, 2}, {0, 1, 3, 0, 10, 30}));
    EXPECT_EQ(reference::scan_rows(input, ScalarType::u32, true), u32({3, 2}, {1, 3, 6, 10, 30, 60}));
}

TEST(Reference, TransposeSwapsColumnsAndRows) {
    const Array input = numbers(ScalarType::u8, {33, 65});
    const Array output = reference::transpose(input, ScalarType::u32);
    ASSERT_EQ(output.extent(), (Extent{65, 33}));
    for (int64_t y = 0; y < 65; ++y)
        for (int64_t x = 0; x < 33; ++x) ASSERT_EQ(output.number(x * 65 + y), input.number(y * 33 + x));
}

TEST(Reference, SumsOfU32WrapAround) {
    const Array input = u32({2, 1}, {0xffffffffU, 2});
    EXPECT_EQ(reference::scan_rows(input, ScalarType::u32, true), u32({2, 1}, {0xffffffffU, 1}));
}

TEST(Reference, OtherTypesAreRefused) {
    EXPECT_THROW(reference::transpose(Array(ScalarType::i16, {2, 2}), ScalarType::f64), UsageError);
}

}  // namespace
}  // namespace upsweep
