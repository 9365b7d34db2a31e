// The papers' tables, in milliseconds as printed.
#include "bench/published.h"

#include <array>
#include <initializer_list>
#include <utility>

namespace upsweep::bench {
namespace {

constexpr ElementTypes published_u32_u32{ScalarType::u32, ScalarType::u32};

std::vector<PublishedPoint> milliseconds(std::initializer_list<std::pair<int64_t, double>> printed) {
    std::vector<PublishedPoint> points;
    for (const auto& [side, ms] : printed) points.push_back({side, ms * 1e-3});
    return points;
}

// One line of Bugetti's, whose sizes are the same throughout.
PublishedLine bugetti(std::string_view machine, std::string_view what, std::string_view on,
                      std::string_view slug, std::string_view source, const std::array<double, 4>& ms) {
    return {"Bugetti 2025", machine,
            what,           on,
            slug,           published_u32_u32,
            source,         milliseconds({{1024, ms[0]}, {2048, ms[1]}, {4096, ms[2]}, {8192, ms[3]}})};
}

}  // namespace

std::span<const PublishedLine> published_lines() {
    constexpr std::string_view ti = "RTX 3060 Ti", best = "integral_image_bugetti";
    static const std::vector<PublishedLine> lines = {
        // Table 1 of Oro et al. has rows × columns of 1, 10, … 10 000: its squares from 100 × 100 on. Below
        // that only the launch is seen.
        {"Oro et al. 2011", "GTX 470", "", "gpu", "scan_warps", published_u32_u32, "table 1",
         milliseconds({{100, 0.007290}, {1000, 0.248030}, {10000, 40.690800}})},
        bugetti(ti, "", "gpu", best, "table 3", {0.134093, 0.524591, 2.1066, 8.37909}),
        bugetti("i5-12400F", "", "cpu", "integral_image_bugetti_loop", "table 3",
                {2.80113, 11.4013, 44.5048, 175.950}),
        bugetti(ti, "naive", "gpu", "integral_image_naive", "table 1", {0.851717, 1.75311, 3.84416, 12.1023}),
        bugetti(ti, "PyCUDA", "gpu", best, "table 5", {0.142801, 0.592311, 2.18445, 8.48956}),
        bugetti(ti, "Numba", "gpu", best, "table 6", {0.194961, 0.654800, 2.29498, 8.96984})};
    return lines;
}

std::span<const std::string_view> papers() {
    static constexpr std::array<std::string_view, 4> names = {"Bilgic et al. 2010", "Oro et al. 2011",
                                                              "Poostchi et al. 2012", "Bugetti 2025"};
    return names;
}

std::string_view paper_of(std::string_view source) {
    for (const std::string_view paper : papers())
        if (source.substr(0, paper.size()) == paper) return paper;
    return {};
}

}  // namespace upsweep::bench
