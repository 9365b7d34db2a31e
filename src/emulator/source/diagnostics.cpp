// Collects complaints, and writes them for people: the sentence, the line, a caret.
#include "emulator/source/diagnostics.h"

#include <algorithm>

#include "core/ranges.h"

namespace upsweep::emulator {

namespace {

// No sentence of ours comes near it; a kernel's names and texts can.
constexpr size_t most_of_a_message = 500;
constexpr size_t most_of_a_line = 160, kept_before = 100;

std::string place(const Diagnostic& diagnostic) {
    return one_line(diagnostic.file) + ":" + std::to_string(diagnostic.line) + ":" +
           std::to_string(diagnostic.column);
}

/// A piece of a kernel's line: tabs keep their cells, the rest is escaped as in messages.
std::string shown(std::string_view piece) {
    std::string text;
    for (size_t tab = 0; tab <= piece.size();) {
        const size_t end = std::min(piece.find('\t', tab), piece.size());
        text += one_line(piece.substr(tab, end - tab), piece.size()) + (end < piece.size() ? "    " : "");
        tab = end + 1;
    }
    return text;
}

size_t columns_of(std::string_view text) {
    return count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
}

std::string first_sentence(const std::vector<Diagnostic>& diagnostics) {
    if (diagnostics.empty()) return "The kernel does not compile.";
    return place(diagnostics.front()) + ": " + diagnostics.front().message;
}

std::string line_of(const std::string& text, int line) {
    size_t start = 0;
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
    const std::string_view line = diagnostic.line_text;
    const size_t from = std::min<size_t>(diagnostic.column - 1, line.size());
    const size_t to = std::clamp<size_t>(std::max(diagnostic.end_column - 1, 0), from, line.size());
    // Of a long line the part around the place.
    const size_t begin = line.size() > most_of_a_line && from > kept_before ? from - kept_before : 0;
    const size_t end = std::min(begin + most_of_a_line, line.size());
    const std::string before = (begin > 0 ? "…" : "") + shown(line.substr(begin, from - begin));
    const std::string lit = shown(line.substr(from, std::min(to, end) - from));
    const std::string after = shown(line.substr(from, end - from)).substr(lit.size());
    // The caret is under its character, however many bytes those before it have.
    std::string under(columns_of(before), ' ');
    under += '^' + std::string(std::max<size_t>(columns_of(lit), 1) - 1, '~');
    return text + "\n" + before + lit + after + (end < line.size() ? "…" : "") + "\n" + under;
}

CompileError::CompileError(std::vector<Diagnostic> diagnostics)
    : Error(first_sentence(diagnostics)), diagnostics_(std::move(diagnostics)) {}

int32_t Diagnostics::add_file(std::string name, std::string text) {
    files_.push_back({std::move(name), std::move(text)});
    return files_.size() - 1;
}

std::string_view Diagnostics::keep(std::string text) {
    kept_.push_back(std::move(text));
    return kept_.back();
}

void Diagnostics::report(const SourceRange& place, std::string message, bool unknown) {
    if (quiet()) ++dropped_;
    if (full() || quiet()) return;
    add(place, std::move(message), unknown);
    // What is only suspected comes behind what is wrong for sure.
    for (const auto& [where, what] : suspects_)
        if (!full()) add(where, what, unknown);
    if (!unknown) suspects_.clear();
}

std::optional<Diagnostic> Diagnostics::take_unknown(size_t known) {
    const auto begin = found_.begin() + std::ptrdiff_t(std::min(known, found_.size()));
    if (begin == found_.end() ||
        !std::all_of(begin, found_.end(), [](const Diagnostic& one) { return one.unknown; }))
        return {};
    std::optional<Diagnostic> first = *begin;
    found_.erase(begin, found_.end());
    return first;
}

void Diagnostics::add(const SourceRange& place, std::string message, bool unknown) {
    const SourceRange& where = place.file < 0 ? home_ : place;
    Diagnostic diagnostic;
    diagnostic.line = std::max(where.line, 1);
    diagnostic.column = std::max(where.column, 1);
    diagnostic.message = one_line(message, most_of_a_message);
    diagnostic.unknown = unknown || where.file >= library_;
    if (where.file >= 0 && where.file < int32_t(files_.size())) {
        const SourceText& file = nth(files_, where.file);
        diagnostic.file = file.name;
        diagnostic.line_text = line_of(file.text, diagnostic.line);
    }
    const int line_end = int(diagnostic.line_text.size()) + 1;
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

void Diagnostics::fail_unknown(const SourceRange& where, std::string message) {
    report_unknown(where, std::move(message));
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
