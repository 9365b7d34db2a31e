// Cures as changes of the text, tried before they are offered: a cure is one that ran, and after which the
// finding was gone.
#pragma once

#include <map>
#include <memory>

#include "app/host/jobs.h"
#include "app/step/model/step_model.h"
#include "replay/code/cure_edit.h"

namespace upsweep::app {

class CureTrials {
  public:
    explicit CureTrials(Jobs& jobs) : jobs_(jobs) {}
    ~CureTrials() { forget(); }
    CureTrials(const CureTrials&) = delete;
    CureTrials& operator=(const CureTrials&) = delete;

    /// The cure of a finding of the scene that is shown; null where none exists, and until one was tried,
    /// which begins when it is first asked for.
    const replay::CureEdit* cure(const StepModel& model, int finding);

  private:
    struct Trial {
        std::shared_ptr<Job> job;
        std::unique_ptr<replay::CureEdit> cure;
    };
    void forget();
    /// One at a time, that which is wanted now.
    void end_others();
    void begin(const StepModel& model, int finding);

    Jobs& jobs_;
    std::int64_t scene_ = -1;
    std::shared_ptr<std::map<int, Trial>> trials_ = std::make_shared<std::map<int, Trial>>();
};

}  // namespace upsweep::app
