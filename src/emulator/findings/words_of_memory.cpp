// Accesses that leave an array or its alignment, and reads of what nobody wrote.
#include <fmt/format.h>

#include <algorithm>

#include "emulator/findings/wording.h"

#include "core/words.h"
#include "emulator/trace/finding.h"

namespace upsweep::emulator {
namespace {

/// What a null pointer with a small index leads to.
constexpr std::int64_t first_page = 4096;
/// An index so far off was computed in too few bits.
constexpr std::int64_t far = std::int64_t{1} << 28;

/// A bad access, with what its sentence, cause and cure have in common.
struct Bad {
    explicit Bad(const Told& finding) : told(finding), facts(finding.facts<BadAccess>()) {
        if (nowhere()) return;
        for (const std::int64_t offset : facts.offsets)
            elements.push_back(element_at(offset, size_of(told.array().type)));
        const auto [least, most] = std::minmax_element(elements.begin(), elements.end());
        lowest = *least;
        highest = *most;
    }

    bool nowhere() const { return told.finding.array < 0; }
    bool several() const { return told.finding.lanes.size() > 1; }
    bool inside() const { return lowest >= 0 && highest < facts.count; }
    bool to_constant() const {
        return !nowhere() && facts.write && told.array().space == Space::constant && inside();
    }
    bool to_text() const {
        return !nowhere() && facts.write && told.array().space == Space::text && inside();
    }
    bool endless_text() const { return facts.text && lowest == facts.count && highest == facts.count; }
    /// The last element of the first lane.
    std::int64_t last() const {
        return element_at(facts.offsets[0] + facts.size - 1, size_of(told.array().type));
    }
    bool wide() const { return !several() && last() > lowest && lowest >= 0 && lowest < facts.count; }
    bool lacks_dynamic_memory() const {
        return !nowhere() && facts.count == 0 && told.array().space == Space::shared;
    }
    std::string does() const { return verb(told.finding.lanes.size(), facts.write ? "write" : "read"); }
    /// "the access is left out", "the accesses are left out".
    const char* left_out() const {
        return several() ? "the accesses are left out" : "the access is left out";
    }
    /// "elements 0 to 7", "elements 0 to 1055 (32 rows of 33)".
    std::string size_in_words() const {
        if (facts.count == 0) return "no elements";
        if (facts.count == 1) return "one element";
        const Extent& extent = told.array().extent;
        const bool rows = told.array().space == Space::shared && extent.height > 1;
        return fmt::format("elements 0 to {}{}", facts.count - 1,
                           rows ? fmt::format(" ({} rows of {})", extent.height, extent.width) : "");
    }

    const Told& told;
    const BadAccess& facts;
    std::vector<std::int64_t> elements;
    std::int64_t lowest = 0, highest = 0;
};

std::string out_of_bounds_sentence(const Bad& bad) {
    const std::string who = bad.told.who() + bad.told.threads(), does = bad.does();
    const BadAccess& facts = bad.facts;
    if (bad.nowhere() && facts.address >= first_page)
        return fmt::format("{} {} at the address {:#x}, where no array is; {}.", who, does, facts.address,
                           bad.left_out());
    if (bad.nowhere())
        return fmt::format("{} {} through {}; {}.", who, does,
                           facts.null ? "a null pointer" : "a pointer that leads to no array",
                           bad.left_out());
    const ArrayInfo& array = bad.told.array();
    if (bad.to_constant())
        return fmt::format("{} {} to {}, which is __constant__: a kernel can read it only; {}.", who, does,
                           cells_in_words(array, bad.elements), bad.left_out());
    if (bad.to_text())
        return fmt::format("{} {} to {}, which is text in quotes: it can be read only; {}.", who, does,
                           array.name, bad.left_out());
    if (bad.endless_text())
        return fmt::format(
            "{} {} on behind {}, which has {}: no zero ends the text that printf prints, so it is "
            "printed up to the end of the array.",
            who, does, array.name, bad.size_in_words());
    if (facts.owner >= 0)
        return fmt::format(
            "{} {} {} of thread {}: a local variable can be reached by its own thread only, so {}.", who,
            does, array.name, facts.owner, bad.left_out());
    if (bad.wide())
        return fmt::format("{} {} {} bytes, elements {} to {} of {}, which has {}; {}.", who, does,
                           facts.size, bad.lowest, bad.last(), array.name, bad.size_in_words(),
                           bad.left_out());
    return fmt::format("{} {} {} of {}, which has {}; {}.", who, does,
                       counted_in_words("element", bad.elements), array.name, bad.size_in_words(),
                       bad.left_out());
}

/// What the index tells about how it was computed.
std::string out_of_bounds_cause(const Bad& bad) {
    if (bad.lacks_dynamic_memory()) return "The launch gives no dynamic shared memory.";
    const bool index = !bad.nowhere() && !bad.endless_text() && bad.facts.owner < 0 && !bad.inside();
    if (!index || (bad.lowest < 0 && bad.highest >= 0)) return "";
    const char* subject = bad.lowest != bad.highest ? "The indices are" : "The index is";
    if (bad.lowest <= -far)
        return fmt::format("{} far below zero, as when a product of ints passes 2147483647.", subject);
    if (bad.lowest > 0xffffffff - far && bad.lowest <= 0xffffffff)
        return fmt::format("{} near 2 to the 32, as when an unsigned number goes below zero.", subject);
    if (bad.lowest < 0) return fmt::format("{} negative.", subject);
    const LaunchInfo& launch = bad.told.trace.launches[static_cast<std::size_t>(bad.told.finding.launch)];
    const std::int64_t threads = launch.block.count() * launch.grid.count();
    if (bad.told.array().space != Space::global || threads <= bad.facts.count) return "";
    return fmt::format("The launch has {} threads and {} has {}.", threads, bad.told.array().name,
                       bad.facts.count == 1 ? "one element" : fmt::format("{} elements", bad.facts.count));
}

/// What stands there, of the first of its lines.
std::string written_at(const std::string& text, const SourceRange& where) {
    std::size_t begin = 0;
    for (int line = 1; line < where.line && begin != std::string::npos; ++line) {
        begin = text.find('\n', begin);
        if (begin != std::string::npos) ++begin;
    }
    if (begin == std::string::npos) return {};
    const std::string line = text.substr(begin, text.find('\n', begin) - begin);
    const auto first = static_cast<std::size_t>(std::max(0, where.column - 1));
    if (first >= line.size()) return {};
    const bool one_line = where.end_line == where.line && where.end_column > where.column;
    return line.substr(
        first, one_line ? static_cast<std::size_t>(where.end_column - where.column) : std::string::npos);
}

/// The innermost loop around the access whose variable the access is written with: it may run too far.
const Loop* counting_loop(const Told& told) {
    const SourceRange& where = told.finding.where;
    const Loop* loop = told.loop_around(where, where);
    if (loop == nullptr || loop->variable.empty() || where.file < 0) return nullptr;
    const std::string text = written_at(told.trace.sources[static_cast<std::size_t>(where.file)].text, where);
    return find_word(text, loop->variable) != std::string::npos ? loop : nullptr;
}

std::string out_of_bounds_cure(const Bad& bad) {
    const std::string line = bad.told.line();
    if (bad.nowhere())
        return fmt::format("Let the pointer in {} lead to an array or a variable before it is used.", line);
    const std::string& name = bad.told.array().name;
    if (bad.lacks_dynamic_memory())
        return fmt::format(
            "Give the launch the dynamic shared memory that {} needs: the third number in <<<…>>>, or "
            "--shared BYTES.",
            line);
    if (bad.to_constant())
        return fmt::format("Declare {} as __device__, or write to another array in {}.", name, line);
    if (bad.to_text())
        return fmt::format("Copy the text into an array of char and write to that in {}.", line);
    if (bad.endless_text()) return fmt::format("Write a '\\0' behind the text before {} prints it.", line);
    if (bad.facts.owner >= 0)
        return fmt::format("Hand the value over in shared memory, or by a shuffle, in {}.", line);
    if (bad.lowest <= -far) return fmt::format("Compute the index in {} as a long long or size_t.", line);
    if (bad.lowest > 0xffffffff - far && bad.lowest <= 0xffffffff)
        return fmt::format("Compare before you subtract in {}, since an unsigned number cannot be negative.",
                           line);
    if (bad.lowest < 0 && bad.highest < bad.facts.count)
        return fmt::format("Put {} behind an `if` that keeps the index from going below 0.", line);
    if (bad.lowest < 0)
        return fmt::format("Put {} behind an `if` that keeps the index from 0 to {}.", line,
                           bad.facts.count - 1);
    if (const Loop* loop = counting_loop(bad.told))
        return fmt::format(
            "Look where the loop in {} ends, or put {} behind an `if` that keeps the index below {}.",
            bad.told.line(loop->header), line, bad.facts.count);
    return fmt::format("Put {} behind an `if` that keeps the index below {}.", line, bad.facts.count);
}

FindingWords words_of_unset_variable(const Told& told, const UnsetVariable& unset) {
    using Form = UnsetVariable::Form;
    const std::string reads =
        fmt::format("{} {} {}", told.who(), verb(told.finding.lanes.size(), "read"), unset.name);
    if (unset.form == Form::passed_on)
        return {reads + ", but what was passed for it had not been assigned.",
                fmt::format("The call passes a variable without a value for {}.", unset.name),
                "Give the variable that is passed a value where it is declared."};
    if (unset.form == Form::copied)
        return {
            reads + ", to which nothing was assigned but perhaps a variable that has no value either.", "",
            fmt::format("Give {} and the variable that is assigned to it a value where they are declared.",
                        unset.name)};
    return {reads + " before anything was assigned to it.", "",
            fmt::format("Give {} a value where it is declared.", unset.name)};
}

}  // namespace

FindingWords words_of_out_of_bounds(const Told& told) {
    const Bad bad(told);
    return {out_of_bounds_sentence(bad), out_of_bounds_cause(bad), out_of_bounds_cure(bad)};
}

FindingWords words_of_misaligned(const Told& told) {
    const Bad bad(told);
    const BadAccess& facts = bad.facts;
    const std::int64_t behind = (facts.offsets[0] % facts.size + facts.size) % facts.size;
    return {fmt::format("{} {} {} bytes{} at {} of {}; {} must be a multiple of {}, so {}.", told.who(),
                        bad.does(), facts.size, bad.several() ? " each" : "",
                        counted_in_words("byte", facts.offsets), told.array().name,
                        bad.several() ? "each address" : "the address", facts.size, bad.left_out()),
            fmt::format("The first address lies {} byte{} behind a multiple of {}.", behind,
                        behind == 1 ? "" : "s", facts.size),
            fmt::format("Let the pointer in {} move by {} bytes at a time, or {} one element after another.",
                        told.line(), facts.size, facts.write ? "write" : "read")};
}

FindingWords words_of_unset(const Told& told) {
    if (const auto* unset = told.facts_if<UnsetVariable>()) return words_of_unset_variable(told, *unset);
    const Finding& finding = told.finding;
    const bool one = std::adjacent_find(finding.elements.begin(), finding.elements.end(),
                                        std::not_equal_to<>()) == finding.elements.end();
    const ArrayInfo& array = told.array();
    const std::string which = counted_in_words("element", finding.elements);
    FindingWords words;
    words.sentence = fmt::format(
        "{} {} {} of {}, which nothing has written yet: {} whatever was there before.", told.who(),
        verb(finding.lanes.size(), "read"), which, array.name, one ? "it holds" : "they hold");
    words.cure = array.space == Space::global
                     ? fmt::format("Fill or clear {} before the launch, or write {} before {} reads {}.",
                                   array.name, which, told.line(), one ? "it" : "them")
                     : fmt::format("Write {} of {} before {} reads {}.", which, array.name, told.line(),
                                   one ? "it" : "them");
    return words;
}

}  // namespace upsweep::emulator
