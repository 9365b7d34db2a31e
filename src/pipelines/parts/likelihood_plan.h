// The plan of likelihood maps, with any template, feature and bins.
#pragma once

#include "pipelines/algorithm.h"
#include "reference/feature_planes.h"
#include "reference/integral_histogram.h"

namespace upsweep {

struct LikelihoodSettings {
    reference::PictureFeature feature = reference::PictureFeature::intensity;
    reference::Binning binning;
    reference::BinWidths widths = reference::BinWidths::equal_width;
    reference::Measure measure = reference::Measure::intersection;
    reference::Rectangle wanted;  ///< within the picture; windows are as large
};

/// The catalog's "likelihood_map" of the parameters' extent and machine. Throws UsageError where a grid
/// cannot hold its blocks.
Plan make_likelihood_plan(const Parameters& parameters, const LikelihoodSettings& settings);

/// One plane of u8 from `from` into `to`, or all six into a buffer six times as high.
void append_feature_planes(Plan& plan, BufferId from, BufferId to, int64_t which, MachineShape machine);

/// The value of `which` for all six.
inline constexpr int64_t all_features = reference::feature_count;

}  // namespace upsweep
