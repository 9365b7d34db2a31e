// Moving pictures, frame by frame: a picture, a folder of pictures, a film, a camera or a drawn clip gives
// frame n with its time.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "media/image.h"

namespace upsweep::media {

struct Frame {
    int64_t number = 0;  ///< from 0
    double seconds = 0;  ///< when it is shown, from the film's start
    Array grey;          ///< u8
    std::vector<Array> colour =
        {};  ///< red, green and blue, u8, where they were requested and there are some
};

class FrameSource {
  public:
    virtual ~FrameSource() = default;

    /// Of the file, without its folder; a clip's slug; "camera".
    virtual std::string name() const = 0;
    virtual Extent extent() const = 0;
    /// Frames a second, the mean where they come unevenly; 0 of a still picture.
    virtual double rate() const = 0;
    /// How many frames there are; nothing while that is not known: of a film until all of it was decoded
    /// once, of a camera. May be called from any thread, as may the two below.
    virtual std::optional<int64_t> count() const = 0;
    /// The same as far as the film's head says; count() where that is known, 0 where nothing says it.
    virtual int64_t likely_count() const { return count().value_or(0); }
    /// What has to be said about it: "ffmpeg met 3 errors, the first: …"; empty.
    virtual std::string note() const { return {}; }

    /// Frame n; null behind the last one. The next one is the quickest. A camera gives the latest, whose
    /// number says how many passed. Throws Error with one sentence where there should be a frame (and may be
    /// asked for earlier ones again), Cancelled soon after *cancel becomes true. One thread at a time.
    virtual std::shared_ptr<const Frame> frame(int64_t n, const std::atomic<bool>* cancel = nullptr) = 0;
    /// Frames come and go whether they are taken or not.
    virtual bool live() const { return false; }
};

struct FrameOptions {
    bool colour = false;      ///< colours beside the grey
    bool scrubbing = false;   ///< frames will be asked for in any order: a film is indexed at once
    bool hardware = false;    ///< ffmpeg decodes films by hardware where it finds some; note() says whether
    std::string ffmpeg = {};  ///< this program instead of the one that is found
    double patience = 20;     ///< seconds without a byte from ffmpeg until it counts as hanging
    ImageLimits limits = {};
};

/// "clip:roundabout", "camera" (the first) or "camera:/dev/video2", a folder of pictures (in the order of
/// their names), a picture, or a film. Throws Error with one sentence where it cannot be read.
std::unique_ptr<FrameSource> open_frames(const std::string& name, const FrameOptions& options = {});

/// A small picture of frame n, at most this wide: grey, or red, green and blue; empty where it has no such
/// frame. `rate` says when the frame is.
std::vector<Array> thumbnail(const std::string& name, int64_t n, double rate,
                             const std::atomic<bool>* cancel = nullptr, const FrameOptions& options = {});

/// Whether open_frames should be asked rather than load_image: a clip, a camera, a folder, or a name that
/// ends as films do.
bool is_moving(const std::string& name);
/// ".mp4", ".mkv" …
std::span<const std::string_view> film_endings();

}  // namespace upsweep::media
