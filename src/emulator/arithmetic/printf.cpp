// One conversion at a time, by the host's own printf once its kind is known to fit the value.
#include "emulator/arithmetic/printf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "core/words.h"
#include "emulator/arithmetic/arithmetic.h"

namespace upsweep::emulator {
namespace {

constexpr int widest = 1000;

/// %.*s and its like, which a GPU prints as they are. Of numbers it takes the precision from a value.
bool takes_precision(std::string_view conversion) {
    return conversion.ends_with('s') && conversion.find(".*") != std::string_view::npos;
}

class Formatter {
  public:
    Formatter(std::string_view format, const std::vector<PrintedValue>& values, const ReadText& read)
        : format_(format), values_(values), read_(read) {}

    std::string run() {
        while (at_ < format_.size()) {
            char c = format_[at_++];
            if (c != '%')
                text_ += c;
            else if (at_ < format_.size() && format_[at_] == '%')
                text_ += format_[at_++];
            else
                conversion();
        }
        return text_;
    }

  private:
    bool take(std::string_view any) {
        return at_ < format_.size() && any.find(format_[at_]) != std::string_view::npos;
    }
    const PrintedValue* next_value() { return next_ < values_.size() ? &values_[next_++] : nullptr; }

    /// A width or precision: digits, or * for a value. Below zero a width means the left side, and a
    /// precision none.
    int number(std::string& spec) {
        int number = 0;
        if (take("*")) {
            ++at_;
            if (const PrintedValue* value = next_value()) number = int(value->bits);
        } else {
            while (take("0123456789")) number = std::min(widest, number * 10 + (format_[at_++] - '0'));
        }
        if (number < 0) spec += '-';
        // The lowest number has no positive twin.
        const int size = std::min(widest, std::abs(std::max(number, -widest)));
        if (size != 0) spec += std::to_string(size);
        return number < 0 ? -size : size;
    }

    void conversion() {
        const size_t start = at_ - 1;
        std::string spec = "%";
        while (take("-+ #0")) spec += format_[at_++];
        const int width = number(spec);
        const bool left = spec.find('-') != std::string::npos;
        int precision = -1;
        if (take(".")) {
            ++at_;
            std::string digits = ".";
            precision = number(digits);
            if (precision >= 0) spec += digits;
        }
        bool is_long = false;
        while (take("hlLjzt")) is_long |= format_[at_++] != 'h';
        if (at_ == format_.size()) return;
        char kind = format_[at_++];
        const PrintedValue* value = next_value();
        if (kind == 's' && value != nullptr && value->is_text) {
            const std::string_view written = format_.substr(start, at_ - start);
            if (takes_precision(written))
                text_ += written;
            else
                text(std::abs(width), left, precision);
            return;
        }
        bool floating = std::string_view("fFeEgGaA").find(kind) != std::string_view::npos;
        bool integer = std::string_view("diuoxXcp").find(kind) != std::string_view::npos;
        // The address of a text is not a number that anyone wants to see.
        const bool address = value != nullptr && value->is_text && kind != 'p';
        if (value == nullptr || (!floating && !integer) || is_floating(value->type) != floating || address) {
            text_ += "<?>";
            return;
        }
        print(spec, kind, *value, is_long);
    }

    /// What the value that was taken last leads to.
    void text(int width, bool left, int precision) {
        const size_t most = precision < 0 ? std::string::npos : size_t(precision);
        std::string characters = read_(next_ - 1, most);
        const size_t wide = width;
        const std::string space(wide - std::min(wide, characters.size()), ' ');
        text_ += left ? characters + space : space + characters;
    }

    void print(std::string spec, char kind, const PrintedValue& value, bool is_long) {
        char buffer[2 * widest + 400];
        int length = 0;
        if (is_floating(value.type)) {
            double number = value.type == ScalarType::f32 ? double(arithmetic::from_bits<float>(value.bits))
                                                          : arithmetic::from_bits<double>(value.bits);
            spec += kind;
            length = std::snprintf(buffer, sizeof buffer, spec.c_str(), number);
        } else if (kind == 'c') {
            spec += kind;
            length = std::snprintf(buffer, sizeof buffer, spec.c_str(), int(value.bits));
        } else {
            length = print_integer(spec, kind, value, is_long, buffer, sizeof buffer);
        }
        if (length > 0) text_.append(buffer, std::min(size_t(length), sizeof buffer - 1));
    }

    /// In the value's own width: %d of a 64-bit value prints its low half, as C's machines do.
    static int print_integer(std::string spec, char kind, const PrintedValue& value, bool is_long,
                             char* buffer, size_t size) {
        bool is_signed_kind = kind == 'd' || kind == 'i';
        uint64_t bits = value.bits;
        bool wide = (is_long && size_of(value.type) == 8) || kind == 'p';
        if (!wide) bits = uint32_t(bits);
        if (kind == 'p' && bits == 0) {
            spec += 's';
            return std::snprintf(buffer, size, spec.c_str(), "(nil)");
        }
        if (kind == 'p') {
            spec.insert(1, "#");
            kind = 'x';
        }
        spec += "ll";
        spec += kind;
        auto as_signed = wide ? static_cast<long long>(bits) : static_cast<long long>(int32_t(bits));
        return is_signed_kind
                   ? std::snprintf(buffer, size, spec.c_str(), as_signed)
                   : std::snprintf(buffer, size, spec.c_str(), static_cast<unsigned long long>(bits));
    }

    std::string_view format_;
    const std::vector<PrintedValue>& values_;
    const ReadText& read_;
    size_t at_ = 0;
    size_t next_ = 0;
    std::string text_;
};

using Kind = PrintedType::Kind;

/// What a conversion takes, or nothing if there is no such conversion.
std::optional<Kind> taken_by(char conversion) {
    if (std::string_view("diuoxXc").find(conversion) != std::string_view::npos) return Kind::integer;
    if (std::string_view("fFeEgGaA").find(conversion) != std::string_view::npos) return Kind::real;
    if (conversion == 'p') return Kind::pointer;
    if (conversion == 's') return Kind::text;
    return std::nullopt;
}

std::string in_words(Kind kind) {
    switch (kind) {
        case Kind::integer:
            return "a whole number";
        case Kind::real:
            return "a floating-point number";
        case Kind::pointer:
            return "a pointer";
        default:
            return "text";
    }
}

std::string values_in_words(size_t count) { return counted(count, "value"); }

}  // namespace

std::string slip_of_format(std::string_view format, const std::vector<PrintedType>& values) {
    std::string slip;
    size_t next = 0;
    const auto take = [&](std::string_view spec, std::optional<Kind> wanted) {
        const size_t at = next++;
        if (!slip.empty() || at >= values.size()) return;
        const PrintedType& given = values[at];
        // Whole numbers print as pointers and pointers as whole numbers; of a text, too, the address.
        const bool bits = ((wanted == Kind::integer || wanted == Kind::pointer) &&
                           (given.kind == Kind::integer || given.kind == Kind::pointer)) ||
                          (wanted == Kind::pointer && given.kind == Kind::text);
        if (!wanted)
            slip = fmt::format(
                "This printf has an unknown conversion, {}: a GPU may print anything there, so the emulator "
                "prints <?>.",
                spec);
        else if (given.kind != *wanted && !bits)
            slip = fmt::format(
                "In this printf {} takes {} but gets {}{}: a GPU may print anything there, so the emulator "
                "prints <?>{}.",
                spec, in_words(*wanted), given.kind == Kind::text ? "text" : "a value of type ",
                given.kind == Kind::text ? "" : given.name,
                given.kind == Kind::integer && wanted == Kind::real   ? "; write %d, or cast the value"
                : given.kind == Kind::real && wanted == Kind::integer ? "; write %f, or cast the value"
                                                                      : "");
    };
    for (size_t at = 0; at < format.size(); ++at) {
        if (format[at] != '%') continue;
        const size_t end =
            std::min(format.find_first_not_of("-+ #0123456789.*hlLjzt", at + 1), format.size());
        const std::string_view spec = format.substr(at, end + 1 - at);
        at = end;
        if (end == format.size() || spec == "%%") continue;
        if (slip.empty() && takes_precision(spec))
            slip = fmt::format(
                "In this printf {} takes its precision from a value: a GPU does not support that for text, "
                "so it prints the conversion itself.",
                spec);
        for (char c : spec)
            if (c == '*') take("*", Kind::integer);
        take(spec, taken_by(spec.back()));
    }
    if (slip.empty() && next > values.size())
        slip = fmt::format(
            "The format of this printf needs {} but {} {} passed: a GPU may print anything for the rest, so "
            "the emulator prints <?>.",
            values_in_words(next), values_in_words(values.size()), values.size() == 1 ? "is" : "are");
    if (slip.empty() && next < values.size())
        slip = fmt::format("The format of this printf prints {} but {} {} passed: the rest is not printed.",
                           values_in_words(next), values_in_words(values.size()),
                           values.size() == 1 ? "is" : "are");
    return slip;
}

std::string format_printf(std::string_view format, const std::vector<PrintedValue>& values,
                          const ReadText& read) {
    return Formatter(format, values, read).run();
}

}  // namespace upsweep::emulator
