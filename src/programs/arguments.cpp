#include "programs/arguments.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "core/array.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/words.h"

namespace upsweep::programs {

Dim3 parse_dim3(std::string_view text, std::string_view what) {
    int64_t sides[3] = {1, 1, 1};
    std::string_view rest = text;
    const bool gap = text.empty() || text.front() == ',' || text.back() == ',' ||
                     text.find(",,") != std::string_view::npos;
    if (gap)
        throw UsageError("{} is {}, which lacks a number; write it as 4 or 4,2 or 4,2,1.", what,
                         in_quotes(text));
    for (int64_t& side : sides) {
        const size_t comma = rest.find(',');
        side = parse_whole(rest.substr(0, comma), 1, 2'147'483'647, what);
        if (comma == std::string_view::npos) return {sides[0], sides[1], sides[2]};
        rest.remove_prefix(comma + 1);
    }
    throw UsageError("{} is {}; it takes at most three numbers.", what, in_quotes(text));
}

Definitions parse_definitions(const std::vector<std::string>& texts) {
    Definitions definitions;
    for (const std::string& text : texts) {
        const size_t equals = text.find('=');
        std::string name = text.substr(0, equals);
        if (!is_name(name))
            throw UsageError("{} does not define a name; write -DNAME=VALUE.", in_quotes(text));
        definitions.emplace_back(std::move(name),
                                 equals == std::string::npos ? "1" : text.substr(equals + 1));
    }
    return definitions;
}

std::string with_template_arguments(const std::string& kernel, const std::vector<std::string>& arguments) {
    if (arguments.empty()) return kernel;
    const size_t types = std::min(kernel.find('('), kernel.size());
    return fmt::format("{}<{}>{}", kernel.substr(0, types), fmt::join(arguments, ", "), kernel.substr(types));
}

namespace {

[[noreturn]] void refuse(std::string_view what, ScalarType type, std::string_view text, const char* why) {
    throw UsageError("{} is {}, and {} {}.", what, cuda_name_of(type), in_quotes(text), why);
}

/// Sign and magnitude of a decimal or hexadecimal whole number.
struct Whole {
    bool negative = false, hexadecimal = false;
    uint64_t magnitude = 0;
};

std::optional<Whole> read_whole(std::string_view text) {
    Whole whole;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
        whole.negative = text[0] == '-';
        text.remove_prefix(1);
    }
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        whole.hexadecimal = true;
        text.remove_prefix(2);
    }
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), whole.magnitude, whole.hexadecimal ? 16 : 10);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return whole;
}

uint64_t mask_of(ScalarType type) { return ~uint64_t{0} >> (64 - 8 * size_of(type)); }

bool fits(const Whole& whole, ScalarType type) {
    const uint64_t most = mask_of(type);
    if (!is_signed(type)) return whole.magnitude <= most && (!whole.negative || whole.magnitude == 0);
    if (whole.hexadecimal && !whole.negative) return whole.magnitude <= most;
    return whole.magnitude <= most / 2 + (whole.negative ? 1 : 0);
}

uint64_t parse_floating(std::string_view text, ScalarType type, std::string_view what) {
    const std::string copy(text);
    char* end = nullptr;
    // Read in the type itself: through double a float would be rounded twice.
    const double wide = std::strtod(copy.c_str(), &end);
    const bool good = !copy.empty() && *end == '\0' && copy[0] != ' ' && copy[0] != '\t';
    if (!good) refuse(what, type, text, "is not a number");
    uint64_t bits = 0;
    if (type == ScalarType::f64) {
        std::memcpy(&bits, &wide, sizeof wide);
        return bits;
    }
    const float narrow = std::strtof(copy.c_str(), &end);
    std::memcpy(&bits, &narrow, sizeof narrow);
    return bits;
}

}  // namespace

uint64_t parse_number(std::string_view text, ScalarType type, std::string_view what) {
    if (is_floating(type)) return parse_floating(text, type, what);
    if (type == ScalarType::boolean) {
        if (text == "true" || text == "1") return 1;
        if (text == "false" || text == "0") return 0;
        refuse(what, type, text, "is neither true nor false");
    }
    const std::optional<Whole> whole = read_whole(text);
    if (!whole) refuse(what, type, text, "is not a whole number");
    if (!fits(*whole, type)) refuse(what, type, text, "does not fit in it");
    return (whole->negative ? uint64_t{0} - whole->magnitude : whole->magnitude) & mask_of(type);
}

int64_t parse_whole(std::string_view text, int64_t lowest, int64_t highest, std::string_view what) {
    const std::optional<Whole> whole = read_whole(text);
    const bool good = whole && !whole->hexadecimal && fits(*whole, ScalarType::i64);
    const auto value = good ? int64_t(parse_number(text, ScalarType::i64, what)) : lowest - 1;
    if (!good || value < lowest || value > highest)
        throw UsageError("{} is {}; it must be a whole number from {} to {}.", what, in_quotes(text), lowest,
                         highest);
    return value;
}

uint64_t bits_of(ScalarType type, int64_t value) {
    uint64_t bits = 0;
    visit_type(type, [&](auto zero) {
        const auto converted = static_cast<decltype(zero)>(value);
        std::memcpy(&bits, &converted, sizeof converted);
    });
    return bits;
}

}  // namespace upsweep::programs
