// The timeline's strip: steps from left to right. For step_timeline.cpp and step_tracks.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/step/view/step_parts.h"

namespace upsweep::app::step {

struct Strip {
    Frame& frame;
    const replay::StepPosition& at;
    Rect rect;

    float x(double step) const {
        const auto count = static_cast<double>(std::max<std::int64_t>(1, at.step_count()));
        return rect.min.x + static_cast<float>(step / count) * rect.width();
    }
    std::int64_t step_at(float px) const {
        const double share = static_cast<double>((px - rect.min.x) / std::max(1.0F, rect.width()));
        return static_cast<std::int64_t>(
            std::llround(std::clamp(share, 0.0, 1.0) * static_cast<double>(at.step_count())));
    }
};

/// From track to track; where the window is low they are closer.
inline float track_pitch_em(const Frame& frame) { return frame.area.height() > frame.em(58) ? 1.7F : 1.2F; }
/// Slots whose tracks the timeline shows; 0: it shows phases.
std::size_t track_count(const Frame& frame, const StepModel& model);
void draw_tracks(const Strip& strip, std::size_t count);
/// Numbers of steps above the tracks, none under the playhead's plate.
void draw_step_numbers(const Strip& strip, Rect plate);

}  // namespace upsweep::app::step
