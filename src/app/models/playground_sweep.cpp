#include "app/models/playground_sweep.h"

#include <algorithm>
#include <chrono>

#include "vision/box_filter.h"

namespace upsweep::app {
namespace {

constexpr int radii[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};
constexpr double direct_budget_ms = 800;  // then it goes on without the direct sum
constexpr double enough_ms = 30;

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Median of up to five runs; fewer if they took long enough.
template <typename F>
double median_ms(F&& work) {
    std::vector<double> times;
    double sum = 0;
    while (times.size() < 5 && (times.empty() || sum < enough_ms)) {
        const auto start = std::chrono::steady_clock::now();
        work();
        times.push_back(milliseconds_since(start));
        sum += times.back();
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

}  // namespace

void PlaygroundSweep::start(std::shared_ptr<const Array> grey,
                            std::shared_ptr<const vision::IntegralImage> integral, double table_ms) {
    cancel();
    points_.clear();
    current_ = std::make_shared<int>();
    // The job holds the picture itself, and hands points over only while this start is the latest.
    auto deliver = [this, token = std::weak_ptr<int>(current_), &jobs = jobs_](SweepPoint point) {
        jobs.post([this, token, point] {
            if (!token.expired()) points_.push_back(point);
        });
    };
    auto work = [grey = std::move(grey), integral = std::move(integral), table_ms, deliver](Job& job) {
        double direct_left_ms = direct_budget_ms;
        for (int radius : radii) {
            SweepPoint point{radius, 0, {}};
            point.integral_ms =
                table_ms + median_ms([&] { vision::box_filter(*integral, radius, job.cancel_flag(), 1); });
            const auto start = std::chrono::steady_clock::now();
            if (direct_left_ms > 0)
                point.direct_ms =
                    median_ms([&] { vision::box_filter_direct(*grey, radius, job.cancel_flag()); });
            direct_left_ms -= milliseconds_since(start);
            deliver(point);
        }
        return true;
    };
    job_ = jobs_.start("Timing the radii", std::move(work), [](bool) {});
}

void PlaygroundSweep::cancel() {
    if (job_) job_->cancel();
    job_.reset();
    current_.reset();
}

}  // namespace upsweep::app
