// Long work, off the window's thread: with progress and cancel, its result handed over on the window's
// thread. In a build without threads deliver() runs one job, so that pictures are drawn between jobs.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/parallel.h"

namespace upsweep::app {

/// Who gets a sentence for the user: what came of something, or why it failed.
using Told = std::function<void(const std::string&)>;

class Jobs;

/// One piece of work, seen from both threads.
class Job : public std::enable_shared_from_this<Job> {
  public:
    explicit Job(std::string title) : title_(std::move(title)) {}
    const std::string& title() const { return title_; }  ///< "Tracing 100 000 steps"
    void cancel() { cancelled_ = true; }
    bool cancelled() const { return cancelled_; }
    /// For RunOptions::cancel and its like.
    const std::atomic<bool>* cancel_flag() const { return &cancelled_; }
    /// Called by the work: run `action` on the window's thread soon, unless the job is cancelled by then.
    void post(std::function<void()> action);
    /// 0 … 1; called by the work.
    void set_progress(double value) { progress_ = value; }
    double progress() const { return progress_; }
    bool finished() const { return finished_; }
    /// Seconds since it started.
    double age() const;

  private:
    friend class Jobs;
    Jobs* jobs_ = nullptr;  ///< who runs it
    std::string title_;
    std::atomic<bool> cancelled_ = false, finished_ = false;
    std::atomic<double> progress_ = 0;
    double started_ = 0;
};

class Jobs {
  public:
    /// `wake` is called from any thread when something is to be delivered; `failed` on the window's thread
    /// with the sentence of an error that a job has no own handler for.
    Jobs(std::function<void()> wake, Told failed);
    /// Cancels and waits for all.
    ~Jobs();
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    /// Runs `work(job)` on a thread of its own and then `done(result)` on the window's thread. An exception
    /// goes to `failed` there (or to the one given to the constructor); Cancelled goes nowhere.
    template <typename Work, typename Done>
    std::shared_ptr<Job> start(std::string title, Work work, Done done, Told failed = {}) {
        return launch(
            std::move(title),
            [work = std::move(work), done = std::move(done)](Job& job) mutable -> std::function<void()> {
                auto result = std::make_shared<decltype(work(job))>(work(job));
                return [result, done = std::move(done)]() mutable { done(std::move(*result)); };
            },
            std::move(failed));
    }

    /// From any thread: run `action` on the window's thread soon (a measurement for the live plot).
    void post(std::function<void()> action);
    /// On the window's thread, each frame: runs what was posted. True if anything was.
    bool deliver();
    /// No job runs and nothing waits to be delivered.
    bool idle();
    /// Something was posted, or without threads is to be run, and waits for deliver().
    bool waiting();
    /// Jobs that run now.
    std::vector<std::shared_ptr<Job>> running();

  private:
    using Work = std::function<std::function<void()>(Job&)>;
    std::shared_ptr<Job> launch(std::string title, Work work, Told failed);
    void run(const std::shared_ptr<Job>& job, Work& work, const Told& failed);

    struct Entry {
        std::shared_ptr<Job> job;
        std::unique_ptr<Worker> worker;
    };
    std::function<void()> wake_;
    Told failed_;
    std::vector<Entry> entries_;
    std::mutex mutex_;
    std::vector<std::function<void()>> posted_;
};

/// The jobs of one owner, mostly one at a time. What was given up delivers nothing: by cancel(), by a start()
/// after it, or as the owner ends. All calls on the window's thread.
class OwnJobs {
  public:
    explicit OwnJobs(Jobs& jobs) : jobs_(jobs) {}
    ~OwnJobs() { cancel(); }
    OwnJobs(const OwnJobs&) = delete;
    OwnJobs& operator=(const OwnJobs&) = delete;

    /// What Jobs::start() does, in place of what runs.
    template <typename... Parts>
    void start(Parts&&... parts) {
        cancel();
        add(std::forward<Parts>(parts)...);
    }
    /// The same, beside what runs.
    template <typename... Parts>
    void add(Parts&&... parts) {
        std::erase_if(own_, [](const auto& job) { return job->finished(); });
        own_.push_back(jobs_.start(std::forward<Parts>(parts)...));
    }
    void cancel();
    /// One of them runs; no longer while its result is delivered.
    bool busy() const;
    /// Of the one that was started last: "Tracing", seconds since it started, and how far it is. Empty and 0
    /// while none runs.
    std::string title() const { return busy() ? own_.back()->title() : ""; }
    double age() const { return busy() ? own_.back()->age() : 0; }
    double progress() const { return busy() ? own_.back()->progress() : 0; }

  private:
    Jobs& jobs_;
    std::vector<std::shared_ptr<Job>> own_;
};

}  // namespace upsweep::app
