// Local contrast: the window's mean and deviation, and both tables' corners under the pointer.
#include <array>

#include <fmt/core.h>

#include "app/playground/model/contrast_task.h"
#include "app/playground/model/playground_time.h"
#include "app/playground/view/playground_panel.h"
#include "app/playground/view/playground_parts.h"
#include "app/ui/controls.h"
#include "replay/data/picture.h"
#include "vision/box_filter.h"

namespace upsweep::app {
namespace {

/// Of vision::ContrastPicture.
constexpr std::array<std::string_view, 3> words = {"deviation σ", "mean", "normalised"};

class ContrastPanel : public PlaygroundPanel {
  public:
    explicit ContrastPanel(PlaygroundContext context)
        : model_(context.playground), task_(context.services.jobs) {}

    ContrastTask& task() override { return task_; }
    void bind_keys(KeyMap& keys) override {
        bind_radius_keys(keys, task_);
        keys.bind("P", "Deviation, mean, normalised", [this] {
            task_.set_shows(static_cast<vision::ContrastPicture>((static_cast<int>(task_.shows()) + 1) % 3));
        });
    }
    float draw_controls(Frame& frame, ImVec2 at, float width) override;
    float draw_numbers(Frame& frame, ImVec2 at, float width, float bottom) override;
    void draw_over(Frame& frame, const PlaygroundSight& sight) override {
        draw_pointer_window(frame, sight, model_, task_.radius());
    }
    bool takes_region() const override { return false; }
    std::string presented_subject() const override {
        return fmt::format("Local contrast, radius {}", task_.radius());
    }
    std::string presented_sentence() const override {
        return "Mean and deviation of every window from **two tables**: of the pixels and of their "
               "**squares**.";
    }
    std::int64_t moment() const override { return task_.radius() * 4 + static_cast<int>(task_.shows()); }

  private:
    float draw_table(Frame& frame, ImVec2 at, float width, std::string_view title, std::string_view total,
                     const vision::Region& window, const vision::Corners& corners, std::uint64_t sum);

    Playground& model_;
    ContrastTask task_;
    RadiusControl radius_;
};

float ContrastPanel::draw_controls(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    at.y += radius_.draw(frame, at, width, task_.radius(), ContrastTask::most_radius,
                         [this](int radius) { task_.set_radius(radius); });
    at.y += frame.em(0.4F);
    at.y += rail_head(frame, at, "Result shows");
    chip(frame, "playground.contrast_shows", at, "", words[static_cast<std::size_t>(task_.shows())], 14, [&] {
        bool closed = false;
        for (std::size_t i = 0; i < words.size(); ++i)
            if (menu_row(frame, fmt::format("playground.contrast_shows.{}", i), words[i],
                         static_cast<std::size_t>(task_.shows()) == i)) {
                task_.set_shows(static_cast<vision::ContrastPicture>(i));
                closed = true;
            }
        return closed;
    });
    return at.y + frame.em(2) - start;
}

float ContrastPanel::draw_table(Frame& frame, ImVec2 at, float width, std::string_view title,
                                std::string_view total, const vision::Region& window,
                                const vision::Corners& corners, std::uint64_t sum) {
    const float start = at.y;
    at.y += section_head(frame, at, width, title, "4 reads");
    at.y += draw_corners(frame, at, width, window, corners);
    const bool wraps = sum != corners.sum();
    at.y += draw_total(frame, at, width, std::string(total) + (wraps ? ", in parts" : ""),
                       grouped(static_cast<std::int64_t>(sum)));
    return at.y - start;
}

float ContrastPanel::draw_numbers(Frame& frame, ImVec2 at, float width, float) {
    const float start = at.y;
    const std::int64_t x = model_.pointer_x(), y = model_.pointer_y();
    const PlaygroundPicture& picture = *model_.picture();
    at.y += section_head(frame, at, width, "Under the pointer", fmt::format("({}, {})", x, y), type::code);
    const ImVec2 field = draw_neighbourhood(frame, at, *picture.grey, x, y);
    const auto numbers = task_.look(x, y);
    if (!numbers) {
        at.y += field.y + frame.em(0.6F);
        return at.y + draw_words(frame, at, width, "Summing the squares \u2026") - start;
    }
    const float left = at.x + field.x + frame.em(0.9F), room = at.x + width - left,
                row = frame.em(pane_row_em);
    draw_pair(frame, {left, at.y}, room, "pixel", std::to_string(numbers->pixel), true);
    draw_pair(frame, {left, at.y + row}, room, "mean", fmt::format("{:.2f}", numbers->mean), true);
    draw_pair(frame, {left, at.y + 2 * row}, room, "σ", fmt::format("{:.2f}", numbers->deviation), true);
    draw_pair(frame, {left, at.y + 3 * row}, room, "shown as", std::to_string(numbers->shown));
    at.y += std::max(field.y, 4 * row);
    at.y += section_rule(frame, at, width);

    at.y += draw_table(frame, at, width, "Pixels", "Σx", numbers->window, numbers->sums, numbers->sum);
    at.y += section_rule(frame, at, width);
    at.y += draw_table(frame, at, width, "Their squares", "Σx²", numbers->window, numbers->squares,
                       numbers->of_squares);
    at.y += section_rule(frame, at, width);

    at.y +=
        section_head(frame, at, width, "Variance",
                     fmt::format("n = {}", grouped(static_cast<std::int64_t>(numbers->count))), type::code);
    draw_pair(frame, at, width, "n Σx² \u2212 (Σx)²",
              grouped(static_cast<std::int64_t>(numbers->count * numbers->of_squares -
                                                numbers->sum * numbers->sum)));
    at.y += row;
    draw_pair(frame, at, width, fmt::format("over n², σ²: its root is {:.2f}", numbers->deviation),
              fmt::format("{:.1f}", numbers->variance), true);
    at.y += row;
    at.y += section_rule(frame, at, width);
    const auto& made = task_.made();
    at.y += draw_time_section(frame, at, width,
                              made ? parts_sentence(picture, "Two integral images", made->tables_ms,
                                                    "mean and deviation", made->filter_ms, made->transfer_ms)
                                   : "");
    return at.y - start;
}

}  // namespace

std::unique_ptr<PlaygroundPanel> make_contrast_panel(PlaygroundContext context) {
    return std::make_unique<ContrastPanel>(context);
}

}  // namespace upsweep::app
