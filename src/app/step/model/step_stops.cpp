// The Step view's breakpoints: kept with the scene, and heeded while it plays.
#include <algorithm>

#include "app/step/model/step_model.h"

namespace upsweep::app {

scenes::Scene StepModel::scene_here() const {
    if (!position_) return scene_;
    scenes::Scene scene = position_->run().scene;
    scene.step = position_->step();
    scene.stops = stops_;
    return scene;
}

void StepModel::set_stops(std::vector<std::string> stops) {
    stops_ = stops;
    scene_.stops = std::move(stops);
}

bool StepModel::play_on() {
    if (!position_) return false;
    const std::int64_t before = position_->step();
    const bool goes_on = step_on();
    const auto pause = std::upper_bound(pauses_.begin(), pauses_.end(), before);
    if (pause == pauses_.end() || *pause > position_->step()) return goes_on;
    // Of two sides on one clock neither leaves the other.
    if (!replaced_steps_) moved(*pause, true);
    return false;
}

}  // namespace upsweep::app
