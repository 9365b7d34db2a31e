#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

namespace upsweep {

#ifdef UPSWEEP_NO_THREADS

namespace {

int64_t cores() { return 1; }

}  // namespace

int threads_here() { return 1; }

void parallel_rows(int64_t rows, const std::function<void(int64_t, int64_t)>& work, int threads) {
    const int64_t bands = std::clamp<int64_t>(rows, 1, std::max(threads, 1));
    for (int64_t band = 0; band < bands; ++band) work(rows * band / bands, rows * (band + 1) / bands);
}

Worker::Worker(std::function<bool()> piece) : piece_(std::move(piece)) {}
Worker::~Worker() = default;

void Worker::poll() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(10);
    while (piece_ && std::chrono::steady_clock::now() < end) {
        auto piece = std::exchange(piece_, nullptr);
        if (piece()) piece_ = std::move(piece);
    }
}

void Worker::wait() {
    while (piece_) poll();
}

#else

namespace {

/// One call's bands. They are begun in ascending order, by the caller and by whichever helpers are free: a
/// band may wait for those before it.
class Job {
  public:
    Job(int64_t rows, int64_t bands, const std::function<void(int64_t, int64_t)>& work)
        : rows_(rows), bands_(bands), work_(work), failures_(size_t(bands)) {}

    bool all_begun() const { return next_.load(std::memory_order_relaxed) >= bands_; }

    /// Does bands until none is left. `work_` is touched for a band that is not done only, and so never after
    /// the caller has gone on.
    void help() {
        for (int64_t band = next_++; band < bands_; band = next_++) {
            try {
                work_(rows_ * band / bands_, rows_ * (band + 1) / bands_);
            } catch (...) {
                failures_[band] = std::current_exception();
            }
            const std::lock_guard lock(mutex_);
            if (++done_ == bands_) finished_.notify_one();
        }
    }

    void wait() {
        std::unique_lock lock(mutex_);
        finished_.wait(lock, [this] { return done_ == bands_; });
        for (const std::exception_ptr& failure : failures_)
            if (failure) std::rethrow_exception(failure);
    }

  private:
    const int64_t rows_, bands_;
    const std::function<void(int64_t, int64_t)>& work_;
    std::atomic<int64_t> next_{0};
    std::mutex mutex_;
    std::condition_variable finished_;
    int64_t done_ = 0;
    std::vector<std::exception_ptr> failures_;
};

/// Threads that sleep between jobs: waking one costs a fifth of starting one.
class Helpers {
  public:
    void join_in(const std::shared_ptr<Job>& job, size_t helpers) {
        const std::lock_guard lock(mutex_);
        helpers = std::min(helpers, most);
        while (count_ < helpers && start()) ++count_;
        if (count_ > 0) jobs_.push_back(job);
        for (size_t i = 0; i < helpers; ++i) wake_.notify_one();
    }

  private:
    static constexpr size_t most = 63;

    /// False where the system gives no thread: then those that there are do the work.
    bool start() {
        try {
            std::thread([this] { help(); }).detach();
        } catch (const std::system_error&) {
            return false;
        }
        return true;
    }

    [[noreturn]] void help() {
        std::unique_lock lock(mutex_);
        while (true) {
            while (!jobs_.empty() && jobs_.front()->all_begun()) jobs_.pop_front();
            if (jobs_.empty()) {
                wake_.wait(lock);
                continue;
            }
            const std::shared_ptr<Job> job = jobs_.front();
            lock.unlock();
            job->help();
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::shared_ptr<Job> > jobs_;
    size_t count_ = 0;
};

/// Never destroyed: its threads sleep in it until the process ends.
Helpers& helpers() {
    static auto* const all = new Helpers;
    return *all;
}

int64_t cores() { return std::min(threads_here(), 8); }

}  // namespace

int threads_here() { return int(std::max(std::thread::hardware_concurrency(), 1U)); }

void parallel_rows(int64_t rows, const std::function<void(int64_t, int64_t)>& work, int threads) {
    if (threads <= 0) threads = int(cores());
    const int64_t bands = std::clamp<int64_t>(rows, 1, threads);
    if (bands == 1) return work(0, rows);
    const auto job = std::make_shared<Job>(rows, bands, work);
    helpers().join_in(job, size_t(bands - 1));
    job->help();
    job->wait();
}

Worker::Worker(std::function<bool()> piece)
    : thread_([piece = std::move(piece)] {
          while (piece()) continue;
      }) {}
Worker::~Worker() { wait(); }

void Worker::poll() {}

void Worker::wait() {
    if (thread_.joinable()) thread_.join();
}

#endif

int threads_for(int64_t elements, int64_t each) {
    return int(std::clamp<int64_t>(elements / each, 1, cores()));
}

}  // namespace upsweep
