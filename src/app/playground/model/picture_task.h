// A task with one result: a request about the picture, the latest job that answers it, a drawn picture.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/playground/model/latest_job.h"
#include "app/playground/model/playground.h"
#include "app/playground/model/playground_task.h"

namespace upsweep::app {

/// `Wanted` has a member `picture` and ==; `Made` has a member `drawn`, the picture right of the divider.
template <typename Wanted, typename Made>
class PictureTask : public PlaygroundTask {
  public:
    using Request = Wanted;
    using Result = Made;

    void take(std::shared_ptr<const PlaygroundPicture> picture) override {
        // A result of the same pixels may stay until the new one is there.
        if (picture_ && picture_->grey != picture->grey) forget();
        job_.cancel();
        picture_ = std::move(picture);
        ask();
    }
    void leave() override { job_.cancel(); }
    std::shared_ptr<const DrawnPicture> result() const override { return made() ? made()->drawn : nullptr; }

    /// Null until the first is done; of the picture taken.
    const std::shared_ptr<const Result>& made() const { return job_.result(); }
    /// The result is of what is wanted now.
    bool settled() const { return job_.settled(); }

  protected:
    PictureTask(Jobs& jobs, std::string title, std::function<Result(const Request&, Job&)> work)
        : job_(jobs, std::move(title), std::move(work)) {}

    /// What is wanted now.
    virtual Request wanted() const = 0;
    /// Throws away what was made of other pixels.
    virtual void forget() { job_.forget(); }

    void ask() {
        if (picture_) job_.ask(wanted());
    }
    /// What the result is of; before there is one, what is wanted.
    Request shown() const { return job_.made().value_or(wanted()); }
    void on_done(std::function<void()> then) { job_.on_done = std::move(then); }
    const std::shared_ptr<const PlaygroundPicture>& picture() const { return picture_; }

  private:
    std::shared_ptr<const PlaygroundPicture> picture_;
    LatestJob<Request, Result> job_;
};

}  // namespace upsweep::app
