// Time against radius: the sum of every window anew, and the way through the integral image, measured.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/jobs.h"
#include "core/array.h"
#include "vision/integral_image.h"

namespace upsweep::app {

struct SweepPoint {
    int radius = 0;
    double integral_ms = 0;           ///< the table's time + the filter on one core
    std::optional<double> direct_ms;  ///< nothing where it was not measured, because it had become too slow
};

class PlaygroundSweep {
  public:
    explicit PlaygroundSweep(Jobs& jobs) : jobs_(jobs) {}

    /// Measures in the background, smallest radius first; replaces what was measured. `table_ms` is what the
    /// table took. The direct sum stops once 0.8 s went into it.
    void start(std::shared_ptr<const Array> grey, std::shared_ptr<const vision::IntegralImage> integral,
               double table_ms);
    void cancel();
    /// Ascending radii.
    const std::vector<SweepPoint>& points() const { return points_; }
    bool running() const { return job_ && !job_->finished() && !job_->cancelled(); }

  private:
    Jobs& jobs_;
    std::shared_ptr<Job> job_;
    std::vector<SweepPoint> points_;
    std::shared_ptr<int> current_;  ///< points of an earlier start find theirs gone
};

}  // namespace upsweep::app
