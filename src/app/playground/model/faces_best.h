// Windows of a level's map, and the one that faces begin at.
#pragma once

#include <cstdint>

#include "app/playground/model/faces_task.h"

namespace upsweep::app {

/// A level's pixels as so many of the picture's.
double picture_pixels(const vision::FaceLevel& level, std::int64_t pixels);

/// Stages that the window at this place of the level's map survived; -1 where none looked.
int stages_survived(const vision::FaceLevel& level, std::int64_t x, std::int64_t y);

/// Fills in `best_level` and `best_place`: a window of the face that most windows agree on; without a face
/// the best place of the level where most pass. The run has maps.
void look_for_best(FacesFound& found);

}  // namespace upsweep::app
