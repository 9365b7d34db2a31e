// Diagnostics as people read them: the sentence, the line, a caret.
#include <string>
#include <utility>
#include <vector>

#include "emulator/emulator.h"

namespace upsweep::emulator {

namespace {

std::string place(const Diagnostic& diagnostic) {
    return diagnostic.file + ":" + std::to_string(diagnostic.line) + ":" + std::to_string(diagnostic.column);
}

std::string first_sentence(const std::vector<Diagnostic>& diagnostics) {
    if (diagnostics.empty()) return "The kernel text was refused.";
    return place(diagnostics.front()) + ": " + diagnostics.front().message;
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
    std::string text = place(diagnostic) + ": " + diagnostic.message;
    if (diagnostic.line_text.empty() || diagnostic.column < 1) return text;
    const auto column = static_cast<std::size_t>(diagnostic.column - 1);
    std::string under;
    // Keep tabs, so that the caret stands under its character whatever the tab width.
    for (std::size_t i = 0; i < column && i < diagnostic.line_text.size(); ++i)
        under += diagnostic.line_text[i] == '\t' ? '\t' : ' ';
    under += '^';
    for (int i = diagnostic.column + 1; i < diagnostic.end_column; ++i) under += '~';
    return text + "\n" + diagnostic.line_text + "\n" + under;
}

CompileError::CompileError(std::vector<Diagnostic> diagnostics)
    : Error(first_sentence(diagnostics)), diagnostics_(std::move(diagnostics)) {}

}  // namespace upsweep::emulator
