// The numbers beside the picture: the rectangle's sum from four corners, its greys, the pixel, the time.
#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/core.h>

#include "app/playground/view/playground_view.h"
#include "app/ui/controls.h"
#include "vision/box_filter.h"

namespace upsweep::app {
namespace {

constexpr float margin_em = 1.3F, row_em = 1.5F;
constexpr int bins = 32;

float section_head(Frame& frame, ImVec2 at, float width, std::string_view title, std::string_view note = {},
                   TextStyle note_style = type::label) {
    const float y = at.y + frame.em(0.7F);
    draw_text(frame, {at.x, y}, {Face::sans_bold, 1.05F}, frame.colour(Role::t1), title);
    draw_text(frame, {at.x + width, y}, note_style, frame.colour(Role::t3), note, Align::right);
    return frame.em(1.9F);
}

/// "− B  (446, 262)      17 319 105": one corner of the arithmetic.
void draw_corner_row(Frame& frame, ImVec2 at, float width, std::string_view sign, std::string_view letter,
                     bool added, std::int64_t x, std::int64_t y, std::uint32_t value) {
    const float middle = at.y + frame.em(row_em / 2);
    draw_text(frame, {at.x, middle}, type::number_strong, frame.colour(Role::t1), sign);
    const Rect tile =
        Rect::around({at.x + frame.em(1.6F), middle}, frame.em(1.3F), frame.em(1.35F)).snapped();
    frame.list()->AddRectFilled(tile.min, tile.max, frame.colour(added ? Role::ink : Role::bg2),
                                frame.em(0.2F));
    frame.list()->AddRect(tile.min, tile.max, frame.colour(added ? Role::ink : Role::line2), frame.em(0.2F),
                          0, frame.px(1.4F));
    draw_text(frame, tile.centre(), type::code_strong, frame.colour(added ? Role::on_ink : Role::t1), letter,
              Align::centre);
    draw_text(frame, {at.x + frame.em(2.8F), middle}, type::code, frame.colour(Role::t3),
              fmt::format("({}, {})", x, y));
    draw_text(frame, {at.x + width, middle}, type::number, frame.colour(Role::t1), grouped(value),
              Align::right);
}

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

/// One line "label   value" of the pointer's section.
void draw_pair(Frame& frame, ImVec2 at, float width, std::string_view label, const std::string& value,
               bool strong) {
    const float y = at.y + frame.em(row_em / 2);
    draw_text(frame, {at.x, y}, type::label, frame.colour(Role::t2), label);
    draw_text(frame, {at.x + width, y}, strong ? type::number_strong : type::number, frame.colour(Role::t1),
              value, Align::right);
}

}  // namespace

void PlaygroundView::draw_numbers(Frame& frame, Rect area) {
    Pane pane(frame, "playground.numbers", area, Role::bg1, true);
    if (!model_.picture()) return;
    const float width = area.width() - 2 * frame.em(margin_em);
    ImVec2 at = pane.origin() + ImVec2(frame.em(margin_em), frame.em(0.9F));
    auto rule = [&] {
        frame.list()->AddLine({at.x, snap(at.y)}, {at.x + width, snap(at.y)}, frame.colour(Role::line), 1);
        at.y += frame.em(0.7F);
    };
    at.y += draw_sum(frame, at, width) + frame.em(0.6F);
    rule();
    at.y += draw_histogram(frame, at, width) + frame.em(0.6F);
    rule();
    at.y += draw_pointer(frame, at, width) + frame.em(0.7F);
    rule();
    at.y += draw_time(frame, at, width);
    const float plot = std::max(frame.em(8), pane.origin().y + area.height() - at.y - frame.em(0.6F));
    draw_sweep(frame, Rect::sized(at, width, plot), model_.sweep(), model_.radius());
    pane.set_height(at.y + plot - pane.origin().y);
}

float PlaygroundView::draw_sum(Frame& frame, ImVec2 at, float width) {
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
    draw_corner_row(frame, at, width, "", "D", true, r.x1, r.y1, corners.d);
    at.y += frame.em(row_em);
    draw_corner_row(frame, at, width, "\u2212", "B", false, r.x1, r.y0, corners.b);
    at.y += frame.em(row_em);
    draw_corner_row(frame, at, width, "\u2212", "C", false, r.x0, r.y1, corners.c);
    at.y += frame.em(row_em);
    draw_corner_row(frame, at, width, "+", "A", true, r.x0, r.y0, corners.a);
    at.y += frame.em(row_em + 0.15F);
    frame.list()->AddLine({at.x, snap(at.y)}, {at.x + width, snap(at.y)}, frame.colour(Role::t1),
                          frame.px(1.4F));
    at.y += frame.em(0.15F);
    const std::uint64_t sum = vision::region_sum(integral, r);
    const bool wraps = sum != corners.sum();
    draw_text(frame, {at.x, at.y + frame.em(0.9F)}, type::strong, frame.colour(Role::t1),
              wraps ? "=  sum, in two or more strips" : "=  sum of grey");
    draw_text(frame, {at.x + width, at.y + frame.em(0.9F)}, {Face::mono_bold, 1.1F}, frame.colour(Role::t1),
              grouped(static_cast<std::int64_t>(sum)), Align::right);
    at.y += frame.em(1.75F);
    const std::string pixels =
        fmt::format("mean of {} pixel{}", grouped(r.count()), r.count() == 1 ? "" : "s");
    draw_pair(frame, at, width, pixels,
              fmt::format("{:.1f}", static_cast<double>(sum) / static_cast<double>(r.count())), false);
    return at.y + frame.em(row_em) - start;
}

float PlaygroundView::draw_histogram(Frame& frame, ImVec2 at, float width) {
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

float PlaygroundView::draw_pointer(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    const std::int64_t px = model_.pointer_x(), py = model_.pointer_y();
    at.y += section_head(frame, at, width, "Under the pointer", fmt::format("({}, {})", px, py), type::code);
    const PlaygroundPicture& picture = *model_.picture();
    const Extent extent = picture.extent();
    const auto pixels = picture.grey->view<std::uint8_t>();
    const bool medium = frame.density == Density::medium;
    const float cell_width = snap(frame.em(medium ? 1.6F : 1.85F)),
                cell_height = snap(frame.em(medium ? 1.35F : 1.55F));
    Rect centre;
    for (int row = 0; row < 5; ++row)
        for (int column = 0; column < 7; ++column) {
            const std::int64_t x = px + column - 3, y = py + row - 2;
            const Rect cell = Rect::sized(
                at + ImVec2(static_cast<float>(column) * cell_width, static_cast<float>(row) * cell_height),
                cell_width - 1, cell_height - 1);
            if (row == 2 && column == 3) centre = cell;
            if (x < 0 || y < 0 || x >= extent.width || y >= extent.height) continue;
            const int grey = pixels[static_cast<std::size_t>(y * extent.width + x)];
            frame.list()->AddRectFilled(cell.min, cell.max, IM_COL32(grey, grey, grey, 255));
            draw_text(frame, cell.centre(), type::tick, grey < 128 ? over::white : IM_COL32(12, 14, 18, 255),
                      std::to_string(grey), Align::centre);
        }
    draw_outline(frame, centre);

    const float left = at.x + 7 * cell_width + frame.em(0.9F), room = at.x + width - left;
    const vision::Region window = vision::window_around(px, py, model_.radius(), extent);
    const std::int64_t here = py * extent.width + px;
    const bool filtered = model_.result() && model_.result()->radius == model_.radius();
    ImVec2 line(left, at.y);
    draw_pair(frame, line, room, "original", picture.grey->text(here), true);
    line.y += frame.em(row_em);
    draw_pair(frame, line, room, "box mean", filtered ? model_.result()->pixels.text(here) : "\u2026", true);
    line.y += frame.em(row_em + 0.35F);
    draw_pair(frame, line, room, "box sum",
              grouped(static_cast<std::int64_t>(vision::region_sum(*picture.integral, window))), false);
    line.y += frame.em(row_em);
    draw_pair(frame, line, room, "divided by", grouped(window.count()), false);
    return at.y + 5 * cell_height - start;
}

float PlaygroundView::draw_time(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    at.y += section_head(frame, at, width, "Time",
                         model_.sweep().running() ? "measuring \u2026" : "medians of up to 5 runs");
    std::string text = time_sentence(*model_.picture(), model_.sweep().at(model_.radius()));
    if (text.empty()) text = fmt::format("Measuring at r = {} \u2026", model_.radius());
    at.y += draw_paragraph(frame, at, width, marked_runs(type::body, {Role::t2}, text));
    return at.y + frame.em(0.5F) - start;
}

}  // namespace upsweep::app
