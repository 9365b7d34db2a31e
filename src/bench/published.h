// Times that papers print, as points beside what is measured: the printed ones alone, none read off a curve.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/element_type.h"

namespace upsweep::bench {

struct PublishedPoint {
    int64_t side = 0;  ///< of a square
    double seconds = 0;
};

/// One column of a paper's table.
struct PublishedLine {
    std::string_view paper;      ///< "Bugetti 2025"
    std::string_view machine;    ///< "RTX 3060 Ti"
    std::string_view what;       ///< "naive"; empty for the paper's own best form
    std::string_view on;         ///< "gpu" or "cpu"
    std::string_view algorithm;  ///< slug of the catalog's entry for the same algorithm
    ElementTypes types;
    std::string_view source;  ///< "table 3"
    std::vector<PublishedPoint> points;
};

/// In the papers' order; of a paper the GPU's best form first.
std::span<const PublishedLine> published_lines();

/// The papers whose algorithms the catalog has, by the words that an entry's source begins with.
std::span<const std::string_view> papers();

/// The paper that an entry's source begins with; empty if it is another source.
std::string_view paper_of(std::string_view source);

}  // namespace upsweep::bench
