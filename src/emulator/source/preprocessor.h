// Directives and macros: files in, one list of tokens out.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/plan.h"
#include "emulator/source/diagnostics.h"
#include "emulator/source/lexer.h"

namespace upsweep::emulator {

struct Preprocessed {
    std::vector<Token>
        tokens;               ///< the files' end with one `end` token; behind it, those of what is asked for
    std::size_t library = 0;  ///< the first token of the library, or of what follows if it is not there
    std::size_t asked_for = 0;      ///< where these begin: one past the `end` token
    std::vector<PhaseMark> phases;  ///< of all files, each file's in order
};

/// Reads `file` and what it includes. Headers in <> and headers of CUDA and the standard library are accepted
/// and ignored; `-D` definitions count as #define. Errors go to `diagnostics`; the tokens up to a broken
/// #include or #error are still given. `asked_for` names what is wanted of the file, `scan<float, N>`; the
/// file's macros hold in it too.
Preprocessed preprocess(const std::string& file, const std::string& asked_for, const Definitions& definitions,
                        const SourceProvider& sources, Diagnostics& diagnostics);

}  // namespace upsweep::emulator
