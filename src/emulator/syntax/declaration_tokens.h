// Where the parts of a declaration begin and end in a list of tokens, found by counting brackets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/source/lexer.h"
#include "emulator/syntax/outline.h"

namespace upsweep::emulator {

/// Positions are indices of tokens; one past the last token is the file's end.
class DeclarationTokens {
  protected:
    /// Of the first `count` tokens; the last is the `end` token.
    DeclarationTokens(const std::vector<Token>& tokens, std::size_t count)
        : tokens_(tokens), end_(count - 1) {}

    const Token& at(std::size_t index) const { return tokens_[std::min(index, end_)]; }
    bool is(std::size_t index, std::string_view text) const { return index < end_ && at(index).is(text); }

    /// One past the bracket that closes the one at `open`; the end of the file if none exists. Braces count
    /// only braces, so that a missing `)` inside a function does not swallow what follows it.
    std::size_t past_closing(std::size_t open) const;
    /// Likewise of a function's body; where a brace is missing in it, the next function's beginning.
    std::size_t past_body(std::size_t open) const;
    /// One past the > that closes the < at `open`.
    std::size_t past_angle(std::size_t open) const;
    std::size_t past_semicolon(std::size_t i) const;
    static bool is_attribute(const Token& token);
    /// One past what is before the parameters of a function, its name last; `first` if none exists.
    std::size_t function_head(Item& item, std::size_t first) const;
    /// Where the name begins that ends before `open`: `name`, `operator+`, `name<int>`; `open` if there is
    /// none.
    std::size_t name_before(std::size_t first, std::size_t open) const;
    /// The struct's name in `Name::` or `Name<T>::` before `name`; empty if nothing of that kind is
    /// there.
    std::string_view owner_before(std::size_t first, std::size_t name) const;
    /// From one past the parameters' `)` to the body's `{`, or to a `;` or `=`.
    std::size_t body_after(std::size_t i) const;
    /// One past the `)` of the `(` at `open`; where none exists, before the `{` or `;` behind the
    /// parameters.
    std::size_t past_parameters(std::size_t open) const;
    /// Whether the `{` is that of `int n = int{}`, and no body behind parameters whose `)` is missing.
    bool makes_default(std::size_t open) const;
    /// Whether a `;` was meant for the `,` between two parameters: their `)` and a body follow.
    bool parts_parameters(std::size_t semicolon) const;
    /// Whether the text behind a kernel's parameters is its body, and the `{` before it is missing, or a
    /// `;` is too many. The parser says so.
    bool lacks_brace(std::size_t closing, std::size_t body) const;
    /// One past the `}` that ends a body whose `{` is missing.
    std::size_t past_unopened(std::size_t closing, std::size_t body) const;
    bool begins_declaration(std::size_t i) const;
    /// `template __global__ void k<int>(int*);` and `struct Node;` say nothing new.
    bool is_instantiation(std::size_t i) const {
        if (is(i, "extern")) ++i;
        if (is(i, "template") && !is(i + 1, "<")) return true;
        return (is(i, "struct") || is(i, "class") || is(i, "union")) && is(i + 2, ";");
    }

    const std::vector<Token>& tokens_;
    std::size_t end_;
};

}  // namespace upsweep::emulator
