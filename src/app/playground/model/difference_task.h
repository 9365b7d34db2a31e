// Differences of boxes, as SURF takes them for derivatives.
#pragma once

#include "app/playground/model/picture_task.h"
#include "vision/difference.h"

namespace upsweep::app {

struct DifferenceWanted {
    std::shared_ptr<const PlaygroundPicture> picture;
    vision::BoxResponse response{};
    int size = 0;
    friend bool operator==(const DifferenceWanted&, const DifferenceWanted&) = default;
};

struct DifferenceMade {
    std::shared_ptr<const DrawnPicture> drawn;
    Array values;  ///< f32, the picture's extent
    float largest = 0;
    double table_ms = 0, filter_ms = 0, transfer_ms = 0;
};

class DifferenceTask : public PictureTask<DifferenceWanted, DifferenceMade> {
  public:
    explicit DifferenceTask(Jobs& jobs);

    std::string_view name() const override { return "difference_of_boxes"; }
    std::string_view title() const override { return "Difference of boxes"; }
    std::string label() const override;
    std::vector<TaskNumber> numbers() override;
    std::string file_tag() const override;
    /// The number itself, not its grey.
    std::string value_at(std::int64_t x, std::int64_t y) const override;
    std::optional<StepThrough> step_through(std::int64_t x, std::int64_t y) const override;

    void set_response(vision::BoxResponse response);
    vision::BoxResponse response() const { return response_; }
    /// The index of the size in box_sizes, clamped.
    void set_size(int index);
    int size_index() const { return size_; }
    /// Pixels of all boxes together, each way.
    int size() const;

    /// The formula in numbers; nothing before there is a picture.
    std::optional<vision::DifferenceNumbers> look(std::int64_t x, std::int64_t y) const;

  private:
    DifferenceWanted wanted() const override;

    vision::BoxResponse response_ = vision::BoxResponse::determinant;
    int size_ = 4;
};

/// "Dxx", "Dyy", "Dxy", "determinant", "centre and surround".
std::string_view response_words(vision::BoxResponse response);

}  // namespace upsweep::app
