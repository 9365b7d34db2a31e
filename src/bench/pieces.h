// Long recordings in pieces: what a recording does not have yet, as many pieces as fit into a time.
#pragma once

#include <functional>
#include <vector>

#include "bench/recording.h"
#include "bench/rows.h"
#include "bench/sampler.h"

namespace upsweep::bench {

/// The races one size at a time, in their order. `known`: without the cells that it has; null: with all.
std::vector<RaceSettings> pieces_of(const std::vector<RaceSettings>& races, const Recording* known);

/// Runs one piece after the other, and begins none that may end after `limit` seconds, judged by the longest
/// one so far and by the one before, whose time grows with the elements; the first one always runs. Returns
/// how many are left. No limit: infinity.
size_t run_pieces(const std::vector<RaceSettings>& pieces, double limit,
                  const std::function<void(const RaceSettings&)>& run, const Clock& clock = steady_seconds);

}  // namespace upsweep::bench
