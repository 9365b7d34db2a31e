// One launch of one kernel with typed arguments, as a Plan with its host arrays.
#pragma once

#include <string>
#include <vector>

#include "core/array.h"
#include "core/plan.h"
#include "programs/fill.h"
#include "programs/signature.h"

namespace upsweep::programs {

struct Request {
    Dim3 grid, block;
    int64_t dynamic_shared_bytes = 0;
    uint64_t seed = 1;  ///< of random buffers that name none; each parameter's own is made from it
    /// One a parameter: a number; a buffer as `fill` reads it, `same:PARAMETER` for a buffer that is
    /// before, `PARAMETER+OFFSET` for its part from that element on, `null`; for a struct or vector its
    /// members with commas (or semicolons) between.
    std::vector<std::string> arguments;
    const NamedArrays* given = nullptr;  ///< what `@NAME` stands for before any file
};

struct Prepared {
    Plan plan;
    std::vector<Array> hosts;  ///< what the plan uploads, by slot; at least one (perhaps empty)
    std::vector<int>
        buffer_of;  ///< by parameter: position in Plan::buffers, -1 for a number or a null pointer
    std::vector<int64_t> offset_of = {};  ///< by parameter: elements of the buffer before what it points to
};

/// Parameters at the end that have defaults may be left out. Throws UsageError naming the parameter that has
/// no argument, one too many, or one of the wrong kind.
Prepared prepare(const Signature& signature, const Request& request);

/// Whether parameters without a default would stay without an argument.
bool lacks_arguments(const Signature& signature, size_t given);

/// Of `whole`, what the parameter's buffer holds, the part from where the parameter points to on.
Array seen_by(const Prepared& prepared, size_t parameter, const Array& whole);

}  // namespace upsweep::programs
