// The adaptive threshold: black where a pixel is darker than its surroundings.
#pragma once

#include "app/playground/model/latest_job.h"
#include "app/playground/model/playground.h"
#include "app/playground/model/playground_task.h"
#include "vision/threshold.h"

namespace upsweep::app {

class ThresholdTask : public PlaygroundTask {
  public:
    static constexpr int most_radius = 255, most_percent = 100;

    struct Request {
        std::shared_ptr<const PlaygroundPicture> picture;
        int radius = 0, percent = 0;
        friend bool operator==(const Request&, const Request&) = default;
    };
    struct Result {
        std::shared_ptr<const DrawnPicture> drawn;
        std::int64_t black = 0;  ///< pixels
        double table_ms = 0, filter_ms = 0, transfer_ms = 0;
    };

    explicit ThresholdTask(Jobs& jobs);

    std::string_view name() const override { return "adaptive_threshold"; }
    std::string_view title() const override { return "Adaptive threshold"; }
    void take(std::shared_ptr<const PlaygroundPicture> picture) override;
    void leave() override;
    std::shared_ptr<const DrawnPicture> result() const override;
    std::string label() const override;
    std::string file_tag() const override;
    std::optional<StepThrough> step_through(std::int64_t x, std::int64_t y) const override;

    /// 0 … most_radius, clamped.
    void set_radius(int radius);
    int radius() const { return radius_; }
    /// How much darker than its surroundings black is: 0 … most_percent, clamped.
    void set_percent(int percent);
    int percent() const { return percent_; }

    /// Null until the first is done.
    const std::shared_ptr<const Result>& made() const { return job_.result(); }
    /// The comparison in numbers; nothing before there is a picture.
    std::optional<vision::ThresholdNumbers> look(std::int64_t x, std::int64_t y) const;

  private:
    void ask();

    std::shared_ptr<const PlaygroundPicture> picture_;
    LatestJob<Request, Result> job_;
    int radius_ = 31, percent_ = 15;
};

}  // namespace upsweep::app
