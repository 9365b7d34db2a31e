// The box filter: one to three passes over every channel, and the time against the radius.
#pragma once

#include "app/playground/model/latest_job.h"
#include "app/playground/model/playground.h"
#include "app/playground/model/playground_sweep.h"
#include "app/playground/model/playground_task.h"

namespace upsweep::app {

class BoxFilterTask : public PlaygroundTask {
  public:
    static constexpr int most_radius = 255;

    struct Request {
        std::shared_ptr<const PlaygroundPicture> picture;
        int radius = 0;
        friend bool operator==(const Request&, const Request&) = default;
    };
    struct Result {
        std::shared_ptr<const DrawnPicture> drawn;
        /// The first channel; of grey pictures the only one.
        const Array& pixels() const { return drawn->channels.front(); }
    };

    explicit BoxFilterTask(Jobs& jobs);

    std::string_view name() const override { return "box_filter"; }
    std::string_view title() const override { return "Box filter"; }
    void take(std::shared_ptr<const PlaygroundPicture> picture) override;
    void leave() override;
    std::shared_ptr<const DrawnPicture> result() const override;
    std::string label() const override;
    std::string file_tag() const override;
    std::optional<StepThrough> step_through(std::int64_t x, std::int64_t y) const override;

    /// 0 … most_radius, clamped.
    void set_radius(int radius);
    int radius() const { return radius_; }

    /// Null until the first filter is done; of the picture taken.
    const std::shared_ptr<const Result>& made() const { return job_.result(); }
    /// The radius that the result is of.
    int made_radius() const { return job_.made() ? job_.made()->radius : radius_; }
    const PlaygroundSweep& sweep() const { return sweep_; }

  private:
    void ask();

    std::shared_ptr<const PlaygroundPicture> picture_;
    LatestJob<Request, Result> job_;
    PlaygroundSweep sweep_;
    int radius_ = 12;
};

}  // namespace upsweep::app
