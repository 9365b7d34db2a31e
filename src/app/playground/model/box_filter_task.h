// The box filter: one to three passes over every channel, and the time against the radius.
#pragma once

#include "app/playground/model/picture_task.h"
#include "app/playground/model/playground_sweep.h"

namespace upsweep::app {

struct BoxFilterWanted {
    std::shared_ptr<const PlaygroundPicture> picture;
    int radius = 0, passes = 1;
    friend bool operator==(const BoxFilterWanted&, const BoxFilterWanted&) = default;
};

struct BoxFilterMade {
    std::shared_ptr<const DrawnPicture> drawn;
    /// Of colours or further passes, each with a table of its own; else 0.
    double tables_ms = 0, filters_ms = 0, transfer_ms = 0;
    /// The first channel; of grey pictures the only one.
    const Array& pixels() const { return drawn->channels.front(); }
};

class BoxFilterTask : public PictureTask<BoxFilterWanted, BoxFilterMade> {
  public:
    static constexpr int most_radius = 255, most_passes = 3;

    explicit BoxFilterTask(Jobs& jobs);

    std::string_view name() const override { return "box_filter"; }
    std::string_view title() const override { return "Box filter"; }
    void take(std::shared_ptr<const PlaygroundPicture> picture) override;
    void leave() override;
    std::string label() const override;
    std::vector<TaskNumber> numbers() override;
    std::string file_tag() const override;
    std::optional<StepThrough> step_through(std::int64_t x, std::int64_t y) const override;

    /// 0 … most_radius, clamped.
    void set_radius(int radius);
    int radius() const { return radius_; }

    /// 1 … most_passes, clamped: three are close to a Gaussian.
    void set_passes(int passes);
    int passes() const { return passes_; }
    /// The picture's own table alone does it: grey, in one pass.
    bool simple() const { return passes_ == 1 && (!picture() || picture()->drawn->grey()); }

    /// The radius and the passes that the result is of.
    int made_radius() const { return shown().radius; }
    int made_passes() const { return shown().passes; }
    const PlaygroundSweep& sweep() const { return sweep_; }

  private:
    BoxFilterWanted wanted() const override;

    PlaygroundSweep sweep_;
    int radius_ = 12, passes_ = 1;
};

}  // namespace upsweep::app
