// The ffmpeg program at work on one film: pictures come while it decodes, a few ahead of those taken.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "media/frame_source.h"

namespace upsweep::media {

/// The program that `options` names, or the one that is found. Throws Error with what to install.
std::string ffmpeg_of(const FrameOptions& options);

/// What is known once the first picture is there.
struct FilmHead {
    double rate = 0, length = 0, start = 0;  ///< 0: unknown; frames a second, and seconds
};

class FilmRun {
  public:
    struct Request {
        std::vector<std::string> input;  ///< "-ss", "1.5", "-i", "film.mp4"
        std::string name;                ///< what sentences call it
        int64_t width = 0;        ///< scaled to this one, and one picture alone; 0: as they are, and all
        bool live = false;        ///< the latest picture is worth more than each of them
        bool times_only = false;  ///< no pictures: their times, by `on_time`
        /// Called on another thread for each picture that was decoded.
        std::function<void(double seconds)> on_time = {};
    };
    /// Starts it. Throws Error where there is no ffmpeg.
    FilmRun(Request request, const FrameOptions& options);
    /// Ends it, whatever it is doing.
    ~FilmRun();
    FilmRun(const FilmRun&) = delete;
    FilmRun& operator=(const FilmRun&) = delete;

    /// The next picture, its number counted from 0 with those that a live source passed over, its time NaN
    /// where it has none; nothing at the end. Throws Error with one sentence where it ends otherwise,
    /// Cancelled.
    std::optional<Frame> next(const std::atomic<bool>* cancel = nullptr);
    FilmHead head() const;
    /// "ffmpeg reports 3 errors, the first: …"; empty.
    std::string note() const;

  private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace upsweep::media
