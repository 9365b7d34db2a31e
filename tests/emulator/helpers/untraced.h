// A run without a trace beside the same run with one.
#pragma once

#include <string>
#include <vector>

#include "emulator/trace/trace.h"

namespace upsweep::emulator {

/// Where two runs of one plan, one recorded and one not, disagree: whether they ended, buffers,
/// counts, printed lines and findings with all that is said of them. One sentence each, empty if all agree.
/// (Loads and stores run lane by lane where they are recorded, and mostly all lanes at once where they are
/// not.)
std::vector<std::string> differences_without_trace(const Trace& recorded, const Trace& untraced);

}  // namespace upsweep::emulator
