// Pieces that the integral histograms share: how values become bins, the tensor's shape, its launches, and
// what the three scan-transpose-scan entries of Poostchi et al. have in common.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "pipelines/algorithm.h"
#include "pipelines/parts/building_blocks.h"
#include "reference/integral_histogram.h"

namespace upsweep {

Option bins_option();
Option levels_option();

/// The levels, where they are not given: 10 for the digits of a small picture, 256 else.
reference::Binning binning_of(const Parameters& parameters);

/// The tensor lies in memory as one plane of w x h for each bin, one below the other: w x (h · bins).
Extent tensor_extent(Extent picture, int64_t bins);

/// The tensor of `input` by the reference, as the options "inclusive" and "upright" say where there are such.
Array reference_tensor(const Parameters& parameters, const Array& input);

/// A CPU loop over all bins: the function of kernels/SLUG.h with input, output, width, height, bins, levels.
Plan make_histogram_loop_plan(std::string_view slug, const Parameters& parameters);

/// Zeros, and a one in the plane of each pixel's bin. The tensor may hold more than is marked: `planes` of
/// the picture's extent from its beginning.
void append_binning(Plan& plan, BufferId image, BufferId tensor, Extent picture, reference::Binning binning,
                    MachineShape machine);

/// The inclusive integral histogram of `image` into `tensor`, upright, in one pass over the tensor. A warp
/// writes `run` tiles, one after another; 0: as many as leave enough warps.
void append_integral_histogram(Plan& plan, BufferId image, BufferId tensor, Extent picture,
                               reference::Binning binning, MachineShape machine, int64_t run = 0);
/// What that has to cost.
Cost integral_histogram_cost(Extent picture, int64_t bins, MachineShape machine, int64_t run = 0);

/// The histogram of a rectangle, from an inclusive tensor of `picture`.
void append_region_histogram(Plan& plan, BufferId tensor, BufferId histogram, Extent picture, int64_t bins,
                             const reference::Rectangle& part, MachineShape machine);

/// Which part of its buffers a launch works on when an algorithm is applied piece by piece.
struct Pieces {
    Extent from, to;    ///< of one piece; pieces lie one after another in both buffers
    int64_t count = 0;  ///< how many
};

/// What `append` makes of a whole buffer, made of every piece by itself, one launch after another: the
/// launches of one piece, `count` times. name_of(i) names those of piece i.
void append_pieces(Plan& plan, BufferId from, BufferId to, const Pieces& pieces,
                   const std::function<void(Plan&, BufferId, BufferId)>& append,
                   const std::function<std::string(int64_t)>& name_of);

/// Buffers of a scan-transpose-scan: w x (h · b), turned h x (w · b). With `upright` the result is turned
/// back.
struct StsBuffers {
    BufferId marks, row_sums, columns, sums;
};

/// What the three take.
std::vector<Option> sts_options();

/// How the rows and, once turned, the columns are scanned: one block for up to 2048 elements, as in the
/// paper, else segments.
struct StsScans {
    explicit StsScans(const Parameters& parameters);

    Extent picture, turned;
    int64_t bins = 0;
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
