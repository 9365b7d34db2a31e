// How a kernel's text nests: functions, what guards what, single statements. Found from the tokens alone, so
// that it holds for any text, also for the parts of it that this launch was not compiled with.
#pragma once

#include <string_view>
#include <vector>

#include "emulator/source/lexer.h"

namespace upsweep::replay {

/// A statement; or only the head of what holds others: of a function, an if, a loop.
struct CodeNode {
    enum class Kind : uint8_t { function, guard, plain } kind = Kind::plain;
    int parent = -1;                    ///< position in CodeStructure::nodes, before its own
    size_t first = 0, end = 0;          ///< tokens
    int first_line = 0, last_line = 0;  ///< of these tokens
    int close_line = 0;                 ///< of the last token of all that it holds
    std::string_view name;              ///< of a function
    size_t open = 0, parameters = 0;    ///< of a function: its parameters' `(`, and one past their `)`
};

/// `#define name body`.
struct CodeMacro {
    std::string_view name;
    int parameters = -1;        ///< -1: without brackets
    size_t first = 0, end = 0;  ///< its body's tokens, in CodeStructure::directives
};

struct CodeStructure {
    std::vector<emulator::Token> tokens;      ///< without those of directives; the last one is `end`
    std::vector<emulator::Token> directives;  ///< the others
    std::vector<CodeMacro> macros;
    std::vector<CodeNode> nodes;
    std::vector<emulator::PhaseMark> phases;

    /// The node's function; -1 if it is in none.
    int function_of(int node) const;
};

/// Reads a text in O(its length); its tokens point into it. Never fails.
CodeStructure structure_of(std::string_view text);

}  // namespace upsweep::replay
