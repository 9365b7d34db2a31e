// Makes inputs, and reads and writes them as people do.
#include "scenes/input.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <utility>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "pipelines/parts/row_scans.h"

namespace upsweep::scenes {
namespace {

/// Small, never all equal, with sums below 100 for 16 of them: easy to follow in one's head.
constexpr std::array<int, 16> plain_values = {3, 1, 7, 0, 4, 1, 6, 3, 2, 5, 0, 1, 4, 2, 7, 1};
constexpr int64_t most_plain_values = 64;

/// Where nothing is added, values are known again at their new place: 35 came from row 3, column 5.
Array positions(const Parameters& parameters) {
    Array input(parameters.types.input, stored_extent(parameters.extent, parameters.types));
    const int64_t width = parameters.extent.width;
    const bool fits =
        parameters.types.input != ScalarType::u8 || (parameters.extent.height <= 25 && width <= 10);
    const int64_t row = width <= 10 ? 10 : 100;
    for (int64_t i = 0; i < input.count(); ++i)
        input.set_number(i, double(input.count() == 1 ? 7 : fits ? i / width * row + i % width : i % 251));
    return input;
}

/// What values are shared out over bins; 0: nothing is counted, or it is not said.
int64_t levels_of(const Parameters& parameters) {
    for (const OptionValue& option : parameters.options)
        if (option.name == "levels") return option.value;
    return 0;
}

/// Digits as large as a sum of three digits allows, or grey levels as there are bins for; halves show that
/// floats are floats.
Array small_random(const Parameters& parameters, uint64_t seed) {
    const int64_t levels = levels_of(parameters);
    Array input(parameters.types.input, stored_extent(parameters.extent, parameters.types));
    const int64_t count = input.count();
    const uint64_t highest = levels > 0 ? uint64_t(levels) - 1 : count <= 100 ? 9 : count <= 300 ? 3 : 1;
    const ScalarType type = parameters.types.input;
    const bool halves = (type == ScalarType::f32 || type == ScalarType::f64) && count <= 100;
    std::mt19937_64 random(seed);
    for (int64_t i = 0; i < count; ++i) {
        const uint64_t bits = random() >> 20;
        const auto whole = double(bits % (highest + 1));
        input.set_number(i, whole + (halves && (bits >> 32 & 1U) != 0 ? 0.5 : 0));
    }
    // Never all equal, and never a zero to begin with: a lost first element must show.
    if (input.number(0) == 0) input.set_number(0, 1);
    if (count > 1 && input.number(1) == input.number(0)) input.set_number(1, input.number(0) == 1 ? 0 : 1);
    return input;
}

/// Maps 2x, x + 1 and the like, whose order shows at once; values with a flag at every fourth place or so.
constexpr std::array<std::array<uint32_t, 2>, 8> plain_maps = {
    {{2, 1}, {1, 3}, {3, 0}, {1, 2}, {2, 0}, {1, 1}, {2, 3}, {3, 1}}};
constexpr int flag_places[] = {0, 3, 7, 8, 12, 13, 17, 22};

Array usual_words(reference::Operator operation, const Parameters& parameters) {
    Array input(parameters.types.input, parameters.extent);
    const auto words = input.view<uint32_t>();
    for (size_t i = 0; i < words.size(); ++i) {
        const auto& map = plain_maps[i % plain_maps.size()];
        const bool flag = contains(flag_places, i % 24);
        words[i] = operation == reference::Operator::affine
                       ? map[0] << 16 | map[1]
                       : uint32_t(plain_values[i % plain_values.size()]) | (flag ? 0x80000000U : 0);
    }
    return input;
}

/// What the toy cascade takes for a face: forehead and cheeks light, eyes and mouth dark, the nose light.
constexpr int face_side = 6;
constexpr std::array<std::array<int, face_side>, face_side> toy_face = {{{9, 9, 9, 9, 9, 9},
                                                                         {1, 1, 8, 8, 1, 1},
                                                                         {2, 1, 8, 8, 1, 2},
                                                                         {8, 9, 9, 9, 9, 8},
                                                                         {7, 2, 1, 1, 2, 7},
                                                                         {8, 8, 8, 8, 8, 8}}};

/// One face near the upper left corner and one in the lower right, among small numbers.
Array toy_faces(const Parameters& parameters) {
    Array input = small_random(parameters, 1);
    const Extent extent = parameters.extent;
    for (const auto& [left, top] : {std::pair{int64_t{2}, int64_t{1}},
                                    std::pair{extent.width - face_side - 1, extent.height - face_side}})
        for (int64_t y = 0; y < face_side; ++y)
            for (int64_t x = 0; x < face_side; ++x)
                if (left >= 0 && top >= 0 && left + x < extent.width && top + y < extent.height)
                    input.set_number((top + y) * extent.width + left + x, nth(nth(toy_face, y), x));
    return input;
}

Array usual_input(const Algorithm& algorithm, const Parameters& parameters) {
    if (!reference::commutes(operator_of(parameters)))
        return usual_words(operator_of(parameters), parameters);
    if (algorithm.result == ResultKind::transpose) return positions(parameters);
    if (algorithm.result == ResultKind::survival) return toy_faces(parameters);
    if (parameters.extent.count() > most_plain_values || parameters.extent.height > 1)
        return small_random(parameters, 1);
    Array input(parameters.types.input, stored_extent(parameters.extent, parameters.types));
    for (int64_t i = 0; i < input.count(); ++i)
        input.set_number(i, plain_values[size_t(i) % plain_values.size()]);
    return input;
}

}  // namespace

Array make_input(const Algorithm& algorithm, const Parameters& parameters, InputKind kind, uint64_t seed) {
    if (kind == InputKind::random)
        return !reference::commutes(operator_of(parameters)) ||
                       stored_extent(parameters.extent, parameters.types).count() <= most_plain_values
                   ? random_input(algorithm, parameters, seed)
                   : small_random(parameters, seed);
    if (kind != InputKind::ones) return usual_input(algorithm, parameters);
    Array input(parameters.types.input, stored_extent(parameters.extent, parameters.types));
    for (int64_t i = 0; i < input.count(); ++i) input.set_number(i, 1);
    return input;
}

namespace {

bool is_between(char letter) {
    return letter == ' ' || letter == ',' || letter == ';' || letter == '\t' || letter == '\n';
}

/// Reads numbers from a text, one after another.
class Values {
  public:
    explicit Values(const std::string& text) : at_(text.c_str()) {}

    std::vector<double> all() {
        std::vector<double> values;
        for (; *at_ != '\0'; skip())
            if (!is_between(*at_)) values.push_back(value());
        return values;
    }

  private:
    void skip() {
        while (is_between(*at_)) ++at_;
    }
    double value() {
        begin_ = at_;
        if (*at_ == '|') return ++at_, half(0x7fffffff) + 0x80000000;
        if (*at_ != '(') return number();
        ++at_;
        const double upper = half(0xffff);
        skip();
        const double lower = half(0xffff);
        skip();
        if (*at_ != ')') fail();
        ++at_;
        return upper * 65536 + lower;
    }
    double number() {
        char* end = nullptr;
        const double value = std::strtod(at_, &end);
        if (at_ == end) fail();
        at_ = end;
        return value;
    }
    /// Of a word: a whole number from 0 to `highest`.
    double half(double highest) {
        const double value = number();
        if (!(value >= 0 && value <= highest) || value != std::floor(value)) fail();
        return value;
    }
    [[noreturn]] void fail() const {
        throw UsageError(
            in_quotes(std::string(begin_).substr(0, 12)) +
            " is not a number; write the values as in 3, 1, 7, 0, affine maps as in (2, 5), and a "
            "value with its flag as in |7.");
    }

    const char *at_, *begin_ = at_;
};

}  // namespace

std::vector<double> parse_values(const std::string& text) { return Values(text).all(); }

std::string values_text(const Array& array, int64_t limit, reference::Operator operation) {
    std::string text;
    for (int64_t i = 0; i < std::min(limit, array.count()); ++i)
        text +=
            (i == 0 ? "" : ", ") + (operation == reference::Operator::sum
                                        ? array.text(i)
                                        : reference::word_text(operation, nth(array.view<uint32_t>(), i)));
    return array.count() > limit ? text + ", …" : text;
}

}  // namespace upsweep::scenes
