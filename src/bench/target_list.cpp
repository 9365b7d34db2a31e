// The targets: what an H200 should reach.
#include "bench/targets.h"

namespace upsweep::bench {
namespace {

constexpr ElementTypes u8_u32{ScalarType::u8, ScalarType::u32};
constexpr ElementTypes u32_u32{ScalarType::u32, ScalarType::u32};
constexpr ElementTypes f32_f32{ScalarType::f32, ScalarType::f32};
constexpr ElementTypes u8_u8{ScalarType::u8, ScalarType::u8};
constexpr Extent picture{8192, 8192};

}  // namespace

std::vector<Target> targets() {
    const std::vector<OptionValue> inclusive = {{"inclusive", 1}};
    return {
        {"Integral image, one pass", "integral_image_one_pass", {}, u8_u32, picture, Against::copy, 1.10},
        {"Integral image, one pass",
         "integral_image_one_pass",
         {},
         u8_u32,
         {16384, 16384},
         Against::copy,
         1.10},
        {"Integral image, one pass", "integral_image_one_pass", {}, f32_f32, picture, Against::copy, 1.15},
        {"Integral image, one pass",
         "integral_image_one_pass",
         {},
         f32_f32,
         {16384, 16384},
         Against::copy,
         1.15},
        {"Integral image, sums of tiles first", "integral_image_aggregates", {}, u8_u32, picture},
        {"Integral image, sums of tiles first", "integral_image_aggregates", {}, u8_u32, {16384, 16384}},
        {"Integral image, sums of tiles first", "integral_image_aggregates", {}, f32_f32, picture},
        {"Scan, transpose, scan, transpose",
         "integral_image_raking",
         {},
         u32_u32,
         picture,
         Against::milliseconds,
         0.6},
        {"Transpose", "transpose_wide", {}, u32_u32, picture, Against::copy, 1 / 0.85},
        {"Row scan", "scan_raking", inclusive, f32_f32, picture, Against::copy, 1.09},
        {"Scan of one row",
         "scan_lookback",
         inclusive,
         u32_u32,
         {std::int64_t{1} << 28, 1},
         Against::cub,
         1.05},
        {"Integral image, one pass", "integral_image_one_pass", {}, u8_u32, picture, Against::npp, 1.0 / 20},
        // OpenCV's CUDA module adds up rows and then columns in place, and is in no build of this program.
        {"Integral image, one pass",
         "integral_image_one_pass",
         {},
         u8_u32,
         picture,
         Against::algorithm,
         1.0 / 5,
         "rows, then columns",
         "integral_image_rows_columns"},
        {"Integral image, one pass",
         "integral_image_one_pass",
         {},
         u32_u32,
         picture,
         Against::algorithm,
         1.0 / 10,
         "Bugetti's kernels",
         "integral_image_bugetti"},
        {"Integral histogram, 32 bins",
         "integral_histogram_tiled",
         {{"bins", 32}},
         u8_u32,
         {1024, 1024},
         Against::copy,
         1 / 0.8},
        {"Box filter, radius 255",
         "box_filter",
         {{"radius", 255}},
         u8_u8,
         picture,
         Against::algorithm,
         1.05,
         "radius 1",
         "box_filter",
         {{"radius", 1}}},
        {"Box filter, radius 255",
         "box_filter",
         {{"radius", 255}},
         u8_u8,
         picture,
         Against::copy_and_algorithm,
         3,
         "integral image",
         "integral_image_one_pass",
         {},
         u8_u32},
    };
}

}  // namespace upsweep::bench
