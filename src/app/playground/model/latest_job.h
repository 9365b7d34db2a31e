// One job at a time for requests that come faster than they can be answered: the latest one wins.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/host/jobs.h"

namespace upsweep::app {

inline bool is_busy(const std::shared_ptr<Job>& job) { return job && !job->finished() && !job->cancelled(); }
inline void stop(std::shared_ptr<Job>& job) {
    if (job) job->cancel();
    job.reset();
}

/// Answers requests of type `Request`, which has ==, with a `Result` made by `work` off the window's thread.
/// While a job runs, later requests wait and only the last of them is answered next. All calls on the
/// window's thread; it has to live until Jobs has delivered, as views do.
template <typename Request, typename Result>
class LatestJob {
  public:
    using Work = std::function<Result(const Request&, Job&)>;
    LatestJob(Jobs& jobs, std::string title, Work work)
        : jobs_(jobs), title_(std::move(title)), work_(std::move(work)) {}

    /// Called after a result came.
    std::function<void()> on_done;
    /// Gets the sentence where the work failed; without it the one given to Jobs does. A request that failed
    /// is not tried again until another one was wanted.
    std::function<void(const std::string&)> on_failed;

    void ask(Request request) {
        wanted_ = std::move(request);
        next();
    }
    /// Stops the job that runs; what was made stays.
    void cancel() {
        stop(job_);
        ++round_;
        wanted_ = asked_ = made_;
    }
    /// Stops, and throws away what was made.
    void forget() {
        cancel();
        result_.reset();
        wanted_ = asked_ = made_ = std::nullopt;
    }

    /// The last one made; null before the first.
    const std::shared_ptr<const Result>& result() const { return result_; }
    /// The request that the result answers.
    const std::optional<Request>& made() const { return made_; }
    /// The result answers the latest request.
    bool settled() const { return result_ && made_ == wanted_; }
    /// The job that runs, or null.
    std::shared_ptr<Job> job() const { return is_busy(job_) ? job_ : nullptr; }

  private:
    void next() {
        if (is_busy(job_) || !wanted_ || wanted_ == asked_) return;
        asked_ = wanted_;
        auto work = [work = work_, request = *wanted_](Job& job) {
            return std::pair(request, std::make_shared<const Result>(work(request, job)));
        };
        auto done = [this, round = round_](std::pair<Request, std::shared_ptr<const Result>> answer) {
            if (round != round_) return;
            made_ = std::move(answer.first);
            result_ = std::move(answer.second);
            if (on_done) on_done();
            next();
        };
        std::function<void(const std::string&)> failed;
        if (on_failed)
            failed = [this, round = round_](const std::string& sentence) {
                if (round != round_) return;
                on_failed(sentence);
                next();
            };
        job_ = jobs_.start(title_, std::move(work), std::move(done), std::move(failed));
    }

    Jobs& jobs_;
    std::string title_;
    Work work_;
    std::shared_ptr<Job> job_;
    std::shared_ptr<const Result> result_;
    std::optional<Request> wanted_, asked_, made_;
    int round_ = 0;  ///< answers of an earlier one come too late
};

}  // namespace upsweep::app
