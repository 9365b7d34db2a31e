// One job at a time for requests that come faster than they can be answered: the latest one wins.
#pragma once

#include <optional>
#include <utility>

#include "app/host/jobs.h"

namespace upsweep::app {

/// Answers requests of type `Request`, which has ==, with a `Result` made by `work` off the window's thread.
/// While a job runs, later requests wait and only the last of them is answered next. All calls on the
/// window's thread.
template <typename Request, typename Result>
class LatestJob {
  public:
    using Work = std::function<Result(const Request&, Job&)>;
    LatestJob(Jobs& jobs, std::string title, Work work)
        : title_(std::move(title)), work_(std::move(work)), job_(jobs) {}

    /// Called after a result came.
    std::function<void()> on_done;
    /// Gets the sentence where the work failed; without it the one given to Jobs does. A request that failed
    /// is not tried again until another one was wanted.
    Told on_failed;

    void ask(Request request) {
        wanted_ = std::move(request);
        next();
    }
    /// Stops the job that runs; what was made stays.
    void cancel() {
        job_.cancel();
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
    bool busy() const { return job_.busy(); }

  private:
    void next() {
        if (busy() || !wanted_ || wanted_ == asked_) return;
        asked_ = wanted_;
        auto work = [work = work_, request = *wanted_](Job& job) {
            return std::pair(request, std::make_shared<const Result>(work(request, job)));
        };
        auto done = [this](std::pair<Request, std::shared_ptr<const Result>> answer) {
            made_ = std::move(answer.first);
            result_ = std::move(answer.second);
            if (on_done) on_done();
            next();
        };
        Told failed;
        if (on_failed)
            failed = [this](const std::string& sentence) {
                on_failed(sentence);
                next();
            };
        job_.start(title_, std::move(work), std::move(done), std::move(failed));
    }

    std::string title_;
    Work work_;
    OwnJobs job_;
    std::shared_ptr<const Result> result_;
    std::optional<Request> wanted_, asked_, made_;
};

}  // namespace upsweep::app
