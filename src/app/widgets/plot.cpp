// Lays the plot out: margins, grid, then from back to front bands, lines, names, notes, reading.
#include "app/widgets/plot.h"

#include <algorithm>
#include <cmath>

#include "app/text.h"
#include "app/widgets/controls.h"
#include "app/widgets/plot_lines.h"

namespace upsweep::app {
namespace {

constexpr float left_em = 5.2F, top_em = 1.4F, bottom_em = 3.1F, names_em = 11;
constexpr double readable = 4.5;  // contrast under which a name is written in t1 beside its marker

class Painter {
  public:
    Painter(Frame& frame, Rect rect, const Plot& plot) : frame_(frame), rect_(rect), plot_(plot) {
        Rect field = rect;
        field.cut_left(frame.em(left_em));
        field.cut_top(frame.em(top_em));
        field.cut_bottom(frame.em(bottom_em));
        field.cut_right(std::min(frame.em(names_em), rect.width() * 0.28F));
        rect_field_ = field.snapped();
        field_ = {rect_field_.min.x, rect_field_.min.y, rect_field_.max.x, rect_field_.max.y, plot.x, plot.y};
    }

    Rect field() const { return rect_field_; }
    const PlotFrame& axes() const { return field_; }

    void draw_field();
    void draw_lines();
    void draw_names();
    void draw_notes();
    void draw_reading(const PlotHover& hover);

  private:
    void draw_x_axis();
    void draw_y_axis();
    void draw_lit_band();
    void draw_name(const PlotSeries& series, ImVec2 end, float x, float y);
    void draw_note(const PlotNote& note, float& next_top);
    bool inside(const PlotPoint& point) const;

    Frame& frame_;
    Rect rect_, rect_field_;
    const Plot& plot_;
    PlotFrame field_;
};

bool Painter::inside(const PlotPoint& point) const {
    return point.x >= plot_.x.lowest && point.x <= plot_.x.highest && point.y > 0;
}

void Painter::draw_field() {
    frame_.list()->AddRectFilled(rect_field_.min, rect_field_.max, frame_.colour(Role::bg1));
    draw_lit_band();
    draw_x_axis();
    draw_y_axis();
    const float y = rect_field_.min.y - frame_.em(0.7F);
    draw_elided(frame_, {rect_field_.min.x, y}, rect_.max.x - rect_field_.min.x, type::small,
                frame_.colour(Role::t3), plot_.caption);
    draw_text(frame_, {rect_field_.centre().x, rect_field_.max.y + frame_.em(2.3F)}, type::small,
              frame_.colour(Role::t3), plot_.x_title, Align::centre);
}

void Painter::draw_lit_band() {
    if (!plot_.lit_x) return;
    const float x = field_.px_x(*plot_.lit_x), half = frame_.em(0.55F);
    frame_.list()->PushClipRect(rect_field_.min, rect_field_.max, true);
    frame_.list()->AddRectFilled({snap(x - half), rect_field_.min.y}, {snap(x + half), rect_field_.max.y},
                                 frame_.colour(Role::bg3, 0.8F));
    frame_.list()->PopClipRect();
}

void Painter::draw_x_axis() {
    const float widest = text_width(frame_, type::tick, "16384") + frame_.em(0.6F);
    const int labels = static_cast<int>(rect_field_.width() / widest);
    for (const PlotTick& tick : doubling_ticks(plot_.x, labels)) {
        const float x = snap(field_.px_x(tick.value));
        frame_.list()->AddRectFilled({x, rect_field_.min.y}, {x + snap(frame_.px()), rect_field_.max.y},
                                     frame_.colour(Role::line));
        draw_text(frame_, {x, rect_field_.max.y + frame_.em(0.95F)}, type::tick, frame_.colour(Role::t2),
                  tick.label, Align::centre);
    }
}

void Painter::draw_y_axis() {
    const auto text = plot_.decade_text ? plot_.decade_text : [](double) { return std::string(); };
    for (const PlotTick& tick : decade_ticks(plot_.y, text)) {
        const float y = snap(field_.px_y(tick.value)), thin = snap(frame_.px());
        const float to = tick.major ? rect_field_.max.x : rect_field_.min.x + frame_.em(0.35F);
        frame_.list()->AddRectFilled({rect_field_.min.x, y}, {to, y + thin},
                                     frame_.colour(tick.major ? Role::line : Role::line2));
        draw_text(frame_, {rect_field_.min.x - frame_.em(0.6F), y}, type::tick, frame_.colour(Role::t2),
                  tick.label, Align::right);
    }
}

void Painter::draw_lines() {
    frame_.list()->PushClipRect(rect_field_.min, rect_field_.max, true);
    for (const PlotSeries& series : plot_.series) draw_band(frame_, field_, series);
    frame_.list()->PopClipRect();
    for (const PlotSeries& series : plot_.series) draw_series(frame_, field_, series);
}

// Names stand right of the line that reaches farthest, as long as there is room in the field, else in the
// margin.
void Painter::draw_names() {
    std::vector<double> wanted, heights;
    std::vector<const PlotSeries*> named;
    float x = rect_field_.min.x;
    for (const PlotSeries& series : plot_.series) {
        if (series.points.empty()) continue;
        const PlotPoint& end = series.points.back();
        named.push_back(&series);
        wanted.push_back(field_.px_y(end.y));
        heights.push_back(frame_.em(series.note.empty() ? 1.3F : 2.3F));
        x = std::max(x, field_.px_x(end.x));
    }
    x = std::min(x + frame_.em(1.3F), rect_field_.max.x + frame_.em(0.75F));
    const auto centres = spread_labels(wanted, heights, rect_field_.min.y, rect_field_.max.y);
    for (std::size_t i = 0; i < named.size(); ++i) {
        const ImVec2 end(field_.px_x(named[i]->points.back().x), static_cast<float>(wanted[i]));
        draw_name(*named[i], end, x, static_cast<float>(centres[i]));
    }
}

void Painter::draw_name(const PlotSeries& series, ImVec2 end, float x, float y) {
    const float first = series.note.empty() ? y : y - frame_.em(0.5F);
    const float moved = std::abs(first - end.y), away = x - end.x;
    if (moved > frame_.em(0.7F) || away > frame_.em(2.2F))
        frame_.list()->AddLine({end.x + frame_.em(0.5F), end.y}, {x - frame_.em(0.25F), first},
                               frame_.colour(Role::line2), frame_.px());
    const Palette& palette = frame_.theme.palette();
    const Rgb rgb =
        series.line < 0
            ? palette[Role::t3]
            : palette.plot_lines[static_cast<std::size_t>(series.line) % palette.plot_lines.size()];
    ImU32 colour = series_colour(frame_, series.line);
    if (contrast(rgb, palette[Role::bg0]) < readable) {
        draw_marker(frame_, {x + frame_.em(0.3F), first}, series.marker, colour);
        x += frame_.em(0.9F);
        colour = frame_.colour(Role::t1);
    }
    const float room = rect_.max.x - x;
    draw_elided(frame_, {x, first}, room, type::head, colour, series.name);
    if (!series.note.empty())
        draw_elided(frame_, {x, first + frame_.em(1.05F)}, room, type::small, frame_.colour(Role::t3),
                    series.note);
}

void Painter::draw_notes() {
    float next_top = rect_field_.min.y + frame_.em(0.9F);
    for (const PlotNote& note : plot_.notes) draw_note(note, next_top);
}

void Painter::draw_note(const PlotNote& note, float& next_top) {
    const float pad = frame_.em(0.55F), x = snap(field_.px_x(note.x)), y = field_.px_y(note.y);
    const float room = rect_field_.width() - 4 * pad;
    // In a small field the detail would cover what it speaks of.
    const bool detailed = room > frame_.em(30);
    float text = text_width(frame_, type::strong, note.title);
    if (detailed) text = std::max(text, text_width(frame_, type::small, note.detail));
    text = std::min(text, room);
    const float width = text + 2 * pad, height = frame_.em(detailed ? 2.9F : 1.9F);
    // Lines rise to the right: a plate stands left of its point as far as it must.
    const float wish = std::min(x - frame_.em(1.4F), x + frame_.em(6) - width);
    const Rect plate =
        Rect::sized({std::max(wish, rect_field_.min.x + pad), next_top}, width, height).snapped();
    next_top = plate.max.y + frame_.em(0.75F);
    ImDrawList* list = frame_.list();
    const ImU32 ink = frame_.colour(Role::t1);
    if (y - frame_.em(0.55F) > plate.max.y)
        list->AddLine({x, plate.max.y}, {x, y - frame_.em(0.55F)}, ink, frame_.px(1.5F));
    list->AddCircle({x, y}, frame_.em(0.55F), ink, 0, frame_.px(2));
    list->AddRectFilled(plate.min, plate.max, frame_.colour(Role::bg0), frame_.em(0.375F));
    list->AddRect(plate.min, plate.max, ink, frame_.em(0.375F), 0, frame_.px(1.5F));
    draw_elided(frame_, {plate.min.x + pad, plate.min.y + frame_.em(0.95F)}, text, type::strong, ink,
                note.title);
    if (detailed)
        draw_elided(frame_, {plate.min.x + pad, plate.min.y + frame_.em(2.05F)}, text, type::small,
                    frame_.colour(Role::t2), note.detail);
}

// A plate with every line's value at the size under the mouse, beside the pointer's column.
void Painter::draw_reading(const PlotHover& hover) {
    struct Line {
        const PlotSeries* series;
        std::string value;
        bool lit;
    };
    std::vector<Line> lines;
    float names = 0, values = 0;
    for (std::size_t s = 0; s < plot_.series.size(); ++s)
        for (const PlotPoint& point : plot_.series[s].points) {
            if (point.x != hover.x || !inside(point)) continue;
            lines.push_back(
                {&plot_.series[s], plot_.value_text(point.y), static_cast<int>(s) == hover.series});
            names = std::max(names, text_width(frame_, type::small, plot_.series[s].name));
            values = std::max(values, text_width(frame_, type::code, lines.back().value));
        }
    if (lines.empty()) return;
    const float pad = frame_.em(0.6F), row = frame_.em(1.35F), key = frame_.em(1.3F);
    const float width = names + values + key + frame_.em(1) + 2 * pad;
    const float height = row * static_cast<float>(lines.size()) + 2 * pad - frame_.em(0.2F);
    const float column = field_.px_x(hover.x);
    const bool fits = column + frame_.em(1) + width <= rect_.max.x;
    const float x = fits ? column + frame_.em(1) : std::max(rect_.min.x, column - frame_.em(1) - width);
    const Rect plate =
        Rect::sized({x, rect_field_.max.y - height - frame_.em(0.6F)}, width, height).snapped();
    frame_.list()->AddRectFilled(plate.min, plate.max, frame_.colour(Role::bg2, 0.96F), frame_.em(0.375F));
    frame_.list()->AddRect(plate.min, plate.max, frame_.colour(Role::line2), frame_.em(0.375F), 0,
                           frame_.px());
    float y = plate.min.y + pad + frame_.em(0.55F);
    for (const Line& line : lines) {
        const ImU32 colour = frame_.colour(line.lit ? Role::t1 : Role::t2);
        draw_marker(frame_, {plate.min.x + pad + frame_.em(0.3F), y}, line.series->marker,
                    series_colour(frame_, line.series->line));
        draw_text(frame_, {plate.min.x + pad + key, y}, type::small, colour, line.series->name);
        draw_text(frame_, {plate.max.x - pad, y}, line.lit ? type::code_strong : type::code, colour,
                  line.value, Align::right);
        y += row;
    }
}

}  // namespace

std::optional<PlotHover> draw_plot(Frame& frame, std::string_view id, Rect rect, const Plot& plot) {
    Painter painter(frame, rect, plot);
    frame.items.add(id, painter.field());
    std::optional<PlotHover> hover;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (ImGui::IsWindowHovered())
        hover = hover_at(painter.axes(), plot.series, mouse.x, mouse.y, frame.em(1.2F));
    painter.draw_field();
    painter.draw_lines();
    painter.draw_names();
    painter.draw_notes();
    if (frame.items.focus == id) draw_focus(frame, painter.field(), 0);
    if (hover) painter.draw_reading(*hover);
    return hover;
}

}  // namespace upsweep::app
