// Random texts of what an editor can stumble over, and places in them counted again from the beginning.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "editor/editor.h"

namespace upsweep::editor {

inline size_t below(std::mt19937& random, size_t bound) { return random() % bound; }

/// Pieces of code, line ends of all kinds, what is open without an end, and bytes that are not UTF-8.
inline std::string random_text(std::mt19937& random, size_t most_pieces) {
    using std::string_view_literals::operator""sv;
    static constexpr std::string_view pieces[] = {"a",
                                                  "foo",
                                                  "Foo",
                                                  " ",
                                                  "    ",
                                                  "\t",
                                                  "\n",
                                                  "\n",
                                                  "\r\n",
                                                  "\r",
                                                  "/*",
                                                  "*/",
                                                  "//",
                                                  "\"",
                                                  "\\",
                                                  "\"\\",
                                                  "\\\n",
                                                  "'",
                                                  "R\"x(",
                                                  ")x\"",
                                                  "#",
                                                  "#include <a>",
                                                  "{",
                                                  "}",
                                                  "(",
                                                  ")",
                                                  "[",
                                                  "]",
                                                  "if",
                                                  "int",
                                                  "threadIdx",
                                                  "0x1f",
                                                  "\xc3\xa9",
                                                  "and",
                                                  "\xe6\xbc\xa2",
                                                  "\xff",
                                                  "\xe6\xbc",
                                                  "\xbc",
                                                  "\xcc\x81",
                                                  "\xe2\x80\xae",
                                                  "\0"sv,
                                                  "\xf0\x9f\x98\x80"};
    std::string text;
    for (size_t left = below(random, most_pieces + 1); left > 0; --left)
        text += pieces[below(random, std::size(pieces))];
    return text;
}

/// Bytes before the place in a plain string.
inline size_t offset_in(std::string_view text, Position place) {
    size_t begin = 0;
    for (size_t line = 0; line < place.line; ++line) begin = text.find('\n', begin) + 1;
    return begin + place.byte;
}

/// The place that many bytes from the beginning of a plain string.
inline Position place_in(std::string_view text, size_t offset) { return after({}, text.substr(0, offset)); }

/// A possible place of a caret.
inline Position random_caret(const TextBuffer& buffer, std::mt19937& random) {
    const size_t line = below(random, buffer.line_count());
    return buffer.clamped({line, below(random, buffer.line(line).size() + 1)});
}

/// Expects the colours that were kept up while editing to be those of the text read from the beginning.
inline void expect_colours_from_scratch(Editor& editor) {
    LineState state;
    for (size_t line = 0; line < editor.buffer().line_count(); ++line) {
        const LexedLine lexed = lex_line(editor.buffer().line(line), state);
        ASSERT_EQ(editor.highlighter().begin(line), state) << "line " << line;
        ASSERT_EQ(editor.highlighter().stretches(line), lexed.stretches) << "line " << line;
        state = lexed.end;
    }
}

inline void expect_valid_carets(const Editor& editor) {
    ASSERT_TRUE(editor.buffer().holds(editor.selection().anchor));
    ASSERT_TRUE(editor.buffer().holds(editor.selection().caret));
}

}  // namespace upsweep::editor
