// Jobs: threads, and a queue back to the window's thread.
#include "app/host/jobs.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include "core/error.h"
#include "core/ranges.h"

namespace upsweep::app {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

double Job::age() const { return now() - started_; }

void Job::post(std::function<void()> action) {
    jobs_->post([job = shared_from_this(), action = std::move(action)] {
        if (!job->cancelled()) action();
    });
}

Jobs::Jobs(std::function<void()> wake, Told failed) : wake_(std::move(wake)), failed_(std::move(failed)) {}

Jobs::~Jobs() {
    for (Entry& entry : entries_) entry.job->cancel();
    // Here already: jobs that end post what they have found.
    entries_.clear();
}

std::shared_ptr<Job> Jobs::launch(std::string title, Work work, Told failed) {
    auto job = std::make_shared<Job>(std::move(title));
    job->jobs_ = this;
    job->started_ = now();
    if (!failed) failed = failed_;
    auto worker =
        std::make_unique<Worker>([this, job, work = std::move(work), failed = std::move(failed)]() mutable {
            run(job, work, failed);
            return false;
        });
    entries_.push_back({job, std::move(worker)});
    if (!Worker::has_thread) wake_();
    return job;
}

void Jobs::run(const std::shared_ptr<Job>& job, Work& work, const Told& failed) {
    std::function<void()> ending;
    try {
        // Without threads it waited here while it was cancelled.
        if (Worker::has_thread || !job->cancelled()) ending = work(*job);
    } catch (const Cancelled&) {
    } catch (const std::exception& error) {
        ending = [failed, sentence = std::string(error.what())] { failed(sentence); };
    }
    // A job that was cancelled after its work was done delivers nothing either: no caller waits for it.
    post([job, ending = std::move(ending)] {
        job->finished_ = true;
        if (ending && !job->cancelled()) ending();
    });
}

void Jobs::post(std::function<void()> action) {
    {
        const std::lock_guard lock(mutex_);
        posted_.push_back(std::move(action));
    }
    wake_();
}

bool Jobs::deliver() {
    for (const Entry& entry : entries_) {
        if (entry.job->finished()) continue;
        entry.worker->poll();
        if (!Worker::has_thread) break;  // the next one after the next picture
    }
    std::vector<std::function<void()>> actions;
    {
        const std::lock_guard lock(mutex_);
        actions.swap(posted_);
    }
    for (const auto& action : actions) action();
    std::erase_if(entries_, [](const Entry& entry) { return entry.job->finished(); });
    return !actions.empty();
}

bool Jobs::idle() {
    const std::lock_guard lock(mutex_);
    return entries_.empty() && posted_.empty();
}

bool Jobs::waiting() {
    const std::lock_guard lock(mutex_);
    return !posted_.empty() || (!Worker::has_thread && !entries_.empty());
}

std::vector<std::shared_ptr<Job>> Jobs::running() {
    std::vector<std::shared_ptr<Job>> jobs;
    for (const Entry& entry : entries_)
        if (!entry.job->finished()) jobs.push_back(entry.job);
    return jobs;
}

void OwnJobs::cancel() {
    for (const auto& job : own_) job->cancel();
    own_.clear();
}

bool OwnJobs::busy() const {
    return any_of(own_, [](const auto& job) { return !job->finished(); });
}

}  // namespace upsweep::app
