// Pictures of views, off-screen: for `shot`, for the tour where there is no display, and for looking at.
#pragma once

#include "export/shot.h"

namespace upsweep::app {

using exports::ShotOptions;

/// Draws frames until the view has settled, and writes the last. Throws BackendMissing without EGL,
/// UsageError for an unknown view, a file that it does not open or a step that it does not have, Error if the
/// file cannot be written or the view does not settle within 60 s.
void take_shot(const ShotOptions& options);

/// The names of the views that a tour shows.
std::vector<std::string> tour_views();

/// One picture of each tab into `folder`; returns the files.
std::vector<std::string> take_tour(const std::string& folder);

}  // namespace upsweep::app
