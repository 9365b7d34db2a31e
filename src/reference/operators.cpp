// Operators, one element after another.
#include "reference/operators.h"

#include <algorithm>
#include <array>

namespace upsweep::reference {
namespace {

constexpr uint32_t flag = 0x80000000U;
constexpr std::array<std::string_view, 4> types = {"", "Maximum", "Affine", "Flagged"};

constexpr uint32_t upper(uint32_t word) { return word >> 16; }
constexpr uint32_t lower(uint32_t word) { return word & 0xffffU; }

}  // namespace

std::vector<std::string_view> operator_names() { return {"sum", "maximum", "affine maps", "flagged sum"}; }

std::string_view type_name(Operator operation) { return types[size_t(operation)]; }

Operator operator_of_type(std::string_view type_name) {
    const auto at = std::find(types.begin() + 1, types.end(), type_name);
    return at == types.end() ? Operator::sum : static_cast<Operator>(at - types.begin());
}

bool commutes(Operator operation) { return operation == Operator::sum || operation == Operator::maximum; }

uint32_t identity(Operator operation) { return operation == Operator::affine ? 1U << 16 : 0; }

uint32_t combined(Operator operation, uint32_t earlier, uint32_t later) {
    switch (operation) {
        case Operator::sum:
            break;
        case Operator::maximum:
            return std::max(earlier, later);
        case Operator::affine:
            return upper(earlier) * upper(later) << 16 | lower(upper(later) * lower(earlier) + lower(later));
        case Operator::flagged:
            return (later & flag) != 0 ? later : (earlier & flag) | ((earlier + later) & ~flag);
    }
    return earlier + later;
}

Array fold_rows(const Array& input, Operator operation, bool inclusive) {
    Array output(ScalarType::u32, input.extent());
    const auto from = input.view<uint32_t>();
    const auto to = output.view<uint32_t>();
    const auto width = size_t(input.extent().width);
    uint32_t folded = 0;
    for (size_t i = 0; i < from.size(); ++i) {
        const uint32_t before = i % width == 0 ? identity(operation) : folded;
        folded = combined(operation, before, from[i]);
        to[i] = inclusive ? folded : before;
    }
    return output;
}

std::string word_text(Operator operation, uint32_t word) {
    if (operation == Operator::affine)
        return "(" + std::to_string(upper(word)) + ", " + std::to_string(lower(word)) + ")";
    if (operation == Operator::flagged && (word & flag) != 0) return "|" + std::to_string(word & ~flag);
    return std::to_string(word);
}

}  // namespace upsweep::reference
