// Face detection (Viola and Jones; Oro and others 2011): a cascade over a pyramid of the picture.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "backends/backend.h"
#include "cascade/cascade.h"
#include "core/array.h"
#include "pipelines/parts/faces_plan.h"
#include "vision/integral_image.h"

namespace upsweep::vision {

using FaceRule = cascade::Rule;
/// Oro's first argument: the picture becomes smaller under a window of one size, or the window grows over the
/// picture (under the paper's rule alone).
enum class FaceScaling : uint8_t { picture, filter };
/// His second: where a GPU's kernel reads the features.
enum class FeatureMemory : uint8_t { constant, shared };

/// And his third: on a GPU levels run one after another, each in a stream of its own, or (not his) all
/// together in one picture, where the picture is scaled.
using FaceOrder = LevelOrder;

struct FaceRequest {
    FaceRule rule = FaceRule::paper;
    double factor = 1.1;  ///< from level to level, 1.01 to 4
    int neighbours = 3;   ///< a face needs more rectangles than this in its group; 0: no grouping
    FaceScaling scaling = FaceScaling::picture;
    FeatureMemory memory = FeatureMemory::shared;  ///< the quicker on an H200 (docs/performance-h200.md)
    FaceOrder order = FaceOrder::together;
    bool maps = false;  ///< keep each level's picture and map
    friend bool operator==(const FaceRequest&, const FaceRequest&) = default;
};

struct FaceRectangle {
    int64_t x = 0, y = 0, width = 0, height = 0;
    int neighbours = 0;  ///< windows in the group; 1 of a raw rectangle
    friend constexpr auto operator<=>(const FaceRectangle&, const FaceRectangle&) = default;
};

struct FaceLevel {
    double scale = 1;  ///< picture pixels a level pixel
    Extent extent;     ///< of the level's picture; of the picture itself where the filter is scaled
    Extent window;     ///< of the window in the picture's pixels
    Extent places;     ///< at (step x, step y) of the level's picture
    int64_t step = 1;
    int64_t passed = 0;  ///< windows that survive all stages
    FaceScaling scaling = FaceScaling::picture;
    std::shared_ptr<const Array> picture;   ///< with maps: u8, extent
    std::shared_ptr<const Array> survived;  ///< with maps: u8, places; stages survived, 255 where none looked
};

/// Milliseconds; 0 for what a backend does not do or cannot time.
struct FaceParts {
    double upload_ms = 0, pyramid_ms = 0, tables_ms = 0, cascade_ms = 0, group_ms = 0, draw_ms = 0,
           download_ms = 0;
    double kernels_ms = 0;  ///< on a GPU: pyramid, tables and cascade, first launch to last
};

struct FaceRun {
    /// All windows that survive, in the picture's pixels, sorted (x, y, width, height). Under both rules a
    /// window at (x, y) becomes x · scale, y · scale and the level's window, rounded half to even in f32.
    std::vector<FaceRectangle> found;
    std::vector<FaceRectangle> raw;    ///< the same, cut at the picture's border, as OpenCV returns them
    std::vector<FaceRectangle> faces;  ///< of `found` by group_faces, cut at the border, sorted
    std::vector<FaceLevel> levels;     ///< from scale 1 on
    std::vector<int64_t> left;  ///< left[s]: windows left after s stages; left[0]: all that were looked at
    FaceParts parts;
};

/// Faces in a picture of u8. Smaller than the window: no levels, no faces. Throws UsageError for another
/// type, factors and neighbours out of range, the scaled filter under OpenCV's rule; Error where the cascade
/// does not fit the GPU; Cancelled soon after *cancel becomes true.
FaceRun detect_faces(const Array& grey, const cascade::Cascade& cascade, const FaceRequest& request,
                     const backends::Backend& on, const std::atomic<bool>* cancel = nullptr);

/// OpenCV's groupRectangles with eps 0.2: rectangles whose edges differ by at most 0.2 x half the sum of the
/// smaller width and height belong together, as do those that a third joins; each group with more than
/// `neighbours` of them becomes its mean; groups inside one that has more, and more than 3, are left out. 0:
/// all as they are. `found` is what detect_faces calls so (not yet cut at the border). The result is
/// sorted. Throws Cancelled as detect_faces does. Takes little longer than sorting: `looks` becomes how often
/// a rectangle or a cell of them was looked at.
std::vector<FaceRectangle> group_faces(std::vector<FaceRectangle> found, int neighbours,
                                       const std::atomic<bool>* cancel = nullptr, int64_t* looks = nullptr);

/// Cut at the picture's border; what lies outside goes.
std::vector<FaceRectangle> clipped_faces(std::vector<FaceRectangle> rectangles, Extent picture);

/// One window looked at closely: every stump of every stage up to its rejection, with the corners of its
/// sums.
struct LookedPart {
    cascade::Part part;  ///< in pixels of the level's picture, from the window's corner
    Corners corners;     ///< positions in the level's padded table
    int64_t sum = 0;
};
struct LookedStump {
    int stage = 0, number = 0;  ///< number: in the cascade, from 0
    std::vector<LookedPart> parts;
    float value = 0;      ///< the feature over the norm, to be compared with the threshold
    float threshold = 0;  ///< the cascade's
    float vote = 0;
};
struct LookedWindow {
    std::vector<LookedStump> stumps;
    int survived = 0;
    float norm = 0;     ///< A x standard deviation of the inner pixels; 1 where they are all alike
    bool flat = false;  ///< OpenCV's rule: too little contrast; no stage looks
    std::vector<float> stage_sums;
};
/// The window whose upper left pixel is (x, y) of the level's picture (detect_faces with maps). Looks
/// wherever a window fits, also between the places. UsageError where none fits or the level has no picture.
LookedWindow look_at_window(const FaceLevel& level, const cascade::Cascade& cascade, FaceRule rule, int64_t x,
                            int64_t y);

}  // namespace upsweep::vision
