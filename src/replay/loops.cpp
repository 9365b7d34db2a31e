// Finds `for` statements in kernel text, so that a row of the diagram can be labelled with its loop variable.
#include <cctype>
#include <string>

#include "replay/trace.h"

namespace upsweep::replay {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Blanks comments and literals, so that brackets in them do not count. Keeps every position.
std::string code_only(std::string_view text) {
    std::string code(text);
    const auto blank = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to && i < code.size(); ++i)
            if (code[i] != '\n') code[i] = ' ';
    };
    for (std::size_t i = 0; i < text.size();) {
        if (text.substr(i, 2) == "//") {
            const std::size_t end = std::min(text.find('\n', i), text.size());
            blank(i, end);
            i = end;
        } else if (text.substr(i, 2) == "/*") {
            const std::size_t end = text.find("*/", i + 2);
            const std::size_t stop = end == std::string_view::npos ? text.size() : end + 2;
            blank(i, stop);
            i = stop;
        } else if (text[i] == '"') {
            std::size_t end = i + 1;
            while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
            blank(i, end + 1);
            i = end + 1;
        } else {
            ++i;
        }
    }
    return code;
}

std::size_t skip_space(std::string_view code, std::size_t i) {
    while (i < code.size() && std::isspace(static_cast<unsigned char>(code[i]))) ++i;
    return i;
}

/// Position behind the bracket that closes the one at `i`.
std::size_t behind_bracket(std::string_view code, std::size_t i) {
    const char open = code[i], close = open == '(' ? ')' : '}';
    int depth = 0;
    for (; i < code.size(); ++i) {
        if (code[i] == open) ++depth;
        if (code[i] == close && --depth == 0) return i + 1;
    }
    return i;
}

/// Position behind the statement that begins at `i`: a block, or all up to a semicolon outside brackets.
std::size_t behind_statement(std::string_view code, std::size_t i) {
    i = skip_space(code, i);
    while (i < code.size()) {
        if (code[i] == '{') return behind_bracket(code, i);
        if (code[i] == ';') return i + 1;
        i = code[i] == '(' ? behind_bracket(code, i) : i + 1;
    }
    return i;
}

/// The name that a loop's first clause declares: the last word before its '='.
std::string declared_name(std::string_view clause) {
    const std::size_t equals = clause.find('=');
    if (equals == std::string_view::npos) return {};
    std::size_t end = equals;
    while (end > 0 && std::isspace(static_cast<unsigned char>(clause[end - 1]))) --end;
    std::size_t begin = end;
    while (begin > 0 && is_word(clause[begin - 1])) --begin;
    return std::string(clause.substr(begin, end - begin));
}

struct Place {
    std::int32_t line = 1, column = 1;
};

Place place_of(std::string_view text, std::size_t offset) {
    Place place;
    for (std::size_t i = 0; i < offset && i < text.size(); ++i) {
        if (text[i] == '\n') {
            ++place.line;
            place.column = 1;
        } else {
            ++place.column;
        }
    }
    return place;
}

}  // namespace

bool ForLoop::contains(const emulator::SourceRange& range) const {
    const bool after = range.line > line || (range.line == line && range.column >= column);
    const bool before = range.line < end_line || (range.line == end_line && range.column < end_column);
    return after && before;
}

std::vector<ForLoop> for_loops(std::string_view text) {
    const std::string code = code_only(text);
    std::vector<ForLoop> loops;
    for (std::size_t at = code.find("for"); at != std::string::npos; at = code.find("for", at + 3)) {
        if ((at > 0 && is_word(code[at - 1])) || (at + 3 < code.size() && is_word(code[at + 3]))) continue;
        const std::size_t open = skip_space(code, at + 3);
        if (open >= code.size() || code[open] != '(') continue;
        const std::size_t clause_end = code.find(';', open);
        if (clause_end == std::string::npos) continue;
        std::string name = declared_name(std::string_view(code).substr(open + 1, clause_end - open - 1));
        if (name.empty()) continue;
        const Place begin = place_of(code, at);
        const Place end = place_of(code, behind_statement(code, behind_bracket(code, open)));
        loops.push_back({std::move(name), begin.line, begin.column, end.line, end.column});
    }
    return loops;
}

}  // namespace upsweep::replay
