// JSON as the commands write it.
#include "commands/json.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <nlohmann/json.hpp>

namespace upsweep::commands {

using nlohmann::ordered_json;

ordered_json to_json(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return value;
}

ordered_json to_json(ScalarType type, std::uint64_t bits) {
    if (type == ScalarType::u64) return bits;
    if (type == ScalarType::i64) return static_cast<std::int64_t>(bits);
    const double value = bits_to_number(type, bits);
    if (is_floating(type)) {
        // The shortest text that reads back as the float, not the double next to it.
        if (!std::isfinite(value)) return to_json(value);
        // Not std::stod, which throws where the value is too small for a normal double.
        return std::strtod(bits_to_text(type, bits).c_str(), nullptr);
    }
    return static_cast<std::int64_t>(value);
}

ordered_json to_json(const Array& array, std::int64_t index) {
    const auto size = static_cast<std::size_t>(size_of(array.type()));
    std::uint64_t bits = 0;
    std::memcpy(&bits, array.bytes().data() + static_cast<std::size_t>(index) * size, size);
    return to_json(array.type(), bits);
}

ordered_json to_json(const Array& array) {
    ordered_json values = ordered_json::array();
    for (std::int64_t i = 0; i < array.count(); ++i) values.push_back(to_json(array, i));
    return values;
}

void print(const ordered_json& document) {
    // A kernel may print bytes that are not UTF-8: they are replaced, for JSON has no place for them.
    const std::string text = document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    std::fputs((text + "\n").c_str(), stdout);
    std::fflush(stdout);
}

}  // namespace upsweep::commands
