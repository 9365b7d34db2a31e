// Reads the words of kernels, as far as it takes to know what a compiler makes of them.
#include "model/text_loops.h"

#include <algorithm>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/trace/trace.h"

namespace upsweep::model {

namespace {
bool is_capital(char c) { return (c >= 'A' && c <= 'Z') || c == '_'; }
}  // namespace

int operators_of(std::string_view text, bool unrolled) {
    int count = 0, inside = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : ' ';
        if (c == '/' && next == '/') break;
        if (c == '[') ++inside;
        if (c == ']') --inside;
        // Where the loop's number is a constant, so are the places that it leads to.
        if (unrolled && inside > 0) continue;
        if (std::string_view("+-*/%<>&|^?").find(c) != std::string_view::npos) {
            ++count;
            // "+=", "<<", "&&", "->": one operator of two characters.
            if (next == '=' || next == c || (c == '-' && next == '>')) ++i;
        } else if ((c == '=' || c == '!') && next == '=') {
            ++count;
            ++i;
        } else if (c == '(' && i > 1 && is_capital(text[i - 1]) && is_capital(text[i - 2])) {
            // A macro hides what it does: PAD(i) adds and shifts.
            count += 2;
        }
    }
    return std::max(count, 1);
}

namespace {

/// The place of what closes the bracket at `open`; the text's end where nothing does.
size_t closing(std::string_view text, size_t open, char opens, char closes) {
    int depth = 0;
    for (size_t i = open; i < text.size(); ++i) {
        if (text[i] == opens) ++depth;
        if (text[i] == closes && --depth == 0) return i;
    }
    return text.size();
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || is_capital(c); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The first word of letters and digits in it.
std::string_view word_in(std::string_view text) {
    size_t begin = 0;
    while (begin < text.size() && !is_letter(text[begin])) ++begin;
    size_t end = begin;
    while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
    return text.substr(begin, end - begin);
}

/// A whole number that is all of the text; negative: it is something else.
int64_t number_in(std::string_view text) {
    text = trimmed(text);
    if (text.empty() || text.size() > 9 || !all_of(text, is_digit)) return -1;
    int64_t number = 0;
    for (const char c : text) number = number * 10 + (c - '0');
    return number;
}

/// "out[i] = sum", "kept[k] += 1".
bool writes_to_array(std::string_view text) {
    for (size_t at = text.find(']'); at != std::string_view::npos; at = text.find(']', at + 1)) {
        const std::string_view rest = trimmed(text.substr(at + 1, 8));
        const size_t equals = rest.find('=');
        if (equals == std::string_view::npos || equals > 2 || rest.substr(equals, 2) == "==") continue;
        if (all_of(rest.substr(0, equals),
                   [](char c) { return std::string_view("+-*/%&|^<>").find(c) != std::string_view::npos; }) &&
            rest.substr(0, 2) != "<=" && rest.substr(0, 2) != ">=" && rest[0] != '!')
            return true;
    }
    return false;
}

}  // namespace

std::vector<TextLoop> loops_of(std::string_view text) {
    std::vector<TextLoop> loops;
    const auto body_end = [&](size_t after) {
        size_t body = std::min(after + 1, text.size());
        while (body < text.size() && (text[body] == ' ' || text[body] == '\n')) ++body;
        size_t last =
            body < text.size() && text[body] == '{' ? closing(text, body, '{', '}') : text.find(';', body);
        if (text.substr(body, 5) == "for (") last = text.find(';', closing(text, body + 4, '(', ')'));
        return std::min(last, text.size());
    };
    for (size_t at = text.find("while ("); at != std::string_view::npos; at = text.find("while (", at + 1))
        loops.push_back({.begin = at, .end = body_end(closing(text, at + 6, '(', ')'))});
    for (size_t at = text.find("for ("); at != std::string_view::npos; at = text.find("for (", at + 1)) {
        const size_t end = closing(text, at + 4, '(', ')');
        const size_t first = text.find(';', at), second = text.find(';', first + 1);
        if (first >= end || second >= end || end >= text.size()) continue;
        TextLoop loop{.begin = at, .end = body_end(end)};
        const std::string_view condition = text.substr(first + 1, second - first - 1);
        const std::string_view start = text.substr(at + 5, first - at - 5);
        const size_t than = condition.find_first_of("<>"), equals = start.find('=');
        if (than != std::string_view::npos && equals != std::string_view::npos) {
            const auto small = [](char c) { return c >= 'a' && c <= 'z'; };
            const std::string_view bound = condition.substr(than + 1), from = start.substr(equals + 1);
            loop.unrolled = none_of(bound, small) && none_of(from, small);
            std::string_view name = trimmed(start.substr(0, equals));
            loop.variable = name.substr(std::min(name.rfind(' ') + 1, name.size()));
            const int64_t begin = number_in(from), until = number_in(bound);
            const std::string_view step = text.substr(second + 1, end - second - 1);
            if (begin >= 0 && until > begin && step.find("++") != std::string_view::npos)
                loop.trips = until - begin;
        }
        const std::string_view body = text.substr(end, loop.end - end);
        const auto has = [&](std::string_view word) { return body.find(word) != std::string_view::npos; };
        loop.batched = !loop.unrolled && than != std::string_view::npos && !writes_to_array(body) &&
                       !has("for (") && !has("while") && !has("break") && !has("return") && !has("__sync") &&
                       !has("atomic");
        loops.push_back(loop);
    }
    return loops;
}

bool folds(std::string_view statement, const TextLoop& loop, std::string_view text) {
    const size_t equals = statement.find('=');
    if (!loop.unrolled || equals == std::string_view::npos || equals == 0) return false;
    const std::string_view name = word_in(statement.substr(0, equals));
    if (name.empty() || statement.find_first_of("[(./&|^%<>?!") != std::string_view::npos) return false;
    for (const std::string_view type : {"float ", "double "})
        if (text.find(std::string(type) + std::string(name)) != std::string_view::npos) return false;
    for (std::string_view rest = statement; !rest.empty();) {
        const std::string_view word = word_in(rest);
        if (word.empty()) break;
        if (word != name && word != loop.variable) return false;
        rest.remove_prefix(size_t(word.data() - rest.data()) + word.size());
    }
    return true;
}

namespace {

std::string_view text_of(const emulator::Trace& trace, const emulator::SourceRange& where) {
    if (where.file < 0) return {};
    const std::string_view text = nth(trace.sources, where.file).text;
    size_t begin = 0;
    for (int line = 1; line < where.line; ++line) begin = text.find('\n', begin) + 1;
    size_t end = begin;
    for (int line = where.line; line < where.end_line; ++line) end = text.find('\n', end) + 1;
    begin += size_t(std::max(where.column - 1, 0));
    end += size_t(std::max(where.end_column - 1, 0));
    if (begin >= text.size() || end <= begin) return {};
    return text.substr(begin, end - begin);
}

/// "value = value * 5 + (value >> 7)" continues what the pass before made, and one of its operators may
/// run beside.
double carried_in(std::string_view statement) {
    if (statement.find("+=") != std::string_view::npos) return 1;
    const size_t equals = statement.find('=');
    if (equals == std::string_view::npos || equals == 0 || statement.substr(equals, 2) == "==") return 0;
    const std::string_view left = statement.substr(0, equals), name = word_in(left);
    if (name.empty() || left.find('[') != std::string_view::npos) return 0;
    if (find_word(statement.substr(equals + 1), name) == std::string_view::npos) return 0;
    return std::max(1, operators_of(statement) - 1);
}

StatementText statement_of(std::string_view own, std::string_view text, const std::vector<TextLoop>& loops) {
    StatementText made;
    made.operators = operators_of(own);
    made.carries = carried_in(own);
    made.chains = made.carries > 0 && own.find("+=") == std::string_view::npos;
    // "if (k == 0) return four.x": in an unrolled loop the compiler knows which.
    made.selects = own.starts_with("return") || own.find("==") != std::string_view::npos;
    const auto at = size_t(own.data() - text.data());
    for (const TextLoop& loop : loops) {
        if (at < loop.begin || at > loop.end) continue;
        if (!loop.unrolled) made.in_loop = true;
        if (loop.batched) made.batched = true;
        const size_t head = text.find(')', text.find(';', text.find(';', loop.begin) + 1));
        if (at < head && text.substr(loop.begin, 3) == "for") made.head = true;
        if (!loop.unrolled || made.unrolled) continue;
        made.unrolled = true;
        made.operators = at < head ? 0 : operators_of(own, true);
        if (at < head || !folds(own, loop, text)) continue;
        made.operators /= loop.folded();
        made.carries = 0;
    }
    return made;
}

}  // namespace

std::vector<StatementText> texts_of(const emulator::Trace& trace) {
    std::vector<std::vector<TextLoop>> loops;
    for (const emulator::SourceText& source : trace.sources) loops.push_back(loops_of(source.text));
    std::vector<StatementText> made;
    for (const emulator::Statement& statement : trace.statements) {
        const std::string_view own = text_of(trace, statement.where);
        made.push_back(own.empty() ? StatementText{}
                                   : statement_of(own, nth(trace.sources, statement.where.file).text,
                                                  nth(loops, statement.where.file)));
    }
    return made;
}

}  // namespace upsweep::model
