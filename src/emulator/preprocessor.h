// Directives and macros: files in, one list of tokens out.
#pragma once

#include <string>
#include <vector>

#include "core/plan.h"
#include "emulator/diagnostics.h"
#include "emulator/lexer.h"

namespace upsweep::emulator {

struct Preprocessed {
    std::vector<Token> tokens;      ///< ends with one `end` token
    std::vector<PhaseMark> phases;  ///< of all files, each file's in order
};

/// Reads `file` and what it includes. Headers in <> and headers of CUDA and the standard library are accepted
/// and ignored; `-D` definitions count as #define. Errors go to `diagnostics`; the tokens up to a broken
/// #include or #error are still given.
Preprocessed preprocess(const std::string& file, const Definitions& definitions,
                        const SourceProvider& sources, Diagnostics& diagnostics);

}  // namespace upsweep::emulator
