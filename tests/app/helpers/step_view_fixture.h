// What tests of the Step view in its window share.
#pragma once

#include "app/helpers/driver.h"
#include "app/step/view/step_view.h"

namespace upsweep::app {

/// Fixture: `view()` is the Step view, which has to be the open one.
class StepViewFixture : public AppTest {
  protected:
    StepView& view() { return active_view<StepView>(app()); }
    StepModel& model() { return view().model(); }
};

}  // namespace upsweep::app
