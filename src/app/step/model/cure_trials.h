// Cures as changes of the text, tried before they are offered: a cure is one that ran, and after which the
// finding was gone.
#pragma once

#include <map>
#include <optional>

#include "app/host/jobs.h"
#include "app/step/model/step_model.h"
#include "replay/code/cure_edit.h"

namespace upsweep::app {

class CureTrials {
  public:
    explicit CureTrials(Jobs& jobs) : job_(jobs) {}

    /// The cure of a finding of the scene that is shown; null where none exists, and until one was tried,
    /// which begins when it is first asked for.
    const replay::CureEdit* cure(const StepModel& model, int finding);

  private:
    void begin(const StepModel& model, int finding);

    int64_t scene_ = -1;
    OwnJobs job_;                                           ///< one at a time, that which is wanted now
    int trying_ = -1;                                       ///< whose
    std::map<int, std::optional<replay::CureEdit>> cures_;  ///< by finding, of the trials so far
};

}  // namespace upsweep::app
