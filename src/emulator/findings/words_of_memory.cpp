// Accesses out of bounds or misaligned, and reads of unwritten memory.
#include <fmt/format.h>

#include <algorithm>

#include "core/ranges.h"
#include "emulator/findings/wording.h"

#include "core/words.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

/// What a null pointer with a small index leads to.
constexpr int64_t first_page = 4096;
/// An index so far off was computed in too few bits.
constexpr int64_t far = int64_t{1} << 28;

/// A bad access, with what its sentence, cause and cure have in common.
struct Bad {
    explicit Bad(const FindingReport& finding) : report(finding), facts(finding.facts<BadAccess>()) {
        if (nowhere()) return;
        for (const int64_t offset : facts.offsets)
            elements.push_back(element_at(offset, size_of(report.array().type)));
        const auto [least, most] = std::minmax_element(elements.begin(), elements.end());
        lowest = *least;
        highest = *most;
    }

    bool nowhere() const { return report.finding.array < 0; }
    bool several() const { return report.finding.lanes.size() > 1; }
    bool inside() const { return lowest >= 0 && highest < facts.count; }
    bool to_constant() const {
        return !nowhere() && facts.write && report.array().space == Space::constant && inside();
    }
    bool to_text() const {
        return !nowhere() && facts.write && report.array().space == Space::text && inside();
    }
    bool endless_text() const { return facts.text && lowest == facts.count && highest == facts.count; }
    /// The last element of the first lane.
    int64_t last() const {
        return element_at(facts.offsets[0] + facts.size - 1, size_of(report.array().type));
    }
    bool wide() const { return !several() && last() > lowest && lowest >= 0 && lowest < facts.count; }
    bool lacks_dynamic_memory() const {
        return !nowhere() && facts.count == 0 && report.array().space == Space::shared;
    }
    std::string does() const { return verb(report.finding.lanes.size(), facts.write ? "write" : "read"); }
    /// "the emulator skips the access", "the emulator skips the accesses".
    const char* left_out() const {
        return several() ? "the emulator skips the accesses" : "the emulator skips the access";
    }
    /// "elements 0 to 7", "elements 0 to 1055 (32 rows of 33)".
    std::string size_in_words() const {
        if (facts.count == 0) return "no elements";
        if (facts.count == 1) return "one element";
        const Extent& extent = report.array().extent;
        const bool rows = report.array().space == Space::shared && extent.height > 1;
        return fmt::format("elements 0 to {}{}", facts.count - 1,
                           rows ? fmt::format(" ({} rows of {})", extent.height, extent.width) : "");
    }

    const FindingReport& report;
    const BadAccess& facts;
    std::vector<int64_t> elements;
    int64_t lowest = 0, highest = 0;
};

std::string out_of_bounds_sentence(const Bad& bad) {
    const std::string who = bad.report.who() + bad.report.threads(), does = bad.does();
    const BadAccess& facts = bad.facts;
    if (bad.nowhere() && facts.address >= first_page)
        return fmt::format("{} {} at address {:#x}, which is in no array; {}.", who, does, facts.address,
                           bad.left_out());
    if (bad.nowhere())
        return fmt::format("{} {} through {}; {}.", who, does,
                           facts.null ? "a null pointer" : "a pointer that points to no array",
                           bad.left_out());
    const ArrayInfo& array = bad.report.array();
    if (bad.to_constant())
        return fmt::format("{} {} to {}, which is __constant__: a kernel can only read it; {}.", who, does,
                           cells_in_words(array, bad.elements), bad.left_out());
    if (bad.to_text())
        return fmt::format("{} {} to {}, which is a string literal: a kernel can only read it; {}.", who,
                           does, array.name, bad.left_out());
    if (bad.endless_text())
        return fmt::format(
            "{} {} past the end of {}, which has {}: no zero ends the text, so printf prints it up to the "
            "end of the array.",
            who, does, array.name, bad.size_in_words());
    if (facts.owner >= 0)
        return fmt::format("{} {} {} of thread {}: only that thread can access its local variables, so {}.",
                           who, does, array.name, facts.owner, bad.left_out());
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
    if (bad.lacks_dynamic_memory()) return "The launch passes no dynamic shared memory.";
    const bool index = !bad.nowhere() && !bad.endless_text() && bad.facts.owner < 0 && !bad.inside();
    if (!index || (bad.lowest < 0 && bad.highest >= 0)) return "";
    const char* subject = bad.lowest != bad.highest ? "The indices are" : "The index is";
    if (bad.lowest <= -far)
        return fmt::format("{} far below zero, as when a product of ints passes 2147483647.", subject);
    if (bad.lowest > 0xffffffff - far && bad.lowest <= 0xffffffff)
        return fmt::format("{} near 2 to the 32, as when an unsigned number goes below zero.", subject);
    if (bad.lowest < 0) return fmt::format("{} negative.", subject);
    const LaunchInfo& launch = nth(bad.report.trace.launches, bad.report.finding.launch);
    const int64_t threads = launch.block.count() * launch.grid.count();
    if (bad.report.array().space != Space::global || threads <= bad.facts.count) return "";
    return fmt::format("The launch has {} threads and {} has {}.", threads, bad.report.array().name,
                       bad.facts.count == 1 ? "one element" : fmt::format("{} elements", bad.facts.count));
}

/// What is there, of the first of its lines.
std::string written_at(const std::string& text, const SourceRange& where) {
    size_t begin = 0;
    for (int line = 1; line < where.line && begin != std::string::npos; ++line) {
        begin = text.find('\n', begin);
        if (begin != std::string::npos) ++begin;
    }
    if (begin == std::string::npos) return {};
    const std::string line = text.substr(begin, text.find('\n', begin) - begin);
    const size_t first = std::max(0, where.column - 1);
    if (first >= line.size()) return {};
    const bool one_line = where.end_line == where.line && where.end_column > where.column;
    return line.substr(first, one_line ? size_t(where.end_column - where.column) : std::string::npos);
}

/// The innermost loop around the access whose variable the access is written with: it may run too far.
const Loop* counting_loop(const FindingReport& report) {
    const SourceRange& where = report.finding.where;
    const Loop* loop = report.loop_around(where, where);
    if (loop == nullptr || loop->variable.empty() || where.file < 0) return nullptr;
    const std::string text = written_at(nth(report.trace.sources, where.file).text, where);
    return find_word(text, loop->variable) != std::string::npos ? loop : nullptr;
}

std::string out_of_bounds_cure(const Bad& bad) {
    const std::string line = bad.report.line();
    if (bad.nowhere())
        return fmt::format("Let the pointer in {} point to an array or a variable before the kernel uses it.",
                           line);
    const std::string& name = bad.report.array().name;
    if (bad.lacks_dynamic_memory())
        return fmt::format(
            "Give the launch the dynamic shared memory that {} needs: the third number in <<<…>>>, or "
            "--shared BYTES.",
            line);
    if (bad.to_constant())
        return fmt::format("Declare {} as __device__, or write to another array in {}.", name, line);
    if (bad.to_text())
        return fmt::format("Copy the text into an array of char and write to the copy in {}.", line);
    if (bad.endless_text()) return fmt::format("Write a '\\0' after the text before {} prints it.", line);
    if (bad.facts.owner >= 0)
        return fmt::format("Pass the value through shared memory or a shuffle in {}.", line);
    if (bad.lowest <= -far) return fmt::format("Compute the index in {} as a long long or size_t.", line);
    if (bad.lowest > 0xffffffff - far && bad.lowest <= 0xffffffff)
        return fmt::format("Compare before you subtract in {}, since an unsigned number cannot be negative.",
                           line);
    if (bad.lowest < 0 && bad.highest < bad.facts.count)
        return fmt::format("Guard {} with an `if` that keeps the index at 0 or above.", line);
    if (bad.lowest < 0)
        return fmt::format("Guard {} with an `if` that keeps the index from 0 to {}.", line,
                           bad.facts.count - 1);
    if (const Loop* loop = counting_loop(bad.report))
        return fmt::format(
            "Check where the loop in {} ends, or guard {} with an `if` that keeps the index below {}.",
            bad.report.line(loop->header), line, bad.facts.count);
    return fmt::format("Guard {} with an `if` that keeps the index below {}.", line, bad.facts.count);
}

FindingWords words_of_unset_variable(const FindingReport& report, const UnsetVariable& unset) {
    using Form = UnsetVariable::Form;
    const std::string reads =
        fmt::format("{} {} {}", report.who(), verb(report.finding.lanes.size(), "read"), unset.name);
    if (unset.form == Form::passed_on)
        return {reads + ", but the caller passed a variable without a value.",
                fmt::format("The call passes a variable without a value for {}.", unset.name),
                "Give the passed variable a value where you declare it."};
    if (unset.form == Form::copied)
        return {reads +
                    ", which has no value: the kernel assigned nothing to it, or only a variable without a "
                    "value.",
                "",
                fmt::format("Give {} and the variable that you assign to it a value where you declare them.",
                            unset.name)};
    return {reads + " before the kernel assigned a value to it.", "",
            fmt::format("Give {} a value where you declare it.", unset.name)};
}

}  // namespace

FindingWords words_of_out_of_bounds(const FindingReport& report) {
    const Bad bad(report);
    return {out_of_bounds_sentence(bad), out_of_bounds_cause(bad), out_of_bounds_cure(bad)};
}

FindingWords words_of_misaligned(const FindingReport& report) {
    const Bad bad(report);
    const BadAccess& facts = bad.facts;
    const int64_t behind = (facts.offsets[0] % facts.size + facts.size) % facts.size;
    return {
        fmt::format("{} {} {} bytes{} at {} of {}; {} must be a multiple of {}, so {}.", report.who(),
                    bad.does(), facts.size, bad.several() ? " each" : "",
                    counted_in_words("byte", facts.offsets), report.array().name,
                    bad.several() ? "each address" : "the address", facts.size, bad.left_out()),
        fmt::format("The first address is {} past a multiple of {}.", counted(behind, "byte"), facts.size),
        fmt::format("Move the pointer in {} by {} bytes at a time, or {} one element after another.",
                    report.line(), facts.size, facts.write ? "write" : "read")};
}

FindingWords words_of_unset(const FindingReport& report) {
    if (const auto* unset = report.facts_if<UnsetVariable>()) return words_of_unset_variable(report, *unset);
    const Finding& finding = report.finding;
    const bool one = std::adjacent_find(finding.elements.begin(), finding.elements.end(),
                                        std::not_equal_to<>()) == finding.elements.end();
    const ArrayInfo& array = report.array();
    const std::string which = counted_in_words("element", finding.elements);
    FindingWords words;
    words.sentence = fmt::format(
        "{} {} {} of {}, which nothing has written yet: {} whatever was there before.", report.who(),
        verb(finding.lanes.size(), "read"), which, array.name, one ? "it holds" : "they hold");
    words.cure = array.space == Space::global
                     ? fmt::format("Fill or clear {} before the launch, or write {} before {} reads {}.",
                                   array.name, which, report.line(), one ? "it" : "them")
                     : fmt::format("Write {} of {} before {} reads {}.", which, array.name, report.line(),
                                   one ? "it" : "them");
    return words;
}

}  // namespace upsweep::emulator
