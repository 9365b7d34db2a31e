// What the picture commands share where they take a film, a folder, a camera or a clip instead of a picture.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/command_line.h"
#include "core/json.h"
#include "media/frame_source.h"

namespace upsweep::commands {

struct FilmRequest {
    std::string input, output;  ///< output: a film; empty: none is written
    bool colour = false;        ///< work takes the colours
    int64_t most_frames = 0;    ///< 0: all
    bool hardware = false;      ///< media::FrameOptions::hardware
};

inline constexpr const char* hardware_help =
    "a film is decoded by hardware where ffmpeg finds some; which decoder it was is said at the end";

/// What became of a film.
struct FilmTotals {
    std::string name = {}, note = {};
    Extent extent = {};
    double rate = 0;                 ///< the film's own, frames a second
    int64_t frames = 0, passed = 0;  ///< passed: a camera's that came while another was worked on
    double seconds = 0;              ///< from the first frame to the last one done
    double waited_ms = 0, worked_ms = 0, written_ms = 0;  ///< in all
    double frames_a_second() const { return seconds > 0 ? double(frames) / seconds : 0; }
};

/// Hands each frame to `work`, which gives what the film that is written shows of it: grey, or red, green and
/// blue. Nothing is written where there is no output.
FilmTotals process_film(const FilmRequest& request,
                        const std::function<std::vector<Array>(const media::Frame&)>& work);

/// "“out.mp4”: 200 frames of 640 × 480, box filter of …; on the CPU": where it went, and a line of times.
void print_film(const FilmRequest& request, const FilmTotals& totals, std::string_view what,
                std::string_view place);

/// {"film", "size", "rate", "frames", "frames_per_second", "waited_ms", "worked_ms", "note"}; the times are
/// means, `frames` what was said of each.
Json document_of(const FilmTotals& totals, Json frames);

}  // namespace upsweep::commands
