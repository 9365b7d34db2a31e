// Where in a picture is something that looks like this? A template's histogram against that of every window,
// for one feature of the picture or several, whose maps are multiplied (Poostchi et al. 2012, figure 8).
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "backends/backend.h"
#include "core/array.h"
#include "reference/feature_planes.h"
#include "reference/integral_histogram.h"
#include "vision/integral_image.h"
#include "vision/operation.h"

namespace upsweep::vision {

using reference::BinWidths;
using reference::Measure;
using reference::PictureFeature;

using Histogram = std::vector<uint32_t>;

struct LikelihoodRequest {
    std::vector<PictureFeature> features{PictureFeature::intensity};  ///< each once; at least one
    int bins = 32;                                                    ///< 2 to 256
    BinWidths widths = BinWidths::equal_width;
    Measure measure = Measure::intersection;
    Region wanted;  ///< the template: a part of the picture itself; windows are as large
    friend bool operator==(const LikelihoodRequest&, const LikelihoodRequest&) = default;
};

struct LikelihoodRun {
    /// The product of the maps, in the features' order. f32, (w − wanted.width() + 1) x (h − wanted.height()
    /// + 1): one number for each place of the window's upper left corner.
    Array fused;
    std::vector<Array> maps;  ///< a feature each
    Region best;              ///< the window of the highest product, the first of equals
    float best_value = 0;
    std::vector<Histogram> wanted_histograms;  ///< a feature each
    /// A feature each, bins + 1 numbers: bin b has the values edges[b] … edges[b + 1] − 1; 0 and 256 at the
    /// ends.
    std::vector<std::vector<int>> bin_edges;
    std::vector<Array> binned;  ///< a feature each: every pixel's bin, u8, the picture's extent
    /// Of loops or kernels; 0 on the emulator. On the CPU there is no tensor: bins are counted along columns
    /// while the window goes down. The planes of features and bins are made there.
    double planes_ms = 0, tensor_ms = 0, map_ms = 0, transfer_ms = 0;
};

/// The same numbers on every backend, to the bit. `grey` is u8. Throws UsageError for a template that is
/// empty or reaches beyond the picture, bins out of range, no feature or one twice, and a picture too large
/// for the emulator; Cancelled soon after *cancel becomes true.
LikelihoodRun likelihood_of(const Array& grey, const LikelihoodRequest& request, const backends::Backend& on,
                            const std::atomic<bool>* cancel = nullptr);

/// u8, 0 … 255; on all cores.
Array feature_plane(const Array& grey, PictureFeature feature);

/// What the four corners of one bin's table say about a window.
struct BinCount {
    Corners corners;
    uint32_t count = 0;   ///< in the window
    uint32_t wanted = 0;  ///< in the template
    float shared = 0;     ///< the bin's share of the likeness, before division by the window's pixels
};

/// All bins of the window whose upper left corner is (x, y), of feature number `feature` of the run. The
/// corners are counted for this window alone, once over the picture.
std::vector<BinCount> window_histogram(const LikelihoodRun& run, const LikelihoodRequest& request,
                                       size_t feature, int64_t x, int64_t y);

/// `map` as a picture for the eye: u8 of the whole picture's extent, each place at its window's middle, from
/// 0 for the map's lowest value to 255 for its highest; 0 also where no window has its middle.
Array heat_of(const Array& map, Extent picture);

/// "intensity", …; "equal", "share"; "intersection", "bhattacharyya". Throw UsageError.
PictureFeature parse_feature(std::string_view text);
BinWidths parse_widths(std::string_view text);
Measure parse_measure(std::string_view text);

/// "X,Y,W,H", in pixels. Throws UsageError.
Region parse_template(std::string_view text);

struct LikelyPlace {
    Region window;
    float value = 0;
};

/// The most likely window that shares no pixel with the template, the first of equals; nothing if the
/// template leaves no room for one. `map` is f32, a place each window of the template's size.
std::optional<LikelyPlace> best_elsewhere(const Array& map, const Region& wanted);

/// The likelihood_map of a picture whose pixels are bins already (`binned`, u8), equal to it to the bit. Each
/// row of places takes the counts of columns from the row before; a bin's count in every window is then a
/// running sum along the row. Bins that the template has not cost nothing: width · bins steps a row, 2 bytes
/// of memory a column and bin for each thread. Windows are up to 65 535 pixels high. Runs on `threads` cores
/// (0: all, at most 8); throws Cancelled soon after *cancel becomes true.
Array likelihood_map_by_columns(const Array& binned, const Histogram& wanted, Extent window, Measure measure,
                                const std::atomic<bool>* cancel = nullptr, int threads = 0);

}  // namespace upsweep::vision
