// The statements and operands of a kernel as the trace names them.
#pragma once

#include <cstdint>
#include <string>

#include "emulator/source/source_text.h"

namespace upsweep::emulator {

enum class StepKind : uint32_t {
    statement,  ///< an expression statement or a declaration with a value
    condition,  ///< the condition of if, for, while, do, switch
    barrier,    ///< the last warp of a block arrived: the barrier completes
    arrive,     ///< a warp reaches a barrier and waits
    leave,      ///< a warp returns
    host,       ///< an operation of the plan that is not a launch: an upload, a clear, a copy, a wait
    drain,      ///< weak memory: delayed stores of a block reach the others
};

struct Statement {
    SourceRange where;
    StepKind kind = StepKind::statement;
};

struct Operand {
    SourceRange where;  ///< "sums[right]" in the statement's text
};

/// A loop of a kernel's text as it was compiled: in a function that is called twice it is two.
struct Loop {
    /// Which step opens a pass.
    enum class Form : uint8_t {
        header_first,  ///< `header`: it comes before each pass
        header_next,   ///< `header`, which comes between passes: the first one has a statement of its own
        header_last,   ///< what follows `header`, which ends each pass (do … while)
    };
    SourceRange where;     ///< from its first word to its end
    SourceRange header;    ///< "for (…)", "while (…)"; of a do loop what follows its body
    std::string variable;  ///< that the header of a `for` sets and changes; empty if none exists
    Form form = Form::header_first;
    uint32_t first_statement = 0;  ///< its steps have statements first_statement … end_statement − 1
    uint32_t end_statement = 0;
    uint32_t header_statement = 0;
    bool holds(uint32_t statement) const { return statement >= first_statement && statement < end_statement; }
};

}  // namespace upsweep::emulator
