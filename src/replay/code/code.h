// The code pane's content: which line runs, which operands are read and written, where every warp is.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/trace/trace_fwd.h"
#include "replay/data/picture.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// A stretch of one line, columns from 1.
struct CodeMark {
    int line = 0, column = 0, end_column = 0;
    bool written = false;
};

/// A warp's name and lanes at the line where it is.
struct WarpPill {
    int line = 0;
    int warp = 0;
    uint32_t active = 0;
    int lanes = 0;         ///< lanes that the warp has
    bool current = false;  ///< the warp whose step it is
};

struct CodePicture {
    int file = -1;
    int line = 0;        ///< of the focus step; 0 if none
    int first_line = 1;  ///< where the kernel of the launch begins: what to show before a line is lit
    std::vector<CodeMark> marks;
    std::vector<WarpPill> pills;
    std::vector<int> barriers;  ///< lines with a barrier
};

/// The pane for a picture. At position 0 the file of the first step is shown, with no line lit.
CodePicture make_code(const Trace& trace, const StepPicture& picture);

}  // namespace upsweep::replay
