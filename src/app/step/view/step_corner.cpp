// The Race's lines in Step's corner.
#include "app/step/view/step_corner.h"

#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "app/ui/plot_parts.h"

namespace upsweep::app::step {

namespace {

constexpr float corner_head_em = 2, corner_field_em = 6.2F;
constexpr double fresh_s = 0.5;

bool is_open(const Frame& frame, const CornerState& corner) {
    return corner.open.value_or(frame.density >= Density::wide && !frame.low);
}

// The names beside the ends, in the lines' order from top to bottom.
void draw_corner_labels(Frame& frame, Rect rect, const std::vector<PlotSeries>& all, const PlotFrame& field) {
    std::vector<double> wanted, heights;
    for (const PlotSeries& series : all) {
        wanted.push_back(double(field.px_y(series.points.back().y)));
        heights.push_back(double(frame.em(1.25F)));
    }
    const std::vector<double> places = spread_labels(wanted, heights, double(rect.min.y), double(rect.max.y));
    for (size_t i = 0; i < all.size(); ++i) {
        const float y = float(places[i]);
        const std::string value = all[i].note.substr(0, all[i].note.find(','));
        draw_text(frame, {rect.min.x, y}, type::code, Role::t1, value);
        const float x = rect.min.x + text_width(frame, type::code, "000.0 µs") + frame.em(0.6F);
        draw_elided(frame, {x, y}, rect.max.x - x, type::small, i == 0 ? Role::t1 : Role::t2, all[i].name);
    }
}

void draw_corner_lines(Frame& frame, Rect rect, const std::vector<PlotSeries>& all) {
    Rect labels = rect.cut_right(std::max(frame.em(11), rect.width() * 0.5F));
    labels.min.x += frame.em(0.8F);
    Rect axis = rect.cut_bottom(frame.em(1.2F));
    const PlotFrame field{rect.min.x, rect.min.y, rect.max.x, rect.max.y, x_axis_of(all), y_axis_of(all)};
    frame.fill(rect.snapped(), Role::bg0);
    for (size_t i = all.size(); i-- > 0;) draw_series(frame, field, all[i], Emphasis::plain);
    draw_corner_labels(frame, labels, all, field);
    const std::vector<PlotPoint>& own = all.front().points;
    const float y = axis.max.y - frame.em(0.4F);
    const auto side = [](double value) { return std::to_string(int64_t(value)); };
    draw_text(frame, {rect.min.x, y}, type::tick, Role::t3, side(own.front().x));
    draw_text(frame, {rect.max.x, y}, type::tick, Role::t3, side(own.back().x), Align::right);
    draw_text(frame, {rect.centre().x, y}, type::small, Role::t3, "side n", Align::centre);
}

}  // namespace

float corner_height(const Frame& frame, const Services& services, const scenes::Scene& scene,
                    CornerState& corner) {
    if (!services.glimpse || frame.density <= Density::narrow || scene.trace_file() != nullptr) return 0;
    const std::string& slug = scene.slug();
    if (corner.slug != slug || frame.time >= corner.fresh_until) {
        corner.slug = slug;
        corner.glimpse = services.glimpse(slug);
        corner.fresh_until = frame.time + fresh_s;
    }
    if (corner.glimpse.series.empty()) return scene.chosen() ? snap(frame.em(corner_head_em)) : 0;
    return snap(frame.em(corner_head_em + (is_open(frame, corner) ? corner_field_em + 0.6F : 0)));
}

void draw_corner(Frame& frame, Rect rect, const Services& services, const scenes::Scene& scene,
                 CornerState& corner) {
    const Pane pane(frame, "step.corner", rect, Role::bg1);
    frame.fill(rect.top(snap(frame.px())), Role::line);
    const std::vector<PlotSeries>& all = corner.glimpse.series;
    const bool open = is_open(frame, corner);
    Rect inner = rect.inset(frame.em(), 0);
    Rect head = inner.cut_top(frame.em(corner_head_em));
    constexpr std::string_view why = "Why is it slow?";
    const float asked = text_width(frame, type::head, why),
                at = all.empty() ? head.min.x : head.max.x - frame.em(2.2F) - asked;
    if (text_link(frame, "step.corner.why", {at, head.centre().y}, type::head, why).clicked)
        services.open(scenes::RacePlace{.edited = scene, .view = "why"});
    if (all.empty()) return;
    const Rect fold = head.cut_right(frame.em(1.6F));
    if (button(frame, "step.corner.fold", Rect::around(fold.centre(), frame.em(1.5F)), "",
               {.icon = open ? marks::chevron_down : marks::chevron_right,
                .tip = open ? "Hide the Race's lines" : "Show the Race's lines",
                .bare = true}))
        corner.open = !open;
    const float y = head.centre().y;
    const float named = text_width(frame, type::head, "At full size, in the Race");
    const Interaction link =
        text_link(frame, "step.corner.race", {head.min.x, y}, type::head, "At full size, in the Race");
    bool clicked = link.clicked;
    const float x = head.min.x + named + frame.em(0.8F);
    draw_elided(frame, {x, y}, at - x - frame.em(0.8F), type::small, Role::t2, all.front().note);
    if (open) {
        inner.cut_bottom(frame.em(0.6F));
        const Interaction field = interact(frame, "step.corner.lines", inner);
        clicked |= field.clicked;
        draw_corner_lines(frame, inner, all);
        if (field.focused) draw_focus(frame, inner, frame.em(0.25F));
    }
    if (clicked) services.open(corner.glimpse.place);
}

}  // namespace upsweep::app::step
