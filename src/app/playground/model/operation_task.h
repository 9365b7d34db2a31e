// The task of a picture operation: its run on the picture, the latest job that answers it, its numbers at a
// pixel.
#pragma once

#include "app/playground/model/playground.h"

namespace upsweep::app {

class OperationTask : public PlaygroundTask {
  public:
    struct Request {
        std::shared_ptr<const PlaygroundPicture> picture;
        vision::Values values;
        friend bool operator==(const Request&, const Request&) = default;
    };
    struct Made {
        std::shared_ptr<const DrawnPicture> drawn;
        vision::OperationRun run;  ///< without the channels, which are drawn
    };

    OperationTask(Jobs& jobs, const vision::Operation& operation);

    void take(std::shared_ptr<const PlaygroundPicture> picture) override;
    void leave() override;
    bool at_rest() const override { return !job_.busy(); }
    std::shared_ptr<const DrawnPicture> result() const override { return made() ? made()->drawn : nullptr; }
    std::string label() const override { return operation().label(shown()); }
    std::string file_tag() const override { return operation().file_tag(values()); }
    /// The number that the picture shows, if it shows one.
    FilmWork film_work() const override;
    std::string value_at(int64_t x, int64_t y) const override;
    std::optional<StepThrough> step_through(int64_t x, int64_t y) const override;

    /// Null until the first is done; of the picture taken.
    const std::shared_ptr<const Made>& made() const { return job_.result(); }
    /// The result is of what is wanted now.
    bool settled() const { return job_.settled(); }
    /// What the result is of; before there is one, what is wanted.
    const vision::Values& shown() const { return job_.made() ? job_.made()->values : values(); }
    /// Nothing until there is a picture and the further table, if the operation needs one.
    std::optional<vision::PixelNumbers> numbers(int64_t x, int64_t y) const;

  protected:
    void changed(size_t parameter) override;
    /// A result came.
    virtual void done() {}
    const std::shared_ptr<const PlaygroundPicture>& picture() const { return picture_; }

  private:
    std::shared_ptr<const PlaygroundPicture> picture_;
    LatestJob<Request, Made> job_;
    LatestJob<std::shared_ptr<const Array>, vision::IntegralImage> further_;
};

}  // namespace upsweep::app
