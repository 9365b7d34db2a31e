// What a file declares at its outer level, found without parsing it: host code is never looked into.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/source/lexer.h"

namespace upsweep::emulator {

enum class ItemKind : uint8_t { function, variable, structure, enumeration, enumerator, alias };

/// One declaration, from its first token to one past its last. It is parsed when it is first used.
struct Item {
    ItemKind kind = ItemKind::variable;
    size_t begin = 0, end = 0;
    std::string_view name;  ///< of an enumerator: its own, while the tokens are its enum's
    bool is_template = false;
    bool is_global = false;
    bool is_device = false;
    bool is_constexpr = false;
    bool is_pointer_to_function = false;  ///< of an alias
    bool is_library = false;              ///< of CUDA's headers as the emulator has them, not of the text
    std::string_view space;               ///< the namespaces that it is in, a::b
    std::string_view owner;  ///< of a function written as Owner::name: it is not an item of its own
};

struct Outline {
    std::vector<Item> items;
    /// Positions in `items`; a name may be overloaded.
    std::unordered_map<std::string_view, std::vector<size_t>> by_name;
    /// Functions written outside of the struct that they belong to, by the struct's name.
    std::map<std::string_view, std::vector<Item>> members;
    /// Functions that are only declared: they may hold default arguments.
    std::map<std::string_view, std::vector<Item>> prototypes;
    /// Types that are inside a struct, by the struct's name.
    std::unordered_map<std::string_view, std::vector<std::string_view>> nested;
    /// Each static_assert of the outer level.
    std::vector<Item> assertions;
    std::deque<std::string> spaces;  ///< what the items' `space` points into
    std::unordered_map<std::string_view, std::string_view> space_aliases;  ///< namespace cg = …;
    std::vector<std::pair<SourceRange, std::string>> complaints;

    const std::vector<size_t>& find(std::string_view name) const;
    bool has(std::string_view name, ItemKind kind) const;
    bool is_type(std::string_view name) const;
    bool is_type_template(std::string_view name) const;
    bool is_function_template(std::string_view name) const;
    bool is_variable_template(std::string_view name) const;
    bool is_pointer_to_function(std::string_view name) const;
    bool has_nested(std::string_view structure, std::string_view name) const;
};

/// The name of the operator function that begins with the word `operator` at `word`, "operator+", and one
/// past its tokens; empty for a conversion. The text lives forever.
std::pair<std::string_view, size_t> operator_name(const std::vector<Token>& tokens, size_t word);

/// Of the first `count` tokens; the last is the `end` token. From `library` on they are the
/// library's: what the text declares itself goes before it.
Outline outline(const std::vector<Token>& tokens, size_t count, size_t library);

}  // namespace upsweep::emulator
