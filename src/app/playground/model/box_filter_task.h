// The box filter's task: beside the result, the time against the radius: a direct sum of every window, and
// the way through the integral image, measured.
#pragma once

#include "app/playground/model/operation_task.h"
#include "core/array.h"
#include "vision/integral_image.h"

namespace upsweep::app {

/// Medians in milliseconds, on one core.
struct SweepPoint {
    int radius = 0;
    double filter_ms = 0;             ///< the box filter, from the table
    double integral_ms = 0;           ///< what the table took, and the filter
    std::optional<double> direct_ms;  ///< nothing where it was not measured, because it had become too slow
};

class PlaygroundSweep {
  public:
    /// A direct sum of one picture that takes so long is the last; in milliseconds.
    static constexpr double usual_limit_ms = 500;

    explicit PlaygroundSweep(Jobs& jobs, double direct_limit_ms = usual_limit_ms)
        : direct_limit_ms_(direct_limit_ms), job_(jobs) {}

    /// Measures in the background, first at `radius` and then from the smallest radius up; replaces what was
    /// measured. `table_ms` is what the table took. The direct sum stops at its limit.
    void start(std::shared_ptr<const Array> grey, std::shared_ptr<const vision::IntegralImage> integral,
               double table_ms, int radius);
    /// Measures at this radius as well, as soon as it can, if that was not done yet.
    void want(int radius);
    void cancel();
    /// Stops, and throws away what was measured.
    void forget();
    /// Ascending radii.
    const std::vector<SweepPoint>& points() const { return points_; }
    /// What was measured at this radius, or null.
    const SweepPoint* at(int radius) const;
    /// The radius at which the direct sum reached its limit and stopped; null while it has not.
    const SweepPoint* stopped() const;
    bool running() const { return job_.busy(); }

  private:
    struct Run;
    void launch(const std::vector<int>& radii);
    void keep(const SweepPoint& point);

    double direct_limit_ms_;
    OwnJobs job_;
    std::vector<SweepPoint> points_;
    std::shared_ptr<Run> run_;  ///< of the latest start
};

class BoxFilterTask : public OperationTask {
  public:
    explicit BoxFilterTask(Jobs& jobs) : OperationTask(jobs, vision::box_filter_operation), sweep_(jobs) {}

    void take(std::shared_ptr<const PlaygroundPicture> picture) override;
    void leave() override;

    int radius() const { return int(value(0)); }
    /// The picture's own table alone does it: grey, in one pass.
    bool simple() const { return value(1) == 1 && (!picture() || picture()->drawn->grey()); }
    const PlaygroundSweep& sweep() const { return sweep_; }

  private:
    void done() override;

    PlaygroundSweep sweep_;
};

}  // namespace upsweep::app
