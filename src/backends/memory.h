// This machine's main memory.
#pragma once

#include <cstdint>

namespace upsweep::backends {

/// Bytes in all; 0 where that is not known.
std::int64_t total_memory();

/// Bytes that can be had without swapping; very many where that is not known.
std::int64_t available_memory();

}  // namespace upsweep::backends
