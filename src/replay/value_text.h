// Values of a trace as people write them.
#pragma once

#include <cstdint>
#include <string>

#include "emulator/trace/trace_fwd.h"
#include "reference/operators.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// What the trace's kernels combine where their text says `+`: the definition OPERATOR of its first launch.
reference::Operator operator_of(const Trace& trace);

/// An array's name; of an operator's word that a lane holds as the kernel's text has it, "left" for
/// "left.word".
std::string plain_name(const Trace& trace, ArrayId array);

/// A value of an array: a number of its type, or, of a scan whose words hold more than a number, "(2, 5)" or
/// "|7" (reference::word_text).
std::string value_text(const Trace& trace, ArrayId array, uint64_t bits);

}  // namespace upsweep::replay
