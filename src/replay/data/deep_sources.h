// Where a value came from in the end: through registers, and through what the block keeps in shared memory.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/trace/trace_fwd.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// The cells of global memory that a write's value was made of, each once, as the launch read them. Looks at
/// a limited number of origins and accesses: of a value made of more, the newest.
struct DeepSources {
    std::vector<Leaf> leaves;
    bool complete = true;
};
DeepSources deep_sources(const Trace& trace, int64_t write);

}  // namespace upsweep::replay
