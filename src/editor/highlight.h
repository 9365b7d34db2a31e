// What each stretch of a line is, by the emulator's own lexer; and which bracket belongs to which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "editor/text_buffer.h"

namespace upsweep::editor {

enum class TextKind : uint8_t {
    identifier,
    keyword,   ///< if, const, __global__ …
    type,      ///< int, size_t, float4 …
    built_in,  ///< threadIdx, __syncthreads, atomicAdd …
    number,
    string,  ///< and characters, and the file that #include names
    comment,
    directive,  ///< # and its word
    punctuator,
    unknown,  ///< no character of the language, or a quotation mark without its twin
};

/// Bytes of one line. What is between two of them is blank.
struct Stretch {
    uint32_t begin = 0, end = 0;
    TextKind kind = TextKind::identifier;
    friend bool operator==(const Stretch&, const Stretch&) = default;
};

/// What a line begins in the middle of.
struct LineState {
    enum class Inside : uint8_t { code, comment, line_comment, string, character, raw_string };
    Inside inside = Inside::code;
    bool begun = false;     ///< the line continues from one that has tokens: a # begins no directive
    std::string delimiter;  ///< of a raw string
    friend bool operator==(const LineState&, const LineState&) = default;
};

struct LexedLine {
    std::vector<Stretch> stretches;
    LineState end;  ///< what the next line begins with
};

/// Lines longer than this have no stretches and change no state, so that one line never takes long.
constexpr size_t longest_lexed_line = 10'000;

/// Of one line without its line end.
LexedLine lex_line(std::string_view line, const LineState& begin);

/// The stretches of all lines, kept while the text is edited: a line is lexed again only if it was edited or
/// begins in the middle of something else than before, and only once someone asks for it or one behind it.
class Highlighter {
  public:
    /// Reads `buffer`, which has to live as long.
    explicit Highlighter(const TextBuffer& buffer);

    /// The line's stretches. Lexes what has changed up to there.
    const std::vector<Stretch>& stretches(size_t line);
    /// What the line begins in the middle of.
    const LineState& begin(size_t line);
    /// Lexes what has changed before `line` and in it, but at most about `most` lines, so that a frame does
    /// not take long; false if some are left. The first such line is then first_stale().
    bool prepare(size_t line, size_t most);
    /// The first line that is to be lexed again; the number of lines if none is.
    size_t first_stale() const;
    /// How many lines were lexed so far.
    size_t lexed_lines() const { return lexed_lines_; }

    /// The buffer was changed so.
    void follow(const Change& change);

  private:
    struct Line {
        bool lexed = false;
        LineState begin;
        LexedLine result;
    };
    /// Lexes the first stale line, if it has to be.
    void lex_first();

    const TextBuffer& buffer_;
    LineList<Line> lines_;
    /// Lines to be looked at, from stale_ to before stale_end_: among them all that were edited, and all that
    /// may begin in the middle of something else than before.
    size_t stale_ = 0, stale_end_ = 0;
    size_t lexed_lines_ = 0;
};

struct BracketPair {
    Position bracket;  ///< the one at the caret
    Position other;
};

/// The pair of the bracket that is right behind the caret or, if none exists, right before it. Nothing
/// where no bracket is, or the other is missing or more than `most` lines away.
std::optional<BracketPair> matching_brackets(Highlighter& highlighter, const TextBuffer& buffer,
                                             Position caret, size_t most = 20'000);

}  // namespace upsweep::editor
