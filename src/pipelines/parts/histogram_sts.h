// What the three scan-transpose-scan integral histograms of Poostchi et al. share: options, answer, cost of
// the parts.
#pragma once

#include "pipelines/parts/histogram_parts.h"

namespace upsweep {

/// Buffers of a scan-transpose-scan: w x (h · b), turned h x (w · b). With `upright` the result is turned
/// back.
struct StsBuffers {
    BufferId marks, row_sums, columns, sums;
};

/// The three take the same options, give the same answer and, but for their copies and launches, cost the
/// same: what an entry has besides its slug, its words and its plan.
Algorithm sts_entry();
bool sts_upright(const Parameters& parameters);
Array sts_reference(const Parameters& parameters, const Array& input);

/// How the rows and, once turned, the columns are scanned: one block for up to 2048 elements, as in the
/// paper, else segments.
struct StsScans {
    explicit StsScans(const Parameters& parameters);

    Extent picture, turned;
    std::int64_t bins = 0;
    ScanSettings across, down;
};

/// The plan with its input, its output, the tensors between, and the marked bins.
Plan start_sts(std::string_view slug, const Parameters& parameters, StsBuffers& buffers);

/// GIH-Single-STS: three launches over one linear array of all bins. With `round_trips` (GIH-Single-STS1) the
/// whole tensor goes down to the host and up again between them.
Plan make_single_sts_plan(std::string_view slug, const Parameters& parameters, bool round_trips);

/// Scans of all rows, a transpose a bin, scans of all columns, and perhaps transposes back. `one_by_one`:
/// each row after the other, so that the rounds are those of all of them together.
std::vector<Expectation> sts_expectations(const Parameters& parameters, bool one_by_one);

}  // namespace upsweep
