// The box filter's task: beside the result, the time against the radius.
#pragma once

#include "app/playground/model/operation_task.h"
#include "app/playground/model/playground_sweep.h"

namespace upsweep::app {

class BoxFilterTask : public OperationTask {
  public:
    explicit BoxFilterTask(Jobs& jobs) : OperationTask(jobs, vision::box_filter_operation), sweep_(jobs) {}

    void take(std::shared_ptr<const PlaygroundPicture> picture) override;
    void leave() override;

    int radius() const { return int(value(0)); }
    /// The picture's own table alone does it: grey, in one pass.
    bool simple() const { return value(1) == 1 && (!picture() || picture()->drawn->grey()); }
    const PlaygroundSweep& sweep() const { return sweep_; }

  private:
    void done() override;

    PlaygroundSweep sweep_;
};

}  // namespace upsweep::app
