// Collects complaints, and writes them for people: the sentence, the line, a caret.
#include "emulator/source/diagnostics.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace upsweep::emulator {

namespace {

std::string place(const Diagnostic& diagnostic) {
    return diagnostic.file + ":" + std::to_string(diagnostic.line) + ":" + std::to_string(diagnostic.column);
}

std::string first_sentence(const std::vector<Diagnostic>& diagnostics) {
    if (diagnostics.empty()) return "The kernel text was refused.";
    return place(diagnostics.front()) + ": " + diagnostics.front().message;
}

std::string line_of(const std::string& text, int line) {
    std::size_t start = 0;
    for (int i = 1; i < line; ++i) {
        start = text.find('\n', start);
        if (start == std::string::npos) return {};
        ++start;
    }
    std::string found = text.substr(start, text.find('\n', start) - start);
    if (!found.empty() && found.back() == '\r') found.pop_back();
    return found;
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

std::int32_t Diagnostics::add_file(std::string name, std::string text) {
    files_.push_back({std::move(name), std::move(text)});
    return static_cast<std::int32_t>(files_.size()) - 1;
}

std::string_view Diagnostics::keep(std::string text) {
    kept_.push_back(std::move(text));
    return kept_.back();
}

void Diagnostics::report(const SourceRange& place, std::string message) {
    if (quiet()) ++dropped_;
    if (full() || quiet()) return;
    for (auto& [where, what] : std::exchange(suspects_, {})) report(where, std::move(what));
    const SourceRange& where = place.file < 0 ? home_ : place;
    Diagnostic diagnostic;
    diagnostic.line = std::max(where.line, 1);
    diagnostic.column = std::max(where.column, 1);
    diagnostic.message = std::move(message);
    if (where.file >= 0 && where.file < static_cast<std::int32_t>(files_.size())) {
        const SourceText& file = files_[static_cast<std::size_t>(where.file)];
        diagnostic.file = file.name;
        diagnostic.line_text = line_of(file.text, diagnostic.line);
    }
    const int line_end = static_cast<int>(diagnostic.line_text.size()) + 1;
    diagnostic.end_column = where.end_line == where.line ? where.end_column : line_end;
    // One place, one complaint: what follows from the first only confuses.
    for (const Diagnostic& other : found_)
        if (other.file == diagnostic.file && other.line == diagnostic.line &&
            other.column == diagnostic.column)
            return;
    found_.push_back(std::move(diagnostic));
}

void Diagnostics::fail(const SourceRange& where, std::string message) {
    report(where, std::move(message));
    throw Abandon{};
}

SourceRange join(const SourceRange& first, const SourceRange& last) {
    if (first.file != last.file) return first;
    SourceRange all = first;
    const bool later =
        last.end_line > all.end_line || (last.end_line == all.end_line && last.end_column > all.end_column);
    if (later) {
        all.end_line = last.end_line;
        all.end_column = last.end_column;
    }
    const bool earlier = last.line < all.line || (last.line == all.line && last.column < all.column);
    if (earlier) {
        all.line = last.line;
        all.column = last.column;
    }
    return all;
}

}  // namespace upsweep::emulator
