// What printf in a kernel prints.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/element_type.h"

namespace upsweep::emulator {

struct PrintedValue {
    ScalarType type = ScalarType::i32;
    uint64_t bits = 0;
    bool is_text = false;  ///< a pointer to characters
};

/// A value that is given to printf: what it is, and its type's name.
struct PrintedType {
    enum class Kind : uint8_t { integer, real, pointer, text };
    Kind kind = Kind::integer;
    std::string name;
};

/// One sentence on the first thing in which a format and its values do not agree, or nothing.
std::string slip_of_format(std::string_view format, const std::vector<PrintedType>& values);

/// The characters that a value leads to, up to their zero and `most` of them at most.
using ReadText = std::function<std::string(size_t value, size_t most)>;

/// C's conversions d i u o x X c f F e E g G a A p s with flags, width (a number or *) and precision. A value
/// that is missing, or of another kind than its conversion, prints as "<?>"; like a GPU, nothing worse
/// happens. `read` is called only for what %s prints.
std::string format_printf(std::string_view format, const std::vector<PrintedValue>& values,
                          const ReadText& read = {});

}  // namespace upsweep::emulator
