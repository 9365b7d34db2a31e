// The sentences: each with the numbers of its case.
#include "emulator/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace upsweep::emulator {
namespace {

/// "3", "0 and 2", "0, 1 and 3", "0 to 7".
template <typename T>
std::string list_in_words(const std::vector<T>& numbers) {
    if (numbers.size() > 3 && numbers.back() - numbers.front() == static_cast<T>(numbers.size()) - 1)
        return fmt::format("{} to {}", numbers.front(), numbers.back());
    std::string words;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i != 0) words += i + 1 == numbers.size() ? " and " : ", ";
        words += fmt::format("{}", numbers[i]);
    }
    return words;
}

template <typename T>
std::string counted_in_words(const char* noun, const std::vector<T>& numbers) {
    return fmt::format("{}{} {}", noun, numbers.size() == 1 ? "" : "s", list_in_words(numbers));
}

std::string collision_in_words(const Collision& collision) {
    std::string words = collision.words.size() <= 4
                            ? counted_in_words("word", collision.words)
                            : fmt::format("{} different words", collision.words.size());
    return fmt::format("{} meet in {} ({})", lanes_in_words(collision.lanes),
                       counted_in_words("bank", collision.banks), words);
}

/// What an index outside of an array tells about how it was computed.
const char* index_in_words(std::int64_t index) {
    constexpr std::int64_t far = std::int64_t{1} << 28;
    if (index <= -far)
        return " (the index is far below zero, as when a product of ints passes 2147483647: compute it as a "
               "long long or size_t)";
    if (index > 0xffffffff - far && index <= 0xffffffff)
        return " (the index is near 2 to the 32, as when an unsigned number goes below zero)";
    return index < 0 ? " (the index is negative)" : "";
}

}  // namespace

std::string in_sentence_case(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::vector<int> lanes_of(std::uint32_t mask) {
    std::vector<int> lanes;
    for (; mask != 0; mask &= mask - 1) lanes.push_back(std::countr_zero(mask));
    return lanes;
}

std::string lanes_in_words(const std::vector<int>& lanes) { return counted_in_words("lane", lanes); }

std::string bank_conflict_sentence(const WarpAccess& access, int banks, const BankCost& cost) {
    constexpr std::size_t most_groups = 3;
    std::vector<Collision> groups = collisions(access, banks);
    std::string text;
    std::size_t shown = groups.size() > most_groups ? 2 : groups.size();
    for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + collision_in_words(groups[i]);
    if (shown < groups.size()) text += fmt::format(", and {} more groups alike", groups.size() - shown);
    return in_sentence_case(
        fmt::format("{}: this access takes {} turns instead of {}.", text, cost.wavefronts, cost.least));
}

std::string out_of_bounds_sentence(const BadAccess& access) {
    const char* does = access.write ? "writes" : "reads";
    if (access.array.empty())
        return fmt::format(
            "Lane {} of block {} {} through a pointer that leads to no array; the access is left out.",
            access.lane, access.block, does);
    // A remainder below zero still belongs to the element before.
    std::int64_t index =
        access.offset / access.element_size - (access.offset % access.element_size < 0 ? 1 : 0);
    return fmt::format("Lane {} of block {} {} element {} of {}, which has {}{}; the access is left out.",
                       access.lane, access.block, does, index, access.array,
                       access.elements == 1 ? std::string("one element")
                                            : fmt::format("elements 0 to {}", access.elements - 1),
                       index_in_words(index));
}

std::string misaligned_sentence(const BadAccess& access) {
    return fmt::format(
        "Lane {} of block {} {} {} bytes at byte {} of {}; the address must be a multiple of {}, so the "
        "access is left "
        "out.",
        access.lane, access.block, access.write ? "writes" : "reads", access.size, access.offset,
        access.array, access.size);
}

std::string step_limit_sentence(int loop_line, std::int64_t passes, std::int64_t steps) {
    if (loop_line <= 0) return fmt::format("The run was stopped after {} steps, its limit.", steps);
    return fmt::format(
        "The loop in line {} has run {} times and not ended; the run was stopped after {} steps, its limit.",
        loop_line, passes, steps);
}

}  // namespace upsweep::emulator
