// Cascades of boosted stumps over sums of rectangles (Viola and Jones), as OpenCV's XML files hold them: what
// they are, how they are read, and how they are packed for a GPU's constant memory.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/extent.h"

namespace upsweep::cascade {

/// reference/haar_cascade.h says what each does, to the last bit.
enum class Rule : uint8_t {
    opencv,  ///< as detectMultiScale of OpenCV 4.6 on a CPU: the same rectangles
    paper,   ///< as Oro and others: every window, a step of one pixel, a bilinear pyramid
};

/// A rectangle inside the window, in pixels of the window, and what its sum is multiplied by.
struct Part {
    int x = 0, y = 0, width = 0, height = 0;
    float weight = 0;
    friend constexpr bool operator==(const Part&, const Part&) = default;
};

/// The pixels of a window but for its border, over which its norm is taken.
constexpr Part inner_part(Extent window) { return {1, 1, int(window.width) - 2, int(window.height) - 2, 1}; }

/// The weighted sum of two or three parts.
struct Feature {
    std::array<Part, 3> parts;
    int count = 2;  ///< parts in use, 2 or 3
    friend constexpr bool operator==(const Feature&, const Feature&) = default;
};

/// One question with two answers. The threshold counts in (norm area) x (standard deviation) of the window's
/// inner pixels: the two rules (vision/faces.h) say with which types the feature is compared.
struct Stump {
    int feature = 0;
    float threshold = 0;
    float below = 0;      ///< the vote where the feature is below the threshold
    float otherwise = 0;  ///< the vote where it is not
    friend constexpr bool operator==(const Stump&, const Stump&) = default;
};

/// A window continues where the votes of the stage's stumps add up to no less than the threshold.
struct Stage {
    float threshold = 0;       ///< the file's, less 1e-5 in f32, as OpenCV compares
    int first = 0, count = 0;  ///< stumps first … first + count - 1
    friend constexpr bool operator==(const Stage&, const Stage&) = default;
};

struct Cascade {
    std::string name;     ///< the file's name, or "toy"
    std::string licence;  ///< what the file's comment says of licence and copyright, one line; may be empty
    Extent window;        ///< what all parts lie inside
    std::vector<Stage> stages;
    std::vector<Stump> stumps;
    std::vector<Feature> features;
    friend bool operator==(const Cascade&, const Cascade&) = default;
};

/// Reads OpenCV's XML, the new form (opencv-cascade-classifier) and the old (opencv-haar-classifier). Only
/// stumps (trees of one node) over upright rectangles are taken, in windows of 3 to 1000 pixels. Throws Error
/// with one sentence that begins with `name`: malformed, cut short, too large, deeper trees, tilted features,
/// LBP or HOG, a part outside the window.
Cascade parse_cascade(std::string_view xml, const std::string& name);

/// The same of a file of at most 16 MiB; its name without the folder is the cascade's. Throws Error where it
/// cannot be read.
Cascade load_cascade(const std::filesystem::path& file);

/// Three stages of one, two and three stumps in a window of 6 x 6, for pictures of some 16 x 12: windows drop
/// out stage by stage, and some remain. Made up without training data: eyes darker than cheeks, nose brighter
/// than eyes, mouth darker.
const Cascade& toy_cascade();

/// Debian's frontal face cascade (package opencv-data): in the folder $UPSWEEP_CASCADES where that is set,
/// else in /usr/share/opencv4/haarcascades; an empty path where the file is missing.
std::filesystem::path frontal_face_file();

/// The same, loaded. Throws Error that says which package to install where it is missing.
Cascade frontal_face_cascade();

/// What kernels read. A stump has 5 words: part 0, part 1, then threshold, below and otherwise as the bits of
/// f32. A part is x, y, width, height of 5 bits each from the lowest bit on, then 12 bits: a whole weight of
/// 11 bits in two's complement and, in part 0 alone, bit 31, set where the feature has a third part. `thirds`
/// holds these third parts in the order of their stumps, one word each, so a window that goes through the
/// stumps in order counts them as it goes. A stage has 3 words: threshold (bits of f32), first stump, count.
struct Packed {
    std::vector<uint32_t> stumps, thirds, stages;
    int64_t bytes() const { return int64_t(4 * (stumps.size() + thirds.size() + stages.size())); }
};
constexpr int64_t constant_memory_bytes = 65536;

/// Loses nothing. Throws Error where a cascade does not fit: over 64 KiB with its stages, a window or part
/// over 31 pixels, a weight that is not a whole number, or sums (weight x area x 255 of all parts) from 2^24
/// on. So all sums of features of a packed cascade are whole numbers that f32 adds exactly in any order.
Packed pack(const Cascade& cascade);

/// The way back; each stump gets a feature of its own. Name and licence stay empty.
Cascade unpack(const Packed& packed, Extent window);

}  // namespace upsweep::cascade
