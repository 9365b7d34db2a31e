// Lines to be plotted, as data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace upsweep::app {

enum class Marker : std::uint8_t { disc, square, triangle_up, diamond, triangle_down, ring, cross };

/// One measured value with its spread; x and y are positive, because both axes are logarithmic.
struct PlotPoint {
    double x = 1, y = 1;
    double low = 1, high = 1;
};

struct PlotSeries {
    std::string name = {};
    std::string note = {};               ///< smaller, under the name: "8192² is next"
    std::vector<PlotPoint> points = {};  ///< x ascends
    int line = 0;  ///< which plot line of the palette; -1: the quiet colour of a ceiling
    Marker marker = Marker::disc;
    bool dashed = false;
    bool measuring = false;  ///< the last point may still move: it gets a ring
    bool recorded = false;   ///< measured elsewhere: hollow squares, a thin line
};

}  // namespace upsweep::app
