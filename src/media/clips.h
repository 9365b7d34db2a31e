// Built-in clips, drawn by this program frame by frame: nothing is loaded, every machine draws the same
// bytes, and where each thing is in a frame is known.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "media/frame_source.h"
#include "media/paint.h"

namespace upsweep::media {

/// Where a thing is in a frame: pixels x0 ≤ x < x1, y0 ≤ y < y1, which may reach beyond the picture.
struct TruthBox {
    std::string_view name;  ///< "taxi"
    int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    float visible = 1;  ///< the share of it that is in the picture and behind nothing
};

/// A clip is a function of the frame's number: each frame is drawn from that number alone. Only + - * / and
/// square roots of floats are used, as in the sample pictures.
struct Clip {
    std::string_view slug;   ///< "roundabout"
    std::string_view title;  ///< "Roundabout"
    std::string_view about;  ///< what happens, in a sentence
    Extent extent;
    int64_t frames = 0;
    double frames_per_second = 25;
    std::string_view target;                        ///< the thing to follow
    Painting (*paint)(int64_t frame);               ///< 0 ≤ frame < frames
    std::vector<TruthBox> (*truth)(int64_t frame);  ///< each name once, in the same order in every frame

    double seconds(int64_t frame) const { return double(frame) / frames_per_second; }
    /// Where the thing of that name is. Throws UsageError naming those that there are.
    TruthBox box(std::string_view name, int64_t frame) const;
};

/// Class, Crowd, Roundabout, Spheres.
std::span<const Clip> clips();

/// Throws UsageError naming the slugs.
const Clip& find_clip(std::string_view slug);

/// The clips of people as one brightness, u8, of any size. `frame` wraps around. Throws UsageError for the
/// other clips, which have one size.
Array draw_people_frame(std::string_view slug, int64_t frame, Extent extent);

/// What "clip:roundabout" names: frames of that clip. Throws UsageError naming the slugs.
std::unique_ptr<FrameSource> open_clip(std::string_view slug, const FrameOptions& options);

/// A direction after so many turns, clockwise on the screen from {1, 0}: within 4 · 10⁻⁶ of cosine and sine.
struct ClipPoint {
    float x = 0, y = 0;
};
ClipPoint clip_direction(float turns);

Painting paint_roundabout(int64_t frame);
std::vector<TruthBox> roundabout_truth(int64_t frame);
Painting paint_moving_spheres(int64_t frame);
std::vector<TruthBox> moving_spheres_truth(int64_t frame);

/// How much of a box is inside the picture, 0 to 1.
float share_in_picture(const TruthBox& box, Extent extent);

}  // namespace upsweep::media
