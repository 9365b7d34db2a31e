#include "app/playground/view/playground_parts.h"

#include <charconv>

#include "app/ui/controls.h"
#include "app/ui/labels.h"
#include "core/home_path.h"

namespace upsweep::app {

namespace {

constexpr std::string_view radius_name = "playground.radius";

}  // namespace

void rail_head(Frame& frame, Column& at, std::string_view text) {
    draw_text(frame, {at.x, at.y + frame.em(0.5F)}, type::head, Role::t3, text);
    at.y += frame.em(1.3F);
}

void value_row(Frame& frame, Column& at, std::string_view label, std::string_view value, TextStyle style) {
    const float y = at.y + frame.em(rail_row_em / 2);
    draw_text(frame, {at.x, y}, type::label, Role::t2, label);
    const float room = at.width - text_width(frame, type::label, label) - frame.em(0.45F);
    draw_elided(frame, {at.right(), y}, room, style, Role::t1, value, Align::right);
    at.y += frame.em(rail_row_em);
}

bool rail_is_high(const Frame& frame) { return frame.area.height() >= frame.em(58); }

void RailFold::draw_head(Frame& frame, Column& at, std::string_view id, std::string_view label,
                         std::string_view value) {
    const float row = frame.em(1.6F), out = frame.em(0.5F), middle = at.y + row / 2;
    const bool open = is_open(frame);
    // The chevron is in the margin, the words under those of other heads.
    if (rail_group(frame, id, Rect::sized({at.x - out, at.y}, at.width + out, row), label, open))
        chosen_ = !open;
    at.y += row;
    if (open) return;
    const float before = frame.em(1.4F) + text_width(frame, type::head, label);
    draw_elided(frame, {at.right(), middle}, at.width - before, type::label, Role::t1, value, Align::right);
}

void draw_run_on(Frame& frame, Column& at, Playground& model) {
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
    Rect row = Rect::sized(at, at.width, frame.em(2));
    for (Place& place : places) {
        place.options.chosen = &model.backend() == &place.on;
        const float wide = text_width(frame, type::label, place.label) + frame.em(1.2F);
        if (button(frame, place.id, row.cut_right(wide), place.label, place.options))
            model.set_backend(place.on);
        row.cut_right(frame.em(0.25F));
    }
    const bool fits = text_width(frame, type::label, "run on") < row.width();
    draw_text(frame, {at.x, at.y + frame.em()}, type::label, Role::t2, fits ? "run on" : "on");
    at.y += frame.em(2);
}

void RadiusControl::draw(Frame& frame, Column& at, int radius, int most,
                         const std::function<void(int)>& change) {
    draw_field(frame, at, radius, most, change);
    draw_slider(frame, at, radius, most, change);
    const int side = 2 * radius + 1;
    value_row(frame, at, "window", fmt::format("{} × {} pixels", side, side), type::code);
}

void RadiusControl::draw_slider(Frame& frame, Column& at, int radius, int most,
                                const std::function<void(int)>& change) {
    // Over 2r + 1 halved, radius 0 is at the left end and every tick doubles the window.
    static constexpr std::array<float, 8> ticks = {2, 4, 8, 16, 32, 64, 128, 256};
    auto value = float(radius + 1);
    const Rect rect = Rect::sized(at, at.width, frame.em(rail_row_em));
    const SliderOptions options{.ticks = ticks, .logarithmic = true, .whole = true, .value_width_em = 0};
    if (slider(frame, radius_name, rect, value, 1, float(most + 1), options)) change(int(value) - 1);
    at.y += frame.em(rail_row_em + 0.15F);
    const float left = rect.min.x + frame.em(0.55F), span = at.width - frame.em(1.1F);
    for (size_t i = 0; i < ticks.size(); ++i) {
        if (ticks[i] == 128) continue;  // no room before 255
        const float x = left + span * float(i + 1) / float(ticks.size());
        draw_text(frame, {x, at.y + frame.em(0.3F)}, type::tick, Role::t3, std::to_string(int(ticks[i]) - 1),
                  Align::centre);
    }
    at.y += frame.em(1.2F);
}

void RadiusControl::draw_field(Frame& frame, Column& at, int radius, int most,
                               const std::function<void(int)>& change) {
    const float field = frame.em(4);
    draw_text(frame, {at.x, at.y + frame.em()}, type::strong, Role::t1, "Radius");
    if (radius != seen_) {
        seen_ = radius;
        text_ = std::to_string(seen_);
        error_.clear();
    }
    if (text_field(frame, std::string(radius_name) + "_value",
                   Rect::sized({at.right() - field, at.y}, field, frame.em(2)), text_, {}, error_)) {
        int typed = -1;
        const char* end = text_.data() + text_.size();
        const auto read = std::from_chars(text_.data(), end, typed);
        const bool good = read.ec == std::errc{} && read.ptr == end && typed >= 0 && typed <= most;
        if (good) change(typed);
        error_ = good ? "" : fmt::format("Write a whole number from 0 to {}.", most);
    }
    at.y += frame.em(2.25F) + field_error(frame, {at.x, at.y + frame.em(2.3F)}, at.width, error_);
}

void draw_whole(Frame& frame, Column& at, std::string_view name, std::string_view label, int value, int most,
                std::string_view suffix, const std::function<void(int)>& change) {
    const float row = frame.em(rail_row_em);
    draw_text(frame, {at.x, at.y + row / 2}, type::strong, Role::t1, label);
    auto dragged = float(value);
    const SliderOptions options{.whole = true, .suffix = suffix, .value_width_em = 3.4F};
    if (slider(frame, name, Rect::sized({at.x, at.y + row}, at.width, row), dragged, 0, float(most), options))
        change(int(dragged));
    at.y += 2 * row + frame.em(0.3F);
}

void draw_choice(Frame& frame, Column& at, std::string_view name, std::span<const std::string_view> words,
                 int64_t chosen, const std::function<void(int64_t)>& change) {
    chip(frame, name, at, "", nth(words, chosen), 14, [&] {
        bool closed = false;
        for (int64_t i = 0; i < std::ssize(words); ++i)
            if (menu_row(frame, fmt::format("{}.{}", name, i), nth(words, i), i == chosen)) {
                change(i);
                closed = true;
            }
        return closed;
    });
    at.y += frame.em(2);
}

void draw_path(Frame& frame, Column& at, std::string_view name, std::string& path, std::string_view empty,
               std::string& error, const std::function<void(const std::string&)>& open) {
    const Rect field = Rect::sized(at, at.width, frame.em(2));
    if (text_field(frame, name, field, path, empty, error)) {
        error.clear();
        if (!path.empty()) open(from_home(path));
    }
    at.y = field.max.y + field_error(frame, {at.x, field.max.y + frame.em(0.3F)}, at.width, error);
}

void section_head(Frame& frame, Column& at, std::string_view title, std::string_view note,
                  TextStyle note_style) {
    const float y = at.y + frame.em(0.7F);
    draw_text(frame, {at.x, y}, {Face::sans_bold, 1.05F}, Role::t1, title);
    if (!note.empty()) draw_text(frame, {at.right(), y}, note_style, Role::t3, note, Align::right);
    at.y += frame.em(1.9F);
}

void draw_key(Frame& frame, ImVec2 right, std::string_view line, std::string_view filled, float gap_em) {
    const auto word = [&](std::string_view text, float gap) {
        draw_text(frame, right, type::label, Role::t3, text, Align::right);
        right.x -= text_width(frame, type::label, text) + frame.em(gap);
    };
    word(line, 0.4F);
    frame.line({right.x - frame.em(), right.y}, right, Role::t1, frame.px(1.6F));
    right.x -= frame.em(1.9F);
    word(filled, gap_em);
    frame.fill({right.x - frame.em(0.7F), right.y - frame.em(0.35F), right.x, right.y + frame.em(0.35F)},
               Role::read);
}

void section_rule(Frame& frame, Column& at) {
    const float y = snap(ImVec2(0, at.y + frame.em(0.6F))).y;
    frame.line({at.x, y}, {at.right(), y}, Role::line, 1);
    at.y += frame.em(1.3F);
}

namespace {

void draw_corner_row(Frame& frame, Column& at, std::string_view sign, std::string_view letter, bool added,
                     int64_t x, int64_t y, uint32_t value) {
    const float middle = at.y + frame.em(pane_row_em / 2);
    draw_text(frame, {at.x, middle}, type::number_strong, Role::t1, sign);
    const Rect tile =
        Rect::around({at.x + frame.em(1.6F), middle}, frame.em(1.3F), frame.em(1.35F)).snapped();
    frame.fill(tile, added ? Role::ink : Role::bg2, frame.em(0.2F));
    frame.outline(tile, added ? Role::ink : Role::line2, frame.em(0.2F), frame.px(1.4F));
    draw_text(frame, tile.centre(), type::code_strong, added ? Role::on_ink : Role::t1, letter,
              Align::centre);
    draw_text(frame, {at.x + frame.em(2.8F), middle}, type::code, Role::t3, fmt::format("({}, {})", x, y));
    draw_text(frame, {at.right(), middle}, type::number, Role::t1, grouped(value), Align::right);
    at.y += frame.em(pane_row_em);
}

}  // namespace

void draw_corners(Frame& frame, Column& at, const vision::Region& r, const vision::Corners& corners) {
    draw_corner_row(frame, at, "", "D", true, r.x1, r.y1, corners.d);
    draw_corner_row(frame, at, "\u2212", "B", false, r.x1, r.y0, corners.b);
    draw_corner_row(frame, at, "\u2212", "C", false, r.x0, r.y1, corners.c);
    draw_corner_row(frame, at, "+", "A", true, r.x0, r.y0, corners.a);
    const float y = snap(at.y + frame.em(0.15F));
    frame.line({at.x, y}, {at.right(), y}, Role::t1, frame.px(1.4F));
    at.y += frame.em(0.3F);
}

void draw_total(Frame& frame, Column& at, std::string_view label, const std::string& value) {
    draw_text(frame, {at.x, at.y + frame.em(0.9F)}, type::strong, Role::t1, "=  " + std::string(label));
    draw_text(frame, {at.right(), at.y + frame.em(0.9F)}, {Face::mono_bold, 1.1F}, Role::t1, value,
              Align::right);
    at.y += frame.em(1.75F);
}

void draw_words(Frame& frame, Column& at, std::string_view words, TextStyle style) {
    at.y += draw_paragraph(frame, at, at.width, marked_runs(style, {Role::t2}, std::string(words)));
}

void draw_time_section(Frame& frame, Column& at, const std::string& sentence) {
    section_head(frame, at, "Time");
    draw_words(frame, at, sentence.empty() ? "Measuring \u2026" : sentence);
}

ImVec2 draw_neighbourhood(Frame& frame, ImVec2 at, const Array& grey, int64_t px, int64_t py) {
    const Extent extent = grey.extent();
    const auto pixels = grey.view<uint8_t>();
    const bool medium = frame.density == Density::medium;
    const float cell_width = snap(frame.em(medium ? 1.6F : 1.85F)),
                cell_height = snap(frame.em(medium ? 1.35F : 1.55F));
    Rect centre;
    for (int row = 0; row < 5; ++row)
        for (int column = 0; column < 7; ++column) {
            const int64_t x = px + column - 3, y = py + row - 2;
            const Rect cell = Rect::sized(at + ImVec2(float(column) * cell_width, float(row) * cell_height),
                                          cell_width - 1, cell_height - 1);
            if (row == 2 && column == 3) centre = cell;
            if (x < 0 || y < 0 || x >= extent.width || y >= extent.height) continue;
            const int value = nth(pixels, y * extent.width + x);
            frame.fill(cell, IM_COL32(value, value, value, 255));
            draw_text(frame, cell.centre(), type::tick, value < 128 ? over::white : over::black,
                      std::to_string(value), Align::centre);
        }
    draw_outline(frame, centre);
    return {7 * cell_width, 5 * cell_height};
}

void draw_pair(Frame& frame, Column& at, std::string_view label, const std::string& value, bool strong) {
    const float y = at.y + frame.em(pane_row_em / 2);
    draw_text(frame, {at.x, y}, type::label, Role::t2, label);
    draw_text(frame, {at.right(), y}, strong ? type::number_strong : type::number, Role::t1, value,
              Align::right);
    at.y += frame.em(pane_row_em);
}

ImVec2 window_point(const PlaygroundCamera& camera, double x, double y) {
    const PlanePoint at = camera.to_window({x, y});
    return {float(at.x), float(at.y)};
}

Rect window_rect(const PlaygroundCamera& camera, const vision::Region& region) {
    return {window_point(camera, double(region.x0), double(region.y0)),
            window_point(camera, double(region.x1), double(region.y1))};
}

void draw_corner(Frame& frame, ImVec2 at, bool added) {
    const float radius = frame.em(0.32F);
    frame.disc(at, radius + frame.px(1.5F), over::shade);
    frame.disc(at, radius, added ? over::white : over::plate);
    frame.list()->AddCircle(at, radius, over::white, 0, frame.px(1.6F));
}

void draw_outline(Frame& frame, Rect rect) {
    rect = rect.snapped();
    frame.outline(rect, over::shade, 0, frame.px(4.5F));
    frame.outline(rect, over::white, 0, frame.px(2));
}

void draw_vertical(Frame& frame, float x, float top, float bottom) {
    frame.line({x, top}, {x, bottom}, over::shade, frame.px(4.5F));
    frame.line({x, top}, {x, bottom}, over::white, frame.px(2));
}

namespace {

Rect plate_rect(const Frame& frame, ImVec2 at, std::string_view text, Align align) {
    const float width = text_width(frame, type::strong, text) + frame.em(1.1F), height = frame.em(1.75F);
    if (align == Align::centre) at.x -= width / 2;
    if (align == Align::right) at.x -= width;
    return Rect::sized({at.x, at.y - height / 2}, width, height).snapped();
}

}  // namespace

void draw_plate(Frame& frame, ImVec2 at, std::string_view text, Align align, bool light) {
    const Rect rect = plate_rect(frame, at, text, align);
    frame.fill(rect, light ? over::white : over::plate, frame.em(0.25F));
    draw_text(frame, rect.centre(), type::strong, light ? over::black : over::white, text, Align::centre);
}

bool Plates::put(std::string_view text, std::initializer_list<Place> places, bool light) {
    for (const Place& place : places) {
        const Rect rect = plate_rect(frame_, place.at, text, place.align);
        if (!first_free({&rect, 1}, taken_, area_)) continue;
        draw_plate(frame_, place.at, text, place.align, light);
        taken_.push_back(rect.inset(-frame_.px(2)));
        return true;
    }
    return false;
}

void draw_region(Frame& frame, Plates& plates, Rect rect, vision::Region region) {
    draw_outline(frame, rect);
    const float in = frame.em(0.4F), up = frame.em(1.25F), gap = frame.em(0.6F), beside = frame.em(0.2F);
    const auto corner = [&](std::string_view text, ImVec2 at, float right, float down, bool added) {
        // Over the corner; beside it, away from the rectangle; level with the edge; along the edge; inside.
        const Align away = right < 0 ? Align::right : Align::left;
        const Align back = right < 0 ? Align::left : Align::right;
        plates.put(text,
                   {{{at.x + right * in, at.y + down * up}},
                    {{at.x + right * beside, at.y + down * up}, away},
                    {{at.x + right * gap, at.y - down * gap}, away},
                    {{at.x - right * beside, at.y + down * up}, back},
                    {{at.x - right * gap, at.y - down * up}, back}},
                   added);
        draw_corner(frame, at, added);
    };
    corner("A +", rect.min, -1, -1, true);
    corner("B \u2212", {rect.max.x, rect.min.y}, 1, -1, false);
    corner("C \u2212", {rect.min.x, rect.max.y}, -1, 1, false);
    corner("D +", rect.max, 1, 1, true);
    const float x = rect.centre().x;
    plates.put(fmt::format("{} × {}", region.width(), region.height()),
               {{{x, rect.max.y + up}}, {{x, rect.max.y + up + frame.em(2)}}, {{x, rect.max.y - up}}});
}

void draw_window(Frame& frame, Plates& plates, Rect window, Rect pixel, vision::Region region) {
    draw_outline(frame, window);
    const ImVec2 middle = pixel.centre();
    const float arm = frame.em(0.3F), gap = frame.em(0.6F), up = frame.em(1.25F);
    if (pixel.width() > frame.em(2)) {
        if (pixel.width() < window.width() || pixel.height() < window.height()) draw_outline(frame, pixel);
    } else {
        for (auto [colour, width] : {std::pair(over::shade, 4.0F), std::pair(over::white, 1.6F)}) {
            frame.line({middle.x - arm, middle.y}, {middle.x + arm, middle.y}, colour, frame.px(width));
            frame.line({middle.x, middle.y - arm}, {middle.x, middle.y + arm}, colour, frame.px(width));
        }
    }
    plates.put(fmt::format("{} × {}", region.width(), region.height()),
               {{{window.max.x + gap, middle.y}, Align::left},
                {{window.min.x - gap, middle.y}, Align::right},
                {{middle.x, window.max.y + up}},
                {{middle.x, window.min.y - up}}});
}

}  // namespace upsweep::app
