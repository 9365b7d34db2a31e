// Lays the plot out: margins, grid, then from back to front bands, lines, labels, notes, reading.
#include "app/ui/plot.h"

#include "app/ui/controls.h"
#include "app/ui/plot_parts.h"

namespace upsweep::app {
namespace {

constexpr float left_em = 5.2F, top_em = 1.4F, bottom_em = 3.1F;
constexpr float names_share = 0.34F;  // of the width, at most
constexpr float click_em = 0.5F;      // a mouse that moved farther while down has dragged
constexpr float reach_em = 0.5F;      // of a line from the pointer

bool is_two_or_five(double value) {
    const double lead = std::round(value / std::pow(10, std::floor(std::log10(value) + 1e-9)));
    return lead == 2 || lead == 5;
}

class PlotPainter {
  public:
    PlotPainter(Frame& frame, Rect rect, const Plot& plot) : frame_(frame), rect_(rect), plot_(plot) {
        Rect field = rect;
        field.cut_left(frame.em(left_em));
        field.cut_top(frame.em(top_em));
        field.cut_bottom(frame.em(bottom_em));
        field.cut_right(std::min(names_width(frame, plot.series), rect.width() * names_share));
        rect_field_ = field.snapped();
        field_ = {rect_field_.min.x, rect_field_.min.y, rect_field_.max.x, rect_field_.max.y, plot.x, plot.y};
    }

    Rect field() const { return rect_field_; }
    const PlotFrame& axes() const { return field_; }

    void draw_field();
    void draw_lines();

  private:
    void draw_x_axis();
    void draw_y_axis();
    void draw_lit_band();

    Frame& frame_;
    Rect rect_, rect_field_;
    const Plot& plot_;
    PlotFrame field_;
};

void PlotPainter::draw_field() {
    frame_.fill(rect_field_, Role::bg1);
    draw_lit_band();
    draw_x_axis();
    draw_y_axis();
    const float y = rect_field_.min.y - frame_.em(0.7F);
    const float room = rect_.max.x - rect_field_.min.x;
    const std::string shown = without_tails(frame_, type::small, plot_.caption, room, "; ");
    const float wide = draw_elided(frame_, {rect_field_.min.x, y}, room, type::small, Role::t3, shown);
    const float half = frame_.em(0.6F), left = rect_field_.min.x;
    if (shown != plot_.caption && ImGui::IsWindowHovered() &&
        ImGui::IsMouseHoveringRect({left, y - half}, {left + wide, y + half}))
        tooltip(frame_, plot_.caption);
    draw_text(frame_, {rect_field_.centre().x, rect_field_.max.y + frame_.em(2.3F)}, type::small, Role::t3,
              plot_.x_title, Align::centre);
}

void PlotPainter::draw_lit_band() {
    if (!plot_.lit_x) return;
    const float x = field_.px_x(*plot_.lit_x), half = frame_.em(0.55F);
    frame_.list()->PushClipRect(rect_field_.min, rect_field_.max, true);
    frame_.fill({snap(x - half), rect_field_.min.y, snap(x + half), rect_field_.max.y},
                Colour(Role::bg3, 0.8F));
    frame_.list()->PopClipRect();
}

void PlotPainter::draw_x_axis() {
    float taken = -1e9F;
    for (const PlotTick& tick : plot_.x_ticks) {
        const float x = snap(field_.px_x(tick.value)), gap = frame_.em(0.6F);
        if (x < rect_field_.min.x || x > rect_field_.max.x) continue;
        frame_.fill({x, rect_field_.min.y, x + snap(frame_.px()), rect_field_.max.y}, Role::line);
        const float half = text_width(frame_, type::tick, tick.label) / 2;
        if (x - half < taken + gap) continue;
        draw_text(frame_, {x, rect_field_.max.y + frame_.em(0.95F)}, type::tick, Role::t2, tick.label,
                  Align::centre);
        taken = x + half;
    }
    if (!plot_.x_ticks.empty()) return;
    const float widest = text_width(frame_, type::tick, "16384") + frame_.em(0.6F);
    const int labels = int(rect_field_.width() / widest);
    for (const PlotTick& tick : doubling_ticks(plot_.x, labels)) {
        const float x = snap(field_.px_x(tick.value));
        frame_.fill({x, rect_field_.min.y, x + snap(frame_.px()), rect_field_.max.y}, Role::line);
        draw_text(frame_, {x, rect_field_.max.y + frame_.em(0.95F)}, type::tick, Role::t2, tick.label,
                  Align::centre);
    }
}

void PlotPainter::draw_y_axis() {
    const auto text = plot_.decade_text ? plot_.decade_text : [](double) { return std::string(); };
    const float decade =
        plot_.y.linear ? frame_.em(2)
                       : (field_.bottom - field_.top) / float(std::log10(plot_.y.highest / plot_.y.lowest));
    const int every = std::max(1, int(std::ceil(frame_.em(1.2F) / decade)));
    int decades = 0;
    const std::vector<PlotTick> ticks = decade_ticks(plot_.y, text);
    // An axis with a single power of ten on it could not be read: then 2 and 5 have their labels too.
    const bool few = count_if(ticks, [](const PlotTick& t) { return t.major; }) < 2;
    for (const PlotTick& tick : ticks) {
        if (!tick.major && decade < frame_.em(2.5F)) continue;  // the small ticks would run together
        const float y = snap(field_.px_y(tick.value)), thin = snap(frame_.px());
        const float to = tick.major ? rect_field_.max.x : rect_field_.min.x + frame_.em(0.35F);
        frame_.fill({rect_field_.min.x, y, to, y + thin}, tick.major ? Role::line : Role::line2);
        const bool labelled = tick.major ? decades++ % every == 0 : few && is_two_or_five(tick.value);
        if (labelled)
            draw_text(frame_, {rect_field_.min.x - frame_.em(0.6F), y}, type::tick, Role::t2,
                      tick.major ? tick.label : text(tick.value), Align::right);
    }
}

// Those that are not pointed at lie behind.
void PlotPainter::draw_lines() {
    frame_.list()->PushClipRect(rect_field_.min, rect_field_.max, true);
    for (const PlotSeries& series : plot_.series) draw_band(frame_, field_, series);
    if (plot_.ceiling >= 0) draw_ceiling(frame_, field_, nth(plot_.series, plot_.ceiling));
    frame_.list()->PopClipRect();
    const int count = int(plot_.series.size());
    for (int i = 0; i < count; ++i)
        if (i != plot_.lit)
            draw_series(frame_, field_, nth(plot_.series, i),
                        plot_.lit < 0 ? Emphasis::plain : Emphasis::back);
    if (plot_.lit >= 0 && plot_.lit < count)
        draw_series(frame_, field_, nth(plot_.series, plot_.lit), Emphasis::lit);
}

// A click, a box or a double click in the field.
void take_mouse(Frame& frame, std::string_view id, const PlotFrame& axes, const Plot& plot,
                PlotTouch& touch) {
    const Rect field(axes.left, axes.top, axes.right, axes.bottom);
    const Interaction state = interact(frame, id, field);
    const bool released = ImGui::IsItemDeactivated();
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 mouse = io.MousePos, from = io.MouseClickedPos[0];
    if (state.focused) draw_focus(frame, field, 0);
    if (state.hovered) {
        touch.hover = hover_at(axes, plot.series, mouse.x, mouse.y, frame.em(1.2F));
        touch.lit = line_at(axes, plot.series, mouse.x, mouse.y, frame.em(reach_em));
        if (touch.hover) touch.hover->series = touch.lit;
    }
    if (plot.drawn >= 0) {
        touch.hover.reset();
        if (!state.held) return;
        const std::vector<PlotPoint>& points = nth(plot.series, plot.drawn).points;
        int nearest = 0;
        for (int i = 1; i < int(points.size()); ++i)
            if (std::abs(axes.px_x(nth(points, i).x) - mouse.x) <
                std::abs(axes.px_x(nth(points, nearest).x) - mouse.x))
                nearest = i;
        const float y = std::clamp(mouse.y, field.min.y, field.max.y);
        touch.moved = {nearest, plot.y.value(double((field.max.y - y) / field.height()))};
        return;
    }
    if (state.hovered && ImGui::IsMouseDoubleClicked(0)) {
        touch.fit = true;
        return;
    }
    const ImVec2 to(std::clamp(mouse.x, field.min.x, field.max.x),
                    std::clamp(mouse.y, field.min.y, field.max.y));
    const Rect box({std::min(from.x, to.x), std::min(from.y, to.y)},
                   {std::max(from.x, to.x), std::max(from.y, to.y)});
    const bool dragged = std::min(box.width(), box.height()) > frame.em(click_em);
    if (state.held && dragged) {
        frame.fill(box, Colour(Role::ink, 0.08F));
        frame.outline(box, Role::ink, 0, frame.px());
        touch.hover.reset();
    }
    if (!released || io.MouseClickedLastCount[0] > 1) return;
    const auto x = [&](float at) { return plot.x.value(double((at - field.min.x) / field.width())); };
    const auto y = [&](float at) { return plot.y.value(double((field.max.y - at) / field.height())); };
    if (dragged)
        touch.zoom = PlotZoom{{x(box.min.x), x(box.max.x)}, {y(box.max.y), y(box.min.y)}};
    else if (state.hovered && std::max(box.width(), box.height()) < frame.em(click_em))
        touch.clicked = touch.lit;
}

}  // namespace

PlotTouch draw_plot(Frame& frame, std::string_view id, Rect rect, const Plot& plot) {
    PlotPainter painter(frame, rect, plot);
    const PlotFrame& axes = painter.axes();
    PlotTouch touch;
    painter.draw_field();
    painter.draw_lines();
    const Rect beside(rect.min.x, axes.top, rect.max.x, axes.bottom + frame.em(bottom_em - 0.6F));
    const LabelTouch labels = draw_names(frame, id, beside, axes, plot.series, plot.lit);
    PlotNotes notes(frame, id, axes, plot, labels.inside);
    if (plot.ratio) notes.draw_ratio(*plot.ratio);
    notes.draw_letters();
    for (size_t i = 0; i < plot.notes.size(); ++i) notes.draw_note(plot.notes[i], int(i));
    for (const PlotRemark& remark : plot.remarks) notes.draw_remark(remark);
    if (plot.values) notes.draw_values();
    take_mouse(frame, id, axes, plot, touch);
    if (labels.lit >= 0) touch.lit = labels.lit;
    if (labels.clicked >= 0) touch.clicked = labels.clicked;
    // Before a class a mouse at rest covers nothing.
    if (touch.hover && !frame.items.tip.never) draw_reading(frame, rect, axes, plot, *touch.hover);
    return touch;
}

}  // namespace upsweep::app
