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

    void draw_numbers(Frame& frame, Column& at, float bottom) override;
    void draw_over(Frame& frame, const PlaygroundSight& sight) override;
    bool takes_region() const override { return true; }

  private:
    void draw_sum(Frame& frame, Column& at);
    void draw_histogram(Frame& frame, Column& at);
    void draw_time(Frame& frame, Column& at);

    BoxFilterTask& task_;
};

}  // namespace upsweep::app
