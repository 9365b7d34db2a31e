// The lexer: one pass over the bytes of a file.
#include "emulator/source/lexer.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace upsweep::emulator {

namespace {

// Longest first, so that the first that fits is the token.
constexpr std::string_view punctuators[] = {
    "...", "<<=", ">>=", "->*", "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=",  "*=",  "/=",  "%=",  "&=", "|=", "^=", "##", ".*", "{",  "}",  "[",  "]",  "(",  ")",  ";",  ":",
    ",",   ".",   "?",   "+",   "-",  "*",  "/",  "%",  "&",  "|",  "^",  "~",  "!",  "=",  "<",  ">",  "#"};

// Words that C++ reads as punctuators, and which.
constexpr std::pair<std::string_view, std::string_view> alternatives[] = {
    {"and", "&&"},  {"or", "||"},     {"not", "!"},    {"bitand", "&"},  {"bitor", "|"},  {"xor", "^"},
    {"compl", "~"}, {"and_eq", "&="}, {"or_eq", "|="}, {"xor_eq", "^="}, {"not_eq", "!="}};

bool starts_word(char c) { return std::isalpha(uint8_t(c)) != 0 || c == '_' || c == '$'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool in_word(char c) { return starts_word(c) || is_digit(c); }

class Lexer {
  public:
    Lexer(int32_t file, std::string_view text) : file_(file), text_(text) {}

    LexedFile run() {
        while (skip_space()) read_token();
        Token end;
        end.first_on_line = true;
        end.where = {file_, line_, column_, line_, column_};
        result_.tokens.push_back(end);
        return std::move(result_);
    }

  private:
    char at(size_t offset = 0) const {
        return position_ + offset < text_.size() ? text_[position_ + offset] : '\0';
    }
    bool done() const { return position_ >= text_.size(); }

    void advance(size_t count = 1) {
        for (; count > 0 && !done(); --count) {
            if (text_[position_++] == '\n') {
                ++line_;
                column_ = 1;
            } else {
                ++column_;
            }
        }
    }

    /// Of a `\` at the end of a line, blanks behind it and the line's end; 0 if nothing of that kind is
    /// there.
    size_t splice_length(size_t begin) const { return emulator::splice_length(text_, begin); }

    /// Moves to the next token; false at the end of the text.
    bool skip_space() {
        space_ = false;
        while (!done()) {
            const char c = at();
            if (c == '\n') {
                fresh_line_ = true;
                advance();
            } else if (splice_length(position_) > 0) {
                advance(splice_length(position_));
            } else if (std::isspace(uint8_t(c)) != 0) {
                advance();
            } else if (c == '/' && at(1) == '/') {
                line_comment();
            } else if (c == '/' && at(1) == '*' &&
                       text_.find("*/", position_ + 2) != std::string_view::npos) {
                advance(text_.find("*/", position_ + 2) + 2 - position_);
            } else {
                return true;
            }
            space_ = true;
        }
        return false;
    }

    void line_comment() {
        const int line = line_;
        const size_t end = std::min(text_.find('\n', position_), text_.size());
        PhaseMark mark = phase_mark(text_.substr(position_, end - position_));
        if (!mark.title.empty()) {
            mark.file = file_;
            mark.line = line;
            result_.phases.push_back(std::move(mark));
        }
        advance(end - position_);
    }

    void read_token() {
        const char c = at();
        if (starts_word(c))
            word();
        else if (is_digit(c) || (c == '.' && is_digit(at(1))))
            finish(TokenKind::number, number_length());
        else if (c == '"')
            quotation(TokenKind::string);
        else if (c == '\'')
            quotation(TokenKind::character);
        else
            punctuator();
    }

    void word() {
        size_t length = 1;
        while (in_word(at(length))) ++length;
        if (at() == 'R' && length == 1 && at(1) == '"') {
            raw_string();
            return;
        }
        finish(TokenKind::identifier, length);
        Token& token = result_.tokens.back();
        for (const auto& [spelling, punctuator] : alternatives) {
            if (token.text != spelling) continue;
            token.kind = TokenKind::punctuator;
            token.text = punctuator;
        }
    }

    size_t number_length() const {
        size_t length = 1;
        for (;; ++length) {
            const char c = at(length);
            const char before = at(length - 1);
            const bool exponent = before == 'e' || before == 'E' || before == 'p' || before == 'P';
            const bool hex_digit_e = (before == 'e' || before == 'E') && (at(1) == 'x' || at(1) == 'X');
            const bool sign = (c == '+' || c == '-') && exponent && !hex_digit_e;
            if (!in_word(c) && c != '.' && !sign && !(c == '\'' && in_word(at(length + 1)))) return length;
        }
    }

    void quotation(TokenKind kind) {
        const char quote = at();
        for (size_t length = 1; at(length) != '\0' && at(length) != '\n'; ++length) {
            if (const size_t splice = splice_length(position_ + length); splice > 0) {
                length += splice - 1;
            } else if (at(length) == '\\') {
                ++length;
            } else if (at(length) == quote) {
                finish(kind, length + 1);
                return;
            }
        }
        finish(TokenKind::unknown, 1);
    }

    /// R"name( … )name": only host code has them; one token, so that what is inside does no harm.
    void raw_string() {
        const size_t open = text_.find('(', position_);
        if (open == std::string_view::npos || open > position_ + 18) {
            finish(TokenKind::unknown, 1);
            return;
        }
        const std::string closing =
            ")" + std::string(text_.substr(position_ + 2, open - position_ - 2)) + "\"";
        const size_t end = text_.find(closing, open);
        if (end == std::string_view::npos)
            finish(TokenKind::unknown, 1);
        else
            finish(TokenKind::string, end + closing.size() - position_);
    }

    void punctuator() {
        for (std::string_view candidate : punctuators) {
            if (text_.substr(position_, candidate.size()) != candidate) continue;
            finish(TokenKind::punctuator, candidate.size());
            return;
        }
        // One whole character, also where it takes several bytes.
        size_t length = 1;
        while ((uint8_t(at(length)) & 0xc0) == 0x80) ++length;
        finish(TokenKind::unknown, length);
    }

    void finish(TokenKind kind, size_t length) {
        Token token;
        token.kind = kind;
        token.first_on_line = fresh_line_;
        token.space_before = space_;
        token.text = text_.substr(position_, length);
        const int line = line_;
        const int column = column_;
        advance(length);
        token.where = {file_, line, column, line_, column_};
        result_.tokens.push_back(token);
        fresh_line_ = false;
    }

    int32_t file_;
    std::string_view text_;
    size_t position_ = 0;
    int line_ = 1, column_ = 1;
    bool fresh_line_ = true;
    bool space_ = false;
    LexedFile result_;
};

}  // namespace

PhaseMark phase_mark(std::string_view comment) {
    comment.remove_prefix(std::min<size_t>(2, comment.size()));
    const size_t dashes = comment.find_first_not_of(" \t");
    if (dashes == std::string_view::npos || comment.substr(dashes, 4) != "----") return {};
    const size_t first = comment.find_first_not_of("- \t", dashes);
    if (first == std::string_view::npos) return {};
    const size_t last = comment.find_last_not_of("- \t\r");
    PhaseMark mark;
    mark.title = comment.substr(first, last + 1 - first);
    mark.name = mark.title.substr(0, mark.title.find(':'));
    return mark;
}

size_t splice_length(std::string_view text, size_t begin) {
    if (begin >= text.size() || text[begin] != '\\') return 0;
    const size_t end = text.find_first_not_of(" \t\r", begin + 1);
    return end != std::string_view::npos && text[end] == '\n' ? end + 1 - begin : 0;
}

LexedFile lex(int32_t file, std::string_view text) { return Lexer(file, text).run(); }

}  // namespace upsweep::emulator
