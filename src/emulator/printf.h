// What printf in a kernel prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/element_type.h"

namespace upsweep::emulator {

struct PrintedValue {
    ScalarType type = ScalarType::i32;
    std::uint64_t bits = 0;
};

/// The format with texts, where there are some, in the places of their
/// conversions %s; flags, width and precision hold.
std::string with_texts(std::string_view format, const std::vector<std::optional<std::string>>& texts);

/// A value that is given to printf: what it is, and its type's name.
struct PrintedType {
    enum class Kind : std::uint8_t { integer, real, pointer, text };
    Kind kind = Kind::integer;
    std::string name;
};

/// One sentence on the first thing in which a format and its values do not agree, or nothing.
std::string slip_of_format(std::string_view format, const std::vector<PrintedType>& values);

/// C's conversions d i u o x X c f F e E g G a A p with flags, width (a number or *) and precision. A value
/// that is missing, or of another kind than its conversion, prints as "<?>"; like a GPU, nothing worse
/// happens.
std::string format_printf(std::string_view format, const std::vector<PrintedValue>& values);

}  // namespace upsweep::emulator
