// #include "app/playground/model/playground_sweep.h"
#include "app/playground/model/box_filter_task.h"

#include "core/clock.h"
#include "vision/box_filter.h"

namespace upsweep::app {

namespace {

const std::vector<int> usual_radii = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 255};
constexpr double playground_sweep_enough_ms = 30;
constexpr int none = -1;

/// Median of up to five runs; fewer if they took long enough.
template <typename F>
double median_ms(F&& work) {
    std::vector<double> times;
    double sum = 0;
    while (times.size() < 5 && (times.empty() || sum < playground_sweep_enough_ms)) {
        const double start = steady_seconds();
        work();
        times.push_back(milliseconds_since(start));
        sum += times.back();
    }
    sort(times);
    return times[times.size() / 2];
}

}  // namespace

/// What one start measures with; the job's and the window's thread share it.
struct PlaygroundSweep::Run {
    std::shared_ptr<const Array> grey;
    std::shared_ptr<const vision::IntegralImage> integral;
    double table_ms = 0;
    double direct_limit_ms = 0;
    bool direct = true;             // it continues; the job's own
    std::atomic<int> wanted{none};  // radius to be measured before the next

    SweepPoint filter_at(int radius, const std::atomic<bool>* cancel) const {
        const double filter_ms = median_ms([&] { vision::box_filter(*integral, radius, cancel, 1); });
        return {radius, filter_ms, table_ms + filter_ms, std::nullopt};
    }
    // The direct sum's cost grows with the radius: in ascending order none after the first too slow one.
    SweepPoint both_at(int radius, const std::atomic<bool>* cancel) {
        SweepPoint point = filter_at(radius, cancel);
        if (direct) point.direct_ms = median_ms([&] { vision::box_filter_direct(*grey, radius, cancel); });
        direct = direct && *point.direct_ms < direct_limit_ms;
        return point;
    }
};

void PlaygroundSweep::start(std::shared_ptr<const Array> grey,
                            std::shared_ptr<const vision::IntegralImage> integral, double table_ms,
                            int radius) {
    cancel();
    points_.clear();
    run_ = std::make_shared<Run>();
    run_->grey = std::move(grey);
    run_->integral = std::move(integral);
    run_->table_ms = table_ms;
    run_->direct_limit_ms = direct_limit_ms_;
    run_->wanted = radius;
    launch(usual_radii);
}

void PlaygroundSweep::launch(const std::vector<int>& radii) {
    // The job holds the picture itself.
    auto work = [this, run = run_, radii](Job& job) {
        const auto deliver = [&](const SweepPoint& point) { job.post([this, point] { keep(point); }); };
        const auto measure_wanted = [&] {
            if (const int radius = run->wanted.exchange(none); radius != none)
                deliver(run->filter_at(radius, job.cancel_flag()));
        };
        for (const int radius : radii) {
            measure_wanted();
            deliver(run->both_at(radius, job.cancel_flag()));
        }
        measure_wanted();
        return true;
    };
    job_.start("Timing the radii", std::move(work), [this](bool) {
        // Asked for when the job had looked for the last time.
        if (const int radius = run_->wanted.exchange(none); radius != none) want(radius);
    });
}

void PlaygroundSweep::want(int radius) {
    if (!run_ || at(radius) != nullptr) return;
    run_->wanted = radius;
    if (!running()) launch({});
}

void PlaygroundSweep::keep(const SweepPoint& point) {
    const auto place =
        std::lower_bound(points_.begin(), points_.end(), point.radius,
                         [](const SweepPoint& one, int radius) { return one.radius < radius; });
    if (place != points_.end() && place->radius == point.radius) {
        // One that was wanted by itself has no time of the direct sum, which is kept.
        const std::optional<double> direct_ms = point.direct_ms ? point.direct_ms : place->direct_ms;
        *place = point;
        place->direct_ms = direct_ms;
    } else
        points_.insert(place, point);
}

const SweepPoint* PlaygroundSweep::at(int radius) const {
    for (const SweepPoint& point : points_)
        if (point.radius == radius) return &point;
    return nullptr;
}

const SweepPoint* PlaygroundSweep::stopped() const {
    for (const SweepPoint& point : points_)
        if (point.direct_ms && *point.direct_ms >= direct_limit_ms_) return &point;
    return nullptr;
}

void PlaygroundSweep::cancel() {
    job_.cancel();
    run_.reset();
}

void PlaygroundSweep::forget() {
    cancel();
    points_.clear();
}

void BoxFilterTask::take(std::shared_ptr<const PlaygroundPicture> picture) {
    const bool same = this->picture() == picture;
    OperationTask::take(std::move(picture));
    const PlaygroundPicture& now = *this->picture();
    // The emulator's time says nothing about a GPU, and a frame of a film has no time for a measurement.
    if (now.on->is_slow() || now.film != nullptr) return sweep_.forget();
    if (!same || sweep_.points().empty())
        sweep_.start(now.grey, now.integral, now.table_ms + now.transfer_ms, radius());
}

void BoxFilterTask::leave() {
    OperationTask::leave();
    if (sweep_.running()) sweep_.forget();
}

void BoxFilterTask::done() {
    if (settled() && !picture()->on->is_slow() && picture()->film == nullptr) sweep_.want(radius());
}

}  // namespace upsweep::app
