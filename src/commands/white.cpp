// `upsweep verify --white`: integral images of a white picture around and above 2^32.
#include "commands/white.h"

#include <cstdio>

#include <fmt/format.h>

#include "core/error.h"
#include "pipelines/algorithm.h"
#include "vision/white_picture.h"

namespace upsweep::commands {
namespace {

/// 4104² · 255 is the last square below 2^32, 4105² · 255 the first above; 8192² wraps almost four times.
constexpr std::int64_t usual_sides[] = {4104, 4105, 8192};

std::vector<const Algorithm*> chosen(const std::vector<std::string>& slugs, const backends::Backend& on) {
    if (slugs.empty()) return vision::table_algorithms(on);
    std::vector<const Algorithm*> algorithms;
    for (const std::string& slug : slugs) algorithms.push_back(&find_algorithm(slug));
    return algorithms;
}

bool takes(const Algorithm& algorithm, ScalarType input) {
    for (ElementTypes types : algorithm.types)
        if (types.input == input && types.components == 1) return true;
    return false;
}

void print_head() {
    fmt::print("{:<28} {:<8} {:<8} {:>6} {:>10} {:>14} {:>10} {:>12}\n", "algorithm", "on", "type", "side",
               "last entry", "boxes off", "by up to", "pixels up to");
}

void print_row(const Algorithm& algorithm, const backends::Backend& on, ScalarType input, std::int64_t side,
               const vision::WhiteResult& result) {
    const bool floating = is_floating(input);
    // Whatever has wrapped is right modulo 2^32.
    const std::string last = floating ? fmt::format("{:+.0f}", result.last_entry - result.whole)
                             : result.whole >= 4294967296.0 ? "wraps"
                                                            : "fits";
    fmt::print("{:<28} {:<8} {:<8} {:>6} {:>10} {:>6} of {} {:>10.0f} {:>12.0f}  {}\n", algorithm.slug,
               on.title(), floating ? "f32→f32" : "u8→u32", side, last, result.boxes_wrong, result.boxes,
               result.worst_box, result.worst_pixel, result.right ? "as it must be" : "wrong");
    std::fflush(stdout);
}

}  // namespace

void verify_white(const std::vector<std::string>& slugs, const std::vector<std::int64_t>& sizes,
                  const std::vector<std::string>& on) {
    const std::vector<std::int64_t> sides =
        sizes.empty() ? std::vector<std::int64_t>(std::begin(usual_sides), std::end(usual_sides)) : sizes;
    const std::vector<std::string> places = on.empty() ? std::vector<std::string>{"cpu"} : on;
    int runs = 0, wrong = 0;
    for (const std::string& place : places)
        for (const Algorithm* algorithm : chosen(slugs, backends::find(place)))
            for (ScalarType input : {ScalarType::u8, ScalarType::f32})
                for (std::int64_t side : sides) {
                    if (!takes(*algorithm, input)) continue;
                    const backends::Backend& backend = backends::find(place);
                    const vision::WhiteResult result =
                        vision::measure_white(*algorithm, backend, input, side);
                    if (runs == 0) print_head();
                    print_row(*algorithm, backend, input, side, result);
                    ++runs;
                    wrong += result.right ? 0 : 1;
                }
    fmt::print(
        "u32: every box whose own sum fits must be right. f32: how far sums are off is measured; entries "
        "up to "
        "2^23, which no order of additions rounds, must be exact.\n");
    if (wrong > 0)
        throw Error(
            fmt::format("{} of {} tables of a white picture are wrong; the rows say which.", wrong, runs));
}

}  // namespace upsweep::commands
