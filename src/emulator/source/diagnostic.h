// What is wrong with a text, and where.
#pragma once

#include <string>
#include <vector>

#include "core/error.h"

namespace upsweep::emulator {

/// One complaint of the lexer, preprocessor, parser or checker.
struct Diagnostic {
    std::string file;
    int line = 0, column = 0;  ///< from 1
    int end_column = 0;
    std::string message;    ///< "`goto` is not part of the emulator's kernel language. Use a loop."
    std::string line_text;  ///< the source line, for the caret
    bool unknown = false;   ///< a compiler may take it; the emulator does not know it
};

/// "scan.cu:12:9: message" with the line and a caret under it.
std::string to_string(const Diagnostic& diagnostic);

/// The kernel text was refused; what() is the first diagnostic in one sentence.
class CompileError : public Error {
  public:
    explicit CompileError(std::vector<Diagnostic> diagnostics);
    const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  private:
    std::vector<Diagnostic> diagnostics_;
};

}  // namespace upsweep::emulator
