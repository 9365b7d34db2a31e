// The funnel: how many windows are left after each stage, over all scales, logarithmic.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "app/playground/view/faces_panel.h"
#include "app/ui/controls.h"

namespace upsweep::app {
namespace {

/// "1 M", "10 k", "100": what an axis of counts says.
std::string power_text(int exponent) {
    if (exponent >= 9) return fmt::format("{:.0f} G", std::pow(10, exponent - 9));
    if (exponent >= 6) return fmt::format("{:.0f} M", std::pow(10, exponent - 6));
    if (exponent >= 3) return fmt::format("{:.0f} k", std::pow(10, exponent - 3));
    return fmt::format("{:.0f}", std::pow(10, exponent));
}

/// The stage after which most of what will ever go has gone, and the share of windows gone then.
std::string funnel_words(const std::vector<std::int64_t>& left) {
    const std::size_t stage = std::min<std::size_t>(3, left.size() - 1);
    if (left.front() == 0) return "no window was looked at";
    const double gone = 1 - static_cast<double>(left[stage]) / static_cast<double>(left.front());
    return fmt::format("**{}**, **{:.0f} %** gone after stage {}", grouped_count(left.front(), "window"),
                       std::floor(gone * 100), stage);
}

}  // namespace

float FacesPanel::draw_funnel(Frame& frame, ImVec2 at, float width, float height) {
    const float start = at.y;
    at.y += section_head(frame, at, width, "Windows left after each stage", "all scales");
    const std::vector<std::int64_t>& left = task_.found()->run.left;
    if (left.empty()) return at.y - start;
    const std::vector<Run> words = marked_runs(type::label, {Role::t2}, funnel_words(left));
    at.y += draw_paragraph(frame, at, width, words) + frame.em(0.6F);

    const Rect field = Rect(at.x + frame.em(2.9F), at.y, at.x + width, at.y + height).snapped();
    const auto count = static_cast<float>(left.size());
    const double most = static_cast<double>(std::max<std::int64_t>(10, left.front()));
    const int top = static_cast<int>(std::ceil(std::log10(most)));
    const std::int64_t last = std::max<std::int64_t>(1, left.back());
    const int bottom = std::max(0, static_cast<int>(std::floor(std::log10(static_cast<double>(last)) - 0.3)));
    const auto y_of = [&](double number) {
        const double share = (std::log10(std::max(number, 1.0)) - bottom) / std::max(1, top - bottom);
        return field.max.y - static_cast<float>(std::clamp(share, 0.0, 1.0)) * field.height();
    };
    for (int exponent = bottom; exponent <= top; exponent += top - bottom > 4 ? 2 : 1) {
        const float y = snap(y_of(std::pow(10, exponent)));
        frame.list()->AddLine({field.min.x, y}, {field.max.x, y}, frame.colour(Role::line), 1);
        draw_text(frame, {field.min.x - frame.em(0.5F), y}, type::tick, frame.colour(Role::t3),
                  power_text(exponent), Align::right);
    }
    const float step = field.width() / count;
    for (std::size_t s = 0; s < left.size(); ++s) {
        const float x = field.min.x + step * static_cast<float>(s);
        const bool final = s + 1 == left.size();
        const Rect bar(snap(x), std::min(field.max.y - 1, snap(y_of(static_cast<double>(left[s])))),
                       snap(x + step) - frame.px(2), field.max.y);
        if (left[s] > 0)
            frame.list()->AddRectFilled(bar.min, bar.max, frame.colour(final ? Role::right : Role::t2));
        const Rect slot(x, field.min.y, x + step, field.max.y);
        if (interact(frame, fmt::format("playground.faces.left.{}", s), slot).hovered)
            tooltip(frame, s == 0
                               ? fmt::format("{} looked at", grouped_count(left[s], "window"))
                               : fmt::format("{} left after stage {}", grouped_count(left[s], "window"), s));
        if (final)
            draw_text(frame, {field.max.x, bar.min.y - frame.em(0.6F)}, type::code_strong,
                      frame.colour(Role::right), grouped(left[s]), Align::right);
        if (s % 5 == 0 || (final && left.size() < 6))
            draw_text(frame, {x + step / 2, field.max.y + frame.em(0.75F)}, type::tick,
                      frame.colour(final ? Role::right : Role::t3), std::to_string(s), Align::centre);
    }
    return field.max.y + frame.em(1.3F) - start;
}

}  // namespace upsweep::app
