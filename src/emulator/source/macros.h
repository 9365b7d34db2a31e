// Macros: #define, and their expansion with every token knowing the text that it stands for. The expression
// of #if and #elif.
#pragma once

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "emulator/source/diagnostics.h"
#include "emulator/source/lexer.h"

namespace upsweep::emulator {

struct Macro {
    bool function_like = false;
    bool variadic = false;
    std::vector<std::string_view> parameters;
    std::vector<Token> body;
};

class Macros {
  public:
    explicit Macros(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    /// `line` is what follows #define.
    void define(std::span<const Token> line);
    void undefine(std::string_view name) { table_.erase(name); }
    bool defined(std::string_view name) const { return table_.contains(name); }
    const Macro* find(std::string_view name) const;

    /// Expands all macros in `tokens`. Tokens from a macro's body are placed where the macro was invoked;
    /// arguments keep their own place. Throws Abandon for a broken invocation or one that grows without end.
    std::vector<Token> expand(std::span<const Token> tokens);

  private:
    friend class Expansion;

    Diagnostics& diagnostics_;
    std::unordered_map<std::string_view, Macro> table_;
    size_t produced_ = 0;  ///< tokens by all expansions, bounded
};

/// Whether the expression after #if is not 0. Names that are not macros are 0; arithmetic is on 64 bits.
/// `directive` is where to complain if there is nothing. Throws Abandon.
bool condition_holds(std::span<const Token> line, const SourceRange& directive, Macros& macros,
                     Diagnostics& diagnostics);

}  // namespace upsweep::emulator
