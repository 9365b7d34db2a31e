// What ffmpeg sends: pictures one after another as binary PGM and PPM of 8 bits; and what it says in lines
// beside them. From another program, so nothing is taken on trust.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "media/frame_source.h"

namespace upsweep::media {

/// Takes pictures out of a stream of bytes, in pieces of any size.
class PictureStream {
  public:
    explicit PictureStream(const ImageLimits& limits) : most_pixels_(limits.pixels) {}

    /// Takes bytes off the front, up to the end of a picture, which is then returned without its number and
    /// time. Throws Error with a few words ("something that is not a picture") for what is not a picture, or
    /// too large.
    std::optional<Frame> take(std::string_view& bytes);
    /// Some of a picture has come, but not all of it.
    bool within() const { return !head_.empty(); }

  private:
    void read_head();
    void split(std::string_view piece);

    int64_t most_pixels_;
    std::string head_;
    int64_t size_ = 0, come_ = 0;  ///< bytes of the picture; size_ is 0 before its head is whole
    int channels_ = 1;
    Frame frame_;
};

/// What ffmpeg says, line by line, with "-loglevel level+info": what the film's head says of it, the time of
/// each frame from the showinfo filter, and errors.
class FilmTalk {
  public:
    void hear(std::string_view piece);
    /// Nothing more will come.
    void end();

    std::deque<double> times;  ///< of the frames, in seconds as ffmpeg counts them; NaN: it has none
    double rate = 0;           ///< frames a second; 0: unknown
    double length = 0;         ///< in seconds; 0: unknown
    double start = 0;          ///< the time that the film's beginning has
    int64_t errors = 0;
    std::string first_error, last_error;
    /// What "-hwaccel auto" came to: "cuda", "vaapi" …, "none"; empty: nothing was said of it.
    std::string hardware;

  private:
    void found_hardware(std::string_view kind);
    void line(std::string_view line);
    void showinfo_line(std::string_view line);

    std::string rest_;
    double tick_ = 0;  ///< seconds; 0: unknown
};

}  // namespace upsweep::media
