// A film in the Playground: which frame is shown, what plays, what was dropped, what each frame took. Frames
// are fetched and made ready as jobs, one ahead of the one that is shown. No ImGui.
#pragma once

#include <deque>

#include "app/host/jobs.h"
#include "app/playground/model/drawn_picture.h"
#include "media/frame_source.h"

namespace upsweep::app {

struct PlaygroundPicture;

/// What a frame took, for its bar.
struct FrameTime {
    int64_t number = 0;
    bool dropped = false;  ///< came too late and was left out: no times
    double decode_ms = 0;  ///< until the decoder gave it
    double ready_ms = 0;   ///< its integral image, and what the window draws of it
    double work_ms = 0;    ///< the task, until the window had its result
    double all_ms() const { return decode_ms + ready_ms + work_ms; }
};

/// A small picture of a film, for the strip.
struct FilmThumb {
    int64_t number = 0;
    std::shared_ptr<const DrawnPicture> picture;  ///< null until it is there
};

class FilmPlayer {
  public:
    using Picture = std::shared_ptr<const PlaygroundPicture>;
    /// Makes a frame what the Playground shows; called off the window's thread.
    using Make = std::function<Picture(std::shared_ptr<const media::Frame>, Job&)>;
    /// Takes a frame's picture in front.
    using Show = std::function<void(Picture)>;
    FilmPlayer(Jobs& jobs, std::function<Make()> maker, Show show, Told failed);

    /// `name` is what opened it, for its small pictures. `first` is its frame 0, which is shown already.
    void open(std::string name, std::shared_ptr<media::FrameSource> source, int64_t first = 0);
    /// Lets go of the film, and switches a camera off.
    void close();
    bool is_open() const { return film_ != nullptr; }
    /// A camera, which is on as long as it is open.
    bool live() const { return film_ && film_->live; }
    /// Two pictures with the same key are frames of the same film.
    const void* key() const { return film_.get(); }

    /// Each frame of the window: `at_rest` says that the task has its result of the frame that is shown.
    void advance(double dt, bool at_rest);
    /// Frames will come without a movement of the mouse.
    bool animating() const { return film_ && (playing_ || waits()); }

    /// A frame is on its way.
    bool waits() const { return film_ && (fetch_.busy() || ready_ || wanted_ != shown_ || working_); }

    void play(bool on);
    bool playing() const { return playing_; }
    /// Pauses there; what is out of the film is its first or last frame.
    void seek(int64_t number);
    void step(int by) { seek((waits() ? wanted_ : shown_) + by); }
    void to_end();
    double speed = 1;   ///< times the film's own
    bool again = true;  ///< at its end it begins again
    /// Films are decoded by hardware where ffmpeg finds some; a change opens the film again.
    bool hardware = false;

    /// The frame that is shown.
    int64_t number() const { return shown_; }
    double seconds() const { return seconds_; }
    /// Frames in all, as far as that is known; 0: unknown.
    int64_t count() const { return film_ ? film_->source->likely_count() : 0; }
    /// All of it was decoded once.
    bool indexed() const { return film_ && film_->source->count().has_value(); }
    double rate() const { return film_ ? film_->source->rate() : 0; }
    /// What open_frames takes for it.
    std::string opened_by() const { return film_ ? film_->name : ""; }
    std::string name() const { return film_ ? film_->source->name() : ""; }
    /// "ffmpeg reports 3 errors …"; empty.
    std::string note() const { return film_ ? film_->source->note() : ""; }
    /// What a frame may take at the film's own speed; 0: unknown.
    double deadline_ms() const { return rate() > 0 ? 1000 / rate() : 0; }

    /// The latest frames, oldest first.
    const std::deque<FrameTime>& times() const { return times_; }
    int64_t dropped() const { return dropped_; }
    /// Frames a second, of the latest that were shown one after another; 0 before there are some.
    double mean_rate() const;
    const std::vector<FilmThumb>& thumbs() const { return thumbs_; }

    static constexpr size_t kept_times = 120, thumb_count = 12;

  private:
    struct Film {
        std::shared_ptr<media::FrameSource> source;
        std::string name;
        bool live = false;
        std::mutex turn;  ///< a source serves one thread at a time
    };
    struct Fetched {
        int64_t number = 0;
        double seconds = 0, decode_ms = 0, ready_ms = 0;
        Picture picture;  ///< null: behind the end
    };

    void fetch(int64_t number);
    void arrived(Fetched fetched);
    void take(Fetched fetched);
    void note_end();
    void add(const FrameTime& time);
    void fetch_thumbs();

    std::function<Make()> maker_;
    Show show_;
    Told failed_;
    OwnJobs fetch_, thumb_job_;
    std::shared_ptr<Film> film_;
    std::optional<Fetched> ready_;  ///< fetched, and not shown yet
    int64_t fetching_ = -1;
    int64_t shown_ = 0, wanted_ = 0;
    double seconds_ = 0;
    bool playing_ = false;
    double clock_ = 0;  ///< of the playing film, in frames
    bool working_ = false;
    double taken_at_ = 0;
    FrameTime now_;  ///< of the frame that is worked on
    std::deque<FrameTime> times_;
    std::deque<double> shown_at_;
    int64_t dropped_ = 0;
    std::vector<FilmThumb> thumbs_;
    bool thumbs_begun_ = false;
};

}  // namespace upsweep::app
