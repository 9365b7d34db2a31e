// The box filter's panel: beside what every operation has, the rectangle's sum, greys, time by radius.
#pragma once

#include "app/playground/model/box_filter_task.h"
#include "app/playground/view/operation_panel.h"

namespace upsweep::app {

class BoxFilterPanel : public OperationPanel {
  public:
    explicit BoxFilterPanel(PlaygroundContext context)
        : OperationPanel(context, std::make_unique<BoxFilterTask>(context.services.jobs)),
          task_(static_cast<BoxFilterTask&>(task())) {}

    float draw_numbers(Frame& frame, ImVec2 at, float width, float bottom) override;
    void draw_over(Frame& frame, const PlaygroundSight& sight) override;
    bool takes_region() const override { return true; }

  private:
    float draw_sum(Frame& frame, ImVec2 at, float width);
    float draw_histogram(Frame& frame, ImVec2 at, float width);
    float draw_time(Frame& frame, ImVec2 at, float width);

    BoxFilterTask& task_;
};

// box_filter_plot.cpp
/// Time against radius, both logarithmic: only what was measured. `radius` gets a line.
void draw_sweep(Frame& frame, Rect area, const PlaygroundSweep& sweep, int radius);

}  // namespace upsweep::app
