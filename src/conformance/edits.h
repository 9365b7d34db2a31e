// Small changes to a kernel's text as a student makes them, drawn by a seed: a barrier removed, an index or
// a bound changed, two operands swapped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace upsweep::conformance {

enum class EditKind : uint8_t { barrier, index, operands, bound };
inline constexpr EditKind last_edit_kind = EditKind::bound;

/// "a barrier removed", "an index changed", "operands swapped", "a bound changed".
std::string_view name_of(EditKind kind);

/// One change: `length` characters from `at` on become `text`.
struct Edit {
    EditKind kind = EditKind::barrier;
    size_t at = 0, length = 0;
    std::string text;
    int line = 0;
};

/// Every change of these kinds that the functions of a text offer, in the order of the text.
std::vector<Edit> edits_of(std::string_view text);

std::string applied(const std::string& text, const Edit& edit);

}  // namespace upsweep::conformance
