// The panel of a picture operation: its controls, keys and numbers, made from its description.
#pragma once

#include <string>
#include <string_view>

#include "app/playground/model/operation_task.h"
#include "app/playground/view/playground_panel.h"
#include "app/playground/view/playground_parts.h"

namespace upsweep::app {

class OperationPanel : public PlaygroundPanel {
  public:
    OperationPanel(PlaygroundContext context, const vision::Operation& operation)
        : OperationPanel(context, std::make_unique<OperationTask>(context.services.jobs, operation)) {}

    OperationTask& task() override { return *task_; }
    void bind_keys(KeyMap& keys) override;
    float draw_controls(Frame& frame, ImVec2 at, float width) override;
    float draw_numbers(Frame& frame, ImVec2 at, float width, float bottom) override;
    void draw_over(Frame& frame, const PlaygroundSight& sight) override;
    bool takes_region() const override { return false; }
    std::string presented_subject() const override { return operation().subject(task_->values()); }
    std::string presented_sentence() const override { return operation().sentence(task_->values()); }
    std::int64_t moment() const override;

  protected:
    OperationPanel(PlaygroundContext context, std::unique_ptr<OperationTask> task)
        : model_(context.playground), task_(std::move(task)) {}

    /// The pixels around the pointer, and what is beside them. Returns the height used.
    float draw_pointer(Frame& frame, ImVec2 at, float width, const vision::PixelNumbers* numbers);

    Playground& model_;

  private:
    const vision::Operation& operation() const { return task_->operation(); }
    float draw_control(Frame& frame, ImVec2 at, float width, std::size_t parameter);
    float draw_menu(Frame& frame, ImVec2 at, std::size_t parameter);
    float draw_sizes(Frame& frame, ImVec2 at, float width, std::size_t parameter);
    float draw_section(Frame& frame, ImVec2 at, float width, const vision::NumberSection& section);
    float draw_boxes(Frame& frame, ImVec2 at, float width, const vision::BoxSum& boxes);
    float draw_time(Frame& frame, ImVec2 at, float width);

    std::unique_ptr<OperationTask> task_;
    RadiusControl radius_;
};

}  // namespace upsweep::app
