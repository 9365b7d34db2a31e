// The pictures of the lessons for their cards: made in the background, once.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/host/jobs.h"
#include "canvas/canvas.h"
#include "lessons/lesson.h"

namespace upsweep::app {

class CoursePictures {
  public:
    explicit CoursePictures(Jobs& jobs) : jobs_(jobs) {}
    ~CoursePictures();
    CoursePictures(const CoursePictures&) = delete;
    CoursePictures& operator=(const CoursePictures&) = delete;

    /// Begins, unless it has begun. The lessons have to outlive the job.
    void start(std::span<const lessons::Lesson> lessons);
    /// All are made, or could not be.
    bool ready() const { return begun_ && waiting_ == 0; }
    /// Null until it is made, and where it could not be.
    const canvas::Picture* of(std::size_t lesson) const;
    /// The first sentence that says why one could not be made; empty if none exists.
    const std::string& failure() const { return failure_; }
    /// How many recordings of the Race come with the program and could be read; -1: not looked at yet.
    int recordings() const { return recordings_; }

  private:
    Jobs& jobs_;
    std::vector<std::optional<canvas::Picture>> pictures_;
    std::shared_ptr<Job> job_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
    std::string failure_;
    std::size_t waiting_ = 0;
    int recordings_ = -1;
    bool begun_ = false;
};

}  // namespace upsweep::app
