// From a request in words to races: which algorithms, where, at which sizes; lists of sizes as people type
// them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/machine.h"
#include "bench/rows.h"
#include "pipelines/algorithm.h"

namespace upsweep::bench {

/// Reads "1024,2048x1024". A number n alone means `shape`: one row of n elements, or a picture of n × n.
/// Throws UsageError naming the part that is not a size.
std::vector<Extent> parse_sizes(const std::string& text, Shape shape);

/// Squares from `lowest` to `highest` (sides), each `steps_per_octave` times finer than doubling; powers of
/// two are always among them.
std::vector<Extent> square_sizes(int64_t lowest, int64_t highest, int steps_per_octave);

struct Request {
    std::vector<std::string> algorithms = {};  ///< slugs; empty: all that can run there
    /// Names of backends, and gpu+transfers: whole frames; empty: all that are here.
    std::vector<std::string> on = {};
    std::string sizes = "256,512,1024";      ///< see parse_sizes
    std::optional<ElementTypes> types = {};  ///< none: each algorithm's own first choice
    std::vector<std::string> set = {};       ///< "option=value", for the algorithms that have the option
    bool transfers = false;  ///< each kernel on the GPU once more, with the way there and back
    bool cold = false;       ///< with cold caches
    StopRule stop = {.least_seconds = 0.03, .settle = usual_settling()};
};

/// One race for each shape and type that the request comes to; each has the copy as its limit. What is named
/// but cannot run becomes a sentence in `notes`. Throws UsageError for what makes no sense and BackendMissing
/// if only a backend that is not here is requested.
std::vector<RaceSettings> races_for(const Request& request, const BackendsHere& here,
                                    std::vector<std::string>& notes);

}  // namespace upsweep::bench
