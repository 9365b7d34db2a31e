// Source text and places in it: what tokens, diagnostics and traces point into.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace upsweep::emulator {

/// A stretch of source text; lines and columns count from 1, the end column is one past the last character.
struct SourceRange {
    int32_t file = -1;  ///< position in Trace::sources; -1: no text (a clear, a copy)
    int32_t line = 0, column = 0;
    int32_t end_line = 0, end_column = 0;
    friend constexpr bool operator==(const SourceRange&, const SourceRange&) = default;
};

struct SourceText {
    std::string name;  ///< "scan_blelloch.cu"
    std::string text;
};

/// A ruled comment `// ---- Name: what it does ----` in a function.
struct PhaseMark {
    std::string name;   ///< up to the first colon: "Up-sweep"
    std::string title;  ///< all of it: "Up-sweep: each pass halves the number of partial sums"
    int32_t file = 0, line = 0;
};

/// Gives a kernel file's text by name; throws Error if none exists.
using SourceProvider = std::function<std::string(const std::string& name)>;

}  // namespace upsweep::emulator
