// Times as a picture, and as a page with it.
#include "bench/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "bench/rows.h"
#include "core/ranges.h"
#include "core/words.h"

namespace upsweep::bench {
namespace {

using canvas::Box;
using canvas::Canvas;
using canvas::Ink;
using canvas::Pen;
using canvas::Point;
using canvas::Role;

constexpr float plot_em = 16;
constexpr Box sheet = {{0, 0}, {1160, 620}};
constexpr Box field = {{84, 56}, {720, 530}};
constexpr size_t most_lines = 12;

/// One line of the plot: the times of one key, by size.
struct PlotLine {
    std::string name;
    std::vector<const RecordedTime*> times;
};

std::vector<PlotLine> plot_lines(const Recording& recording) {
    std::vector<PlotLine> lines;
    for (const RecordedTime& time : recording.times) {
        if (time.seconds <= 0) continue;
        std::string name = fmt::format("{} on {}, {}", line_of(time), time.on, types_text(time.types));
        auto line = find_if(lines, [&](const PlotLine& one) { return one.name == name; });
        if (line == lines.end()) line = lines.insert(lines.end(), {std::move(name), {}});
        line->times.push_back(&time);
    }
    for (PlotLine& line : lines)
        stable_sort(line.times, [](const RecordedTime* a, const RecordedTime* b) {
            return a->extent.count() < b->extent.count();
        });
    return lines;
}

/// From `lowest` to `highest`, logarithmic, in pixels from `from` to `to`.
struct LogAxis {
    double lowest = 1, highest = 10;
    float from = 0, to = 1;

    float at(double value) const {
        return from + (to - from) * float(std::log(value / lowest) / std::log(highest / lowest));
    }
};

/// Whole powers of `base` around the values, two at least.
LogAxis axis_of(double least, double most, double base, float from, float to) {
    const double first = std::floor(std::log(least) / std::log(base) + 1e-9);
    const double last = std::max(std::ceil(std::log(most) / std::log(base) - 1e-9), first + 1);
    return {std::pow(base, first), std::pow(base, last), from, to};
}

// As the window has its lines.
constexpr std::array<Role, 6> hues = {Role::ink,   Role::written, Role::read,
                                      Role::right, Role::waiting, Role::trouble};

Pen pen_of(size_t line) {
    Pen pen{{nth(hues, line % hues.size())}, 2};
    if (line >= hues.size()) pen.dash = 7, pen.gap = 4;
    return pen;
}

/// Lines of one hue differ by it as well.
void draw_mark(Canvas& to, Point at, size_t line) {
    const Ink ink{nth(hues, line % hues.size())};
    constexpr float size = 4;
    const Pen outline{ink, 2};
    switch (line % 4) {
        case 0:
            return to.disc(at, size, ink);
        case 1:
            return to.rectangle(Box::around(at, 2 * size, 2 * size), ink);
        case 2: {
            const std::array<Point, 3> corners = {Point{at.x, at.y - size - 1},
                                                  Point{at.x + size + 1, at.y + size},
                                                  Point{at.x - size - 1, at.y + size}};
            return to.polygon(corners, ink);
        }
        default:
            return to.disc(at, size, {Role::bg0}, outline);
    }
}

/// "4 Ki", "16 Mi": a power of two.
std::string power_text(double value) {
    constexpr std::array<const char*, 5> units = {"", " Ki", " Mi", " Gi", " Ti"};
    size_t unit = 0;
    while (value >= 1024 && unit + 1 < units.size()) value /= 1024, ++unit;
    return fmt::format("{:g}{}", value, nth(units, unit));
}

void draw_axes(Canvas& to, const LogAxis& x, const LogAxis& y) {
    const Pen grid{{Role::line}, 1};
    to.outline(field, {{Role::line2}, 1});
    for (double value = y.lowest; value <= y.highest * 1.001; value *= 10) {
        const float at = y.at(value);
        to.line({field.min.x, at}, {field.max.x, at}, grid);
        to.text({field.min.x - 8, at}, canvas::type::tick, {Role::t2}, time_text(value),
                canvas::Align::right);
    }
    const double octaves = std::log2(x.highest / x.lowest);
    const double step = std::exp2(std::max(1.0, std::ceil(octaves / 9)));
    for (double value = x.lowest; value <= x.highest * 1.001; value *= step) {
        const float at = x.at(value);
        to.line({at, field.min.y}, {at, field.max.y}, grid);
        to.text({at, field.max.y + 16}, canvas::type::tick, {Role::t2}, power_text(value),
                canvas::Align::centre);
    }
    to.text({field.centre().x, field.max.y + 40}, canvas::type::label, {Role::t2}, "elements (Ki = 1024)",
            canvas::Align::centre);
}

void draw_line(Canvas& to, const PlotLine& line, size_t number, const LogAxis& x, const LogAxis& y) {
    std::vector<Point> points;
    for (const RecordedTime* time : line.times) {
        const float at = x.at(double(time->extent.count()));
        points.push_back({at, y.at(time->seconds)});
        if (time->low < time->high)
            to.line({at, y.at(time->low)}, {at, y.at(time->high)}, {pen_of(number).ink, 1});
    }
    to.lines(points, pen_of(number));
    for (const Point point : points) draw_mark(to, point, number);
}

}  // namespace

canvas::Picture plot_of(const Recording& recording) {
    Canvas to(sheet, plot_em);
    std::vector<PlotLine> lines = plot_lines(recording);
    const size_t all = lines.size();
    if (all > most_lines) lines.resize(most_lines);
    to.text({field.min.x, 28}, canvas::type::strong, {Role::t1},
            "Time over size: medians, 5th to 95th percentile");
    if (lines.empty()) {
        to.text(field.centre(), canvas::type::body, {Role::t2}, "No times", canvas::Align::centre);
        return to.finish();
    }
    double least_x = 1e300, most_x = 0, least_y = 1e300, most_y = 0;
    for (const PlotLine& line : lines)
        for (const RecordedTime* time : line.times) {
            least_x = std::min(least_x, double(time->extent.count()));
            most_x = std::max(most_x, double(time->extent.count()));
            least_y = std::min(least_y, time->low);
            most_y = std::max(most_y, time->high);
        }
    const LogAxis x = axis_of(least_x, most_x, 2, field.min.x, field.max.x),
                  y = axis_of(least_y, most_y, 10, field.max.y, field.min.y);
    draw_axes(to, x, y);
    // The first line is drawn last, over the others.
    for (size_t number = lines.size(); number-- > 0;) draw_line(to, lines[number], number, x, y);
    const float left = field.max.x + 24, row = 2.1F * plot_em;
    for (size_t number = 0; number < lines.size(); ++number) {
        const float at = field.min.y + 10 + row * float(number);
        to.line({left, at}, {left + 30, at}, pen_of(number));
        draw_mark(to, {left + 15, at}, number);
        to.text_within({left + 40, at}, sheet.max.x - left - 44, canvas::type::label, {Role::t1},
                       lines[number].name);
    }
    if (all > lines.size())
        to.text({left, field.min.y + 10 + row * float(lines.size())}, canvas::type::label, {Role::t2},
                fmt::format("{} {} not drawn", counted(int(all - lines.size()), "more line"),
                            all == lines.size() + 1 ? "is" : "are"));
    to.text_within({field.min.x, sheet.max.y - 20}, sheet.width() - 2 * field.min.x, canvas::type::label,
                   {Role::t2}, fmt::format("{}; {}", machine_of(recording), origin_of(recording)));
    return to.finish();
}

std::string markdown_of(const Recording& recording, const std::string& plot) {
    const MachineInfo& machine = recording.machine;
    std::string text = "# Times\n\n";
    const auto fact = [&](const char* name, const std::string& value) {
        if (!value.empty()) text += fmt::format("- {}: {}\n", name, value);
    };
    fact("GPU", machine.gpu);
    fact("CUDA", machine.driver);
    fact("CPU", machine.cpu);
    fact("System", machine.system);
    fact("Upsweep", machine.version);
    fact("Recorded", origin_of(recording));
    if (!plot.empty()) text += fmt::format("\n![Time over size]({})\n", plot);
    text +=
        "\n| algorithm | on | type | size | median | 95 % sure | 5th to 95th percentile | GB/s |\n"
        "|---|---|---|---:|---:|---:|---:|---:|\n";
    for (const RecordedTime& time : recording.times)
        if (time.seconds > 0)
            text += fmt::format("| {} | {} | {} | {} | {} | {} to {} | {} to {} | {} |\n", line_of(time),
                                time.on, types_text(time.types), extent_text(time.extent),
                                time_text(time.seconds), time_text(time.median_least),
                                time_text(time.median_most), time_text(time.low), time_text(time.high),
                                time.bytes > 0 ? rate_text(double(time.bytes) / time.seconds * 1e-9) : "–");
    return text;
}

}  // namespace upsweep::bench
