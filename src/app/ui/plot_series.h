// Lines to be plotted, as data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace upsweep::app {

enum class Marker : uint8_t {
    disc,
    square,
    triangle_up,
    diamond,
    triangle_down,
    ring,
    cross,
    hollow_square,  ///< the hollow ones are printed points
    hollow_diamond,
    hollow_triangle_up,
    hollow_pentagon,
    hollow_triangle_down,
    hollow_hexagon
};

/// Colours other than the palette's six plot lines.
inline constexpr int ceiling_line = -1, printed_line = -2;

/// One measured value with its spread; x and y are positive, because both axes are logarithmic.
struct PlotPoint {
    double x = 1, y = 1;
    double low = 1, high = 1;
};

struct PlotSeries {
    std::string name = {};
    std::string note = {};               ///< smaller, under the name: "67.6 ms, measured here"
    std::vector<PlotPoint> points = {};  ///< x ascends
    int line = 0;                        ///< which plot line of the palette, ceiling_line or printed_line
    Marker marker = Marker::disc;
    bool dashed = false;     ///< not measured here
    bool measuring = false;  ///< the last point may still move: it gets a ring
    char letter = 0;         ///< printed points, by the letter on their plate: a thin line
};

}  // namespace upsweep::app
