#include "app/ui/plot_names.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/ui/controls.h"
#include "app/ui/labels.h"
#include "app/ui/plot_labels.h"
#include "app/ui/text.h"

namespace upsweep::app {
namespace {

constexpr float pitch_em = 2.9F, name_pitch_em = 1.45F;  // from one label to the next
constexpr float first_line_em = 0.9F, second_line_em = 1.95F;
constexpr float plot_names_gap_em = 0.5F, leader_em = 1.6F;  // from the field to the labels
constexpr float letter_em = 1.4F;
constexpr float early_em = 8;     // a line that ends this far from the right has its label at its end
constexpr double readable = 4.5;  // contrast under which a name is written in t1 beside its marker

// A colour that is hard to read as text is before the name as its marker.
bool needs_marker(const Frame& frame, const PlotSeries& series) {
    if (series.line < 0) return false;
    const Palette& palette = frame.theme.palette();
    const Rgb rgb = palette.plot_lines[static_cast<std::size_t>(series.line) % palette.plot_lines.size()];
    return contrast(rgb, palette[Role::bg0]) < readable;
}

float indent(const Frame& frame, const PlotSeries& series) {
    if (series.letter != 0) return frame.em(letter_em);
    return needs_marker(frame, series) ? frame.em(0.9F) : 0;
}

Colour name_colour(const Frame& frame, const PlotSeries& series, Emphasis emphasis) {
    const bool own = series.letter == 0 && series.line >= 0 && !needs_marker(frame, series);
    if (emphasis == Emphasis::back) return Role::t3;
    return own ? Colour(series_colour(frame, series.line)) : Role::t1;
}

void draw_leader(Frame& frame, LineEnd end, const EndLabel& label, float elbow, float x) {
    const auto points = leader_of({end.x + static_cast<double>(frame.em(plot_names_gap_em)), end.y}, label,
                                  static_cast<double>(elbow), static_cast<double>(x));
    for (std::size_t i = 1; i < points.size(); ++i)
        frame.line({static_cast<float>(points[i - 1].x), static_cast<float>(points[i - 1].y)},
                   {static_cast<float>(points[i].x), static_cast<float>(points[i].y)}, Role::line2,
                   frame.px());
}

// A name that is too long for its room, parted between two words; empty where it cannot be.
std::optional<std::pair<std::string, std::string>> in_two_lines(const Frame& frame, const std::string& name,
                                                                float room) {
    if (text_width(frame, type::head, name) <= room) return std::nullopt;
    for (std::size_t at = name.rfind(' '); at != std::string::npos && at > 0; at = name.rfind(' ', at - 1)) {
        const std::string first = name.substr(0, at), second = name.substr(at + 1);
        if (text_width(frame, type::head, second) > room) return std::nullopt;
        if (text_width(frame, type::head, first) <= room) return std::pair(first, second);
    }
    return std::nullopt;
}

void draw_label(Frame& frame, Rect box, const PlotSeries& series, bool with_note, Emphasis emphasis) {
    const float y = box.min.y + frame.em(with_note ? first_line_em : name_pitch_em / 2);
    const Colour colour = name_colour(frame, series, emphasis);
    if (series.letter != 0)
        draw_letter(frame, {box.min.x + frame.em(0.55F), y}, series.letter);
    else if (needs_marker(frame, series))
        draw_marker(frame, {box.min.x + frame.em(0.3F), y}, series.marker,
                    emphasised(series_colour(frame, series.line), emphasis));
    const float x = box.min.x + indent(frame, series), room = box.max.x - x;
    // Two lines may differ in their last words only: these come before the note.
    if (const auto lines = in_two_lines(frame, series.name, room); with_note && lines) {
        draw_text(frame, {x, y}, type::head, colour, lines->first);
        draw_text(frame, {x, box.min.y + frame.em(second_line_em)}, type::head, colour, lines->second);
        return;
    }
    // "Copy of the same bytes" says enough as "Copy", and more than with dots.
    const std::string name = without_tails(frame, type::head, series.name, room, ", ");
    draw_elided(frame, {x, y}, room, type::head, colour,
                without_tails(frame, type::head, name, room, " of "));
    if (with_note)
        draw_elided(frame, {x, box.min.y + frame.em(second_line_em)}, room, type::small, Role::t3,
                    without_tails(frame, type::small, series.note, room, ", "));
}

float label_width(const Frame& frame, const PlotSeries& series) {
    return indent(frame, series) +
           std::max(text_width(frame, type::head, series.name), text_width(frame, type::small, series.note));
}

// Beside the end of a line that ends long before the field does, off all lines and off the labels there.
std::optional<Rect> place_inside(const Frame& frame, const PlotFrame& axes, std::span<const PlotSeries> all,
                                 int index, LineEnd end, std::span<const Rect> labels) {
    const ImVec2 at(static_cast<float>(end.x), static_cast<float>(end.y));
    const float width = label_width(frame, all[static_cast<std::size_t>(index)]) + frame.em(0.2F);
    if (at.x + frame.em(early_em) > axes.right) return std::nullopt;
    const float height = frame.em(2.6F), near = frame.em(0.4F);
    const std::vector<Rect> places = {
        Rect::sized({at.x - width - near, at.y - height}, width, height),
        Rect::sized({at.x - width / 2, at.y - height - near}, width, height),
        Rect::sized({at.x + near, at.y - height - near}, width, height),
        Rect::sized({at.x + 2 * near, at.y - height / 2}, width, height),
        Rect::sized({at.x + near, at.y + near}, width, height),
        Rect::sized({at.x - width - 2 * near, at.y - height / 2}, width, height)};
    std::vector<Rect> taken(labels.begin(), labels.end());
    for (const PlotSeries& series : all)
        for (const Rect& box : boxes_along(pixels_of(axes, series), frame.em(0.55F))) taken.push_back(box);
    return first_free(places, taken, {axes.left, axes.top, axes.right, axes.bottom});
}

}  // namespace

std::string without_tails(const Frame& frame, TextStyle style, std::string text, float room,
                          std::string_view separator) {
    const std::string whole = text;
    while (text_width(frame, style, text) > room) {
        const std::size_t end = text.rfind(separator);
        if (end == std::string::npos) return whole;
        text.resize(end);
    }
    return text;
}

float names_width(const Frame& frame, std::span<const PlotSeries> all) {
    float width = frame.em(6);
    for (const PlotSeries& series : all) width = std::max(width, label_width(frame, series));
    return width + frame.em(plot_names_gap_em + leader_em + 0.2F);
}

LabelTouch draw_names(Frame& frame, std::string_view id, Rect rect, const PlotFrame& axes,
                      std::span<const PlotSeries> all, int lit) {
    LabelTouch touch;
    std::vector<int> drawn;
    std::vector<LineEnd> ends;
    struct PlacedName {
        int index = 0;
        Rect box;
        bool with_note = true;
    };
    std::vector<PlacedName> names;
    const auto draw = [&](int index, Rect box, bool with_note) {
        const PlotSeries& series = all[static_cast<std::size_t>(index)];
        const Interaction hit = interact(frame, std::string(id) + ".label." + std::to_string(index), box);
        if (hit.hovered || hit.focused) touch.lit = index;
        if (hit.clicked) touch.clicked = index;
        const Emphasis emphasis = lit < 0 ? Emphasis::plain : lit == index ? Emphasis::lit : Emphasis::back;
        draw_label(frame, box, series, with_note, emphasis);
        if (hit.focused) draw_focus(frame, box.inset(frame.px(3)), frame.em(0.2F));
        if (hit.hovered) tooltip(frame, series.name + ", " + series.note + ". Click to hide it.");
    };
    std::vector<int> seen;
    std::vector<LineEnd> seen_ends;
    for (int i = 0; i < static_cast<int>(all.size()); ++i)
        if (const auto end = visible_end(axes, all[static_cast<std::size_t>(i)].points)) {
            seen.push_back(i);
            seen_ends.push_back(*end);
        }
    const auto inside = place_inside_labels<Rect>(
        static_cast<int>(seen.size()),
        [&](int line, std::span<const Rect> taken) {
            const auto at = static_cast<std::size_t>(line);
            return place_inside(frame, axes, all, seen[at], seen_ends[at], taken);
        },
        [&](int line) {
            const LineEnd end = seen_ends[static_cast<std::size_t>(line)];
            const auto x = static_cast<float>(end.x), y = static_cast<float>(end.y);
            return Rect(x, y, axes.right, y).inset(-frame.px(2));
        });
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (inside[i]) {
            touch.inside.push_back(*inside[i]);
            names.push_back({seen[i], *inside[i], true});
            continue;
        }
        drawn.push_back(seen[i]);
        ends.push_back(seen_ends[i]);
    }
    const auto em = [&](float count) { return static_cast<double>(frame.em(count)); };
    const EndLabels placed =
        place_end_labels(ends, {em(pitch_em), em(name_pitch_em), em(first_line_em), em(name_pitch_em / 2)},
                         static_cast<double>(rect.min.y), static_cast<double>(rect.max.y));
    const float elbow = axes.right + frame.em(plot_names_gap_em), left = elbow + frame.em(leader_em);
    for (const EndLabel& label : placed.labels) {
        draw_leader(frame, ends[static_cast<std::size_t>(label.line)], label, elbow, left - frame.em(0.25F));
        const Rect box(left, static_cast<float>(label.top), rect.max.x, static_cast<float>(label.bottom));
        names.push_back(
            {drawn[static_cast<std::size_t>(label.line)], box, placed.detail == LabelDetail::whole});
    }
    // In the lines' order wherever they are: while it is measured a line's label moves, and Tab must still
    // come to each of them.
    std::sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
    for (const PlacedName& name : names) draw(name.index, name.box, name.with_note);
    if (placed.left_out > 0)
        draw_text(frame, {rect.max.x, rect.max.y + frame.em(0.8F)}, type::small, Role::t3,
                  std::to_string(placed.left_out) + " more in the table", Align::right);
    return touch;
}

}  // namespace upsweep::app
