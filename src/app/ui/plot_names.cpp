#include "app/ui/plot_names.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "app/ui/plot_lines.h"
#include "app/ui/text.h"

namespace upsweep::app {
namespace {

constexpr float name_line_em = 1.05F;  // from one line of a name to the next
constexpr double readable = 4.5;       // contrast under which a name is written in t1 beside its marker

struct Name {
    const PlotSeries* series;
    std::vector<std::string> lines;
    std::string note;
    float x;     // where its text begins
    ImVec2 end;  // the line's last point
};

// The name in one line, or broken at a blank into two where the margin is narrow.
std::vector<std::string> name_lines(const Frame& frame, const std::string& name, float room) {
    if (text_width(frame, type::head, name) <= room) return {name};
    std::size_t best = std::string::npos;
    for (std::size_t at = name.find(' '); at != std::string::npos; at = name.find(' ', at + 1))
        if (text_width(frame, type::head, name.substr(0, at)) <= room) best = at;
    if (best == std::string::npos) return {name};
    return {name.substr(0, best), name.substr(best + 1)};
}

// A colour that is hard to read as text stands before the name as its marker.
bool needs_marker(const Frame& frame, const PlotSeries& series) {
    const Palette& palette = frame.theme.palette();
    const Rgb rgb =
        series.line < 0
            ? palette[Role::t3]
            : palette.plot_lines[static_cast<std::size_t>(series.line) % palette.plot_lines.size()];
    return contrast(rgb, palette[Role::bg0]) < readable;
}

std::vector<Name> names_of(Frame& frame, Rect rect, Rect field, const PlotFrame& axes,
                           std::span<const PlotSeries> all, NameDetail detail) {
    float x = field.min.x;
    for (const PlotSeries& series : all)
        if (!series.points.empty()) x = std::max(x, axes.px_x(series.points.back().x));
    x = std::min(x + frame.em(1.3F), field.max.x + frame.em(0.75F));
    std::vector<Name> names;
    for (const PlotSeries& series : all) {
        if (series.points.empty()) continue;
        const PlotPoint& last = series.points.back();
        Name name{&series, {series.name}, "", x, {axes.px_x(last.x), axes.px_y(last.y)}};
        if (needs_marker(frame, series)) name.x += frame.em(0.9F);
        if (detail != NameDetail::one_line) name.lines = name_lines(frame, series.name, rect.max.x - name.x);
        if (detail == NameDetail::whole) name.note = series.note;
        names.push_back(std::move(name));
    }
    return names;
}

std::vector<double> heights_of(const Frame& frame, const std::vector<Name>& names) {
    std::vector<double> heights;
    for (const Name& name : names) {
        const auto rows = static_cast<float>(name.lines.size() + (name.note.empty() ? 0 : 1));
        heights.push_back(static_cast<double>(frame.em(0.25F + name_line_em * rows)));
    }
    return heights;
}

// `y` is the middle of the first line.
void draw_name(Frame& frame, float right, const Name& name, float y) {
    const PlotSeries& series = *name.series;
    const bool marker = needs_marker(frame, series);
    const float left = name.x - (marker ? frame.em(0.9F) : 0);
    const float moved = std::abs(y - name.end.y), away = left - name.end.x;
    if (moved > frame.em(0.7F) || away > frame.em(2.2F))
        frame.list()->AddLine({name.end.x + frame.em(0.5F), name.end.y}, {left - frame.em(0.25F), y},
                              frame.colour(Role::line2), frame.px());
    const ImU32 colour = series_colour(frame, series.line);
    const ImVec2 at(left + frame.em(0.3F), y);
    if (marker)
        series.recorded ? draw_recorded_marker(frame, at, colour)
                        : draw_marker(frame, at, series.marker, colour);
    const float room = right - name.x;
    for (const std::string& line : name.lines) {
        draw_elided(frame, {name.x, y}, room, type::head, marker ? frame.colour(Role::t1) : colour, line);
        y += frame.em(name_line_em);
    }
    if (!name.note.empty())
        draw_elided(frame, {name.x, y}, room, type::small, frame.colour(Role::t3), name.note);
}

}  // namespace

void draw_names(Frame& frame, Rect rect, Rect field, const PlotFrame& axes, std::span<const PlotSeries> all) {
    const double top = static_cast<double>(field.min.y), bottom = static_cast<double>(rect.max.y);
    const auto total = [&](NameDetail detail) {
        const std::vector<double> heights =
            heights_of(frame, names_of(frame, rect, field, axes, all, detail));
        return std::accumulate(heights.begin(), heights.end(), 0.0);
    };
    const NameDetail detail =
        detail_that_fits(bottom - top, total(NameDetail::whole), total(NameDetail::without_notes));
    const std::vector<Name> names = names_of(frame, rect, field, axes, all, detail);
    const std::vector<double> heights = heights_of(frame, names);
    std::vector<double> wanted;
    for (const Name& name : names) wanted.push_back(static_cast<double>(name.end.y));
    const auto centres = spread_labels(wanted, heights, top, bottom);
    for (std::size_t i = 0; i < names.size(); ++i)
        draw_name(frame, rect.max.x, names[i],
                  static_cast<float>(centres[i] - heights[i] / 2) + frame.em(0.125F + name_line_em / 2));
}

}  // namespace upsweep::app
