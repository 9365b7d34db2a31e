// A kernel in plain words: what its comments say, phase by phase.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "replay/code/kept_lines.h"

namespace upsweep::replay {

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
