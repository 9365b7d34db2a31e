// What the three scan-transpose-scan integral histograms of Poostchi et al. share: options, answer, cost of
// the parts.
#pragma once

#include "pipelines/histogram_parts.h"

namespace upsweep {

/// Buffers of a scan-transpose-scan: w x (h · b), turned h x (w · b). With `upright` the result is turned
/// back.
struct StsBuffers {
    BufferId marks, row_sums, columns, sums;
};

std::vector<Option> sts_options();
bool sts_upright(const Parameters& parameters);
/// How rows of so many elements are scanned: one block a row of up to 2048, as in the paper, else segments.
ScanSettings sts_scan(const Parameters& parameters, std::int64_t row);

/// The plan with its input, its output and the tensors between; nothing done yet but the upload.
Plan start_sts(std::string_view slug, const Parameters& parameters, StsBuffers& buffers);

Convention sts_convention(const Parameters& parameters);
Array sts_reference(const Parameters& parameters, const Array& input);

}  // namespace upsweep
