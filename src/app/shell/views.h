// Every view, in the order of the tabs: views.cpp lists their factories.
#pragma once

#include "app/host/view.h"

namespace upsweep::app {

std::span<const MakeView> tab_views();

/// Views for developers and tests, reachable only by `shot`: the sheet of states and arrows.
std::span<const MakeView> hidden_views();

std::unique_ptr<View> make_states_view(Services& services);

}  // namespace upsweep::app
