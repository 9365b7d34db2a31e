// The rail: pictures, the filter's radius, how the table is made, and saving.
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include <fmt/core.h>

#include "app/playground/view/playground_view.h"
#include "app/ui/controls.h"
#include "media/samples.h"

namespace upsweep::app {
namespace {

constexpr float margin_em = 1.1F, group_em = 1.4F, row_em = 1.75F;
constexpr Extent thumb_extent{160, 120};

float head(Frame& frame, ImVec2 at, std::string_view text) {
    draw_text(frame, {at.x, at.y + frame.em(0.5F)}, type::head, frame.colour(Role::t3), text);
    return frame.em(1.3F);
}

/// A label at the left, its value at the right; both on one line of row_em.
float value_row(Frame& frame, ImVec2 at, float width, std::string_view label, std::string_view value,
                TextStyle style = type::label) {
    const float y = at.y + frame.em(row_em / 2);
    draw_text(frame, {at.x, y}, type::label, frame.colour(Role::t2), label);
    const float room = width - text_width(frame, type::label, label) - frame.em(0.45F);
    draw_elided(frame, {at.x + width, y}, room, style, frame.colour(Role::t1), value, Align::right);
    return frame.em(row_em);
}

/// `text`, or as much of it as fits `width` with "…". Titles are ASCII, so bytes are characters.
std::string fitted(const Frame& frame, std::string_view text, float width) {
    std::string cut(text);
    for (std::size_t length = text.size(); length > 0 && text_width(frame, type::code, cut) > width; --length)
        cut = std::string(text.substr(0, length - 1)) + "\u2026";
    return cut;
}

}  // namespace

void PlaygroundView::draw_rail(Frame& frame, Rect area) {
    Pane pane(frame, "playground.rail", area, Role::bg1, true);
    const float width = area.width() - 2 * frame.em(margin_em);
    const float foot = frame.em(6.6F);
    ImVec2 at = pane.origin() + ImVec2(frame.em(margin_em), frame.em(1));
    at.y += draw_samples(frame, at, width) + frame.em(group_em);
    at.y += draw_radius(frame, at, width) + frame.em(group_em);
    at.y += draw_making(frame, at, width) + frame.em(group_em);
    // Saving stands at the foot, or below the rest where the rail is too short and scrolls.
    const float top = std::max(at.y, area.max.y - foot);
    draw_saving(frame, Rect::sized({at.x, top}, width, foot));
    pane.set_height(std::max(area.height(), top + foot - pane.origin().y));
}

std::vector<PaletteEntry> PlaygroundView::offers() {
    std::vector<PaletteEntry> offers;
    for (const media::SamplePicture& sample : media::sample_pictures())
        offers.push_back({.title = std::string(sample.title),
                          .kind = "Picture",
                          .also = "playground",
                          .run = [this, slug = sample.slug] { model_.open_sample(slug); }});
    return offers;
}

float PlaygroundView::draw_samples(Frame& frame, ImVec2 at, float width) {
    const float start = at.y, gap = frame.em(0.5F);
    at.y += head(frame, at, "Picture");
    const auto samples = media::sample_pictures();
    if (thumbs_.empty())
        for (const media::SamplePicture& sample : samples) {
            const Array pixels = sample.draw(thumb_extent);
            thumbs_.push_back(std::make_unique<Texture>(static_cast<int>(thumb_extent.width),
                                                        static_cast<int>(thumb_extent.height), 1,
                                                        pixels.view<std::uint8_t>()));
        }
    const auto count = static_cast<float>(samples.size());
    const float side = (width - (count - 1) * gap) / count, height = side * 0.75F;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const Rect rect =
            Rect::sized({at.x + static_cast<float>(i) * (side + gap), at.y}, side, height).snapped();
        const Interaction state = interact(frame, fmt::format("playground.sample.{}", samples[i].slug), rect);
        if (state.clicked) model_.open_sample(samples[i].slug);
        const bool chosen = model_.picture() && model_.picture()->sample == samples[i].slug;
        frame.list()->AddImageRounded(thumbs_[i]->id(), rect.min, rect.max, {0, 0}, {1, 1}, IM_COL32_WHITE,
                                      frame.em(0.2F));
        if (chosen || state.hovered)
            frame.list()->AddRect(rect.min, rect.max, frame.colour(chosen ? Role::ink : Role::line2),
                                  frame.em(0.2F), 0, frame.px(2));
        if (state.focused) draw_focus(frame, rect, frame.em(0.2F));
        draw_elided(frame, {rect.centre().x, rect.max.y + frame.em(0.8F)}, side,
                    chosen ? TextStyle{Face::sans_semibold, 0.85F} : type::small,
                    frame.colour(chosen ? Role::t1 : Role::t2), samples[i].title, Align::centre);
    }
    at.y += height + frame.em(1.7F);
    return at.y + draw_path(frame, at, width) - start;
}

float PlaygroundView::draw_path(Frame& frame, ImVec2 at, float width) {
    const Rect field = Rect::sized(at, width, frame.em(2));
    if (text_field(frame, "playground.path", field, path_, "path, or drop a picture", path_error_)) {
        path_error_.clear();
        if (!path_.empty())
            model_.open_file(path_, [this](const std::string& sentence) { path_error_ = sentence; });
    }
    const ImVec2 below(at.x, field.max.y + frame.em(0.3F));
    return frame.em(2) + field_error(frame, below, width, path_error_);
}

float PlaygroundView::draw_radius(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    at.y += head(frame, at, "What to do with it");
    rail_row(
        frame, "playground.box_filter",
        Rect::sized({at.x - frame.em(margin_em), at.y}, width + 2 * frame.em(margin_em), frame.em(row_em)),
        "Box filter", true);
    at.y += frame.em(row_em + 1.0F);

    at.y += draw_radius_field(frame, at, width);

    // Over 2r + 1 halved, radius 0 is at the left end and every tick doubles the window.
    static constexpr std::array<float, 8> ticks = {2, 4, 8, 16, 32, 64, 128, 256};
    auto value = static_cast<float>(model_.radius() + 1);
    const Rect rect = Rect::sized({at.x, at.y}, width, frame.em(row_em));
    const SliderOptions options{.ticks = ticks, .logarithmic = true, .whole = true, .value_width_em = 0};
    if (slider(frame, "playground.radius", rect, value, 1, Playground::most_radius + 1, options))
        model_.set_radius(static_cast<int>(value) - 1);
    at.y += frame.em(row_em + 0.15F);
    const float left = rect.min.x + frame.em(0.55F), span = width - frame.em(1.1F);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        if (ticks[i] == 128) continue;  // no room before 255
        const float x = left + span * static_cast<float>(i + 1) / static_cast<float>(ticks.size());
        draw_text(frame, {x, at.y + frame.em(0.3F)}, type::tick, frame.colour(Role::t3),
                  std::to_string(static_cast<int>(ticks[i]) - 1), Align::centre);
    }
    at.y += frame.em(1.2F);
    const int side = 2 * model_.radius() + 1;
    at.y += value_row(frame, at, width, "window", fmt::format("{} × {} pixels", side, side), type::code);
    at.y += value_row(frame, at, width, "edge", "mean of what is inside");
    return at.y - start;
}

float PlaygroundView::draw_radius_field(Frame& frame, ImVec2 at, float width) {
    const float field = frame.em(4);
    draw_text(frame, {at.x, at.y + frame.em(1)}, type::strong, frame.colour(Role::t1), "Radius");
    if (model_.radius() != radius_seen_) {
        radius_seen_ = model_.radius();
        radius_text_ = std::to_string(radius_seen_);
        radius_error_.clear();
    }
    if (text_field(frame, "playground.radius_value",
                   Rect::sized({at.x + width - field, at.y}, field, frame.em(2)), radius_text_, {},
                   radius_error_)) {
        int radius = -1;
        const char* end = radius_text_.data() + radius_text_.size();
        const auto read = std::from_chars(radius_text_.data(), end, radius);
        const bool good =
            read.ec == std::errc{} && read.ptr == end && radius >= 0 && radius <= Playground::most_radius;
        if (good) model_.set_radius(radius);
        radius_error_ =
            good ? "" : fmt::format("Write a whole number from 0 to {}.", Playground::most_radius);
    }
    return frame.em(2.25F) + field_error(frame, {at.x, at.y + frame.em(2.3F)}, width, radius_error_);
}

float PlaygroundView::draw_making(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    at.y += head(frame, at, "Integral image made by");
    if (!model_.picture()) return at.y - start;
    const PlaygroundPicture& picture = *model_.picture();
    const auto algorithms = vision::table_algorithms(model_.backend());
    const std::string title = fitted(frame, picture.algorithm->title, width - chip_width(frame, "", ""));
    chip(frame, "playground.algorithm", at, "", title, 20, [&] {
        bool closed = false;
        for (const Algorithm* algorithm : algorithms)
            if (menu_row(frame, fmt::format("playground.algorithm.{}", algorithm->slug), algorithm->title,
                         algorithm == picture.algorithm)) {
                model_.set_algorithm(*algorithm);
                closed = true;
            }
        return closed;
    });
    at.y += frame.em(2.1F);
    const Extent table = picture.integral->table.extent();
    at.y += value_row(frame, at, width, "convention", name_of(picture.integral->convention));
    at.y +=
        value_row(frame, at, width, "table", fmt::format("{} × {}", table.width, table.height), type::code);
    at.y += value_row(frame, at, width, "type", to_string(ElementTypes{ScalarType::u8, ScalarType::u32}),
                      type::code);
    at.y += frame.em(0.2F);
    draw_text(frame, {at.x, at.y + frame.em(1)}, type::label, frame.colour(Role::t2), "run on");
    const ButtonOptions cpu{.chosen = &model_.backend() == &backends::cpu()};
    const ButtonOptions gpu{.chosen = &model_.backend() == &backends::gpu(), .disabled = model_.gpu_reason()};
    Rect row = Rect::sized(at, width, frame.em(2));
    if (button(frame, "playground.cpu", row.cut_right(frame.em(3.6F)), "CPU", cpu))
        model_.set_backend(backends::cpu());
    row.cut_right(frame.em(0.3F));
    if (button(frame, "playground.gpu", row.cut_right(frame.em(3.6F)), "GPU", gpu))
        model_.set_backend(backends::gpu());
    return at.y + frame.em(2) - start;
}

void PlaygroundView::draw_saving(Frame& frame, Rect area) {
    frame.list()->AddLine(area.min, {area.max.x, area.min.y}, frame.colour(Role::line), 1);
    area.cut_top(frame.em(0.8F));
    // The name follows the picture and the radius until it is edited.
    const std::string proposed = model_.proposed_file();
    if (save_as_ == proposed_) save_as_ = proposed;
    proposed_ = proposed;
    std::string name = std::filesystem::path(save_as_).filename().string();
    if (text_field(frame, "playground.save_as", area.cut_top(frame.em(2)), name, "name of the result"))
        save_as_ = name.empty() ? proposed : (std::filesystem::path(proposed).parent_path() / name).string();
    area.cut_top(frame.em(0.5F));
    const ButtonOptions options{.disabled = model_.result() ? "" : "Nothing is filtered yet.",
                                .tip = "As PNG or PGM; nothing is overwritten"};
    if (button(frame, "playground.save", area.cut_top(frame.em(2)), "Save result", options))
        model_.save_result(save_as_);
    if (!model_.saved().empty())
        draw_elided(frame, {area.min.x, area.min.y + frame.em(0.6F)}, area.width(), type::small,
                    frame.colour(Role::t3), "Saved " + model_.saved());
}

}  // namespace upsweep::app
