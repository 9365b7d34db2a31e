// Text to tokens, each with its place; ruled comments become phase marks.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/ranges.h"
#include "emulator/source/source_text.h"

namespace upsweep::emulator {

/// `unknown` is a character or an unterminated quotation that has no meaning: an error only where it is
/// parsed.
enum class TokenKind : uint8_t { end, identifier, number, character, string, punctuator, unknown };

struct Token {
    TokenKind kind = TokenKind::end;
    bool first_on_line = false;  ///< a `#` here begins a directive
    bool space_before = false;   ///< tells `F (x)` from `F(x)` in #define
    bool no_macro = false;       ///< a macro's own name in its expansion: stays as it is
    std::string_view text;       ///< lives as long as the Diagnostics, which keep the texts
    SourceRange where;           ///< what is lit: of a macro's expansion, the text that invoked it

    bool is(std::string_view punctuator_or_word) const {
        return (kind == TokenKind::punctuator || kind == TokenKind::identifier) && text == punctuator_or_word;
    }
    bool is_any(std::initializer_list<std::string_view> punctuators_and_words) const {
        return (kind == TokenKind::punctuator || kind == TokenKind::identifier) &&
               contains(punctuators_and_words, text);
    }
};

struct LexedFile {
    std::vector<Token> tokens;  ///< ends with one `end` token
    std::vector<PhaseMark> phases;
};

/// How many characters at `begin` join a line to the next: a `\`, blanks, and the line's end. 0 if none do.
size_t splice_length(std::string_view text, size_t begin);

/// Splits file number `file` with this text; columns count bytes. Line continuations and comments are white
/// space. Never fails.
LexedFile lex(int32_t file, std::string_view text);

/// The mark of `// ---- Name: more ----`; an empty title if the comment is not ruled.
PhaseMark phase_mark(std::string_view comment);

}  // namespace upsweep::emulator
