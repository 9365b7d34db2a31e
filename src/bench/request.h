// From a request in words to races: which algorithms, where, at which sizes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/backends_here.h"
#include "bench/rows.h"

namespace upsweep::bench {

struct Request {
    std::vector<std::string> algorithms = {};  ///< slugs; empty: all that can run there
    std::vector<std::string> on = {};          ///< names of backends; empty: all that are here
    std::string sizes = "256,512,1024";        ///< see parse_sizes
    std::optional<ElementTypes> types = {};    ///< none: each algorithm's own first choice
    std::vector<std::string> set = {};         ///< "option=value", for the algorithms that have the option
    StopRule stop = {.least_seconds = 0.03};
};

/// One race for each shape and type that the request comes to; each has the copy as its limit. What is named
/// but cannot run becomes a sentence in `notes`. Throws UsageError for what makes no sense and BackendMissing
/// if only a backend that is not here is requested.
std::vector<RaceSettings> races_for(const Request& request, const BackendsHere& here,
                                    std::vector<std::string>& notes);

}  // namespace upsweep::bench
