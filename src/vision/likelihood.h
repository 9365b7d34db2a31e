// Where in a picture is something that looks like this? A template's histogram against that of every window,
// for one feature of the picture or several, whose maps are multiplied (Poostchi et al. 2012, figure 8).
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>
#include <vector>

#include "backends/backend.h"
#include "reference/feature_planes.h"
#include "reference/likelihood.h"
#include "vision/integral_histogram.h"

namespace upsweep::vision {

using reference::BinWidths;
using reference::PictureFeature;

struct LikelihoodRequest {
    std::vector<PictureFeature> features{PictureFeature::intensity};  ///< each once; at least one
    int bins = 32;                                                    ///< 2 to 256
    BinWidths widths = BinWidths::equal_width;
    Measure measure = Measure::intersection;
    Region wanted;  ///< the template: a part of the picture itself; windows are as large
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

/// The bins of a plane's 256 values: bins + 1 edges, as in LikelihoodRun.
std::vector<int> bin_edges_of(const Array& plane, int bins, BinWidths widths);

/// What the four corners of one bin's table say about a window.
struct BinCount {
    Corners corners;
    std::uint32_t count = 0;   ///< in the window
    std::uint32_t wanted = 0;  ///< in the template
    float shared = 0;          ///< the bin's share of the likeness, before division by the window's pixels
};

/// All bins of the window whose upper left corner is (x, y), of feature number `feature` of the run. The
/// corners are counted for this window alone, once over the picture.
std::vector<BinCount> window_histogram(const LikelihoodRun& run, const LikelihoodRequest& request,
                                       std::size_t feature, std::int64_t x, std::int64_t y);

/// `map` as a picture for the eye: u8 of the whole picture's extent, each place at its window's middle, from
/// 0 for the map's lowest value to 255 for its highest; 0 also where no window has its middle.
Array heat_of(const Array& map, Extent picture);

/// "intensity", …; "equal", "share"; "intersection", "bhattacharyya". Throw UsageError.
PictureFeature parse_feature(std::string_view text);
BinWidths parse_widths(std::string_view text);
Measure parse_measure(std::string_view text);

}  // namespace upsweep::vision
