// The targets: what an H200 should reach.
#include "bench/targets.h"

#include <utility>

namespace upsweep::bench {
namespace {

constexpr ElementTypes u8_u32{ScalarType::u8, ScalarType::u32};
constexpr ElementTypes u32_u32{ScalarType::u32, ScalarType::u32};
constexpr ElementTypes f32_f32{ScalarType::f32, ScalarType::f32};
constexpr ElementTypes u8_u8{ScalarType::u8, ScalarType::u8};
constexpr Extent picture{8192, 8192}, large{16384, 16384};

/// The one-pass integral image, which most of them are about.
Target one_pass(ElementTypes types, Extent extent, Against against, double most, std::string_view peer = {},
                std::string_view peer_slug = {}) {
    return {"Integral image, one pass",
            "integral_image_one_pass",
            {},
            types,
            extent,
            against,
            most,
            peer,
            peer_slug};
}

Target of_tiles(ElementTypes types, Extent extent) {
    return {"Integral image, sums of tiles first", "integral_image_aggregates", {}, types, extent};
}

/// A window's size does not change what a pixel costs.
Target box_filter(Against against, double most, std::string_view peer, std::string_view peer_slug,
                  std::vector<OptionValue> peer_options, std::optional<ElementTypes> peer_types) {
    return {"Box filter, radius 255",
            "box_filter",
            {{"radius", 255}},
            u8_u8,
            picture,
            against,
            most,
            peer,
            peer_slug,
            std::move(peer_options),
            peer_types};
}

}  // namespace

std::vector<Target> targets() {
    const std::vector<OptionValue> inclusive = {{"inclusive", 1}};
    constexpr Extent one_row{int64_t{1} << 28, 1};
    return {
        one_pass(u8_u32, picture, Against::copy, 1.10),
        one_pass(u8_u32, large, Against::copy, 1.10),
        one_pass(f32_f32, picture, Against::copy, 1.15),
        one_pass(f32_f32, large, Against::copy, 1.15),
        of_tiles(u8_u32, picture),
        of_tiles(u8_u32, large),
        of_tiles(f32_f32, picture),
        {"Scan, transpose, scan, transpose",
         "integral_image_raking",
         {},
         u32_u32,
         picture,
         Against::milliseconds,
         0.6},
        {"Transpose", "transpose_wide", {}, u32_u32, picture, Against::copy, 1 / 0.85},
        {"Row scan", "scan_raking", inclusive, f32_f32, picture, Against::copy, 1.09},
        {"Scan of one row", "scan_lookback", inclusive, u32_u32, one_row, Against::cub, 1.05},
        one_pass(u8_u32, picture, Against::npp, 1.0 / 20),
        // OpenCV's CUDA module adds up rows and then columns in place, and is in no build of this program.
        one_pass(u8_u32, picture, Against::algorithm, 1.0 / 5, "rows, then columns",
                 "integral_image_rows_columns"),
        one_pass(u32_u32, picture, Against::algorithm, 1.0 / 10, "Bugetti's kernels",
                 "integral_image_bugetti"),
        {"Integral histogram, 32 bins",
         "integral_histogram_tiled",
         {{"bins", 32}},
         u8_u32,
         {1024, 1024},
         Against::copy,
         1 / 0.8},
        box_filter(Against::algorithm, 1.05, "radius 1", "box_filter", {{"radius", 1}}, {}),
        box_filter(Against::copy_and_algorithm, 3, "integral image", "integral_image_one_pass", {}, u8_u32),
    };
}

}  // namespace upsweep::bench
