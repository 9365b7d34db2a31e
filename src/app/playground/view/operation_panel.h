// The panel of a picture operation: its controls, keys and numbers, made from its description; and the box
// filter's, with the time against the radius.
#pragma once

#include "app/playground/model/box_filter_task.h"
#include "app/playground/view/playground_panel.h"

namespace upsweep::app {

class OperationPanel : public PlaygroundPanel {
  public:
    OperationPanel(PlaygroundContext context, const vision::Operation& operation)
        : OperationPanel(context, std::make_unique<OperationTask>(context.services.jobs, operation)) {}

    OperationTask& task() override { return *task_; }
    void bind_keys(KeyMap& keys) override;
    void draw_controls(Frame& frame, Column& at) override;
    void draw_numbers(Frame& frame, Column& at, float bottom) override;
    void draw_over(Frame& frame, const PlaygroundSight& sight) override;
    bool takes_region() const override { return false; }
    std::string presented_subject() const override { return operation().subject(task_->values()); }
    std::string presented_sentence() const override { return operation().sentence(task_->values()); }

  protected:
    OperationPanel(PlaygroundContext context, std::unique_ptr<OperationTask> task)
        : model_(context.playground), task_(std::move(task)) {}

    /// The pixels around the pointer, and the numbers beside them.
    void draw_pointer(Frame& frame, Column& at, const vision::PixelNumbers* numbers);

    Playground& model_;

  private:
    const vision::Operation& operation() const { return task_->operation(); }
    void draw_control(Frame& frame, Column& at, size_t parameter);
    void draw_section(Frame& frame, Column& at, const vision::NumberSection& section);
    void draw_boxes(Frame& frame, Column& at, const vision::BoxSum& boxes);
    void draw_time(Frame& frame, Column& at);

    std::unique_ptr<OperationTask> task_;
    RadiusControl radius_;
};

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
