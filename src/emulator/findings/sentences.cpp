// The sentences: each with the numbers of its case.
#include "emulator/findings/sentences.h"

#include <fmt/format.h>

#include <algorithm>

namespace upsweep::emulator {
namespace {

std::string collision_in_words(const Collision& collision) {
    std::string words = collision.words.size() <= 4
                            ? counted_in_words("word", collision.words)
                            : fmt::format("{} different words", collision.words.size());
    return fmt::format("{} meet in {} ({})", lanes_in_words(collision.lanes),
                       counted_in_words("bank", {collision.banks.begin(), collision.banks.end()}), words);
}

/// What an index outside of an array tells about how it was computed.
std::string index_in_words(std::int64_t index, bool several) {
    constexpr std::int64_t far = std::int64_t{1} << 28;
    const char* subject = several ? "the indices are" : "the index is";
    if (index <= -far)
        return fmt::format(
            " ({} far below zero, as when a product of ints passes 2147483647: compute it as a long long or "
            "size_t)",
            subject);
    if (index > 0xffffffff - far && index <= 0xffffffff)
        return fmt::format(" ({} near 2 to the 32, as when an unsigned number goes below zero)", subject);
    return index < 0 ? fmt::format(" ({} negative)", subject) : "";
}

/// "the access is", "the accesses are".
const char* accesses_are(std::size_t lanes) { return lanes == 1 ? "the access is" : "the accesses are"; }

/// "elements 0 to 7", "elements 0 to 1055 (32 rows of 33)".
std::string size_in_words(const BadAccess& access) {
    if (access.count == 0)
        return access.array->space == Space::shared ? "no elements: the launch gives no dynamic shared "
                                                      "memory (the third number in <<<…>>>, or "
                                                      "--shared BYTES)"
                                                    : "no elements";
    if (access.count == 1) return "one element";
    const bool rows = access.array->space == Space::shared && access.array->extent.height > 1;
    return fmt::format(
        "elements 0 to {}{}", access.count - 1,
        rows ? fmt::format(" ({} rows of {})", access.array->extent.height, access.array->extent.width) : "");
}

// What a null pointer with a small index leads to.
constexpr std::int64_t first_page = 4096;

}  // namespace

std::string bank_conflict_sentence(const WarpAccess& access, int banks, const BankCost& cost, bool write) {
    constexpr std::size_t most_groups = 3;
    std::vector<Collision> groups = collisions(access, banks);
    std::string text;
    std::size_t shown = groups.size() > most_groups ? 2 : groups.size();
    for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + collision_in_words(groups[i]);
    if (shown < groups.size()) text += fmt::format(", and {} more groups alike", groups.size() - shown);
    const int together = lanes_a_turn(access.size, banks);
    const std::string wide = access.size <= 4
                                 ? ""
                                 : fmt::format(" (at {} bytes a lane, the banks serve {} lane{} at a time)",
                                               access.size, together, together == 1 ? "" : "s");
    return in_sentence_case(fmt::format("{}: this {} takes {} turns instead of {}{}.", text,
                                        write ? "store" : "load", cost.wavefronts, cost.least, wide));
}

std::string out_of_bounds_sentence(const BadAccess& access) {
    const std::string does = verb(access.lanes, access.write ? "write" : "read");
    const std::string who = in_sentence_case(access.who);
    if (access.array == nullptr && access.address >= first_page)
        return fmt::format("{} {} at the address {:#x}, where no array is; {} left out.", who, does,
                           access.address, accesses_are(access.lanes));
    if (access.array == nullptr)
        return fmt::format("{} {} through {}; {} left out.", who, does,
                           access.null ? "a null pointer" : "a pointer that leads to no array",
                           accesses_are(access.lanes));
    const int element_size = size_of(access.array->type);
    std::vector<std::int64_t> elements;
    for (std::int64_t offset : access.offsets) elements.push_back(element_at(offset, element_size));
    const auto [least, most] = std::minmax_element(elements.begin(), elements.end());
    if (access.write && access.array->space == Space::constant && *least >= 0 && *most < access.count)
        return fmt::format("{} {} to {}, which is __constant__: a kernel can read it only; {} left out.", who,
                           does, cells_in_words(*access.array, elements), accesses_are(access.lanes));
    if (access.write && access.array->space == Space::text && *least >= 0 && *most < access.count)
        return fmt::format("{} {} to {}, which is text in quotes: it can be read only; {} left out.", who,
                           does, access.array->name, accesses_are(access.lanes));
    if (access.text && *least == access.count && *most == access.count)
        return fmt::format(
            "{} {} on behind {}, which has {}: no zero ends the text that printf prints, so it is printed up "
            "to "
            "the end of the array.",
            who, does, access.array->name, size_in_words(access));
    if (access.owner >= 0)
        return fmt::format(
            "{} {} {} of thread {}: a local variable can be reached by its own thread only, so {} left out.",
            who, does, access.array->name, access.owner, accesses_are(access.lanes));
    const std::int64_t last = element_at(access.offsets[0] + access.size - 1, element_size);
    if (access.lanes == 1 && last > *least && *least >= 0 && *least < access.count)
        return fmt::format("{} {} {} bytes, elements {} to {} of {}, which has {}; the access is left out.",
                           who, does, access.size, *least, last, access.array->name, size_in_words(access));
    const std::string hint = *least < 0 && *most >= 0 ? "" : index_in_words(*least, *least != *most);
    return fmt::format("{} {} {} of {}, which has {}{}; {} left out.", who, does,
                       counted_in_words("element", elements), access.array->name, size_in_words(access), hint,
                       accesses_are(access.lanes));
}

std::string misaligned_sentence(const BadAccess& access) {
    return fmt::format(
        "{} {} {} bytes{} at {} of {}; {} must be a multiple of {}, so {} left out.",
        in_sentence_case(access.who), verb(access.lanes, access.write ? "write" : "read"), access.size,
        access.lanes == 1 ? "" : " each", counted_in_words("byte", access.offsets), access.array->name,
        access.lanes == 1 ? "the address" : "each address", access.size, accesses_are(access.lanes));
}

std::string endless_loop_sentence(int line, std::int64_t passes, bool many_warps, const std::string& who,
                                  std::size_t lanes, const std::string& reads) {
    return fmt::format(
        "The loop in line {} never ends: {} {} round and round, and no variable and no memory cell changes "
        "any more{}; it has run {} time{}{}.",
        line, who, verb(lanes, "go"),
        reads.empty() ? "" : fmt::format(", not {} either, which it reads", reads), passes,
        passes == 1 ? "" : "s", many_warps ? ", all warps together" : "");
}

std::string step_limit_sentence(int loop_line, std::int64_t passes, bool many_warps, std::int64_t steps) {
    const std::string stopped =
        fmt::format("he run was stopped after {} step{}, its limit.", steps, steps == 1 ? "" : "s");
    if (loop_line <= 0) return "T" + stopped;
    return fmt::format("The loop in line {} has run {} time{}{} and not ended; t{}", loop_line, passes,
                       passes == 1 ? "" : "s", many_warps ? ", all warps together," : "", stopped);
}

}  // namespace upsweep::emulator
