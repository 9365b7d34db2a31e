// The statements and operands of a kernel as the trace names them.
#pragma once

#include <cstdint>

#include "emulator/source/source_text.h"

namespace upsweep::emulator {

enum class StepKind : std::uint8_t {
    statement,  ///< an expression statement or a declaration with a value
    condition,  ///< the condition of if, for, while, do, switch
    barrier,    ///< the last warp of a block arrived: the barrier completes
    arrive,     ///< a warp reaches a barrier and waits
    leave,      ///< a warp returns
    host,       ///< an operation of the plan that is no launch: a clear, a copy, an upload
    drain,      ///< weak memory: delayed stores of a block reach the others
};

struct Statement {
    SourceRange where;
    StepKind kind = StepKind::statement;
};

struct Operand {
    SourceRange where;  ///< "sums[right]" in the statement's text
};

}  // namespace upsweep::emulator
