// The adaptive threshold: black where a pixel is darker than its surroundings.
#pragma once

#include "app/playground/model/picture_task.h"
#include "vision/threshold.h"

namespace upsweep::app {

struct ThresholdWanted {
    std::shared_ptr<const PlaygroundPicture> picture;
    int radius = 0, percent = 0;
    friend bool operator==(const ThresholdWanted&, const ThresholdWanted&) = default;
};

struct ThresholdMade {
    std::shared_ptr<const DrawnPicture> drawn;
    std::int64_t black = 0;  ///< pixels
    double table_ms = 0, filter_ms = 0, transfer_ms = 0;
};

class ThresholdTask : public PictureTask<ThresholdWanted, ThresholdMade> {
  public:
    static constexpr int most_radius = 255, most_percent = 100;

    explicit ThresholdTask(Jobs& jobs);

    std::string_view name() const override { return "adaptive_threshold"; }
    std::string_view title() const override { return "Adaptive threshold"; }
    std::string label() const override;
    std::vector<TaskNumber> numbers() override;
    std::string file_tag() const override;
    std::optional<StepThrough> step_through(std::int64_t x, std::int64_t y) const override;

    /// 0 … most_radius, clamped.
    void set_radius(int radius);
    int radius() const { return radius_; }
    /// How much darker than its surroundings black is: 0 … most_percent, clamped.
    void set_percent(int percent);
    int percent() const { return percent_; }

    /// The comparison in numbers; nothing before there is a picture.
    std::optional<vision::ThresholdNumbers> look(std::int64_t x, std::int64_t y) const;

  private:
    ThresholdWanted wanted() const override;

    int radius_ = 31, percent_ = 15;
};

}  // namespace upsweep::app
