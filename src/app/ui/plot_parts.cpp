// Lines, bands and markers on ImGui's draw list; the lines' names; notes and readings.
#include "app/ui/plot_parts.h"

#include "app/ui/controls.h"
#include "app/ui/labels.h"

namespace upsweep::app {

namespace {

constexpr float line_px = 2.6F, dash_px = 7, gap_px = 5;
constexpr int longest_piece = 4096;  // AddPolyline makes up to four vertices a point

ImVec2 px(const PlotFrame& field, double x, double y) { return {field.px_x(x), field.px_y(y)}; }

void draw_dashes(ImDrawList* list, std::span<const ImVec2> points, ImU32 colour, float width, float dash,
                 float gap) {
    float travelled = 0;
    for (size_t i = 1; i < points.size(); ++i) {
        const ImVec2 step = points[i] - points[i - 1];
        const float length = std::hypot(step.x, step.y);
        float at = 0;
        while (at < length) {
            const float phase = std::fmod(travelled + at, dash + gap);
            const bool on = phase < dash;
            const float next = std::min(length, at + std::max((on ? dash : dash + gap) - phase, 0.01F));
            if (on)
                list->AddLine(points[i - 1] + step * (at / length), points[i - 1] + step * (next / length),
                              colour, width);
            at = next;
        }
        travelled += length;
    }
}

void fill_polygon(ImDrawList* list, ImVec2 centre, float radius, int corners, float turn, ImU32 colour) {
    std::array<ImVec2, 8> points;
    for (int i = 0; i < corners; ++i) {
        const float angle = turn + 6.2831853F * float(i) / float(corners);
        nth(points, i) = centre + ImVec2(std::cos(angle), std::sin(angle)) * radius;
    }
    list->AddConvexPolyFilled(points.data(), corners, colour);
}

void draw_hollow(Frame& frame, ImVec2 centre, int corners, float turn, ImU32 colour) {
    const float r = 1.25F * frame.em(0.28F);
    fill_polygon(frame.list(), centre, r, corners, turn, frame.colour(Role::bg1));
    for (int i = 0; i < corners; ++i) {
        const float angle = turn + 6.2831853F * float(i) / float(corners);
        frame.list()->PathLineTo(centre + ImVec2(std::cos(angle), std::sin(angle)) * r);
    }
    frame.list()->PathStroke(colour, ImDrawFlags_Closed, frame.px(1.8F));
}

double linear(unsigned channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(Rgb c) {
    return 0.2126 * linear(c >> 16 & 255) + 0.7152 * linear(c >> 8 & 255) + 0.0722 * linear(c & 255);
}

}  // namespace

ImU32 series_colour(const Frame& frame, int line) {
    if (line == printed_line) return frame.colour(Role::t2);
    return line < 0 ? frame.colour(Role::t3) : frame.theme.plot_line(line);
}

ImU32 emphasised(ImU32 colour, Emphasis emphasis) {
    constexpr ImU32 alpha = 64;
    return emphasis == Emphasis::back ? (colour & ~IM_COL32_A_MASK) | (alpha << IM_COL32_A_SHIFT) : colour;
}

void draw_marker(Frame& frame, ImVec2 c, Marker marker, ImU32 colour) {
    constexpr float quarter = 1.5707963F;
    ImDrawList* list = frame.list();
    const float r = frame.em(0.28F), thin = frame.px(2);
    switch (marker) {
        case Marker::disc:
            return list->AddCircleFilled(c, r, colour);
        case Marker::square:
            return list->AddRectFilled({c.x - 0.85F * r, c.y - 0.85F * r}, {c.x + 0.85F * r, c.y + 0.85F * r},
                                       colour);
        case Marker::triangle_up:
            return fill_polygon(list, {c.x, c.y + 0.15F * r}, 1.2F * r, 3, -quarter, colour);
        case Marker::triangle_down:
            return fill_polygon(list, {c.x, c.y - 0.15F * r}, 1.2F * r, 3, quarter, colour);
        case Marker::diamond:
            return fill_polygon(list, c, 1.2F * r, 4, 0, colour);
        case Marker::ring:
            list->AddCircleFilled(c, r, frame.colour(Role::bg1));
            return list->AddCircle(c, r, colour, 0, thin);
        case Marker::cross:
            list->AddLine({c.x - 0.8F * r, c.y - 0.8F * r}, {c.x + 0.8F * r, c.y + 0.8F * r}, colour, thin);
            return list->AddLine({c.x - 0.8F * r, c.y + 0.8F * r}, {c.x + 0.8F * r, c.y - 0.8F * r}, colour,
                                 thin);
        case Marker::hollow_square:
            return draw_hollow(frame, c, 4, quarter / 2, colour);
        case Marker::hollow_diamond:
            return draw_hollow(frame, c, 4, 0, colour);
        case Marker::hollow_triangle_up:
            return draw_hollow(frame, c, 3, -quarter, colour);
        case Marker::hollow_pentagon:
            return draw_hollow(frame, c, 5, -quarter, colour);
        case Marker::hollow_triangle_down:
            return draw_hollow(frame, c, 3, quarter, colour);
        case Marker::hollow_hexagon:
            return draw_hollow(frame, c, 6, 0, colour);
    }
}

void draw_polyline(Frame& frame, std::span<const ImVec2> points, ImU32 colour, float width, bool dashed) {
    if (dashed) return draw_dashes(frame.list(), points, colour, width, frame.px(dash_px), frame.px(gap_px));
    for (const auto& [first, last] : split_polyline(int(points.size()), longest_piece))
        frame.list()->AddPolyline(points.data() + first, last - first + 1, colour, 0, width);
}

void draw_band(Frame& frame, const PlotFrame& field, const PlotSeries& series) {
    ImDrawList* list = frame.list();
    const ImU32 opaque = series_colour(frame, series.line);
    const ImU32 colour = (opaque & ~IM_COL32_A_MASK) | (51U << IM_COL32_A_SHIFT);
    // Smoothed edges would show as seams between the quads.
    const ImDrawListFlags flags = list->Flags;
    list->Flags &= ~ImDrawListFlags_AntiAliasedFill;
    for (size_t i = 1; i < series.points.size(); ++i) {
        const PlotPoint& a = series.points[i - 1];
        const PlotPoint& b = series.points[i];
        list->AddQuadFilled(px(field, a.x, a.high), px(field, b.x, b.high), px(field, b.x, b.low),
                            px(field, a.x, a.low), colour);
    }
    list->Flags = flags;
}

void draw_ceiling(Frame& frame, const PlotFrame& field, const PlotSeries& series) {
    const std::vector<ImVec2> line = pixels_of(field, series);
    ImDrawList* list = frame.list();
    const ImDrawListFlags flags = list->Flags;
    list->Flags &= ~ImDrawListFlags_AntiAliasedFill;
    for (size_t i = 1; i < line.size(); ++i)
        list->AddQuadFilled({line[i - 1].x, field.top}, {line[i].x, field.top}, line[i], line[i - 1],
                            frame.colour(Role::t3, 0.13F));
    list->Flags = flags;
}

std::vector<ImVec2> pixels_of(const PlotFrame& field, const PlotSeries& series) {
    std::vector<ImVec2> points;
    for (const PlotPoint& point : series.points) points.push_back(px(field, point.x, point.y));
    return points;
}

void draw_series(Frame& frame, const PlotFrame& field, const PlotSeries& series, Emphasis emphasis) {
    const ImU32 colour = emphasised(series_colour(frame, series.line), emphasis);
    const std::vector<ImVec2> points = pixels_of(field, series);
    const float thin = series.line < 0 || series.letter != 0 ? 0.65F : 1;
    const float width = frame.px(line_px * thin * (emphasis == Emphasis::lit ? 1.5F : 1));
    const Rect inside(field.left, field.top, field.right, field.bottom);
    frame.list()->PushClipRect(inside.min, inside.max, true);
    if (points.size() > 1) draw_polyline(frame, points, colour, width, series.dashed);
    frame.list()->PopClipRect();
    const Rect reach = inside.inset(-1);
    for (const ImVec2 point : points)
        if (reach.contains(point)) draw_marker(frame, point, series.marker, colour);
    if (points.empty() || !reach.contains(points.back())) return;
    if (series.measuring)
        frame.list()->AddCircle(points.back(), frame.em(0.55F), frame.colour(Role::t1), 0, frame.px(2));
}

void draw_line_sample(Frame& frame, ImVec2 left, float width, const PlotSeries& series) {
    const ImU32 colour = series_colour(frame, series.line);
    const std::array<ImVec2, 2> ends = {left, ImVec2(left.x + width, left.y)};
    draw_polyline(frame, ends, colour, frame.px(series.letter != 0 ? 1.6F : 2), series.dashed);
    draw_marker(frame, ImVec2(left.x + width / 2, left.y), series.marker, colour);
}

void draw_letter(Frame& frame, ImVec2 centre, char letter) {
    const Rect plate = Rect::around(centre, frame.em(1.1F)).snapped();
    frame.fill(plate, Role::bg0, frame.em(0.2F));
    frame.outline(plate, Role::t1, frame.em(0.2F), frame.px(1.2F));
    draw_text(frame, plate.centre(), type::head, Role::t1, std::string(1, letter), Align::centre);
}

double contrast(Rgb a, Rgb b) {
    const double la = luminance(a) + 0.05, lb = luminance(b) + 0.05;
    return la > lb ? la / lb : lb / la;
}

// ---- The names of the lines, beside their ends

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
    const Rgb rgb = palette.plot_lines[size_t(series.line) % palette.plot_lines.size()];
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
    const auto points =
        leader_of({end.x + double(frame.em(plot_names_gap_em)), end.y}, label, double(elbow), double(x));
    for (size_t i = 1; i < points.size(); ++i)
        frame.line({float(points[i - 1].x), float(points[i - 1].y)}, {float(points[i].x), float(points[i].y)},
                   Role::line2, frame.px());
}

// A name that is too long for its room, parted between two words; empty where it cannot be.
std::optional<std::pair<std::string, std::string>> in_two_lines(const Frame& frame, const std::string& name,
                                                                float room) {
    if (text_width(frame, type::head, name) <= room) return std::nullopt;
    for (size_t at = name.rfind(' '); at != std::string::npos && at > 0; at = name.rfind(' ', at - 1)) {
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
    const ImVec2 at(float(end.x), float(end.y));
    const float width = label_width(frame, nth(all, index)) + frame.em(0.2F);
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
        const size_t end = text.rfind(separator);
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
        const PlotSeries& series = nth(all, index);
        const Interaction hit = interact(frame, std::string(id) + ".label." + std::to_string(index), box);
        if (hit.hovered || hit.focused) touch.lit = index;
        if (hit.clicked) touch.clicked = index;
        const Emphasis emphasis = lit < 0 ? Emphasis::plain : lit == index ? Emphasis::lit : Emphasis::back;
        draw_label(frame, box, series, with_note, emphasis);
        if (hit.focused) draw_focus(frame, box.inset(frame.px(3)), frame.em(0.2F));
        if (hit.hovered) tooltip(frame, series.name + ", " + series.note + ". Click to step through it.");
    };
    std::vector<int> seen;
    std::vector<LineEnd> seen_ends;
    for (int i = 0; i < int(all.size()); ++i)
        if (const auto end = visible_end(axes, nth(all, i).points)) {
            seen.push_back(i);
            seen_ends.push_back(*end);
        }
    const auto inside = place_inside_labels<Rect>(
        int(seen.size()),
        [&](int line, std::span<const Rect> taken) {
            const auto at = size_t(line);
            return place_inside(frame, axes, all, seen[at], seen_ends[at], taken);
        },
        [&](int line) {
            const LineEnd end = nth(seen_ends, line);
            const auto x = float(end.x), y = float(end.y);
            return Rect(x, y, axes.right, y).inset(-frame.px(2));
        });
    for (size_t i = 0; i < seen.size(); ++i) {
        if (inside[i]) {
            touch.inside.push_back(*inside[i]);
            names.push_back({seen[i], *inside[i], true});
            continue;
        }
        drawn.push_back(seen[i]);
        ends.push_back(seen_ends[i]);
    }
    const auto em = [&](float count) { return double(frame.em(count)); };
    const EndLabels placed =
        place_end_labels(ends, {em(pitch_em), em(name_pitch_em), em(first_line_em), em(name_pitch_em / 2)},
                         double(rect.min.y), double(rect.max.y));
    const float elbow = axes.right + frame.em(plot_names_gap_em), left = elbow + frame.em(leader_em);
    for (const EndLabel& label : placed.labels) {
        draw_leader(frame, nth(ends, label.line), label, elbow, left - frame.em(0.25F));
        const Rect box(left, float(label.top), rect.max.x, float(label.bottom));
        names.push_back({nth(drawn, label.line), box, placed.detail == LabelDetail::whole});
    }
    // In the lines' order wherever they are: while it is measured a line's label moves, and Tab must still
    // come to each of them.
    sort(names, [](const auto& a, const auto& b) { return a.index < b.index; });
    for (const PlacedName& name : names) draw(name.index, name.box, name.with_note);
    if (placed.left_out > 0)
        draw_text(frame, {rect.max.x, rect.max.y + frame.em(0.8F)}, type::small, Role::t3,
                  std::to_string(placed.left_out) + " more in the table", Align::right);
    return touch;
}

// ---- What is said inside a plot

namespace {

constexpr float line_room_em = 0.55F;  // around a line that no plate lies on
constexpr float ring_em = 0.55F, plot_notes_pad_em = 0.55F, dot_px = 2, plot_notes_gap_px = 4;

void draw_plate(Frame& frame, Rect plate, const Colour& outline) {
    frame.fill(plate, Role::bg0, frame.em(0.375F));
    frame.outline(plate, outline, frame.em(0.375F), frame.px(1.5F));
}

// Where the line is at this x, in pixels; nothing beyond its ends.
std::optional<float> height_at(std::span<const ImVec2> line, float x) {
    for (size_t i = 1; i < line.size(); ++i) {
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
            const float middle = std::min(x, field_.max.x - width / 2) - aside * (width / 2 + frame_.em());
            places.push_back(Rect::around({middle, top + share * (bottom - top)}, width, height).snapped());
        }
    const auto plate = first_free(places, taken_, field_);
    if (!plate) return;
    taken_.push_back(plate->inset(-frame_.em(0.3F)));
    taken_.emplace_back(x - dot, top, x + dot, bottom);
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
            const float cost =
                float(crossed) * 12 + length / frame_.em() + std::abs(share - 0.5F) + (above ? 0 : 1);
            if (best && cost >= least) continue;
            best = plate.snapped();
            least = cost;
        }
    return best;
}

void PlotNotes::draw_note(const PlotNote& note, int number) {
    const ImVec2 at(snap(axes_.px_x(note.x)), axes_.px_y(note.y));
    if (!in_field(at)) return;
    const ImU32 ink = frame_.colour(Role::t1);
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

void PlotNotes::draw_values() {
    constexpr TextStyle style{Face::mono, 0.81F};
    const float height = frame_.em(0.9F), off = frame_.em(0.95F);
    for (const PlotSeries& series : plot_.series)
        for (const PlotPoint& point : series.points) {
            const ImVec2 at(axes_.px_x(point.x), axes_.px_y(point.y));
            if (!in_field(at) || !plot_.value_text) continue;
            const std::string text = plot_.value_text(point.y);
            const float width = text_width(frame_, style, text);
            const std::vector<Rect> places = {Rect::around({at.x, at.y - off}, width, height),
                                              Rect::around({at.x, at.y + off}, width, height)};
            const auto place = first_free(places, taken_, field_);
            if (!place) continue;
            taken_.push_back(place->inset(-frame_.em(0.15F)));
            const Colour colour = series.line >= 0 ? Colour(series_colour(frame_, series.line)) : Role::t2;
            draw_text(frame_, place->centre(), style, colour, text, Align::centre);
        }
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
    for (size_t s = 0; s < plot.series.size(); ++s)
        for (const PlotPoint& point : plot.series[s].points) {
            if (point.x != hover.x) continue;
            const PlotSeries& series = plot.series[s];
            lines.push_back({&series, plot.value_text(point.y), point.y, int(s) == hover.series});
            names = std::max(names, text_width(frame, type::small, series.name));
            values = std::max(values, text_width(frame, type::code, lines.back().value));
        }
    if (lines.empty()) return;
    stable_sort(lines, [](const Line& a, const Line& b) { return a.y > b.y; });
    const float pad = frame.em(0.6F), row = frame.em(1.35F), key = frame.em(1.3F);
    const float width = names + values + key + frame.em() + 2 * pad;
    const float height = row * float(lines.size()) + 2 * pad - frame.em(0.2F);
    const float column = axes.px_x(hover.x);
    const bool fits = column + frame.em() + width <= rect.max.x;
    const float x = fits ? column + frame.em() : std::max(rect.min.x, column - frame.em() - width);
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
