#include "app/playground/model/film_player.h"

#include "app/playground/model/playground.h"
#include "core/clock.h"

namespace upsweep::app {
namespace {

constexpr size_t kept_moments = 30;  // of frames shown, for the mean

}  // namespace

FilmPlayer::FilmPlayer(Jobs& jobs, std::function<Make()> maker, Show show, Told failed)
    : maker_(std::move(maker)),
      show_(std::move(show)),
      failed_(std::move(failed)),
      fetch_(jobs),
      thumb_job_(jobs) {}

void FilmPlayer::open(std::string name, std::shared_ptr<media::FrameSource> source, int64_t first) {
    close();
    film_ = std::make_shared<Film>();
    film_->live = source->live();
    film_->source = std::move(source);
    film_->name = std::move(name);
    shown_ = wanted_ = first;
    seconds_ = 0;
    playing_ = film_->live;
    again = true;
}

void FilmPlayer::close() {
    fetch_.cancel();
    thumb_job_.cancel();
    film_.reset();
    ready_.reset();
    times_.clear();
    shown_at_.clear();
    thumbs_.clear();
    thumbs_begun_ = playing_ = working_ = false;
    dropped_ = 0;
    clock_ = 0;
}

void FilmPlayer::play(bool on) {
    if (!film_ || on == playing_) return;
    playing_ = on;
    wanted_ = shown_;
    shown_at_.clear();
    const auto count = film_->source->count();
    // At the end it begins again from the start.
    if (on && count && shown_ + 1 >= *count && !film_->live) {
        seek(0);
        playing_ = true;
    }
    clock_ = double(wanted_);
}

void FilmPlayer::seek(int64_t number) {
    if (!film_ || film_->live) return;
    playing_ = false;
    wanted_ = std::max<int64_t>(number, 0);
    if (const auto count = film_->source->count())
        wanted_ = std::min(wanted_, std::max<int64_t>(*count - 1, 0));
    if (ready_ && ready_->number != wanted_) ready_.reset();
    if (fetch_.busy() && fetching_ != wanted_) fetch_.cancel();
}

void FilmPlayer::to_end() {
    if (const int64_t all = count(); all > 0) seek(all - 1);
}

void FilmPlayer::advance(double dt, bool at_rest) {
    if (!film_) return;
    if (working_ && at_rest) {
        now_.work_ms = (steady_seconds() - taken_at_) * 1e3;
        add(now_);
        working_ = false;
    }
    if (!thumbs_begun_ && !film_->live && count() > 0) fetch_thumbs();
    // A window that slept meanwhile has not played.
    constexpr double longest_turn = 0.5;
    const double rate = this->rate() > 0 ? this->rate() : 25;
    if (playing_ && !film_->live) clock_ += std::min(dt, longest_turn) * rate * speed;
    const auto due = int64_t(clock_);
    if (ready_ && !working_ && (!playing_ || film_->live || ready_->number <= due)) {
        Fetched next = std::move(*ready_);
        ready_.reset();
        take(std::move(next));
    }
    if (fetch_.busy() || ready_) return;
    if (playing_)
        fetch(film_->live ? shown_ + 1 : std::max(shown_ + 1, due));
    else if (wanted_ != shown_)
        fetch(wanted_);
}

void FilmPlayer::fetch(int64_t number) {
    fetching_ = number;
    auto work = [film = film_, make = maker_(), number](Job& job) {
        Fetched fetched{.number = number, .picture = nullptr};
        const std::lock_guard turn(film->turn);
        const double begin = steady_seconds();
        const auto frame = film->source->frame(number, job.cancel_flag());
        const double decoded = steady_seconds();
        if (!frame) return fetched;
        fetched.number = frame->number;
        fetched.seconds = frame->seconds;
        fetched.decode_ms = (decoded - begin) * 1e3;
        fetched.picture = make(frame, job);
        fetched.ready_ms = milliseconds_since(decoded);
        return fetched;
    };
    fetch_.start(
        "Decoding", std::move(work), [this](Fetched fetched) { arrived(std::move(fetched)); },
        [this](const std::string& sentence) {
            // What is shown stays.
            playing_ = false;
            wanted_ = shown_;
            if (failed_) failed_(sentence);
        });
}

void FilmPlayer::arrived(Fetched fetched) {
    if (!fetched.picture) return note_end();
    if (!playing_ && fetched.number != wanted_) return;
    ready_ = std::move(fetched);
}

/// Nothing is behind the last frame.
void FilmPlayer::note_end() {
    const auto count = film_->source->count();
    if (playing_ && again && shown_ > 0) {
        wanted_ = -1;  // frame 0 is another one
        clock_ = 0;
        fetch(0);
        return;
    }
    playing_ = false;
    wanted_ = count && *count > 0 ? *count - 1 : shown_;
}

void FilmPlayer::take(Fetched fetched) {
    if (playing_) {
        const bool onwards = fetched.number > shown_;
        if (!onwards) clock_ = double(fetched.number);  // it begins again
        for (int64_t n = shown_ + 1; onwards && n < fetched.number; ++n) {
            ++dropped_;
            if (fetched.number - n <= int64_t(kept_times)) add({.number = n, .dropped = true});
        }
        shown_at_.push_back(steady_seconds());
        if (shown_at_.size() > kept_moments) shown_at_.pop_front();
    }
    now_ = {.number = fetched.number, .decode_ms = fetched.decode_ms, .ready_ms = fetched.ready_ms};
    shown_ = fetched.number;
    seconds_ = fetched.seconds;
    if (playing_) wanted_ = shown_;
    taken_at_ = steady_seconds();
    working_ = true;
    show_(std::move(fetched.picture));
}

void FilmPlayer::add(const FrameTime& time) {
    times_.push_back(time);
    if (times_.size() > kept_times) times_.pop_front();
}

double FilmPlayer::mean_rate() const {
    if (shown_at_.size() < 2) return 0;
    const double length = shown_at_.back() - shown_at_.front();
    return length > 0 ? double(shown_at_.size() - 1) / length : 0;
}

void FilmPlayer::fetch_thumbs() {
    thumbs_begun_ = true;
    const int64_t all = count();
    const auto some = int64_t(std::min<size_t>(thumb_count, size_t(all)));
    for (int64_t i = 0; i < some; ++i) thumbs_.push_back({all * i / some, nullptr});
    thumb_job_.start(
        "Small pictures",
        [this, film = film_, thumbs = thumbs_, rate = rate()](Job& job) {
            for (size_t i = 0; i < thumbs.size() && !job.cancelled(); ++i) {
                auto small = media::thumbnail(film->name, thumbs[i].number, rate, job.cancel_flag());
                if (small.empty()) continue;
                auto drawn = drawn_picture(std::move(small));
                job.post([this, i, drawn] {
                    if (i < thumbs_.size()) thumbs_[i].picture = drawn;
                });
            }
            return true;
        },
        [](bool) {}, [](const std::string&) {});
}

}  // namespace upsweep::app
