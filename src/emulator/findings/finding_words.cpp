#include "emulator/findings/finding_words.h"

#include "emulator/trace/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/ranges.h"

namespace upsweep::emulator {
namespace {

using Numbers = std::vector<int64_t>;

/// Positions in the numbers, or a stretch of them that is reported by its ends.
struct Piece {
    size_t first, last;
};

/// Four neighbours and more are a stretch.
std::vector<Piece> pieces_of(const Numbers& numbers) {
    std::vector<Piece> pieces;
    for (size_t first = 0; first < numbers.size();) {
        size_t last = first;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
        if (last - first >= 3) {
            pieces.push_back({first, last});
        } else {
            for (size_t i = first; i <= last; ++i) pieces.push_back({i, i});
        }
        first = last + 1;
    }
    return pieces;
}

bool evenly_spaced(const Numbers& numbers) {
    for (size_t i = 2; i < numbers.size(); ++i)
        if (numbers[i] - numbers[i - 1] != numbers[1] - numbers[0]) return false;
    return true;
}

/// The numbers in words, each written by `write`.
template <typename Write>
std::string listed(Numbers numbers, Write write) {
    constexpr size_t most_pieces = 5, shown = 3;
    sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    const std::vector<Piece> pieces = pieces_of(numbers);
    std::string words;
    const bool all = pieces.size() <= most_pieces;
    for (size_t i = 0; i < (all ? pieces.size() : shown); ++i) {
        if (i != 0) words += all && i + 1 == pieces.size() ? " and " : ", ";
        const auto [first, last] = pieces[i];
        words += write(numbers[first]);
        if (last != first) words += " to " + write(numbers[last]);
    }
    if (all) return words;
    words += " … " + write(numbers.back());
    return evenly_spaced(numbers) ? words : words + fmt::format(" ({} in all)", numbers.size());
}

}  // namespace

std::string list_in_words(std::vector<int64_t> numbers) {
    return listed(std::move(numbers), [](int64_t number) { return fmt::format("{}", number); });
}

std::string counted_in_words(std::string_view noun, const std::vector<int64_t>& numbers) {
    const bool one =
        std::adjacent_find(numbers.begin(), numbers.end(), std::not_equal_to<>()) == numbers.end();
    return fmt::format("{}{} {}", noun, one ? "" : "s", list_in_words(numbers));
}

std::string lanes_in_words(const std::vector<int>& lanes) {
    return counted_in_words("lane", {lanes.begin(), lanes.end()});
}

std::vector<int> lanes_of(uint32_t mask) {
    std::vector<int> lanes;
    for (; mask != 0; mask &= mask - 1) lanes.push_back(std::countr_zero(mask));
    return lanes;
}

std::string cell_in_words(const ArrayInfo& array, int64_t element) {
    const bool rows = array.space == Space::shared && array.extent.height > 1 && array.extent.width > 0;
    if (!rows) return fmt::format("{}[{}]", array.name, element);
    return fmt::format("{}[{}][{}]", array.name, element / array.extent.width, element % array.extent.width);
}

std::string cells_in_words(const ArrayInfo& array, const std::vector<int64_t>& elements) {
    return listed(elements, [&](int64_t element) { return cell_in_words(array, element); });
}

std::string line_in_words(const Trace& trace, int32_t launch, const SourceRange& where) {
    const std::string line = fmt::format("line {}", where.line);
    if (where.file < 0) return line;
    const std::string& file = nth(trace.sources, where.file).name;
    return file == nth(trace.launches, launch).kernel.file ? line : line + " of " + file;
}

std::string verb(size_t count, std::string_view plural) {
    if (count != 1) return std::string(plural);
    return fmt::format("{}{}", plural, plural.ends_with('o') ? "es" : "s");
}

std::string in_sentence_case(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = text[0] - 'a' + 'A';
    return text;
}

}  // namespace upsweep::emulator
