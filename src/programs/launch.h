// One launch of one kernel with typed arguments, as a Plan with its host arrays.
#pragma once

#include <string>
#include <vector>

#include "core/array.h"
#include "core/plan.h"
#include "programs/signature.h"

namespace upsweep::programs {

struct Request {
    Dim3 grid, block;
    std::int64_t dynamic_shared_bytes = 0;
    std::uint64_t seed = 1;  ///< of random buffers that name none
    /// One a parameter: a number; a buffer as `fill` reads it, or `same:PARAMETER` for a buffer that stands
    /// before; for a struct or vector its members with commas (or semicolons) between.
    std::vector<std::string> arguments;
};

struct Prepared {
    Plan plan;
    std::vector<Array> hosts;    ///< what the plan uploads, by slot; at least one (perhaps empty)
    std::vector<int> buffer_of;  ///< by parameter: position in Plan::buffers, -1 for a number
};

/// Throws UsageError naming the parameter that has no argument, one too many, or one of the wrong kind.
Prepared prepare(const Signature& signature, const Request& request);

}  // namespace upsweep::programs
