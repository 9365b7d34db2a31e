// The adaptive threshold: both sides of its comparison under the pointer.
#include <algorithm>

#include <fmt/core.h>

#include "app/playground/model/playground_time.h"
#include "app/playground/model/threshold_task.h"
#include "app/playground/view/playground_panel.h"
#include "app/playground/view/playground_parts.h"
#include "replay/data/picture.h"

namespace upsweep::app {
namespace {

class ThresholdPanel : public PlaygroundPanel {
  public:
    explicit ThresholdPanel(PlaygroundContext context)
        : model_(context.playground), task_(context.services.jobs) {}

    ThresholdTask& task() override { return task_; }
    void bind_keys(KeyMap& keys) override {
        bind_radius_keys(keys, task_);
        keys.bind("Up", "One percent more", [this] { task_.set_percent(task_.percent() + 1); });
        keys.bind("Down", "One percent less", [this] { task_.set_percent(task_.percent() - 1); });
    }
    float draw_controls(Frame& frame, ImVec2 at, float width) override;
    float draw_numbers(Frame& frame, ImVec2 at, float width, float bottom) override;
    void draw_over(Frame& frame, const PlaygroundSight& sight) override {
        draw_pointer_window(frame, sight, model_, task_.radius());
    }
    bool takes_region() const override { return false; }
    std::string presented_subject() const override {
        return fmt::format("Adaptive threshold, radius {}, {} %", task_.radius(), task_.percent());
    }
    std::string presented_sentence() const override {
        return fmt::format("A pixel is black if it is more than **{} %** darker than the mean of its window.",
                           task_.percent());
    }
    std::int64_t moment() const override { return task_.radius() * 128 + task_.percent(); }

  private:
    Playground& model_;
    ThresholdTask task_;
    RadiusControl radius_;
};

float ThresholdPanel::draw_controls(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    at.y += radius_.draw(frame, at, width, task_.radius(), ThresholdTask::most_radius,
                         [this](int radius) { task_.set_radius(radius); });
    at.y += frame.em(0.4F);
    at.y +=
        draw_whole(frame, at, width, "playground.percent", "Darker by", task_.percent(),
                   ThresholdTask::most_percent, " %", [this](int percent) { task_.set_percent(percent); });
    return at.y - start;
}

float ThresholdPanel::draw_numbers(Frame& frame, ImVec2 at, float width, float) {
    const float start = at.y, row = frame.em(pane_row_em);
    const std::int64_t x = model_.pointer_x(), y = model_.pointer_y();
    const PlaygroundPicture& picture = *model_.picture();
    const auto looked = task_.look(x, y);
    if (!looked) return 0;
    const vision::ThresholdNumbers& numbers = *looked;
    const auto whole = [](std::uint64_t number) { return grouped(static_cast<std::int64_t>(number)); };

    at.y += section_head(frame, at, width, "Under the pointer", fmt::format("({}, {})", x, y), type::code);
    const ImVec2 field = draw_neighbourhood(frame, at, *picture.grey, x, y);
    const float left = at.x + field.x + frame.em(0.9F), room = at.x + width - left;
    draw_pair(frame, {left, at.y}, room, "pixel", std::to_string(numbers.pixel), true);
    draw_pair(frame, {left, at.y + row}, room, "mean", fmt::format("{:.2f}", numbers.mean), true);
    draw_pair(frame, {left, at.y + 2 * row}, room, "black below", fmt::format("{:.2f}", numbers.limit));
    draw_pair(frame, {left, at.y + 3 * row}, room, "so it is", numbers.black ? "black" : "white", true);
    at.y += std::max(field.y, 4 * row);
    at.y += section_rule(frame, at, width);

    at.y += section_head(frame, at, width, "Sum of its window", "4 reads, any size");
    at.y += draw_corners(frame, at, width, numbers.window, numbers.corners);
    at.y +=
        draw_total(frame, at, width, numbers.sum == numbers.corners.sum() ? "Σ" : "Σ, in two or more strips",
                   whole(numbers.sum));
    at.y += section_rule(frame, at, width);

    at.y += section_head(frame, at, width, "The comparison", "whole numbers, no division");
    draw_pair(frame, at, width,
              fmt::format("pixel · n · 100 = {} · {} · 100", numbers.pixel, whole(numbers.count)),
              whole(numbers.left));
    at.y += row;
    draw_pair(frame, at, width,
              fmt::format("Σ · (100 − {}) = Σ · {}", task_.percent(), 100 - task_.percent()),
              whole(numbers.right));
    at.y += row + frame.em(0.2F);
    at.y += draw_words(frame, at, width,
                       numbers.black ? "The first is less: **black**." : "The first is not less: **white**.");
    at.y += section_rule(frame, at, width);

    const auto& made = task_.made();
    at.y += draw_time_section(frame, at, width,
                              made ? parts_sentence(picture, "Integral image", made->table_ms, "comparison",
                                                    made->filter_ms, made->transfer_ms)
                                   : "");
    if (made)
        at.y += frame.em(0.4F) + draw_words(frame, {at.x, at.y + frame.em(0.4F)}, width,
                                            fmt::format("`{:.1f} %` of the pixels are black.",
                                                        100.0 * static_cast<double>(made->black) /
                                                            static_cast<double>(picture.extent().count())));
    return at.y - start;
}

}  // namespace

std::unique_ptr<PlaygroundPanel> make_threshold_panel(PlaygroundContext context) {
    return std::make_unique<ThresholdPanel>(context);
}

}  // namespace upsweep::app
