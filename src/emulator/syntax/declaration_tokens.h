// Where the parts of a declaration begin and end in a list of tokens, found by counting brackets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "emulator/source/lexer.h"
#include "emulator/syntax/outline.h"

namespace upsweep::emulator {

/// Positions are indices of tokens; one past the last token is the file's end.
class DeclarationTokens {
  protected:
    /// Of the first `count` tokens; the last is the `end` token.
    DeclarationTokens(const std::vector<Token>& tokens, size_t count) : tokens_(tokens), end_(count - 1) {}

    const Token& at(size_t index) const { return tokens_[std::min(index, end_)]; }
    bool is(size_t index, std::string_view text) const { return index < end_ && at(index).is(text); }

    /// One past the bracket that closes the one at `open`; the end of the file if none exists. Braces count
    /// only braces, so that a missing `)` inside a function does not swallow what follows it.
    size_t past_closing(size_t open) const;
    /// Likewise of a function's body; where a brace is missing in it, the next function's beginning.
    size_t past_body(size_t open) const;
    /// One past the > that closes the < at `open`.
    size_t past_angle(size_t open) const;
    size_t past_semicolon(size_t i) const;
    static bool is_attribute(const Token& token);
    /// One past what is before the parameters of a function, its name last; `first` if none exists.
    size_t function_head(Item& item, size_t first) const;
    /// Where the name begins that ends before `open`: `name`, `operator+`, `name<int>`; `open` if there is
    /// none.
    size_t name_before(size_t first, size_t open) const;
    /// The struct's name in `Name::` or `Name<T>::` before `name`; empty if nothing of that kind is
    /// there.
    std::string_view owner_before(size_t first, size_t name) const;
    /// From one past the parameters' `)` to the body's `{`, or to a `;` or `=`.
    size_t body_after(size_t i) const;
    /// One past the `)` of the `(` at `open`; where none exists, before the `{` or `;` behind the
    /// parameters.
    size_t past_parameters(size_t open) const;
    /// Whether the `{` is that of `int n = int{}`, and no body behind parameters whose `)` is missing.
    bool makes_default(size_t open) const;
    /// Whether a `;` was meant for the `,` between two parameters: their `)` and a body follow.
    bool parts_parameters(size_t semicolon) const;
    /// Whether the text behind a kernel's parameters is its body, and the `{` before it is missing, or a
    /// `;` is too many. The parser says so.
    bool lacks_brace(size_t closing, size_t body) const;
    /// One past the `}` that ends a body whose `{` is missing.
    size_t past_unopened(size_t closing, size_t body) const;
    bool begins_declaration(size_t i) const;
    /// `template __global__ void k<int>(int*);` and `struct Node;` say nothing new.
    bool is_instantiation(size_t i) const {
        if (is(i, "extern")) ++i;
        if (is(i, "template") && !is(i + 1, "<")) return true;
        return (is(i, "struct") || is(i, "class") || is(i, "union")) && is(i + 2, ";");
    }

    const std::vector<Token>& tokens_;
    size_t end_;
};

}  // namespace upsweep::emulator
