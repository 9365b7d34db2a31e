#include "media/film.h"

#include <cmath>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>

#include <fmt/format.h>

#include "core/error.h"
#include "core/parallel.h"
#include "core/quotes.h"
#include "media/film_run.h"

namespace upsweep::media {
namespace {

constexpr int64_t most_skipped = 32;       // frames ahead that are decoded on the way instead of a jump
constexpr int64_t before_a_jump_back = 8;  // frames that come with it, for the steps that follow
constexpr std::chrono::duration<double> one_look{0.05};
constexpr size_t kept_bytes = size_t{96} << 20, least_kept = 2, most_kept = 24;
constexpr size_t most_marks = size_t{1} << 24;  // a week of frames

size_t bytes_of(const Frame& frame) { return size_t(frame.grey.count()) * (1 + frame.colour.size()); }

std::vector<std::string> input_of(const std::string& path) {
    // A name with a colon or a dash is a file as well.
    return {"-i", "file:" + path};
}

/// The times of a film's frames, found out beside other work by decoding all of it.
class FilmIndex {
  public:
    FilmIndex(const std::string& path, const std::string& name, const FrameOptions& options)
        : run_({.input = input_of(path),
                .name = name,
                .times_only = true,
                .on_time = [this](double seconds) { add(seconds); }},
               options),
          worker_([this] {
              finish();
              return false;
          }) {}
    ~FilmIndex() { stop_ = true; }

    /// Of all frames; nothing until they are known.
    std::optional<int64_t> count() const {
        const std::lock_guard lock(mutex_);
        return whole_ ? std::optional(int64_t(times_.size())) : std::nullopt;
    }
    /// Waits for frame n's time: nothing where frame n is behind the last.
    std::optional<double> time_of(int64_t n, const std::atomic<bool>* cancel) const {
        while (true) {
            if (cancel != nullptr && *cancel) throw Cancelled();
            std::unique_lock lock(mutex_);
            if (n < int64_t(times_.size())) return times_[size_t(n)];
            if (ended_) return std::nullopt;
            changed_.wait_for(lock, one_look);
        }
    }
    double rate() const {
        const std::lock_guard lock(mutex_);
        if (!whole_ || times_.size() < 2) return 0;
        const double length = times_.back() - times_.front();
        return length > 0 ? double(times_.size() - 1) / length : 0;
    }

  private:
    void add(double seconds) {
        const std::lock_guard lock(mutex_);
        if (times_.size() < most_marks) times_.push_back(seconds);
        changed_.notify_all();
    }
    void finish() {
        bool whole = true;
        try {
            run_.next(&stop_);
        } catch (const Error&) {
            whole = false;  // who plays it meets the same end, and says so
        }
        const std::lock_guard lock(mutex_);
        whole_ = whole && times_.size() < most_marks;
        ended_ = true;
        changed_.notify_all();
    }

    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::vector<double> times_;
    bool ended_ = false, whole_ = false;
    std::atomic<bool> stop_{false};
    FilmRun run_;
    Worker worker_;
};

class Film : public FrameSource {
  public:
    Film(std::string path, const FrameOptions& options)
        : path_(std::move(path)),
          name_(std::filesystem::path(path_).filename().string()),
          options_(options),
          regular_(std::filesystem::is_regular_file(path_)) {
        begin();
        const auto first = take(nullptr);
        if (!first) throw Error("No frame of {} can be decoded; choose another file.", in_quotes(name_));
        extent_ = first->grey.extent();
        if (options_.scrubbing && regular_) index();
    }

    std::string name() const override { return name_; }
    Extent extent() const override { return extent_; }
    double rate() const override {
        const FilmIndex* known = shown_index_;
        const double mean = known != nullptr ? known->rate() : 0;
        return mean > 0 ? mean : head_.rate;
    }
    std::optional<int64_t> count() const override {
        if (const int64_t played = played_; played >= 0) return played;
        const FilmIndex* known = shown_index_;
        return known != nullptr ? known->count() : std::nullopt;
    }
    int64_t likely_count() const override {
        if (const auto known = count()) return *known;
        return std::llround(std::min(head_.length * head_.rate, 1e12));
    }
    std::string note() const override {
        const std::lock_guard lock(mutex_);
        return note_;
    }

    std::shared_ptr<const Frame> frame(int64_t n, const std::atomic<bool>* cancel) override {
        if (const auto known = count(); n < 0 || (known && n >= *known)) return nullptr;
        if (auto kept = find(n)) return kept;
        if ((!run_ || n < next_ || n > next_ + most_skipped) && !jump(n, cancel)) return nullptr;
        if (auto kept = find(n)) return kept;
        while (auto taken = take(cancel))
            if (taken->number == n) return taken;
        if (from_start_) played_ = next_;
        run_.reset();
        return nullptr;
    }

  private:
    std::shared_ptr<const Frame> find(int64_t n) const {
        for (const auto& kept : kept_)
            if (kept->number == n) return kept;
        return nullptr;
    }

    FilmIndex& index() {
        if (!index_) index_ = std::make_unique<FilmIndex>(path_, name_, options_);
        shown_index_ = index_.get();
        return *index_;
    }

    void begin() {
        run_.reset();
        run_ = std::make_unique<FilmRun>(FilmRun::Request{.input = input_of(path_), .name = name_}, options_);
        next_ = 0;
        from_start_ = true;
    }

    /// So that frame n was taken, or comes next or somewhat later. False where it is behind the last.
    bool jump(int64_t n, const std::atomic<bool>* cancel) {
        if (!regular_)
            throw Error("{} comes as a stream, so only its latest frames can be seen again.",
                        in_quotes(name_));
        const int64_t first = std::max<int64_t>(n < next_ ? n - before_a_jump_back : n, 0);
        if (first > 0) {
            const auto before = index().time_of(first - 1, cancel), at = index().time_of(first, cancel);
            if (!at && count()) return false;
            if (at && *at > *before && begin_at(first, *before, *at, cancel)) return true;
        }
        begin();
        return true;
    }

    /// Decoded from the key frame before this one on, and checked by the time that it has: some films do not
    /// decode from everywhere. False: this one does not.
    bool begin_at(int64_t number, double before, double at, const std::atomic<bool>* cancel) {
        run_.reset();
        std::vector<std::string> input = {"-ss", fmt::format("{:.6f}", (before + at) / 2 - head_.start)};
        for (std::string& word : input_of(path_)) input.push_back(std::move(word));
        run_ =
            std::make_unique<FilmRun>(FilmRun::Request{.input = std::move(input), .name = name_}, options_);
        next_ = number;
        from_start_ = false;
        try {
            auto got = run_->next(cancel);
            if (!got || !(std::abs(got->seconds - at) < (at - before) / 2)) return false;
            keep(std::move(*got));
            return true;
        } catch (const Cancelled&) {
            run_.reset();
            throw;
        } catch (const Error&) {
            return false;
        }
    }

    /// The run's next frame; null at its end.
    std::shared_ptr<const Frame> take(const std::atomic<bool>* cancel) {
        try {
            auto got = run_->next(cancel);
            head_ = next_ == 0 ? run_->head() : head_;
            const std::lock_guard lock(mutex_);
            note_ = run_->note();
            return got ? keep(std::move(*got)) : nullptr;
        } catch (const Cancelled&) {
            throw;
        } catch (const Error&) {
            run_.reset();  // the next try starts again
            throw;
        }
    }

    std::shared_ptr<const Frame> keep(Frame frame) {
        frame.number = next_++;
        frame.seconds = std::isfinite(frame.seconds) ? frame.seconds - head_.start
                        : head_.rate > 0             ? double(frame.number) / head_.rate
                                                     : 0;
        if (!kept_.empty() && kept_.back()->number + 1 != frame.number) kept_.clear();
        const size_t most = std::max(least_kept, kept_bytes / std::max<size_t>(bytes_of(frame), 1));
        while (kept_.size() >= std::min(most, most_kept)) kept_.pop_front();
        kept_.push_back(std::make_shared<const Frame>(std::move(frame)));
        return kept_.back();
    }

    std::string path_, name_;
    FrameOptions options_;
    bool regular_ = false;
    Extent extent_;
    FilmHead head_;
    std::unique_ptr<FilmRun> run_;
    int64_t next_ = 0;                               ///< the number of the run's next frame
    bool from_start_ = false;                        ///< where the run began
    std::deque<std::shared_ptr<const Frame>> kept_;  ///< the latest that were taken, one after another
    std::atomic<int64_t> played_{-1};                ///< frames in all, once it was played to its end
    std::unique_ptr<FilmIndex> index_;
    std::atomic<const FilmIndex*> shown_index_{nullptr};  ///< the same, for other threads
    mutable std::mutex mutex_;
    std::string note_;
};

class Camera : public FrameSource {
  public:
    Camera(const std::string& device, const FrameOptions& options)
        : run_({.input = {"-f", "v4l2", "-i", device}, .name = device, .live = true}, options) {
        const auto first = frame(0, nullptr);
        if (!first) throw Error("The camera {} gives no picture; try again.", in_quotes(device));
        extent_ = first->grey.extent();
        rate_ = run_.head().rate;
    }

    std::string name() const override { return "camera"; }
    Extent extent() const override { return extent_; }
    double rate() const override { return rate_; }
    std::optional<int64_t> count() const override { return std::nullopt; }
    bool live() const override { return true; }
    std::shared_ptr<const Frame> frame(int64_t n, const std::atomic<bool>* cancel) override {
        if (latest_ && n <= latest_->number) return latest_;
        auto got = run_.next(cancel);
        if (!got) throw Error("The camera was switched off or unplugged; connect it and start it again.");
        if (!begin_) begin_ = got->seconds;
        got->seconds -= *begin_;
        latest_ = std::make_shared<const Frame>(std::move(*got));
        return latest_;
    }

  private:
    FilmRun run_;
    Extent extent_;
    double rate_ = 0;
    std::optional<double> begin_;
    std::shared_ptr<const Frame> latest_;
};

}  // namespace

std::unique_ptr<FrameSource> open_film(const std::string& path, const FrameOptions& options) {
    return std::make_unique<Film>(path, options);
}

std::optional<Frame> film_thumbnail(const std::string& path, double seconds, int64_t width,
                                    const FrameOptions& options, const std::atomic<bool>* cancel) {
    std::vector<std::string> input = {"-ss", fmt::format("{:.6f}", seconds)};
    for (std::string& word : input_of(path)) input.push_back(std::move(word));
    FilmRun run({.input = std::move(input), .name = path, .width = width}, options);
    return run.next(cancel);
}

std::unique_ptr<FrameSource> open_camera(const std::string& device, const FrameOptions& options) {
    ffmpeg_of(options);
    if (!std::filesystem::exists(device))
        throw Error("There is no camera at {}; connect one and start it again.", in_quotes(device));
    return std::make_unique<Camera>(device, options);
}

}  // namespace upsweep::media
