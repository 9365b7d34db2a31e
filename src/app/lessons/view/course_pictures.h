// The pictures of the lessons for their cards: made in the background, once.
#pragma once

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
    explicit CoursePictures(Jobs& jobs) : job_(jobs) {}

    /// Begins, unless it has begun. The lessons have to outlive the job.
    void start(std::span<const lessons::Lesson> lessons);
    /// All are made, or could not be.
    bool ready() const { return begun_ && !job_.busy(); }
    /// Null until it is made, and where it could not be.
    const canvas::Picture* of(size_t lesson) const;
    /// The first sentence that says why one could not be made; empty if none exists.
    const std::string& failure() const { return failure_; }
    /// How many recordings of the Race come with the program and could be read; -1: not looked at yet.
    int recordings() const { return recordings_; }

  private:
    std::vector<std::optional<canvas::Picture>> pictures_;
    OwnJobs job_;
    std::string failure_;
    int recordings_ = -1;
    bool begun_ = false;
};

}  // namespace upsweep::app
