// Lays the plot out: margins, grid, then from back to front bands, lines, names, notes, reading.
#include "app/ui/plot.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/controls.h"
#include "app/ui/plot_lines.h"
#include "app/ui/plot_names.h"
#include "app/ui/text.h"

namespace upsweep::app {
namespace {

constexpr float left_em = 5.2F, top_em = 1.4F, bottom_em = 3.1F;
constexpr float recorded_em = 1.5F;  // the line that says what the hollow squares are
constexpr float names_share = 0.3F;  // of the width, at most

bool is_two_or_five(double value) {
    const double lead = std::round(value / std::pow(10, std::floor(std::log10(value) + 1e-9)));
    return lead == 2 || lead == 5;
}

class Painter {
  public:
    Painter(Frame& frame, Rect rect, const Plot& plot) : frame_(frame), rect_(rect), plot_(plot) {
        Rect field = rect;
        field.cut_left(frame.em(left_em));
        field.cut_top(frame.em(plot.recorded.empty() ? top_em : top_em + recorded_em));
        field.cut_bottom(frame.em(bottom_em));
        field.cut_right(std::min(names_width(), rect.width() * names_share));
        rect_field_ = field.snapped();
        field_ = {rect_field_.min.x, rect_field_.min.y, rect_field_.max.x, rect_field_.max.y, plot.x, plot.y};
    }

    Rect field() const { return rect_field_; }
    const PlotFrame& axes() const { return field_; }

    void draw_field();
    void draw_lines();
    void draw_notes();
    void draw_reading(const PlotHover& hover);

  private:
    void draw_x_axis();
    void draw_y_axis();
    void draw_lit_band();
    void draw_recorded_legend(float y);
    void draw_note(const PlotNote& note, float& next_top);
    bool inside(const PlotPoint& point) const;
    float names_width() const;

    Frame& frame_;
    Rect rect_, rect_field_;
    const Plot& plot_;
    PlotFrame field_;
};

bool Painter::inside(const PlotPoint& point) const {
    return point.x >= plot_.x.lowest && point.x <= plot_.x.highest && point.y > 0;
}

// Room for the names in the margin, their markers and a gap.
float Painter::names_width() const {
    float width = frame_.em(6);
    for (const PlotSeries& series : plot_.series)
        width = std::max({width, text_width(frame_, type::head, series.name),
                          text_width(frame_, type::small, series.note)});
    return width + frame_.em(2.1F);
}

void Painter::draw_field() {
    frame_.list()->AddRectFilled(rect_field_.min, rect_field_.max, frame_.colour(Role::bg1));
    draw_lit_band();
    draw_x_axis();
    draw_y_axis();
    const float y = rect_field_.min.y - frame_.em(0.7F);
    draw_elided(frame_, {rect_field_.min.x, y}, rect_.max.x - rect_field_.min.x, type::small,
                frame_.colour(Role::t3), plot_.caption);
    draw_recorded_legend(y - frame_.em(recorded_em));
    draw_text(frame_, {rect_field_.centre().x, rect_field_.max.y + frame_.em(2.3F)}, type::small,
              frame_.colour(Role::t3), plot_.x_title, Align::centre);
}

void Painter::draw_recorded_legend(float y) {
    if (plot_.recorded.empty()) return;
    PlotSeries look{.line = -1, .dashed = true};
    look.recorded = true;
    const float sample = frame_.em(2.2F), left = rect_field_.min.x;
    draw_line_sample(frame_, {left, y}, sample, look);
    draw_elided(frame_, {left + sample + frame_.em(0.6F), y}, rect_.max.x - left - sample - frame_.em(0.6F),
                type::label, frame_.colour(Role::t1), plot_.recorded);
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
    const float decade =
        (field_.bottom - field_.top) / static_cast<float>(std::log10(plot_.y.highest / plot_.y.lowest));
    const int every = std::max(1, static_cast<int>(std::ceil(frame_.em(1.2F) / decade)));
    int decades = 0;
    const std::vector<PlotTick> ticks = decade_ticks(plot_.y, text);
    // An axis with a single power of ten on it could not be read: then 2 and 5 have their labels too.
    const bool few = std::count_if(ticks.begin(), ticks.end(), [](const PlotTick& t) { return t.major; }) < 2;
    for (const PlotTick& tick : ticks) {
        if (!tick.major && decade < frame_.em(2.5F)) continue;  // the small ticks would run together
        const float y = snap(field_.px_y(tick.value)), thin = snap(frame_.px());
        const float to = tick.major ? rect_field_.max.x : rect_field_.min.x + frame_.em(0.35F);
        frame_.list()->AddRectFilled({rect_field_.min.x, y}, {to, y + thin},
                                     frame_.colour(tick.major ? Role::line : Role::line2));
        const bool labelled = tick.major ? decades++ % every == 0 : few && is_two_or_five(tick.value);
        if (labelled)
            draw_text(frame_, {rect_field_.min.x - frame_.em(0.6F), y}, type::tick, frame_.colour(Role::t2),
                      tick.major ? tick.label : text(tick.value), Align::right);
    }
}

void Painter::draw_lines() {
    frame_.list()->PushClipRect(rect_field_.min, rect_field_.max, true);
    for (const PlotSeries& series : plot_.series) draw_band(frame_, field_, series);
    frame_.list()->PopClipRect();
    for (const PlotSeries& series : plot_.series) draw_series(frame_, field_, series);
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
        std::string name, value;
        bool lit;
    };
    std::vector<Line> lines;
    float names = 0, values = 0;
    for (std::size_t s = 0; s < plot_.series.size(); ++s)
        for (const PlotPoint& point : plot_.series[s].points) {
            if (point.x != hover.x || !inside(point)) continue;
            const PlotSeries& series = plot_.series[s];
            lines.push_back({&series, series.recorded ? series.name + ", recorded" : series.name,
                             plot_.value_text(point.y), static_cast<int>(s) == hover.series});
            names = std::max(names, text_width(frame_, type::small, lines.back().name));
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
        const ImVec2 at(plate.min.x + pad + frame_.em(0.3F), y);
        const ImU32 marker = series_colour(frame_, line.series->line);
        line.series->recorded ? draw_recorded_marker(frame_, at, marker)
                              : draw_marker(frame_, at, line.series->marker, marker);
        draw_text(frame_, {plate.min.x + pad + key, y}, type::small, colour, line.name);
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
    draw_names(frame, rect, painter.field(), painter.axes(), plot.series);
    painter.draw_notes();
    if (frame.items.focus == id) draw_focus(frame, painter.field(), 0);
    if (hover) painter.draw_reading(*hover);
    return hover;
}

}  // namespace upsweep::app
