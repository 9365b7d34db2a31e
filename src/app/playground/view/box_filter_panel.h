// The box filter's panel: radius, the rectangle's sum, greys, the pixel under the pointer, time.
#pragma once

#include <string>

#include "app/playground/model/box_filter_task.h"
#include "app/playground/view/playground_panel.h"
#include "app/playground/view/playground_parts.h"

namespace upsweep::app {

class BoxFilterPanel : public PlaygroundPanel {
  public:
    explicit BoxFilterPanel(PlaygroundContext context);

    BoxFilterTask& task() override { return task_; }
    void bind_keys(KeyMap& keys) override;
    float draw_controls(Frame& frame, ImVec2 at, float width) override;
    float draw_numbers(Frame& frame, ImVec2 at, float width, float bottom) override;
    void draw_over(Frame& frame, const PlaygroundSight& sight) override;
    std::string presented_subject() const override;
    std::string presented_sentence() const override;
    std::int64_t moment() const override { return task_.radius() * 4 + task_.passes(); }

  private:
    // box_filter_numbers.cpp
    float draw_sum(Frame& frame, ImVec2 at, float width);
    float draw_histogram(Frame& frame, ImVec2 at, float width);
    float draw_pointer(Frame& frame, ImVec2 at, float width);
    float draw_time(Frame& frame, ImVec2 at, float width);

    Playground& model_;
    BoxFilterTask task_;
    RadiusControl radius_;
};

// box_filter_plot.cpp
/// Time against radius, both logarithmic: only what was measured. `radius` gets a line.
void draw_sweep(Frame& frame, Rect area, const PlaygroundSweep& sweep, int radius);

}  // namespace upsweep::app
