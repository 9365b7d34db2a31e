// The code pane's content: which line runs, which operands are read and written, where every warp is; and a
// kernel in plain words: what its comments say, phase by phase.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "replay/code/kept_lines.h"
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
    static constexpr int host = -1;
    int warp = 0;  ///< or the host, which runs main
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

struct CodeSentence {
    enum class Kind : uint8_t {
        phase,     ///< `// ---- Name: what happens ----`
        comment,   ///< inside a phase
        function,  ///< the text above a function that the kernel calls
    } kind = Kind::comment;
    std::string name;  ///< of a phase or function
    std::string text;
    std::string title;        ///< of a phase, as the trace names it
    int file = 0, line = 0;   ///< where it is
    int first = 0, last = 0;  ///< lines that it speaks of
};

/// The kernel's phases and comments in the order of its text, then the functions that it calls for what the
/// launch is about.
std::vector<CodeSentence> words_of_code(const Trace& trace, size_t launch, const KeptLines& kept);

/// Which of them speak of a step in `phase`, by its name or title, on this line.
std::vector<bool> spoken_of(const std::vector<CodeSentence>& words, std::string_view phase, int file,
                            int line);

}  // namespace upsweep::replay
