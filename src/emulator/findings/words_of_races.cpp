// Data races: two unordered accesses to one element.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/findings/wording.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using Form = Race::Form;

/// An access and the earlier one that it races with.
class TwoAccesses {
  public:
    TwoAccesses(const FindingReport& report, const Race& race)
        : report_(report),
          race_(race),
          here_(report.finding.where),
          one_line_(same_line(here_, race.earlier)) {
        const bool swap = !one_line_ && here_.file == race.earlier.file && here_.line < race.earlier.line;
        first_ = report.line(swap ? here_ : race.earlier);
        second_ = report.line(swap ? race.earlier : here_);
    }

    std::string sentence() const {
        const std::string alike = report_.likewise(race_.others), cell = this->cell();
        if (race_.form == Form::same_value)
            return in_sentence_case(fmt::format(
                "{}{} in {} and {} in {} both write the same value to {}{}: a data race, but one that "
                "changes nothing.",
                block(), now(), report_.line(), earlier(), report_.line(race_.earlier), cell, alike));
        if (race_.form == Form::waited) return waiting();
        const char* does = race_.write ? "writes" : "reads";
        const char* did = race_.was_read ? "reads" : "writes";
        const std::string what =
            one_line_ ? fmt::format("{}{} {} {} and {} {} it in the same {}", block(), now(), does, cell,
                                    earlier(), did, report_.line())
                      : fmt::format("{}{} {} {} in {} and {} {} it in {}", block(), now(), does, cell,
                                    report_.line(), earlier(), did, report_.line(race_.earlier));
        return in_sentence_case(what + end(alike));
    }

    std::string cause() const {
        if (race_.of_volatile && race_.form != Form::one_warp)
            return "The word `volatile` makes every access go to memory, but does not order the accesses.";
        switch (race_.form) {
            using enum Race::Form;
            case one_block:
            case one_warp:
                if (const Loop* loop = loop_behind_barrier())
                    return fmt::format("There is no {} between one pass of the loop in {} and the next.",
                                       barrier(), report_.line(loop->where));
                if (one_line_) return fmt::format("No {} separates the threads in {}.", barrier(), first_);
                if (here_.file == race_.earlier.file && here_.line < race_.earlier.line &&
                    report_.barrier_between(here_, race_.earlier))
                    return fmt::format("There is no {} between {} and the next call that comes to {}.",
                                       barrier(), report_.line(race_.earlier), report_.line());
                return fmt::format("There is no {} that all threads reach between {} and {}.", barrier(),
                                   first_, second_);
            case two_paths:
                return "Lanes on different paths of a warp run in any order.";
            case narrow:
                return "An atomic operation with block scope is not atomic between blocks.";
            case two_blocks:
                return "Blocks run in any order, and a barrier synchronises only one block.";
            case waited:
                return fmt::format(
                    "The loop reads {} as plain memory, so a compiler may read it once, before the loop.",
                    name());
            case same_value:
            case compared:
                break;
        }
        return "";
    }

    std::string cure() const {
        const bool changes = race_.write != race_.was_read;
        switch (race_.form) {
            using enum Race::Form;
            case same_value:
                return fmt::format("Let one thread write {} in {}.", cell(), report_.line());
            case compared:
                return fmt::format(
                    "Leave {} as it is if only a compare-and-swap uses the value; otherwise read it with an "
                    "atomic operation.",
                    report_.line());
            case two_paths:
                if (one_line_) return fmt::format("Put a __syncwarp() before {}, after the branch.", first_);
                return fmt::format("Close the branch after {} and put a __syncwarp() before {}.", first_,
                                   second_);
            case one_warp:
            case one_block:
                return cure_with_barrier();
            case waited:
                return fmt::format(
                    "In {}, read {} through a pointer to volatile, or with an atomic acquire load such as "
                    "__nv_atomic_load_n(&{}, __NV_ATOMIC_ACQUIRE).",
                    report_.line(), name(), name());
            case narrow:
                return fmt::format("Use the atomic operation with device scope, without _block, in {}.",
                                   one_line_ ? report_.line() : first_ + " and " + second_);
            case two_blocks:
                break;
        }
        // A barrier in the loop says that the passes are meant to follow each other in all blocks.
        const Loop* loop = report_.loop_around(here_, race_.earlier);
        if (loop != nullptr && !loop->variable.empty() &&
            report_.barrier_between(loop->where, end_of(loop->where)))
            return fmt::format(
                "End the kernel after one pass of the loop in {} and launch it once for each pass: "
                "__syncthreads() does not wait for other blocks, but the next launch does.",
                report_.line(loop->where));
        if (one_line_ && !changes && exchanges())
            return fmt::format(
                "In {}, let each block work on its own elements of {}, or move the reads and the writes to "
                "separate launches.",
                report_.line(), report_.array().name);
        if (one_line_ && !changes)
            return fmt::format("Use an atomic operation, such as atomicAdd(), on {} in {}.",
                               report_.array().name, report_.line());
        if (one_line_)
            return fmt::format("In {}, give each block its own elements, or use an atomic operation.",
                               report_.line());
        if (race_.write && !race_.was_read)
            return fmt::format("Let each block write its own elements, or move {} to a separate launch.",
                               report_.line());
        return fmt::format(
            "Move {} to a separate launch, or order the two with a flag: a fence before the writer raises it "
            "after {}, and a fence or acquire after the reader sees it.",
            report_.line(), report_.line(race_.earlier));
    }

  private:
    static bool same_line(const SourceRange& a, const SourceRange& b) {
        return a.file == b.file && a.line == b.line;
    }

    static SourceRange end_of(SourceRange where) {
        where.line = where.end_line;
        return where;
    }
    /// The line writes into one element what another element of the same array held, as a swap does.
    bool exchanges() const {
        const std::string text = report_.line_at(here_.file, here_.line);
        const size_t equals = text.find(" = ");
        if (equals == std::string::npos) return false;
        const std::string left = text.substr(0, equals), right = text.substr(equals + 3);
        const std::string element = report_.array().name + "[";
        const size_t begin = left.find(element);
        if (begin == std::string::npos || right.find(element) == std::string::npos) return false;
        return right.find(left.substr(begin)) == std::string::npos;
    }
    /// The function whose text holds the line, and the next line below `from` that calls it; 0: none.
    int32_t line_that_calls_again(int32_t line, int32_t from) const {
        std::string name;
        for (int32_t at = line; at > 0 && name.empty(); --at) {
            std::string text = report_.line_at(here_.file, at);
            if (text.find("__device__") == std::string::npos) continue;
            if (text.find('(') == std::string::npos) text += " " + report_.line_at(here_.file, at + 1);
            const std::vector<std::string> names = names_in(text.substr(0, text.find('(')));
            if (!names.empty()) name = names.back();
        }
        const std::string& text = nth(report_.trace.sources, here_.file).text;
        const auto lines = int32_t(std::count(text.begin(), text.end(), '\n')) + 1;
        for (int32_t at = from + 1; at <= lines && !name.empty(); ++at) {
            const std::string below = report_.line_at(here_.file, at);
            if (below.starts_with('}')) return 0;
            if (find_word(below, name) != std::string::npos) return at;
        }
        return 0;
    }

    bool in_one_block() const { return race_.block == uint32_t(report_.finding.block); }
    bool in_one_warp() const { return in_one_block() && race_.warp == uint32_t(report_.finding.warp); }
    std::string block() const {
        return in_one_block() && report_.several_blocks() ? fmt::format("in {}, ", report_.block(race_.block))
                                                          : "";
    }
    std::string now() const {
        if (!in_one_block()) return report_.block();
        return fmt::format("lane {} of warp {}", report_.finding.lanes.front(), report_.finding.warp);
    }
    std::string earlier() const {
        if (!in_one_block()) return report_.block(race_.block);
        if (in_one_warp()) return fmt::format("lane {} of the same warp", race_.lane);
        return fmt::format("lane {} of warp {}", race_.lane, race_.warp);
    }
    /// "flag", "flags[3]".
    std::string name() const {
        return report_.array().extent.width * report_.array().extent.height == 1 ? report_.array().name
                                                                                 : cell();
    }
    /// The one that waits, at the finding's place, and the one that writes.
    std::string waiting() const {
        const std::string writer =
            !race_.write    ? earlier()
            : in_one_warp() ? fmt::format("lane {} of the same warp", report_.finding.lanes.front())
                            : now();
        return in_sentence_case(fmt::format(
            "{}{} waits in a loop in {} for {}, which {} writes in {}: the loop may never see it.", block(),
            race_.write ? waiter() : now(), report_.line(), name(), writer, report_.line(race_.earlier)));
    }
    std::string waiter() const {
        if (!in_one_block()) return report_.block(race_.block);
        return fmt::format("lane {} of warp {}", race_.lane, race_.warp);
    }

    /// Who may come first as well, since Volta.
    std::string other_order() const {
        return fmt::format(", and since Volta {} may see the other order.",
                           lanes_in_words(report_.finding.lanes));
    }
    std::string cell() const { return cell_in_words(report_.array(), report_.finding.elements.front()); }
    const char* barrier() const { return race_.form == Form::one_warp ? "__syncwarp()" : "barrier"; }

    /// What is wrong with the two, behind who does what.
    std::string end(const std::string& alike) const {
        switch (race_.form) {
            using enum Race::Form;
            case compared:
                return alike +
                       ", one of them by a compare-and-swap: the value read may be old, which a "
                       "compare-and-swap of "
                       "the reader notices.";
            case two_paths:
                return alike +
                       ", on different paths of the warp before they reconverge: a GPU may run either first.";
            case one_warp:
                return alike +
                       ": without a __syncwarp() between, this is right only while lanes run in lockstep" +
                       other_order();
            case one_block:
                return ", with no barrier between" + alike + ": either may come first.";
            case narrow:
                return alike + ", one of them with an atomic operation of block scope.";
            case two_blocks:
            case same_value:
            case waited:
                break;
        }
        return alike + ", and nothing orders the two.";
    }

    /// The loop whose passes nothing parts: there is a barrier between the lines, but none behind them.
    const Loop* loop_behind_barrier() const {
        const Loop* loop = report_.loop_around(here_, race_.earlier);
        return loop != nullptr && report_.barrier_between(here_, race_.earlier) ? loop : nullptr;
    }

    /// A loop whose passes nothing parts, and in which not all threads come to the line: mostly one pass
    /// reads what others wrote in the pass before, as in a tree.
    bool is_guarded_in(const Loop& loop) const {
        const SourceRange last = end_of(loop.where);
        if (report_.barrier_between(loop.where, last)) return false;
        const std::string& text = nth(report_.trace.sources, here_.file).text;
        std::istringstream lines(text);
        std::string line;
        for (int32_t number = 1; std::getline(lines, line) && number <= last.line; ++number)
            if (number >= loop.where.line && line.find("sync") != std::string::npos) return false;
        const auto& statements = report_.trace.statements;
        return any_of(statements, [&](const auto& one) {
            return one.kind == StepKind::condition && one.where.file == here_.file &&
                   one.where.line <= here_.line && is_behind(one.where, loop.header);
        });
    }
    static bool is_behind(const SourceRange& one, const SourceRange& other) {
        return std::pair(one.line, one.column) >= std::pair(other.end_line, other.end_column);
    }

    std::string cure_with_barrier() const {
        const char* call = race_.form == Form::one_warp ? "__syncwarp()" : "__syncthreads()";
        if (const Loop* loop = loop_behind_barrier(); loop != nullptr && !one_line_)
            return fmt::format("Put a {} at the end of the loop in {}, between {} and the next pass's {}.",
                               call, report_.line(loop->where), second_, first_);
        // The later access is above the earlier one, so a function ran again.
        const bool above = here_.file == race_.earlier.file && here_.line < race_.earlier.line;
        if (above && report_.barrier_between(here_, race_.earlier)) {
            if (const int32_t again = line_that_calls_again(here_.line, race_.earlier.line))
                return fmt::format("Put a {} between {} and line {}, which calls the function with {} again.",
                                   call, report_.line(race_.earlier), again, report_.line());
            return fmt::format("Put a {} after {}, before {} runs again.", call, report_.line(race_.earlier),
                               report_.line());
        }
        if (!one_line_) return fmt::format("Put a {} between {} and {}.", call, first_, second_);
        if (race_.write != race_.was_read)
            return fmt::format("In {}, let each thread write its own element, or use an atomic operation.",
                               first_);
        if (const Loop* loop = report_.loop_around(here_, here_); loop != nullptr && is_guarded_in(*loop))
            return fmt::format(
                "Put a {} at the end of the loop in {}, outside the if; if {} still races, also read {} into "
                "a variable there, put another after that, and only then write.",
                call, report_.line(loop->where), first_, report_.array().name);
        return fmt::format("In {}, read {} into a variable, put a {} after that, and only then write.",
                           first_, report_.array().name, call);
    }

    const FindingReport& report_;
    const Race& race_;
    const SourceRange& here_;
    bool one_line_;
    std::string first_, second_;  ///< the two lines as they are in the text
};

FindingWords words_of_meeting(const FindingReport& report, Meeting::Form form) {
    const Finding& finding = report.finding;
    Finding first = finding;
    first.lanes.clear();
    std::vector<int64_t> others;
    for (size_t i = 0; i < finding.lanes.size(); ++i) {
        if (finding.elements[i] == finding.elements[0])
            first.lanes.push_back(finding.lanes[i]);
        else
            others.push_back(finding.elements[i]);
    }
    const std::string who = FindingReport{report.trace, first}.who(), alike = report.likewise(others),
                      line = report.line();
    const std::string cell = cell_in_words(report.array(), finding.elements[0]);
    const std::string cause =
        fmt::format("The index in {} is the same for {}.", line, lanes_in_words(first.lanes));
    if (form == Meeting::Form::different)
        return {
            fmt::format(
                "{} store different values to {} in one instruction{}: which lane's value a GPU keeps "
                "is undefined.",
                who, cell, alike),
            cause,
            fmt::format(
                "In {}, let one lane write {}, give each lane its own element, or use an atomic operation.",
                line, cell)};
    if (form == Meeting::Form::lost)
        return {fmt::format(
                    "{} each read {}, change it and store the same value back{}: the changes of all but one "
                    "are lost.",
                    who, cell, alike),
                cause, fmt::format("Use an atomic operation, such as atomicAdd(), in {}.", line)};
    const bool perhaps = form == Meeting::Form::perhaps_lost;
    return {fmt::format(
                "{} {} store the same value to {} in one instruction{}: the hardware keeps one of them{}.",
                who, first.lanes.size() == 2 ? "both" : "all", cell, alike,
                perhaps ? "" : ", which is harmless, but one lane is enough"),
            cause,
            perhaps
                ? fmt::format(
                      "In {}, use an atomic operation if each lane changes what it has read there, and let "
                      "one lane write otherwise.",
                      line)
                : fmt::format("Let one lane write in {}, for example under `if (threadIdx.x == 0)`.", line)};
}

}  // namespace

FindingWords words_of_race(const FindingReport& report) {
    if (const auto* meeting = report.facts_if<Meeting>()) return words_of_meeting(report, meeting->form);
    const TwoAccesses both(report, report.facts<Race>());
    return {both.sentence(), both.cause(), both.cure()};
}

}  // namespace upsweep::emulator
