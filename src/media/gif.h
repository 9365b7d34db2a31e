// Moving pictures as GIF, with one palette for all frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace upsweep::media {

inline constexpr size_t most_gif_colours = 256;
/// How long a frame may last, in milliseconds.
inline constexpr int shortest_frame_ms = 20, longest_frame_ms = 60'000;

/// How often each colour is there.
using ColourCounts = std::map<uint32_t, int64_t>;

/// Adds the pixels of `rgb` (three bytes each).
void count_colours(std::span<const uint8_t> rgb, ColourCounts& counts);

/// At most 256 colours, 0xRRGGBB: all of `fixed` (up to as many), then the most frequent of `counts` that are
/// not nearly one that was chosen before.
std::vector<uint32_t> gif_palette(std::span<const uint32_t> fixed, const ColourCounts& counts);

/// Writes frames one after another; it plays forever. Of a frame only what changed is kept.
class GifWriter {
  public:
    /// 1 … 65535 pixels each way; `colours` 1 … 256. Throws BackendMissing in a build without libgif.
    GifWriter(int width, int height, std::span<const uint32_t> colours);
    ~GifWriter();
    GifWriter(const GifWriter&) = delete;
    GifWriter& operator=(const GifWriter&) = delete;

    /// `rgb` has three bytes a pixel; each is shown in the nearest of the colours, for `milliseconds` (to the
    /// hundredth of a second). Throws Error.
    void add(std::span<const uint8_t> rgb, int milliseconds);
    /// The file. Nothing may be added afterwards.
    std::vector<std::byte> finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace upsweep::media
