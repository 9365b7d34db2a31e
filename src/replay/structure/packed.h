// Words that hold several small numbers each: counters of 8 or 16 bits, four pixels side by side.
#pragma once

#include <map>

#include "emulator/trace/trace_fwd.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// Of the arrays of 32-bit words that a launch writes, how many bits each number in a word has: 8 or 16.
/// Found by what is added to words (1, 256, 65536, …) and what they are put together from (bytes). Arrays
/// whose words are one number are left out. O(accesses).
std::map<ArrayId, int> packed_arrays(const Trace& trace, size_t launch);

/// "0 1 1 0": the numbers of a word, the lowest bits first.
std::string packed_text(uint64_t word, int bits);

}  // namespace upsweep::replay
