// The numbers beside the picture: the rectangle's sum from four corners, its greys, the pixel, the time.
#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/core.h>

#include "app/playground/model/playground_time.h"
#include "app/playground/view/box_filter_panel.h"
#include "replay/data/picture.h"
#include "vision/box_filter.h"

namespace upsweep::app {
namespace {

constexpr int bins = 32;

void draw_bars(Frame& frame, Rect field, const std::array<double, bins>& shares, double most) {
    const float step = field.width() / bins;
    for (int i = 0; i < bins; ++i) {
        const auto height = static_cast<float>(shares[static_cast<std::size_t>(i)] / most) * field.height();
        const float x = field.min.x + static_cast<float>(i) * step;
        frame.list()->AddRectFilled({snap(x) + 1, snap(field.max.y - height)}, {snap(x + step), field.max.y},
                                    frame.colour(Role::read));
    }
}

void draw_steps(Frame& frame, Rect field, const std::array<double, bins>& shares, double most) {
    const float step = field.width() / bins;
    std::array<ImVec2, 2 * bins> corners;
    for (std::size_t i = 0; i < bins; ++i) {
        const float y = field.max.y - static_cast<float>(shares[i] / most) * field.height();
        corners[2 * i] = {field.min.x + static_cast<float>(i) * step, y};
        corners[2 * i + 1] = {field.min.x + static_cast<float>(i + 1) * step, y};
    }
    frame.list()->AddPolyline(corners.data(), 2 * bins, frame.colour(Role::t1), 0, frame.px(1.6F));
}

std::array<double, bins> shares_of(const std::array<std::int64_t, 256>& counts) {
    const auto all = static_cast<double>(
        std::max<std::int64_t>(1, std::accumulate(counts.begin(), counts.end(), std::int64_t{0})));
    std::array<double, bins> shares{};
    for (std::size_t grey = 0; grey < counts.size(); ++grey)
        shares[grey * bins / 256] += static_cast<double>(counts[grey]) / all;
    return shares;
}

}  // namespace

float BoxFilterPanel::draw_numbers(Frame& frame, ImVec2 at, float width, float bottom) {
    const float start = at.y;
    at.y += draw_sum(frame, at, width);
    at.y += section_rule(frame, at, width);
    at.y += draw_histogram(frame, at, width);
    at.y += section_rule(frame, at, width);
    at.y += draw_pointer(frame, at, width);
    at.y += section_rule(frame, at, width);
    at.y += draw_time(frame, at, width);
    const float plot = std::max(frame.em(8), bottom - at.y);
    draw_sweep(frame, Rect::sized(at, width, plot), task_.sweep(), task_.radius());
    return at.y + plot - start;
}

float BoxFilterPanel::draw_sum(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    at.y += section_head(frame, at, width, "Sum of the rectangle", "4 reads, any size");
    if (!model_.region())
        return at.y - start +
               draw_paragraph(
                   frame, at, width,
                   marked_runs(type::body, {Role::t2},
                               "Draw a rectangle with the right button, or with Shift and the left."));
    const vision::Region r = *model_.region();
    const vision::IntegralImage& integral = *model_.picture()->integral;
    const vision::Corners corners = vision::corners(integral, r);
    at.y += draw_corners(frame, at, width, r, corners);
    const std::uint64_t sum = vision::region_sum(integral, r);
    const bool wraps = sum != corners.sum();
    at.y += draw_total(frame, at, width, wraps ? "sum, in two or more strips" : "sum of grey",
                       grouped(static_cast<std::int64_t>(sum)));
    const std::string pixels =
        fmt::format("mean of {} pixel{}", grouped(r.count()), r.count() == 1 ? "" : "s");
    draw_pair(frame, at, width, pixels,
              fmt::format("{:.1f}", static_cast<double>(sum) / static_cast<double>(r.count())), false);
    return at.y + frame.em(pane_row_em) - start;
}

float BoxFilterPanel::draw_histogram(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    const float middle = at.y + frame.em(0.7F);
    at.y += section_head(frame, at, width, "Greys", "whole picture");
    float x = at.x + width - text_width(frame, type::label, "whole picture") - frame.em(0.4F);
    frame.list()->AddLine({x - frame.em(1), middle}, {x, middle}, frame.colour(Role::t1), frame.px(1.6F));
    x -= frame.em(1.9F);
    draw_text(frame, {x, middle}, type::label, frame.colour(Role::t3), "rectangle", Align::right);
    x -= text_width(frame, type::label, "rectangle") + frame.em(0.35F);
    frame.list()->AddRectFilled({x - frame.em(0.7F), middle - frame.em(0.35F)}, {x, middle + frame.em(0.35F)},
                                frame.colour(Role::read));

    const Rect field =
        Rect::sized(at, width, frame.em(frame.low || frame.density == Density::medium ? 3.6F : 5.6F))
            .snapped();
    const std::array<double, bins> whole = shares_of(model_.picture()->histogram);
    const std::array<double, bins> inside = shares_of(model_.region_histogram());
    const double most = std::max({1e-9, *std::max_element(whole.begin(), whole.end()),
                                  model_.region() ? *std::max_element(inside.begin(), inside.end()) : 0.0});
    if (model_.region()) draw_bars(frame, field, inside, most);
    draw_steps(frame, field, whole, most);
    frame.list()->AddLine({field.min.x, field.max.y}, field.max, frame.colour(Role::line2), 1);
    at.y = field.max.y;
    for (int grey : {0, 64, 128, 192, 255})
        draw_text(frame,
                  {field.min.x + field.width() * static_cast<float>(grey) / 255, at.y + frame.em(0.75F)},
                  type::tick, frame.colour(Role::t3), std::to_string(grey),
                  grey == 0     ? Align::left
                  : grey == 255 ? Align::right
                                : Align::centre);
    return at.y + frame.em(1.2F) - start;
}

float BoxFilterPanel::draw_pointer(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    const std::int64_t px = model_.pointer_x(), py = model_.pointer_y();
    at.y += section_head(frame, at, width, "Under the pointer", fmt::format("({}, {})", px, py), type::code);
    const PlaygroundPicture& picture = *model_.picture();
    const ImVec2 field = draw_neighbourhood(frame, at, *picture.grey, px, py);
    const float left = at.x + field.x + frame.em(0.9F), room = at.x + width - left;
    const vision::Region window = vision::window_around(px, py, task_.radius(), picture.extent());
    const bool filtered = task_.settled();
    ImVec2 line(left, at.y);
    // Three numbers leave no room for a label as long.
    const bool colours = !picture.drawn->grey();
    draw_pair(frame, line, room, colours ? "r, g, b" : "original", picture.drawn->text(px, py), true);
    line.y += frame.em(pane_row_em);
    draw_pair(frame, line, room,
              colours              ? "mean"
              : task_.passes() > 1 ? "result"
                                   : "box mean",
              filtered ? task_.value_at(px, py) : "\u2026", true);
    line.y += frame.em(pane_row_em + 0.35F);
    draw_pair(frame, line, room, colours ? "grey sum" : "box sum",
              grouped(static_cast<std::int64_t>(vision::region_sum(*picture.integral, window))), false);
    line.y += frame.em(pane_row_em);
    draw_pair(frame, line, room, "divided by", grouped(window.count()), false);
    return at.y + field.y - start;
}

float BoxFilterPanel::draw_time(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    at.y += section_head(frame, at, width, "Time",
                         task_.sweep().running() ? "measuring \u2026" : "medians of up to 5 runs");
    std::string text = time_sentence(*model_.picture(), task_.sweep().at(task_.radius()));
    if (!task_.simple() && task_.settled()) {
        const auto& made = *task_.made();
        const std::size_t filters =
            made.drawn->channels.size() * static_cast<std::size_t>(task_.made_passes());
        text = parts_sentence(*model_.picture(), fmt::format("{} integral images", filters), made.tables_ms,
                              fmt::format("{} filters", filters), made.filters_ms, made.transfer_ms);
        text += " Below: one pass over the grey.";
    }
    if (text.empty()) text = fmt::format("Measuring at r = {} \u2026", task_.radius());
    at.y += draw_words(frame, at, width, text);
    return at.y + frame.em(0.5F) - start;
}

}  // namespace upsweep::app
