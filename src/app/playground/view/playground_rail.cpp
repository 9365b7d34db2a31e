// The rail: pictures, tasks, the controls of the one in front, how the table is made, and saving.
#include <algorithm>
#include <filesystem>

#include <fmt/core.h>

#include "app/playground/view/playground_parts.h"
#include "app/playground/view/playground_view.h"
#include "app/ui/controls.h"
#include "core/home_path.h"
#include "media/samples.h"

namespace upsweep::app {
namespace {

constexpr Extent thumb_extent{160, 120};

}  // namespace

void PlaygroundView::draw_rail(Frame& frame, Rect area) {
    // Saving and stepping are at the foot, whatever scrolls above them.
    // In a narrow window the rail is as wide as that, its content is not.
    const float margin = frame.em(rail_margin_em), width = std::min(area.width() - 2 * margin, frame.em(24));
    const Rect foot = area.cut_bottom(frame.em(7)).snapped();
    {
        Pane pane(frame, "playground.rail", area, Role::bg1, true);
        const float group = frame.em(rail_is_high(frame) ? rail_group_em : 0.9F);
        Column at(pane.origin() + ImVec2(margin, frame.em(1)), width);
        draw_samples(frame, at);
        at.y += group;
        draw_tasks(frame, at);
        at.y += group;
        panel().draw_controls(frame, at);
        if (panel().offers_table()) draw_making(frame, at);
        pane.set_height(at.y - pane.origin().y);
    }
    const Pane pane(frame, "playground.rail_foot", foot, Role::bg1);
    draw_saving(frame, Rect::sized({foot.min.x + margin, foot.min.y}, width, foot.height()));
}

std::vector<PaletteEntry> PlaygroundView::offers() {
    std::vector<PaletteEntry> offers;
    for (const auto& panel : panels_) {
        const std::string name(panel->task().name());
        offers.push_back({.title = std::string(panel->task().title()),
                          .kind = "Task",
                          .also = "playground " + name,
                          .to = scenes::PlaygroundPlace{.task = name}});
    }
    for (const media::SamplePicture& sample : media::sample_pictures())
        offers.push_back({.title = std::string(sample.title),
                          .kind = "Picture",
                          .also = "playground",
                          .to = scenes::PlaygroundPlace{.image = std::string(sample.slug)}});
    return offers;
}

void PlaygroundView::draw_samples(Frame& frame, Column& at) {
    const float gap = frame.em(0.5F);
    rail_head(frame, at, "Picture");
    const auto samples = media::sample_pictures();
    if (thumbs_.empty())
        for (const media::SamplePicture& sample : samples) {
            const auto drawn =
                drawn_picture(sample.draw_coloured ? sample.draw_coloured(thumb_extent)
                                                   : std::vector<Array>{sample.draw(thumb_extent)});
            thumbs_.push_back(std::make_unique<Texture>(int(thumb_extent.width), int(thumb_extent.height),
                                                        drawn->texture_channels, drawn->texture));
        }
    const auto count = float(samples.size());
    const float side = (at.width - (count - 1) * gap) / count, height = side * 0.75F;
    for (size_t i = 0; i < samples.size(); ++i) {
        const Rect rect = Rect::sized({at.x + float(i) * (side + gap), at.y}, side, height).snapped();
        const Interaction state = interact(frame, fmt::format("playground.sample.{}", samples[i].slug), rect);
        if (state.clicked) model_.open_sample(samples[i].slug);
        const bool chosen = model_.picture() && model_.picture()->sample == samples[i].slug;
        frame.list()->AddImageRounded(thumbs_[i]->id(), rect.min, rect.max, {0, 0}, {1, 1}, IM_COL32_WHITE,
                                      frame.em(0.2F));
        if (chosen || state.hovered)
            frame.outline(rect, chosen ? Role::ink : Role::line2, frame.em(0.2F), frame.px(2));
        if (state.focused) draw_focus(frame, rect, frame.em(0.2F));
        draw_elided(frame, {rect.centre().x, rect.max.y + frame.em(0.8F)}, side + gap - frame.px(2),
                    {chosen ? Face::sans_semibold : Face::sans, 0.74F}, chosen ? Role::t1 : Role::t2,
                    samples[i].title, Align::centre);
    }
    at.y += height + frame.em(1.7F);
    draw_path(frame, at, "playground.path", path_, "path, or drop a picture", path_error_,
              [this](const std::string& path) {
                  model_.open_file(path, [this](const std::string& sentence) { path_error_ = sentence; });
              });
}

void PlaygroundView::draw_tasks(Frame& frame, Column& at) {
    const float margin = frame.em(rail_margin_em), row = frame.em(rail_is_high(frame) ? rail_row_em : 1.5F);
    rail_head(frame, at, "What to do with it");
    for (size_t i = 0; i < panels_.size(); ++i, at.y += row) {
        const PlaygroundTask& task = panels_[i]->task();
        if (rail_row(frame, fmt::format("playground.task.{}", task.name()),
                     Rect::sized({at.x - margin, at.y}, at.width + 2 * margin, row), task.title(),
                     i == task_))
            choose(i);
    }
}

void PlaygroundView::draw_making(Frame& frame, Column& at) {
    at.y += frame.em(rail_group_em);
    rail_head(frame, at, "Integral image made by");
    if (!model_.picture()) return;
    const PlaygroundPicture& picture = *model_.picture();
    const auto algorithms = vision::table_algorithms(model_.backend());
    const std::string title =
        elided(frame, type::code, picture.algorithm->title, at.width - chip_width(frame, "", ""));
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
    if (frame.density >= Density::wide && !frame.low) {
        const Extent table = picture.integral->table.extent();
        value_row(frame, at, "convention", name_of(picture.integral->convention));
        value_row(frame, at, "table", fmt::format("{} × {}", table.width, table.height), type::code);
        value_row(frame, at, "type", to_string(ElementTypes{ScalarType::u8, ScalarType::u32}), type::code);
    }
    at.y += frame.em(0.2F);
    draw_run_on(frame, at, model_);
    at.y += frame.em(0.6F);
}

void PlaygroundView::draw_saving(Frame& frame, Rect area) {
    frame.line(area.min, {area.max.x, area.min.y}, Role::line, 1);
    area.cut_top(frame.em(0.8F));
    // The name follows the picture and the radius until it is edited.
    const std::string proposed = model_.proposed_file();
    if (save_as_ == proposed_) save_as_ = proposed;
    proposed_ = proposed;
    std::string name = std::filesystem::path(save_as_).filename().string();
    if (text_field(frame, "playground.save_as", area.cut_top(frame.em(2)), name, "name of the result"))
        save_as_ = name.empty() ? proposed
                                : (std::filesystem::path(proposed).parent_path() / from_home(name)).string();
    area.cut_top(frame.em(0.5F));
    const ButtonOptions save{.disabled = model_.result() ? "" : "There is no result yet.",
                             .tip = "As PNG or PGM; nothing is overwritten"};
    const ButtonOptions step{.disabled = why_no_step(),
                             .tip = "Steps through a few pixels of this picture: S"};
    Rect row = area.cut_top(frame.em(2));
    if (button(frame, "playground.save", row.cut_left(frame.em(4)), "Save", save))
        model_.save_result(save_as_);
    row.cut_left(frame.em(0.5F));
    if (button(frame, "playground.step", row, "Step through it", step)) step_through();
    if (!model_.saved().empty())
        draw_elided(frame, {area.min.x, area.min.y + frame.em(0.6F)}, area.width(), type::small, Role::t3,
                    "Saved " + model_.saved());
}

}  // namespace upsweep::app
