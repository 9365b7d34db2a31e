#include "app/playground/view/playground_parts.h"

#include <array>
#include <charconv>

#include <fmt/core.h>

#include "app/playground/view/playground_marks.h"
#include "app/ui/controls.h"

namespace upsweep::app {
namespace {

constexpr std::string_view radius_name = "playground.radius";

}  // namespace

float rail_head(Frame& frame, ImVec2 at, std::string_view text) {
    draw_text(frame, {at.x, at.y + frame.em(0.5F)}, type::head, frame.colour(Role::t3), text);
    return frame.em(1.3F);
}

float value_row(Frame& frame, ImVec2 at, float width, std::string_view label, std::string_view value,
                TextStyle style) {
    const float y = at.y + frame.em(rail_row_em / 2);
    draw_text(frame, {at.x, y}, type::label, frame.colour(Role::t2), label);
    const float room = width - text_width(frame, type::label, label) - frame.em(0.45F);
    draw_elided(frame, {at.x + width, y}, room, style, frame.colour(Role::t1), value, Align::right);
    return frame.em(rail_row_em);
}

bool rail_is_high(const Frame& frame) { return frame.area.height() >= frame.em(58); }

float RailFold::draw_head(Frame& frame, ImVec2 at, float width, std::string_view id, std::string_view label,
                          std::string_view value) {
    const float row = frame.em(1.6F), out = frame.em(0.5F);
    const bool open = is_open(frame);
    // The chevron is in the margin, the words under those of other heads.
    if (rail_group(frame, id, Rect::sized({at.x - out, at.y}, width + out, row), label, open))
        chosen_ = !open;
    if (open) return row;
    const float before = frame.em(1.4F) + text_width(frame, type::head, label);
    draw_elided(frame, {at.x + width, at.y + row / 2}, width - before, type::label, frame.colour(Role::t1),
                value, Align::right);
    return row;
}

float draw_run_on(Frame& frame, ImVec2 at, float width, Playground& model) {
    const std::string slow = model.emulator_reason();
    struct Place {
        std::string_view id, label;
        const backends::Backend& on;
        ButtonOptions options;
    };
    std::array<Place, 3> places = {
        {{"playground.emulator",
          "emulator",
          backends::emulator(),
          {.disabled = slow, .tip = "Seconds, not milliseconds"}},
         {"playground.cpu", "CPU", backends::cpu(), {}},
         {"playground.gpu", "GPU", backends::gpu(), {.disabled = model.gpu_reason()}}}};
    Rect row = Rect::sized(at, width, frame.em(2));
    for (Place& place : places) {
        place.options.chosen = &model.backend() == &place.on;
        const float wide = text_width(frame, type::label, place.label) + frame.em(1.2F);
        if (button(frame, place.id, row.cut_right(wide), place.label, place.options))
            model.set_backend(place.on);
        row.cut_right(frame.em(0.25F));
    }
    const bool fits = text_width(frame, type::label, "run on") < row.width();
    draw_text(frame, {at.x, at.y + frame.em(1)}, type::label, frame.colour(Role::t2), fits ? "run on" : "on");
    return frame.em(2);
}

float RadiusControl::draw(Frame& frame, ImVec2 at, float width, int radius, int most,
                          const std::function<void(int)>& change) {
    const float start = at.y;
    at.y += draw_field(frame, at, width, radius, most, change);
    at.y += draw_slider(frame, at, width, radius, most, change);
    const int side = 2 * radius + 1;
    return at.y +
           value_row(frame, at, width, "window", fmt::format("{} × {} pixels", side, side), type::code) -
           start;
}

float RadiusControl::draw_slider(Frame& frame, ImVec2 at, float width, int radius, int most,
                                 const std::function<void(int)>& change) {
    const float start = at.y;
    // Over 2r + 1 halved, radius 0 is at the left end and every tick doubles the window.
    static constexpr std::array<float, 8> ticks = {2, 4, 8, 16, 32, 64, 128, 256};
    auto value = static_cast<float>(radius + 1);
    const Rect rect = Rect::sized({at.x, at.y}, width, frame.em(rail_row_em));
    const SliderOptions options{.ticks = ticks, .logarithmic = true, .whole = true, .value_width_em = 0};
    if (slider(frame, radius_name, rect, value, 1, static_cast<float>(most + 1), options))
        change(static_cast<int>(value) - 1);
    at.y += frame.em(rail_row_em + 0.15F);
    const float left = rect.min.x + frame.em(0.55F), span = width - frame.em(1.1F);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        if (ticks[i] == 128) continue;  // no room before 255
        const float x = left + span * static_cast<float>(i + 1) / static_cast<float>(ticks.size());
        draw_text(frame, {x, at.y + frame.em(0.3F)}, type::tick, frame.colour(Role::t3),
                  std::to_string(static_cast<int>(ticks[i]) - 1), Align::centre);
    }
    return at.y + frame.em(1.2F) - start;
}

float RadiusControl::draw_field(Frame& frame, ImVec2 at, float width, int radius, int most,
                                const std::function<void(int)>& change) {
    const float field = frame.em(4);
    draw_text(frame, {at.x, at.y + frame.em(1)}, type::strong, frame.colour(Role::t1), "Radius");
    if (radius != seen_) {
        seen_ = radius;
        text_ = std::to_string(seen_);
        error_.clear();
    }
    if (text_field(frame, std::string(radius_name) + "_value",
                   Rect::sized({at.x + width - field, at.y}, field, frame.em(2)), text_, {}, error_)) {
        int typed = -1;
        const char* end = text_.data() + text_.size();
        const auto read = std::from_chars(text_.data(), end, typed);
        const bool good = read.ec == std::errc{} && read.ptr == end && typed >= 0 && typed <= most;
        if (good) change(typed);
        error_ = good ? "" : fmt::format("Write a whole number from 0 to {}.", most);
    }
    return frame.em(2.25F) + field_error(frame, {at.x, at.y + frame.em(2.3F)}, width, error_);
}

float draw_whole(Frame& frame, ImVec2 at, float width, std::string_view name, std::string_view label,
                 int value, int most, std::string_view suffix, const std::function<void(int)>& change) {
    const float row = frame.em(rail_row_em);
    draw_text(frame, {at.x, at.y + row / 2}, type::strong, frame.colour(Role::t1), label);
    auto dragged = static_cast<float>(value);
    const SliderOptions options{.whole = true, .suffix = suffix, .value_width_em = 3.4F};
    if (slider(frame, name, Rect::sized({at.x, at.y + row}, width, row), dragged, 0, static_cast<float>(most),
               options))
        change(static_cast<int>(dragged));
    return 2 * row + frame.em(0.3F);
}

float section_head(Frame& frame, ImVec2 at, float width, std::string_view title, std::string_view note,
                   TextStyle note_style) {
    const float y = at.y + frame.em(0.7F);
    draw_text(frame, {at.x, y}, {Face::sans_bold, 1.05F}, frame.colour(Role::t1), title);
    if (!note.empty())
        draw_text(frame, {at.x + width, y}, note_style, frame.colour(Role::t3), note, Align::right);
    return frame.em(1.9F);
}

float section_rule(Frame& frame, ImVec2 at, float width) {
    const float y = snap(ImVec2(0, at.y + frame.em(0.6F))).y;
    frame.list()->AddLine({at.x, y}, {at.x + width, y}, frame.colour(Role::line), 1);
    return frame.em(1.3F);
}

void draw_corner_row(Frame& frame, ImVec2 at, float width, std::string_view sign, std::string_view letter,
                     bool added, std::int64_t x, std::int64_t y, std::uint32_t value) {
    const float middle = at.y + frame.em(pane_row_em / 2);
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

float draw_corners(Frame& frame, ImVec2 at, float width, const vision::Region& r,
                   const vision::Corners& corners) {
    const float row = frame.em(pane_row_em);
    draw_corner_row(frame, at, width, "", "D", true, r.x1, r.y1, corners.d);
    draw_corner_row(frame, {at.x, at.y + row}, width, "\u2212", "B", false, r.x1, r.y0, corners.b);
    draw_corner_row(frame, {at.x, at.y + 2 * row}, width, "\u2212", "C", false, r.x0, r.y1, corners.c);
    draw_corner_row(frame, {at.x, at.y + 3 * row}, width, "+", "A", true, r.x0, r.y0, corners.a);
    const float y = snap(at.y + 4 * row + frame.em(0.15F));
    frame.list()->AddLine({at.x, y}, {at.x + width, y}, frame.colour(Role::t1), frame.px(1.4F));
    return 4 * row + frame.em(0.3F);
}

float draw_total(Frame& frame, ImVec2 at, float width, std::string_view label, const std::string& value) {
    draw_text(frame, {at.x, at.y + frame.em(0.9F)}, type::strong, frame.colour(Role::t1),
              "=  " + std::string(label));
    draw_text(frame, {at.x + width, at.y + frame.em(0.9F)}, {Face::mono_bold, 1.1F}, frame.colour(Role::t1),
              value, Align::right);
    return frame.em(1.75F);
}

float draw_words(Frame& frame, ImVec2 at, float width, std::string_view words) {
    return draw_paragraph(frame, at, width, marked_runs(type::body, {Role::t2}, std::string(words)));
}

float draw_time_section(Frame& frame, ImVec2 at, float width, const std::string& sentence) {
    const float head = section_head(frame, at, width, "Time");
    return head +
           draw_words(frame, {at.x, at.y + head}, width, sentence.empty() ? "Measuring \u2026" : sentence);
}

ImVec2 draw_neighbourhood(Frame& frame, ImVec2 at, const Array& grey, std::int64_t px, std::int64_t py) {
    const Extent extent = grey.extent();
    const auto pixels = grey.view<std::uint8_t>();
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
            const int value = pixels[static_cast<std::size_t>(y * extent.width + x)];
            frame.list()->AddRectFilled(cell.min, cell.max, IM_COL32(value, value, value, 255));
            draw_text(frame, cell.centre(), type::tick, value < 128 ? over::white : over::black,
                      std::to_string(value), Align::centre);
        }
    draw_outline(frame, centre);
    return {7 * cell_width, 5 * cell_height};
}

void draw_pair(Frame& frame, ImVec2 at, float width, std::string_view label, const std::string& value,
               bool strong) {
    const float y = at.y + frame.em(pane_row_em / 2);
    draw_text(frame, {at.x, y}, type::label, frame.colour(Role::t2), label);
    draw_text(frame, {at.x + width, y}, strong ? type::number_strong : type::number, frame.colour(Role::t1),
              value, Align::right);
}

}  // namespace upsweep::app
