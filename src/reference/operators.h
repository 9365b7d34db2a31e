// What scans combine beside sums: kernels/operator.cuh on the CPU, and how its words are written. All are
// associative.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/array.h"

namespace upsweep::reference {

enum class Operator : uint8_t {
    sum,
    maximum,  ///< the larger of two
    affine,   ///< the map x -> a x + b, modulo 65536; a in the upper half of the word
    flagged,  ///< a sum that begins again at every flag, the word's highest bit
};

/// "sum", "maximum", "affine maps", "flagged sum", in their order: an option's values.
std::vector<std::string_view> operator_names();
/// The type of kernels/operator.cuh: "Affine"; empty of a sum.
std::string_view type_name(Operator operation);
/// The operator whose type it is; a sum for every other name.
Operator operator_of_type(std::string_view type_name);

bool commutes(Operator operation);
/// What changes nothing that it is combined with.
uint32_t identity(Operator operation);
uint32_t combined(Operator operation, uint32_t earlier, uint32_t later);

/// Each row of u32 folded from its first element on, exclusive or inclusive; extent as `input`.
Array fold_rows(const Array& input, Operator operation, bool inclusive);

/// A word as people write it: "7", "(2, 5)" of an affine map, "|7" of a value with its flag.
std::string word_text(Operator operation, uint32_t word);

}  // namespace upsweep::reference
