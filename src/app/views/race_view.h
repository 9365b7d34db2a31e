// What tests need of the Race view: its model.
#pragma once

#include "app/models/race_model.h"
#include "app/view.h"

namespace upsweep::app {

/// The model of a view that make_race_view made.
RaceModel& race_model_of(View& view);

}  // namespace upsweep::app
