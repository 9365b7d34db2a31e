// Numbers as JSON, and JSON as text.
#include "core/json.h"

#include <cmath>
#include <cstdlib>

namespace upsweep {

Json json_of(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return value;
}

Json json_of(ScalarType type, uint64_t bits) {
    if (type == ScalarType::u64) return bits;
    if (type == ScalarType::i64) return int64_t(bits);
    const double value = bits_to_number(type, bits);
    if (is_floating(type)) {
        // The shortest text that reads back as the float, not the double next to it.
        if (!std::isfinite(value)) return json_of(value);
        // Not std::stod, which throws where the value is too small for a normal double.
        return std::strtod(bits_to_text(type, bits).c_str(), nullptr);
    }
    return int64_t(value);
}

Json json_of(const Array& array) {
    Json values = Json::array();
    for (int64_t i = 0; i < array.count(); ++i) values.push_back(json_of(array.type(), bits_at(array, i)));
    return values;
}

std::string json_text(const Json& document) {
    return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace upsweep
