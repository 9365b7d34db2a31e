// A film that the ffmpeg program writes of pictures. No sound.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "media/frame_source.h"

namespace upsweep::media {

/// Throws UsageError for a name that does not end as a film that can be written.
void check_film_name(const std::filesystem::path& path);
bool is_film_output(const std::filesystem::path& path);

/// The file is there, whole, after finish(), and else not at all.
class FilmWriter {
  public:
    /// `rate`: frames a second. A side of an odd length gets one more row or column, black, which most
    /// players need. Throws Error where there is no ffmpeg, or the file cannot be made.
    FilmWriter(const std::filesystem::path& path, Extent extent, double rate,
               const FrameOptions& options = {});
    ~FilmWriter();
    FilmWriter(const FilmWriter&) = delete;
    FilmWriter& operator=(const FilmWriter&) = delete;

    /// The next frame: grey, or red, green and blue, u8. Throws Error once ffmpeg has given up.
    void add(std::span<const Array> channels);
    /// Waits until all of it is written.
    void finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace upsweep::media
