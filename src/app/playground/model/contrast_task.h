// Local contrast: mean and deviation of the window around every pixel, from two tables.
#pragma once

#include "app/playground/model/picture_task.h"
#include "vision/contrast.h"

namespace upsweep::app {

struct ContrastWanted {
    std::shared_ptr<const PlaygroundPicture> picture;
    int radius = 0;
    vision::ContrastPicture shows{};
    friend bool operator==(const ContrastWanted&, const ContrastWanted&) = default;
};

struct ContrastMade {
    std::shared_ptr<const DrawnPicture> drawn;
    double tables_ms = 0, filter_ms = 0, transfer_ms = 0;
};

class ContrastTask : public PictureTask<ContrastWanted, ContrastMade> {
  public:
    static constexpr int most_radius = 255;

    explicit ContrastTask(Jobs& jobs);

    std::string_view name() const override { return "local_contrast"; }
    std::string_view title() const override { return "Local contrast"; }
    void take(std::shared_ptr<const PlaygroundPicture> picture) override;
    void leave() override;
    std::string label() const override;
    std::vector<TaskNumber> numbers() override;
    std::string file_tag() const override;
    std::optional<StepThrough> step_through(std::int64_t x, std::int64_t y) const override;

    /// 0 … most_radius, clamped.
    void set_radius(int radius);
    int radius() const { return radius_; }
    /// What the result shows.
    void set_shows(vision::ContrastPicture shows);
    vision::ContrastPicture shows() const { return shows_; }

    /// The formula in numbers; nothing until the table of squares is there.
    std::optional<vision::ContrastNumbers> look(std::int64_t x, std::int64_t y) const;

  private:
    ContrastWanted wanted() const override;
    void forget() override;

    /// Of the pixels' squares, for look().
    LatestJob<std::shared_ptr<const Array>, vision::IntegralImage> squares_;
    int radius_ = 12;
    vision::ContrastPicture shows_ = vision::ContrastPicture::deviation;
};

}  // namespace upsweep::app
