// The pane of numbers: the rejection map of the chosen scale, and the funnel of windows over the stages.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

#include "app/playground/view/faces_panel.h"
#include "app/ui/controls.h"

namespace upsweep::app {
namespace {

constexpr float margin_em = 1.2F;

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
    return fmt::format("**{}**, **{:.0f} %** gone after stage {}", counted(left.front(), "window", "windows"),
                       std::floor(gone * 100), stage);
}

}  // namespace

void FacesPanel::draw_numbers(Frame& frame, Rect area) {
    Pane pane(frame, "playground.numbers", area, Role::bg1, true);
    const float width = area.width() - 2 * frame.em(margin_em);
    ImVec2 at = pane.origin() + ImVec2(frame.em(margin_em), frame.em(0.9F));
    if (!task_.level()) {
        const bool small = task_.found() != nullptr;
        const std::string sentence =
            small ? "The picture is smaller than the cascade's window, so there is none to look at."
                  : task_.problem();
        if (!sentence.empty())
            draw_empty_state(frame, at, width, small ? "No windows" : "No cascade", sentence);
        return;
    }
    const auto rule = [&] {
        at.y += frame.em(0.6F);
        frame.list()->AddLine({at.x, snap(at.y)}, {at.x + width, snap(at.y)}, frame.colour(Role::line), 1);
        at.y += frame.em(0.7F);
    };
    at.y += draw_map(frame, at, width, frame.em(frame.low ? 9 : 12.5F));
    rule();
    at.y += draw_funnel(frame, at, width);
    rule();
    at.y += draw_filter(frame, at, width);
    rule();
    at.y += draw_times(frame, at, width);
    pane.set_height(at.y + frame.em(0.5F) - pane.origin().y);
}

float FacesPanel::draw_map(Frame& frame, ImVec2 at, float width, float most_height) {
    const float start = at.y;
    const vision::FaceLevel& level = *task_.level();
    at.y += faces_head(frame, at, width, "Rejection map",
                       fmt::format("scale {}   {} × {} windows", task_.level_number() + 1, level.places.width,
                                   level.places.height),
                       type::tick);
    const float ratio = static_cast<float>(level.places.height) / static_cast<float>(level.places.width);
    const float height = std::max(frame.em(2), std::min(most_height, width * ratio));
    const float across = std::min(width, height / ratio);
    const Rect field = Rect::sized({at.x + (width - across) / 2, at.y}, across, height).snapped();
    draw_map_field(frame, field, "playground.faces.map");
    at.y = field.max.y + frame.em(0.55F);
    return at.y + draw_legend(frame, at, width) - start;
}

/// The map itself; a click chooses a window.
void FacesPanel::draw_map_field(Frame& frame, Rect field, const char* id) {
    const vision::FaceLevel& level = *task_.level();
    const int stages = static_cast<int>(task_.found()->cascade->stages.size());
    const ImVec2 cell(field.width() / static_cast<float>(level.places.width),
                      field.height() / static_cast<float>(level.places.height));
    const Interaction state = interact(frame, id, field);
    if (state.held || state.clicked) {
        const ImVec2 in = ImGui::GetIO().MousePos - field.min;
        task_.choose_window({static_cast<std::int64_t>(std::floor(in.x / cell.x)),
                             static_cast<std::int64_t>(std::floor(in.y / cell.y))});
    }
    if (const Texture* texture = map_.of(level, stages))
        frame.list()->AddImage(texture->id(), field.min, field.max);
    frame.list()->AddRect(field.min, field.max, frame.colour(Role::line2));
    const FacePlace place = task_.place();
    const ImVec2 middle = field.min + ImVec2((static_cast<float>(place.x) + 0.5F) * cell.x,
                                             (static_cast<float>(place.y) + 0.5F) * cell.y);
    const float side = std::max(frame.em(0.6F), cell.x + 2);
    draw_outline(frame, Rect::around(middle, side, side));
    if (state.focused) draw_focus(frame, field, 0);
}

float FacesPanel::draw_legend(Frame& frame, ImVec2 at, float width) {
    const int stages = static_cast<int>(task_.found()->cascade->stages.size());
    const float middle = at.y + frame.em(0.5F), half = frame.em(0.3F);
    const std::string_view label = "stages survived";
    draw_text(frame, {at.x, middle}, type::small, frame.colour(Role::t2), label);
    const std::string all = fmt::format("all {}", stages);
    const TextStyle strong{Face::sans_semibold, 0.85F};
    const float all_width = text_width(frame, strong, all) + frame.em(1.1F);
    const bool skipped = task_.found()->request.rule == vision::FaceRule::opencv;
    const std::string_view unseen = "not asked";
    const float unseen_width = skipped ? text_width(frame, type::small, unseen) + frame.em(1.6F) : 0;
    const float left = at.x + text_width(frame, type::small, label) + frame.em(0.6F);
    const float right = at.x + width - all_width - unseen_width - frame.em(0.6F);
    const float step = (right - left) / static_cast<float>(stages);
    for (int s = 0; s < stages; ++s)
        frame.list()->AddRectFilled({left + step * static_cast<float>(s), middle - half},
                                    {left + step * static_cast<float>(s + 1), middle + half},
                                    rejection::grey(s, stages));
    const auto swatch = [&](float x, ImU32 colour) {
        const Rect box = Rect::sized({x, middle - half}, 2 * half, 2 * half).snapped();
        frame.list()->AddRectFilled(box.min, box.max, colour);
        frame.list()->AddRect(box.min, box.max, frame.colour(Role::line2));
    };
    float x = right + frame.em(0.6F);
    swatch(x, rejection::all);
    draw_text(frame, {x + frame.em(0.95F), middle}, strong, frame.colour(Role::t1), all);
    if (skipped) {
        x += all_width + frame.em(0.5F);
        swatch(x, rejection::unseen);
        draw_text(frame, {x + frame.em(0.95F), middle}, type::small, frame.colour(Role::t2), unseen);
    }
    for (const int s : {0, stages / 2, stages - 1})
        draw_text(frame, {left + step * (static_cast<float>(s) + 0.5F), middle + frame.em(1)}, type::tick,
                  frame.colour(Role::t3), std::to_string(s), Align::centre);
    return frame.em(1.9F);
}

float FacesPanel::draw_funnel(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    at.y += faces_head(frame, at, width, "Windows left after each stage", "all scales");
    const std::vector<std::int64_t>& left = task_.found()->run.left;
    if (left.empty()) return at.y - start;
    const std::vector<Run> words = marked_runs(type::label, {Role::t2}, funnel_words(left));
    at.y += draw_paragraph(frame, at, width, words) + frame.em(0.35F);

    const Rect field =
        Rect(at.x + frame.em(2.9F), at.y, at.x + width, at.y + frame.em(frame.low ? 4 : 5.6F)).snapped();
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
            tooltip(frame,
                    s == 0 ? fmt::format("{} looked at", counted(left[s], "window", "windows"))
                           : fmt::format("{} left after stage {}", counted(left[s], "window", "windows"), s));
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
