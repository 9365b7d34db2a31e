// Accesses out of bounds or misaligned, and reads of unwritten memory.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <variant>

#include "core/ranges.h"
#include "emulator/findings/wording.h"

#include "core/plan.h"
#include "core/quotes.h"
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
    /// Inside of the array, but not of the row that it is written for.
    bool beyond_row() const {
        return !nowhere() && inside() && facts.owner < 0 && !wide() && !facts.text && !to_constant() &&
               !to_text() && report.finding.kind == FindingKind::out_of_bounds;
    }
    /// A row behind the last or before the first one of a shared tile.
    bool lacks_rim() const {
        if (nowhere() || report.array().space != Space::shared || report.array().extent.height < 2)
            return false;
        const int64_t width = report.array().extent.width;
        return (lowest >= facts.count && highest < facts.count + width) || (highest < 0 && lowest >= -width);
    }
    /// Something is subtracted where the index is written, or where a variable of it gets its value.
    bool subtracts() const {
        const SourceRange& where = report.finding.where;
        const std::string text = report.written_at(where);
        return text.find('-') != std::string::npos || any_of(names_in(text), [&](const std::string& name) {
                   const int32_t line = report.line_that_sets(name, where);
                   return line > 0 && report.line_at(where.file, line).find('-') != std::string::npos;
               });
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
    if (bad.beyond_row()) {
        const Extent& extent = array.extent;
        const bool rows = array.space != Space::local && extent.height > 1;
        return fmt::format(
            "{} {} {} with an index outside of the row{}: the access is left as it is, like on a GPU.", who,
            does, cells_in_words(array, bad.elements),
            rows ? fmt::format(", which has elements 0 to {}", extent.width - 1) : "");
    }
    if (bad.wide())
        return fmt::format("{} {} {} bytes, elements {} to {} of {}, which has {}; {}.", who, does,
                           facts.size, bad.lowest, bad.last(), array.name, bad.size_in_words(),
                           bad.left_out());
    return fmt::format("{} {} {} of {}, which has {}; {}.", who, does,
                       counted_in_words("element", bad.elements), array.name, bad.size_in_words(),
                       bad.left_out());
}

std::string without_blanks(std::string text) {
    std::erase(text, ' ');
    return text;
}

/// The innermost loop around the access whose variable the access is written with: it may run too far.
const Loop* counting_loop(const FindingReport& report) {
    const SourceRange& where = report.finding.where;
    const Loop* loop = report.loop_around(where, where);
    if (loop == nullptr || loop->variable.empty() || where.file < 0) return nullptr;
    const std::string text = report.written_at(where);
    return find_word(text, loop->variable) != std::string::npos ? loop : nullptr;
}

/// A variable of the index that holds fewer bits than an int, and where it gets its value.
struct Narrowing {
    std::string name, type;
    int32_t line = 0;
};

std::optional<Narrowing> narrowing_of(const Bad& bad) {
    static constexpr std::string_view types[] = {"short", "char", "int16_t", "uint8_t", "uint16_t", "int8_t"};
    const SourceRange& where = bad.report.finding.where;
    for (const std::string& name : names_in(bad.report.written_at(where))) {
        const int32_t line = bad.report.line_that_sets(name, where);
        const std::string text = line > 0 ? bad.report.line_at(where.file, line) : "";
        const std::string before = text.substr(0, find_word(text, name));
        for (const std::string_view type : types)
            if (find_word(before, type) != std::string::npos && before.find('*') == std::string::npos)
                return Narrowing{name, std::string(type), line};
    }
    return std::nullopt;
}

/// The variable of a loop that steps by what the access multiplies it by again: "k * T" under "k += T".
struct TwiceMultiplied {
    const Loop* loop = nullptr;
    std::string factor;
};

std::optional<TwiceMultiplied> twice_multiplied(const Bad& bad) {
    const Loop* loop = counting_loop(bad.report);
    if (loop == nullptr) return std::nullopt;
    const std::string header = without_blanks(bad.report.written_at(loop->header));
    const size_t step = header.find(loop->variable + "+=");
    if (step == std::string::npos) return std::nullopt;
    const size_t begin = step + loop->variable.size() + 2;
    const std::string factor = header.substr(begin, header.find_first_of("),;", begin) - begin);
    const std::string index = without_blanks(bad.report.written_at(bad.report.finding.where));
    const std::string one = loop->variable + "*" + factor, other = factor + "*" + loop->variable;
    const bool again =
        find_word(index, one) != std::string::npos || find_word(index, other) != std::string::npos;
    return again && !factor.empty() ? std::optional(TwiceMultiplied{loop, factor}) : std::nullopt;
}

/// A whole number of the launch that is as many bytes as the array has, and more than its elements: the
/// allocation took a count for bytes.
bool counts_for_bytes(const Bad& bad) {
    const int size = bad.nowhere() ? 1 : size_of(bad.report.array().type);
    if (bad.nowhere() || bad.report.array().space != Space::global || size == 1) return false;
    const LaunchInfo& info = nth(bad.report.trace.launches, bad.report.finding.launch);
    const auto* launch = std::get_if<Launch>(&nth(bad.report.trace.plan.operations, info.operation).what);
    return launch != nullptr && any_of(launch->arguments, [&](const Argument& argument) {
               const auto* number = std::get_if<ScalarArgument>(&argument);
               return number != nullptr && !is_floating(number->type) &&
                      int64_t(number->bits) == bad.facts.count * size;
           });
}

/// The lines of the file that allocate or copy: "lines 13, 14 and 16".
std::string lines_that_allocate(const Bad& bad) {
    const int32_t file = bad.report.finding.where.file;
    std::vector<int64_t> lines;
    if (file < 0) return "the host code";
    const std::string& text = nth(bad.report.trace.sources, file).text;
    for (int32_t line = 1; line <= 1 + std::count(text.begin(), text.end(), '\n'); ++line) {
        const std::string code = bad.report.line_at(file, line);
        for (const std::string_view call : {"cudaMalloc", "cudaMemcpy", "cudaMemset"})
            if (code.find(call) != std::string::npos && (lines.empty() || lines.back() != line))
                lines.push_back(line);
    }
    return lines.empty() ? "the host code" : counted_in_words("line", lines);
}

/// What the index tells about how it was computed.
std::string out_of_bounds_cause(const Bad& bad) {
    if (bad.lacks_dynamic_memory()) return "The launch passes no dynamic shared memory.";
    if (bad.beyond_row())
        return "The next row follows in memory without a gap, so the access meets a cell that belongs to "
               "another row.";
    if (!bad.nowhere())
        if (const auto narrow = narrowing_of(bad))
            return fmt::format("{} is {} {} in line {}, which cannot hold every index.",
                               in_ticks(narrow->name),
                               narrow->type == "int16_t" || narrow->type == "int8_t" ? "an" : "a",
                               narrow->type, narrow->line);
    if (const auto twice = bad.nowhere() ? std::nullopt : twice_multiplied(bad))
        return fmt::format("The loop in {} already steps {} by {}, and {} multiplies it by {} again.",
                           bad.report.line(twice->loop->header), in_ticks(twice->loop->variable),
                           twice->factor, bad.report.line(), twice->factor);
    if (counts_for_bytes(bad))
        return fmt::format(
            "{} has {} elements of {} bytes, and the launch passes {}, as if each had one byte.",
            bad.report.array().name, bad.facts.count, size_of(bad.report.array().type),
            bad.facts.count * size_of(bad.report.array().type));
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
    if (bad.beyond_row() || bad.lacks_rim())
        return fmt::format(
            "Give the rows of {} a rim and fill it, or read what lies beyond the row from where the row came "
            "from: an `if` around {} alone leaves that value out.",
            name, line);
    if (const auto narrow = narrowing_of(bad))
        return fmt::format("Declare {} as int in line {}: an `if` around {} would only leave elements out.",
                           in_ticks(narrow->name), narrow->line, line);
    if (const auto twice = twice_multiplied(bad))
        return fmt::format("Write {0} for {0} * {1} in {2}, and wherever else the loop in {3} multiplies it.",
                           twice->loop->variable, twice->factor, line, bad.report.line(twice->loop->header));
    if (counts_for_bytes(bad))
        return fmt::format("Count bytes in {}: cudaMalloc() and cudaMemcpy() take the elements times {}.",
                           lines_that_allocate(bad), size_of(bad.report.array().type));
    if (bad.lowest <= -far) return fmt::format("Compute the index in {} as a long long or size_t.", line);
    if (bad.lowest > 0xffffffff - far && bad.lowest <= 0xffffffff)
        return bad.subtracts()
                   ? fmt::format(
                         "Compare before you subtract in {}, since an unsigned number cannot be negative.",
                         line)
                   : fmt::format(
                         "Find out where the index in {} gets its value: a number below zero that becomes "
                         "unsigned is near 2 to the 32.",
                         line);
    constexpr const char* hides =
        "; if every thread should have an element, that would hide a wrong index or a wrong size";
    if (bad.lowest < 0 && bad.highest < bad.facts.count)
        return fmt::format("Guard {} with an `if` that keeps the index at 0 or above{}.", line, hides);
    if (bad.lowest < 0)
        return fmt::format("Guard {} with an `if` that keeps the index from 0 to {}{}.", line,
                           bad.facts.count - 1, hides);
    if (const Loop* loop = counting_loop(bad.report))
        return fmt::format(
            "Check where the loop in {} ends, or guard {} with an `if` that keeps the index below {}{}.",
            bad.report.line(loop->header), line, bad.facts.count, hides);
    return fmt::format("Guard {} with an `if` that keeps the index below {}{}.", line, bad.facts.count,
                       hides);
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
