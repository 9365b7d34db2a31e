// Lexes again what an edit changed: one line, which may begin inside of a comment or a string, as the
// emulator's lexer reads it.
#include "editor/highlight.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <unordered_map>

#include "core/ranges.h"
#include "emulator/source/builtin_table.h"
#include "emulator/source/lexer.h"
#include "emulator/source/type_names.h"

namespace upsweep::editor {

Highlighter::Highlighter(const TextBuffer& buffer) : buffer_(buffer), stale_end_(buffer.line_count()) {
    lines_.replace(0, 0, std::vector<Line>(buffer.line_count()));
}

size_t Highlighter::first_stale() const { return stale_ < stale_end_ ? stale_ : lines_.size(); }

const std::vector<Stretch>& Highlighter::stretches(size_t line) {
    while (first_stale() <= line) lex_first();
    return lines_[line].result.stretches;
}

const LineState& Highlighter::begin(size_t line) {
    while (first_stale() <= line) lex_first();
    return lines_[line].begin;
}

bool Highlighter::prepare(size_t line, size_t most) {
    for (; most > 0 && first_stale() <= line; --most) lex_first();
    return first_stale() > line;
}

void Highlighter::lex_first() {
    const size_t number = stale_++;
    const LineState begin = number == 0 ? LineState{} : lines_[number - 1].result.end;
    Line& line = lines_[number];
    if (!line.lexed || line.begin != begin) {
        line = {true, begin, lex_line(buffer_.line(number), begin)};
        ++lexed_lines_;
    }
    if (stale_ < stale_end_ || stale_ == lines_.size()) return;
    const LineState end = line.result.end;
    const Line& next = lines_[stale_];
    if (!next.lexed || next.begin != end) ++stale_end_;
}

void Highlighter::follow(const Change& change) {
    const size_t first = change.begin.line, old_last = change.old_end.line, last = change.new_end.line;
    if (first == old_last && first == last)
        lines_[first].lexed = false;
    else
        lines_.replace(first, old_last - first + 1, std::vector<Line>(last - first + 1));
    size_t begin = first, end = last + 1;
    if (stale_ < stale_end_) {
        const auto moved = [&](size_t line) { return line > old_last ? line - old_last + last : line; };
        begin = std::min(begin, moved(stale_));
        end = std::max(end, moved(stale_end_ - 1) + 1);
    }
    stale_ = begin;
    stale_end_ = std::min(end, lines_.size());
}

namespace {

constexpr std::string_view opening = "([{", closing = ")]}";

/// The bracket that begins at that byte, or '\0'.
char bracket_at(Highlighter& highlighter, const TextBuffer& buffer, Position place) {
    for (const Stretch& stretch : highlighter.stretches(place.line))
        if (stretch.begin == place.byte && stretch.end == place.byte + 1 &&
            stretch.kind == TextKind::punctuator) {
            const char letter = buffer.line(place.line)[place.byte];
            return (opening.find(letter) != std::string_view::npos ||
                    closing.find(letter) != std::string_view::npos)
                       ? letter
                       : '\0';
        }
    return '\0';
}

/// Counts the brackets of a line that are behind `from` (before it, if `back`) on top of `depth`; where it
/// comes to 0 is the place.
std::optional<size_t> closes_in(const std::vector<Stretch>& stretches, std::string_view line, char same,
                                char other, size_t from, bool back, int& depth) {
    const auto count = [&](const Stretch& stretch) {
        if (stretch.kind != TextKind::punctuator || stretch.end != stretch.begin + 1) return false;
        if (back ? stretch.begin >= from : stretch.begin < from) return false;
        if (line[stretch.begin] == same) ++depth;
        return line[stretch.begin] == other && --depth == 0;
    };
    if (back) {
        const auto found = std::find_if(stretches.rbegin(), stretches.rend(), count);
        return found == stretches.rend() ? std::nullopt : std::optional<size_t>(found->begin);
    }
    const auto found = find_if(stretches, count);
    return found == stretches.end() ? std::nullopt : std::optional<size_t>(found->begin);
}

std::optional<Position> other_end(Highlighter& highlighter, const TextBuffer& buffer, Position bracket,
                                  char letter, size_t most) {
    const size_t shape = opening.find(letter);
    const bool back = shape == std::string_view::npos;
    const char other = back ? opening[closing.find(letter)] : closing[shape];
    int depth = 1;
    size_t from = back ? bracket.byte : bracket.byte + 1;
    for (size_t line = bracket.line, lines = 0; lines <= most; ++lines) {
        const auto byte =
            closes_in(highlighter.stretches(line), buffer.line(line), letter, other, from, back, depth);
        if (byte) return Position{line, *byte};
        if (back ? line == 0 : line + 1 == buffer.line_count()) break;
        line = back ? line - 1 : line + 1;
        from = back ? std::string_view::npos : 0;
    }
    return std::nullopt;
}

}  // namespace

std::optional<BracketPair> matching_brackets(Highlighter& highlighter, const TextBuffer& buffer,
                                             Position caret, size_t most) {
    for (size_t before = 0; before <= std::min<size_t>(1, caret.byte); ++before) {
        const Position place{caret.line, caret.byte - before};
        const char letter = bracket_at(highlighter, buffer, place);
        if (letter == '\0') continue;
        const auto other = other_end(highlighter, buffer, place, letter, most);
        return other ? std::optional(BracketPair{place, *other}) : std::nullopt;
    }
    return std::nullopt;
}

namespace {

using emulator::Token;
using emulator::TokenKind;
using Inside = LineState::Inside;

std::unordered_map<std::string_view, TextKind> make_built_in_words() {
    std::unordered_map<std::string_view, TextKind> words;
    for (const std::string_view name : emulator::builtin_names()) words[name] = TextKind::built_in;
    for (const std::string_view name : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"})
        words[name] = TextKind::built_in;
    return words;
}

TextKind kind_of_word(std::string_view word) {
    static const auto built_in = make_built_in_words();
    if (emulator::is_type_word(word) || emulator::fixed_type_named(word) || emulator::vector_named(word))
        return TextKind::type;
    if (emulator::is_keyword(word) || emulator::is_specifier(word)) return TextKind::keyword;
    const auto found = built_in.find(word);
    return found == built_in.end() ? TextKind::identifier : found->second;
}

TextKind kind_of(const Token& token) {
    switch (token.kind) {
        using enum TokenKind;
        case identifier:
            return kind_of_word(token.text);
        case number:
            return TextKind::number;
        case character:
        case string:
            return TextKind::string;
        case punctuator:
            return TextKind::punctuator;
        default:
            return TextKind::unknown;
    }
}

/// Where a quotation that is open at `from` ends, behind its `quote`; npos if the line ends first.
size_t quotation_end(std::string_view line, size_t from, char quote) {
    for (size_t at = from; at < line.size(); ++at) {
        if (line[at] == '\\')
            ++at;
        else if (line[at] == quote)
            return at + 1;
    }
    return std::string_view::npos;
}

/// Blanks behind the \ change nothing.
bool is_spliced(std::string_view line) {
    const size_t last = line.find_last_not_of(" \t\r");
    return last != std::string_view::npos && line[last] == '\\';
}

class LineLexer {
  public:
    LineLexer(std::string_view line, const LineState& begin)
        : line_(line), spliced_(is_spliced(line)), state_(begin) {}

    LexedLine run() {
        if (finish_what_is_open()) code();
        // A line that is not continued starts afresh, but what is open stays open.
        if (state_.inside == Inside::code && !spliced_) state_.begun = false;
        result_.end = state_;
        return std::move(result_);
    }

  private:
    void add(size_t begin, size_t end, TextKind kind) {
        if (begin < end) result_.stretches.push_back({uint32_t(begin), uint32_t(end), kind});
    }

    /// False if all of the line belongs to what it begins inside of.
    bool finish_what_is_open() {
        if (state_.inside == Inside::code) return true;
        const bool comment = state_.inside == Inside::comment || state_.inside == Inside::line_comment;
        const size_t end = end_of_open();
        at_ = std::min(end, line_.size());
        add(0, at_, comment ? TextKind::comment : TextKind::string);
        const bool closed = end != std::string_view::npos;
        // Without a \ at its end a line ends these, closed or not.
        const bool goes_on =
            state_.inside == Inside::comment || state_.inside == Inside::raw_string || spliced_;
        if (closed || !goes_on) open(Inside::code);
        return closed;
    }

    size_t end_of_open() const {
        switch (state_.inside) {
            using enum LineState::Inside;
            case comment: {
                const size_t end = line_.find("*/");
                return end == std::string_view::npos ? end : end + 2;
            }
            case raw_string: {
                const std::string ending = ")" + state_.delimiter + "\"";
                const size_t end = line_.find(ending);
                return end == std::string_view::npos ? end : end + ending.size();
            }
            case string:
                return quotation_end(line_, 0, '"');
            case character:
                return quotation_end(line_, 0, '\'');
            default:
                return std::string_view::npos;
        }
    }

    void open(Inside what, std::string delimiter = {}) {
        state_.inside = what;
        state_.delimiter = std::move(delimiter);
        if (what == Inside::string || what == Inside::character || what == Inside::raw_string)
            state_.begun = true;
    }

    void code() {
        // Before a line's end the lexer takes a \ for what it is.
        const std::string text = std::string(line_.substr(at_)) + (spliced_ ? "\n" : "");
        const emulator::LexedFile file = emulator::lex(0, text);
        const size_t origin = at_;
        for (size_t i = 0; i + 1 < file.tokens.size(); ++i) {
            const Token& token = file.tokens[i];
            const size_t begin = origin + size_t(token.where.column) - 1;
            comments(begin);
            if (opens(begin, token)) return;
            token_at(begin, begin + size_t(token.where.end_column - token.where.column), token);
        }
        comments(line_.size());
    }

    /// What the lexer left out between here and `end`.
    void comments(size_t end) {
        while (at_ < end) {
            if (line_[at_] != '/') {
                ++at_;
                continue;
            }
            const bool to_the_end = line_[at_ + 1] == '/';
            const size_t behind = to_the_end ? line_.size() : line_.find("*/", at_ + 2) + 2;
            add(at_, behind, TextKind::comment);
            at_ = behind;
            if (to_the_end && spliced_) open(Inside::line_comment);
        }
    }

    /// Whether the token begins something that the line does not end; then the rest belongs to it.
    bool opens(size_t begin, const Token& token) {
        const std::string_view rest = line_.substr(begin);
        if (rest.starts_with("/*")) return opens(begin, Inside::comment, TextKind::comment);
        if (token.kind != TokenKind::unknown) return false;
        if (spliced_ && rest.front() == '"') return opens(begin, Inside::string, TextKind::string);
        if (spliced_ && rest.front() == '\'') return opens(begin, Inside::character, TextKind::string);
        constexpr size_t longest_delimiter = 16;
        const size_t bracket = rest.find('(');
        if (!rest.starts_with("R\"") || bracket == std::string_view::npos || bracket > 2 + longest_delimiter)
            return false;
        return opens(begin, Inside::raw_string, TextKind::string, std::string(rest.substr(2, bracket - 2)));
    }
    bool opens(size_t begin, Inside what, TextKind kind, std::string delimiter = {}) {
        add(begin, line_.size(), kind);
        open(what, std::move(delimiter));
        return true;
    }

    void token_at(size_t begin, size_t end, const Token& token) {
        TextKind kind = kind_of(token);
        if (token.is("#") && !state_.begun) {
            kind = TextKind::directive;
            after_hash_ = true;
        } else if (after_hash_) {
            after_hash_ = false;
            if (token.kind == TokenKind::identifier || token.is_any({"if", "else"}))
                kind = TextKind::directive;
            in_include_ = token.text == "include";
        } else if (in_include_) {
            kind = TextKind::string;
            in_include_ = !token.is(">");
        }
        // `and`, which the lexer gives as `&&`.
        if (kind == TextKind::punctuator && std::isalpha(uint8_t(line_[begin])) != 0)
            kind = TextKind::keyword;
        add(begin, end, kind);
        state_.begun = true;
        at_ = end;
    }

    std::string_view line_;
    bool spliced_;  ///< ends with a \ that joins the next line to it
    LineState state_;
    size_t at_ = 0;
    bool after_hash_ = false, in_include_ = false;
    LexedLine result_;
};

}  // namespace

LexedLine lex_line(std::string_view line, const LineState& begin) {
    if (line.size() > longest_lexed_line) return {{}, begin};
    return LineLexer(line, begin).run();
}

}  // namespace upsweep::editor
