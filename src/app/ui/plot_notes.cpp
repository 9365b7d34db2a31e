#include "app/ui/plot_notes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/ui/labels.h"
#include "app/ui/plot_lines.h"
#include "app/ui/text.h"

namespace upsweep::app {
namespace {

constexpr float line_room_em = 0.55F;  // around a line that no plate lies on
constexpr float ring_em = 0.55F, plot_notes_pad_em = 0.55F, dot_px = 2, plot_notes_gap_px = 4;

void draw_plate(Frame& frame, Rect plate, const Colour& outline) {
    frame.fill(plate, Role::bg0, frame.em(0.375F));
    frame.outline(plate, outline, frame.em(0.375F), frame.px(1.5F));
}

// Where the line is at this x, in pixels; nothing beyond its ends.
std::optional<float> height_at(std::span<const ImVec2> line, float x) {
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (x < line[i - 1].x || x > line[i].x || line[i].x == line[i - 1].x) continue;
        const float t = (x - line[i - 1].x) / (line[i].x - line[i - 1].x);
        return line[i - 1].y + t * (line[i].y - line[i - 1].y);
    }
    return std::nullopt;
}

}  // namespace

PlotNotes::PlotNotes(Frame& frame, std::string_view id, const PlotFrame& axes, const Plot& plot,
                     const std::vector<Rect>& labels)
    : frame_(frame),
      id_(id),
      axes_(axes),
      plot_(plot),
      field_(axes.left, axes.top, axes.right, axes.bottom),
      taken_(labels) {
    for (const PlotSeries& series : plot.series)
        for (const Rect& box : boxes_along(pixels_of(axes, series), frame.em(line_room_em)))
            taken_.push_back(box);
}

void PlotNotes::draw_ratio(const PlotRatio& ratio) {
    const float x = snap(axes_.px_x(ratio.x));
    const float top = std::min(axes_.px_y(ratio.from), axes_.px_y(ratio.to));
    const float bottom = std::max(axes_.px_y(ratio.from), axes_.px_y(ratio.to));
    if (x < field_.min.x || x > field_.max.x || top < field_.min.y || bottom > field_.max.y) return;
    const float dot = frame_.px(dot_px), gap = frame_.px(plot_notes_gap_px);
    for (float y = top; y + dot <= bottom; y += dot + gap)
        frame_.fill({x - dot / 2, y, x + dot / 2, y + dot}, Role::t2);
    const float width = text_width(frame_, type::code_strong, ratio.text) + 2 * frame_.em(plot_notes_pad_em);
    const float height = frame_.em(1.6F);
    std::vector<Rect> places;
    for (const float aside : {0.0F, 1.0F})
        for (const float share : {0.3F, 0.4F, 0.2F, 0.5F, 0.6F, 0.7F, 0.8F}) {
            const float middle = std::min(x, field_.max.x - width / 2) - aside * (width / 2 + frame_.em(1));
            places.push_back(Rect::around({middle, top + share * (bottom - top)}, width, height).snapped());
        }
    const auto plate = first_free(places, taken_, field_);
    if (!plate) return;
    taken_.push_back(plate->inset(-frame_.em(0.3F)));
    frame_.items.note(id_ + ".ratio", *plate);
    const ImU32 colour = series_colour(frame_, ratio.line);
    draw_plate(frame_, *plate, colour);
    draw_text(frame_, plate->centre(), type::code_strong, colour, ratio.text, Align::centre);
}

void PlotNotes::draw_letters() {
    for (const PlotSeries& series : plot_.series) {
        if (series.letter == 0 || series.points.empty()) continue;
        const ImVec2 first = pixels_of(axes_, series).front();
        if (!in_field(first)) continue;
        const float size = frame_.em(1.1F), away = frame_.em(1.15F);
        std::vector<Rect> places;
        for (const ImVec2 step : {ImVec2(-1, 0), ImVec2(-0.8F, -0.8F), ImVec2(0, -1), ImVec2(-0.8F, 0.8F),
                                  ImVec2(0, 1), ImVec2(-1.8F, 0), ImVec2(0, -1.8F)})
            places.push_back(Rect::around(first + step * away, size));
        const auto plate = first_free(places, taken_, field_);
        if (!plate) continue;
        taken_.push_back(*plate);
        draw_letter(frame_, plate->centre(), series.letter);
    }
}

int PlotNotes::lines_between(float x, float from, float to) const {
    int crossed = 0;
    for (const PlotSeries& series : plot_.series)
        if (const auto y = height_at(pixels_of(axes_, series), x)) crossed += *y > from && *y < to;
    return crossed;
}

// Plates above and below the place whose leader goes straight to it.
std::optional<Rect> PlotNotes::place_plate(ImVec2 at, float width, float height) const {
    std::optional<Rect> best;
    float least = 0;
    const float step = frame_.em(0.7F), ring = frame_.em(ring_em), far = frame_.em(1.2F);
    for (float y = field_.min.y + step / 2; y + height < field_.max.y; y += step)
        for (const float share : {0.5F, 0.15F, 0.85F}) {
            const Rect plate = Rect::sized({at.x - share * width, y}, width, height);
            const bool above = plate.max.y<at.y - far, below = plate.min.y> at.y + far;
            if (!above && !below) continue;
            const std::array<Rect, 1> one = {plate};
            if (!first_free(one, taken_, field_)) continue;
            const int crossed = above ? lines_between(at.x, plate.max.y, at.y - ring)
                                      : lines_between(at.x, at.y + ring, plate.min.y);
            const float length = above ? at.y - plate.max.y : plate.min.y - at.y;
            const float cost = static_cast<float>(crossed) * 12 + length / frame_.em() +
                               std::abs(share - 0.5F) + (above ? 0 : 1);
            if (best && cost >= least) continue;
            best = plate.snapped();
            least = cost;
        }
    return best;
}

void PlotNotes::draw_note(const PlotNote& note, int number) {
    const ImVec2 at(snap(axes_.px_x(note.x)), axes_.px_y(note.y));
    if (!in_field(at)) return;
    const Role ink = Role::t1;
    const float pad = frame_.em(plot_notes_pad_em), ring = frame_.em(ring_em);
    frame_.list()->AddCircle(at, ring, ink, 0, frame_.px(2));
    frame_.items.note(id_ + ".ring." + std::to_string(number), Rect::around(at, 2 * ring, 2 * ring));
    const float text =
        std::max(text_width(frame_, type::strong, note.title), text_width(frame_, type::small, note.detail));
    const auto plate = place_plate(at, text + 2 * pad, frame_.em(2.9F));
    if (!plate) return;
    taken_.push_back(plate->inset(-frame_.em(0.3F)));
    frame_.items.note(id_ + ".note." + std::to_string(number), *plate);
    const bool above = plate->max.y < at.y;
    const float from = above ? plate->max.y : plate->min.y, to = above ? at.y - ring : at.y + ring;
    frame_.line({at.x, from}, {at.x, to}, ink, frame_.px(1.2F));
    draw_plate(frame_, *plate, ink);
    draw_text(frame_, {plate->min.x + pad, plate->min.y + frame_.em(0.95F)}, type::strong, ink, note.title);
    draw_text(frame_, {plate->min.x + pad, plate->min.y + frame_.em(2.05F)}, type::small, Role::t2,
              note.detail);
}

void PlotNotes::draw_remark(const PlotRemark& remark) {
    const ImVec2 at(axes_.px_x(remark.x), axes_.px_y(remark.y));
    if (!in_field(at)) return;
    const float width = text_width(frame_, type::small, remark.text), height = frame_.em(1.1F);
    std::vector<Rect> places;
    for (const float down : {1.1F, 1.6F, 2.3F, 3.0F, -1.1F, -1.6F, -2.4F, 4.0F})
        for (const float share : {0.5F, 0.2F, 0.0F, 0.8F, 1.0F, 1.4F, -0.4F, -0.15F})
            places.push_back(
                Rect::sized({at.x - share * width, at.y + frame_.em(down) - height / 2}, width, height));
    const auto place = first_free(places, taken_, field_);
    if (!place) return;
    taken_.push_back(*place);
    frame_.items.note(id_ + ".remark", *place);
    draw_text(frame_, {place->min.x, place->centre().y}, type::small, Role::t3, remark.text);
}

void draw_reading(Frame& frame, Rect rect, const PlotFrame& axes, const Plot& plot, const PlotHover& hover) {
    struct Line {
        const PlotSeries* series;
        std::string value;
        double y;
        bool lit;
    };
    std::vector<Line> lines;
    float names = 0, values = 0;
    for (std::size_t s = 0; s < plot.series.size(); ++s)
        for (const PlotPoint& point : plot.series[s].points) {
            if (point.x != hover.x) continue;
            const PlotSeries& series = plot.series[s];
            lines.push_back(
                {&series, plot.value_text(point.y), point.y, static_cast<int>(s) == hover.series});
            names = std::max(names, text_width(frame, type::small, series.name));
            values = std::max(values, text_width(frame, type::code, lines.back().value));
        }
    if (lines.empty()) return;
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return a.y > b.y; });
    const float pad = frame.em(0.6F), row = frame.em(1.35F), key = frame.em(1.3F);
    const float width = names + values + key + frame.em(1) + 2 * pad;
    const float height = row * static_cast<float>(lines.size()) + 2 * pad - frame.em(0.2F);
    const float column = axes.px_x(hover.x);
    const bool fits = column + frame.em(1) + width <= rect.max.x;
    const float x = fits ? column + frame.em(1) : std::max(rect.min.x, column - frame.em(1) - width);
    const float top = std::max(rect.min.y, axes.bottom - height - frame.em(0.6F));
    const Rect plate = Rect::sized({x, top}, width, height).snapped();
    frame.fill(plate, Colour(Role::bg2, 0.96F), frame.em(0.375F));
    frame.outline(plate, Role::line2, frame.em(0.375F), frame.px());
    float y = plate.min.y + pad + frame.em(0.55F);
    for (const Line& line : lines) {
        const Role colour = line.lit ? Role::t1 : Role::t2;
        draw_marker(frame, {plate.min.x + pad + frame.em(0.3F), y}, line.series->marker,
                    series_colour(frame, line.series->line));
        draw_text(frame, {plate.min.x + pad + key, y}, type::small, colour, line.series->name);
        draw_text(frame, {plate.max.x - pad, y}, line.lit ? type::code_strong : type::code, colour,
                  line.value, Align::right);
        y += row;
    }
}

}  // namespace upsweep::app
