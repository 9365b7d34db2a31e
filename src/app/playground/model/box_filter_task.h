// The box filter: one to three passes over every channel, and the time against the radius.
#pragma once

#include "app/playground/model/latest_job.h"
#include "app/playground/model/playground.h"
#include "app/playground/model/playground_sweep.h"
#include "app/playground/model/playground_task.h"

namespace upsweep::app {

class BoxFilterTask : public PlaygroundTask {
  public:
    static constexpr int most_radius = 255, most_passes = 3;

    struct Request {
        std::shared_ptr<const PlaygroundPicture> picture;
        int radius = 0, passes = 1;
        friend bool operator==(const Request&, const Request&) = default;
    };
    struct Result {
        std::shared_ptr<const DrawnPicture> drawn;
        /// Of colours or further passes, each of which has a table of its own; else 0.
        double tables_ms = 0, filters_ms = 0, transfer_ms = 0;
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

    /// 1 … most_passes, clamped: three are close to a Gaussian.
    void set_passes(int passes);
    int passes() const { return passes_; }
    /// The picture's own table alone does it: grey, in one pass.
    bool simple() const { return passes_ == 1 && (!picture_ || picture_->drawn->grey()); }

    /// Null until the first filter is done; of the picture taken.
    const std::shared_ptr<const Result>& made() const { return job_.result(); }
    /// The result is of what is asked for now.
    bool settled() const { return job_.settled(); }
    /// The radius and the passes that the result is of.
    int made_radius() const { return job_.made() ? job_.made()->radius : radius_; }
    int made_passes() const { return job_.made() ? job_.made()->passes : passes_; }
    const PlaygroundSweep& sweep() const { return sweep_; }

  private:
    void ask();

    std::shared_ptr<const PlaygroundPicture> picture_;
    LatestJob<Request, Result> job_;
    PlaygroundSweep sweep_;
    int radius_ = 12, passes_ = 1;
};

}  // namespace upsweep::app
