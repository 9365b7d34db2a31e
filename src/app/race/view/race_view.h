// What tests need of the Race view: its model.
#pragma once

#include "app/host/view.h"
#include "app/race/model/race_model.h"

namespace upsweep::app {

/// The model of a view that make_race_view made.
RaceModel& race_model_of(View& view);

std::unique_ptr<View> make_race_view(Services& services);

}  // namespace upsweep::app
