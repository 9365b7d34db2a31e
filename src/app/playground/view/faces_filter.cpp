// One filter of the chosen window: its patch, the rectangles with their four corners, the value and the vote.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

#include "app/playground/view/faces_panel.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"

namespace upsweep::app {
namespace {

constexpr std::array<std::string_view, 3> letters = {"R", "S", "T"};

ImU32 grey_ink(std::uint8_t grey) { return IM_COL32(grey, grey, grey, 255); }

/// The window's pixels, large.
void draw_patch(Frame& frame, Rect field, const vision::FaceLevel& level, FacePlace corner, Extent window) {
    const auto pixels = level.picture->view<std::uint8_t>();
    const float across = field.width() / static_cast<float>(window.width),
                down = field.height() / static_cast<float>(window.height);
    for (std::int64_t y = 0; y < window.height; ++y)
        for (std::int64_t x = 0; x < window.width; ++x) {
            const ImVec2 from(snap(field.min.x + static_cast<float>(x) * across),
                              snap(field.min.y + static_cast<float>(y) * down)),
                to(snap(field.min.x + static_cast<float>(x + 1) * across),
                   snap(field.min.y + static_cast<float>(y + 1) * down));
            const std::uint8_t grey =
                pixels[static_cast<std::size_t>((corner.y + y) * level.extent.width + corner.x + x)];
            frame.list()->AddRectFilled(from, to, grey_ink(grey));
        }
}

/// As over the picture, smaller.
void draw_small_corner(Frame& frame, ImVec2 at, bool added) {
    const float radius = frame.em(0.2F);
    frame.list()->AddCircleFilled(at, radius + frame.px(1.4F), over::shade);
    frame.list()->AddCircleFilled(at, radius, added ? over::white : over::plate);
    frame.list()->AddCircle(at, radius, over::white, 0, frame.px(1.2F));
}

void draw_part(Frame& frame, Rect field, const cascade::Part& part, Extent window, std::size_t index) {
    const float across = field.width() / static_cast<float>(window.width),
                down = field.height() / static_cast<float>(window.height);
    const Rect rect =
        Rect::sized(
            field.min + ImVec2(static_cast<float>(part.x) * across, static_cast<float>(part.y) * down),
            static_cast<float>(part.width) * across, static_cast<float>(part.height) * down)
            .snapped();
    frame.list()->AddRect(rect.min, rect.max, over::shade, 0, 0, frame.px(3.5F));
    frame.list()->AddRect(rect.min, rect.max, over::white, 0, 0, frame.px(1.6F));
    draw_small_corner(frame, rect.min, true);
    draw_small_corner(frame, {rect.max.x, rect.min.y}, false);
    draw_small_corner(frame, {rect.min.x, rect.max.y}, false);
    draw_small_corner(frame, rect.max, true);
    // R's letter at the left, S's at the right, where neither covers the other.
    const float side = frame.em(1.15F), gap = frame.em(0.2F);
    const bool right = index != 0;
    const float y = std::clamp(index == 2 ? rect.max.y - side / 2 : rect.centre().y, field.min.y + side / 2,
                               field.max.y - side / 2);
    float x = right ? rect.max.x + gap + side / 2 : rect.min.x - gap - side / 2;
    x = std::clamp(x, field.min.x + side / 2, field.max.x - side / 2);
    const Rect plate = Rect::around({x, y}, side, side).snapped();
    frame.list()->AddRectFilled(plate.min, plate.max, over::plate, frame.em(0.15F));
    draw_text(frame, plate.centre(), type::code_strong, over::white, letters[index], Align::centre);
}

/// "−1", "+3", "+1.5".
std::string weight_text(float weight) {
    return decimal_text(static_cast<double>(weight), weight == std::floor(weight) ? 0 : 2, true);
}

/// "−R + 3 · S": the filter's formula.
std::string formula_text(const vision::LookedStump& stump) {
    std::string text;
    for (std::size_t i = 0; i < stump.parts.size(); ++i) {
        const double weight = static_cast<double>(stump.parts[i].part.weight), size = std::abs(weight);
        text += weight < 0 ? (i == 0 ? "\u2212" : " \u2212 ") : (i == 0 ? "" : " + ");
        if (size != 1) text += fmt::format("{:g} · ", size);
        text += letters[i];
    }
    return text;
}

/// "−1 606", with a fraction only where a weight has one.
std::string formula_value(const vision::LookedStump& stump) {
    double value = 0;
    for (const vision::LookedPart& part : stump.parts)
        value += static_cast<double>(part.part.weight) * static_cast<double>(part.sum);
    return value == std::floor(value) ? grouped(std::llround(value)) : decimal_text(value, 1);
}

/// One rectangle: what it is, its four corners, its sum. Returns the height used.
float draw_sum(Frame& frame, ImVec2 at, float width, const vision::LookedPart& looked, std::size_t index) {
    const float start = at.y, line = frame.em(1.2F);
    const cascade::Part& part = looked.part;
    draw_text(frame, {at.x, at.y + line / 2}, type::code_strong, frame.colour(Role::t1), letters[index]);
    draw_text(frame, {at.x + frame.em(1.1F), at.y + line / 2}, type::tick, frame.colour(Role::t2),
              fmt::format("{} × {}, weight {}", part.width, part.height, weight_text(part.weight)));
    at.y += line;
    const auto row = [&](std::string_view label, const std::string& text, TextStyle style) {
        draw_text(frame, {at.x, at.y + line / 2}, type::tick, frame.colour(Role::t3), label);
        draw_text(frame, {at.x + width, at.y + line / 2}, style, frame.colour(Role::t1), text, Align::right);
        at.y += line;
    };
    row("", fmt::format("{} \u2212 {}", grouped(looked.corners.d), grouped(looked.corners.b)), type::tick);
    row("", fmt::format("\u2212 {} + {}", grouped(looked.corners.c), grouped(looked.corners.a)), type::tick);
    frame.list()->AddLine({at.x, snap(at.y)}, {at.x + width, snap(at.y)}, frame.colour(Role::line2), 1);
    row("D \u2212 B \u2212 C + A", grouped(looked.sum), type::code_strong);
    return at.y + frame.em(0.3F) - start;
}

}  // namespace

float FacesPanel::draw_filter(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    const FacePlace corner = task_.window_corner();
    const std::string note = fmt::format("window ({}, {})", corner.x, corner.y);
    const vision::LookedStump* stump = task_.stump();
    if (!stump) {
        at.y += section_head(frame, at, width, "Filters", note, type::code);
        return at.y - start +
               draw_paragraph(frame, at, width,
                              marked_runs(type::label, {Role::t2},
                                          "The window has too little contrast, so OpenCV's rule skips it."));
    }
    // Arrows beside the title, as the keys.
    const ButtonOptions before{.icon = marks::step_back, .tip = "Previous filter (Left)", .bare = true};
    const ButtonOptions after{.icon = marks::step_on, .tip = "Next filter (Right)", .bare = true};
    const float side = frame.em(1.75F);
    Rect arrows = Rect::sized({at.x + width - 2 * side, at.y - frame.em(0.2F)}, 2 * side, side);
    if (button(frame, "playground.faces.filter_before", arrows.cut_left(side), "", before))
        task_.choose_filter(task_.filter() - 1);
    if (button(frame, "playground.faces.filter_after", arrows, "", after))
        task_.choose_filter(task_.filter() + 1);
    const std::string title = fmt::format("Filter {} of {} in stage {}", task_.filter_in_stage() + 1,
                                          task_.filters_in_stage(), stump->stage + 1);
    const float room = width - 2 * side - frame.em(0.4F);
    // The picture's plate names the window, too.
    const bool fits = text_width(frame, {Face::sans_bold, 1.05F}, title) +
                          text_width(frame, type::tick, note) + frame.em(0.8F) <
                      room;
    at.y += section_head(frame, at, room, title, fits ? note : "", type::tick);
    at.y += draw_parts(frame, at, width) + frame.em(0.2F);
    at.y += draw_value(frame, at, width);
    return at.y - start;
}

float FacesPanel::draw_parts(Frame& frame, ImVec2 at, float width) {
    const vision::LookedStump& stump = *task_.stump();
    const vision::FaceLevel& level = *task_.level();
    const Extent window = task_.found()->cascade->window;
    const float side = snap(std::min(width * 0.42F, frame.em(10)));
    const float height = side * static_cast<float>(window.height) / static_cast<float>(window.width);
    const Rect field = Rect::sized(snap(at), side, height).snapped();
    draw_patch(frame, field, level, task_.window_corner(), window);
    for (std::size_t i = 0; i < stump.parts.size(); ++i)
        draw_part(frame, field, stump.parts[i].part, window, i);
    ImVec2 right(field.max.x + frame.em(0.9F), at.y);
    for (std::size_t i = 0; i < stump.parts.size(); ++i)
        right.y += draw_sum(frame, right, at.x + width - right.x, stump.parts[i], i);
    return std::max(height, right.y - at.y);
}

float FacesPanel::draw_value(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    const vision::LookedStump& stump = *task_.stump();
    const cascade::Cascade& cascade = *task_.found()->cascade;
    const cascade::Stump& of = cascade.stumps[static_cast<std::size_t>(stump.number)];
    const bool below = stump.value < stump.threshold;
    // Room for the tick behind it.
    at.y += draw_paragraph(
        frame, at, width - frame.em(1.4F),
        marked_runs(
            type::label, {Role::t2},
            fmt::format(
                "`{} = {}`, divided by the contrast **{}**: {} than the threshold {}, so it votes **{}**.",
                formula_text(stump), formula_value(stump), decimal_text(static_cast<double>(stump.value), 4),
                below ? "less" : "not less", decimal_text(static_cast<double>(stump.threshold), 4),
                decimal_text(static_cast<double>(stump.vote), 3, true))));
    // The greater of the two votes is the one for a face.
    const float most = std::max(of.below, of.otherwise);
    if (stump.vote == most && of.below != of.otherwise)
        marks::tick(frame,
                    Rect::around({at.x + width - frame.em(0.5F), at.y - frame.em(0.7F)}, frame.em(0.8F),
                                 frame.em(0.8F)),
                    frame.colour(Role::right));
    const auto stage = static_cast<std::size_t>(stump.stage);
    const vision::LookedWindow& looked = task_.looked();
    if (stage < looked.stage_sums.size()) {
        const bool on = stump.stage < looked.survived;
        at.y += frame.em(0.2F);
        at.y += draw_paragraph(
            frame, at, width,
            marked_runs(
                type::label, {Role::t2},
                fmt::format("Stage {}: the votes add up to **{}**, {} the threshold {}, so the window {}.",
                            stage + 1, decimal_text(static_cast<double>(looked.stage_sums[stage]), 2),
                            on ? "not below" : "below",
                            decimal_text(static_cast<double>(cascade.stages[stage].threshold), 2),
                            !on                                  ? "is rejected"
                            : stage + 1 == cascade.stages.size() ? "passes"
                                                                 : "goes to the next stage")));
    }
    return at.y - start;
}

}  // namespace upsweep::app
