// Lanes that miss a barrier, a shuffle, a vote or a __syncwarp; and what ends a run or a launch, and what a
// value or a text shows of itself: limits, endless loops, deadlocks, failed checks, sums that wrap.
#include <fmt/format.h>
#include <algorithm>

#include "core/words.h"
#include "emulator/findings/deadlock_chain.h"
#include "emulator/findings/wording.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

namespace {

/// "continues in line 7", "ran to the end of the kernel".
std::string doing_in_words(const AbsentLanes& absent, bool one) {
    const auto does = [&](const char* plural) { return verb(one ? 1 : 2, plural); };
    switch (absent.doing) {
        using enum AbsentLanes::Doing;
        case go_on:
            return fmt::format("{} in line {}", does("continue"), absent.line);
        case wait_for_lanes:
            return fmt::format("{} for other lanes in line {}", does("wait"), absent.line);
        case wait_at_end:
            return does("wait") + " at the end of the kernel";
        case ran_to_end:
            break;
    }
    return "ran to the end of the kernel";
}

/// "lanes 2 and 3 of warp 0 continue in line 7, and warp 1 ran to the end of the kernel".
std::string absent_in_words(const std::vector<AbsentLanes>& absent) {
    constexpr size_t most = 3;
    std::string text;
    for (size_t i = 0; i < std::min(absent.size(), most); ++i) {
        const AbsentLanes& some = absent[i];
        const bool one = some.warps.size() == 1 && (some.whole || (some.lanes & (some.lanes - 1)) == 0);
        std::string who = counted_in_words("warp", some.warps);
        if (!some.whole) who = fmt::format("{} of {}", lanes_in_words(lanes_of(some.lanes)), who);
        text += fmt::format("{}{} {}", i == 0 ? "" : ", and ", who, doing_in_words(some, one));
    }
    if (absent.size() > most) text += ", and so do others";
    return text;
}

FindingWords words_of_mixed(const FindingReport& report, const MixedBarriers& mixed) {
    std::string warps, lines;
    for (const WarpsAtLine& at : mixed.lines) {
        const char* link = warps.empty() ? "" : &at == &mixed.lines.back() ? " and " : ", ";
        warps += fmt::format("{}{} in line {}", link, counted_in_words("warp", at.warps), at.line);
        lines += fmt::format("{}line {}", link, at.line);
    }
    const bool one = mixed.lines.size() == 1;
    return {
        fmt::format("Threads of {} wait at {}, {}, which the hardware treats as one.", report.block(),
                    one ? "a barrier that they reached in different calls" : "different barriers", warps),
        "Every thread of a block must reach the same barrier.",
        one ? fmt::format("Let all threads of the block make the same call that leads to {}.", report.line())
            : fmt::format("Replace the barriers in {} with one that all threads reach.", lines)};
}

std::string calls(const FindingReport& report, const char* what) {
    return fmt::format("{} {} {}", report.who(), verb(report.finding.lanes.size(), "call"), what);
}

FindingWords words_of_wrong_mask(const FindingReport& report, const WrongMask& mask) {
    if (mask.lacks_itself)
        return {
            fmt::format("{} {}: the result is undefined.", calls(report, "with a mask that does not name"),
                        report.finding.lanes.size() == 1 ? "it" : "them"),
            "Every lane that makes the call must be in its own mask.",
            fmt::format("In the mask of {}, name every lane that makes the call, as __activemask() does at "
                        "the branch.",
                        report.line())};
    const std::vector<int> others = lanes_of(mask.absent);
    return {fmt::format("{} {} too, which {} not make the call here: the result is undefined.",
                        calls(report, "with a mask that names"), lanes_in_words(others),
                        verb(others.size(), "do")),
            fmt::format("A branch keeps {} from reaching {}.", lanes_in_words(others), report.line()),
            fmt::format("Let all lanes in the mask of {} make the call, or name only those that do.",
                        report.line())};
}

FindingWords words_of_no_source(const FindingReport& report, const NoSource& source) {
    const std::vector<int> others = lanes_of(source.from);
    const bool one = others.size() == 1;
    const char* which = "";
    // A call of before Volta has no mask: who is active takes part.
    const std::string call = report.written_at(report.finding.where);
    const std::string name = call.substr(0, call.find('('));
    const bool old = name.starts_with("__shfl") && !name.ends_with("_sync");
    switch (source.why) {
        using enum NoSource::Why;
        case not_in_block:
            which = "the block has not";
            break;
        case returned:
            which = one ? "has returned" : "have returned";
            break;
        case not_named:
            which = !old ? "the mask does not name" : one ? "does not call here" : "do not call here";
            break;
        case no_part:
            which = one ? "does not take part" : "do not take part";
    }
    return {
        fmt::format("{} {} the value of {}, which {}: the result is undefined; the emulator gives 0.",
                    report.who(), verb(report.finding.lanes.size(), "take"), lanes_in_words(others), which),
        "A shuffle can read only from lanes that make the call too.",
        old ? fmt::format(
                  "Write {}_sync(mask, …) in {}, with a mask that names every lane which calls, so that they "
                  "meet there.",
                  name, report.line())
            : fmt::format("Let {} make the call in {} too and name it in the mask, or take the value of "
                          "another lane.",
                          lanes_in_words(others), report.line())};
}

}  // namespace

FindingWords words_of_barrier(const FindingReport& report) {
    if (const auto* mixed = report.facts_if<MixedBarriers>()) return words_of_mixed(report, *mixed);
    const auto& missed = report.facts<MissedBarrier>();
    return {fmt::format("In {}, not all threads reach the barrier in {}: {}.", report.block(), report.line(),
                        absent_in_words(missed.absent)),
            "Every thread of a block must reach the same barrier.",
            fmt::format("Move the barrier in {} out of the branch or loop that not all threads run.",
                        report.line())};
}

FindingWords words_of_lock(const FindingReport& report) {
    const int holder = report.facts<LockWithinWarp>().holder;
    const ArrayInfo& array = report.array();
    const std::string lock = array.extent.width * array.extent.height == 1
                                 ? array.name
                                 : cell_in_words(array, report.finding.elements.front());
    std::vector<int> others;
    for (const int lane : report.finding.lanes)
        if (lane != holder) others.push_back(lane);
    return {
        fmt::format("Lane {} of warp {} in {} has taken {} in {} while {} of its warp {} for it in a loop: "
                    "before Volta the kernel hangs here; since Volta the lanes get the lock one by one.",
                    holder, report.finding.warp, report.block(), lock, report.line(), lanes_in_words(others),
                    verb(others.size(), "wait")),
        "Before Volta the lanes that try again keep the warp's turn, so the lane that holds the lock never "
        "releases it.",
        fmt::format(
            "Let one lane per warp take the lock in {0}, or take it, work and release it in one branch of "
            "the loop: `while (!done) if (atomicCAS(&{1}, 0, 1) == 0) {{ … atomicExch(&{1}, 0); done = "
            "true; }}`.",
            report.line(), lock)};
}

/// Worded where it was found.
FindingWords words_of_host_fault(const FindingReport& report) {
    const auto& fault = report.facts<HostFault>();
    return {fault.sentence, fault.cause, fault.cure};
}

FindingWords words_of_gone_call(const FindingReport& report) {
    const std::string& name = report.facts<GoneCall>().name;
    const bool shuffles = name.starts_with("__shfl");
    return {
        fmt::format("{} {} {}, which GPUs since Volta no longer have: it has no mask, so exactly the lanes "
                    "that happen to be active take part.",
                    report.who(), verb(report.finding.lanes.size(), "call"), name),
        "Since Volta (independent thread scheduling) the lanes of a warp need not run in lockstep, so a call "
        "must name those that take part.",
        fmt::format("Write {0}_sync(0xffffffff, {1}) in {2}, with a mask of the lanes that make the call.",
                    name, shuffles ? "value, …" : "condition", report.line())};
}

FindingWords words_of_missing_lane(const FindingReport& report) {
    if (const auto* mask = report.facts_if<WrongMask>()) return words_of_wrong_mask(report, *mask);
    return words_of_no_source(report, report.facts<NoSource>());
}

FindingWords words_of_deadlock(const FindingReport& report) {
    const auto& fact = report.facts<Standstill>();
    const DeadlockChain chain(report.trace, report.trace.deadlocks[fact.deadlock], fact.first);
    return {chain.sentence(), chain.cause(), chain.cure()};
}

FindingWords words_of_step_limit(const FindingReport& report) {
    const auto& run = report.facts<StoppedRun>();
    const std::string stopped =
        fmt::format("he run stopped after {}, its limit.", counted(run.steps, "step"));
    if (run.passes == 0)
        return {"T" + stopped, "", "Run fewer blocks, or raise the step limit (--max-steps)."};
    return {
        fmt::format("The loop in {} has run {}{} and has not ended; t{}", report.line(),
                    counted(run.passes, "time"), run.many_warps ? ", all warps together," : "", stopped),
        "",
        fmt::format("Check whether the condition of the loop in {} can become false, or raise the step limit "
                    "(--max-steps).",
                    report.line())};
}

FindingWords words_of_memory_limit(const FindingReport& report) {
    const auto& run = report.facts<StoppedRun>();
    return {fmt::format("The run stopped after {}: its trace and memory need more than {} MiB.",
                        counted(run.steps, "step"), run.bytes >> 20),
            "", "Run a smaller case, or raise the memory limit (--max-memory)."};
}

FindingWords words_of_wrapped_sum(const FindingReport& report) {
    const auto& sum = report.facts<WrappedSum>();
    const std::string who = report.who();
    return {
        report.finding.lanes.size() == 1
            ? fmt::format("{} adds {} and {}: the sum {} does not fit in 32 bits and wraps to {}.", who,
                          sum.left, sum.right, sum.left + sum.right, sum.wrapped)
            : fmt::format(
                  "{} add numbers whose sum does not fit in 32 bits: in lane {} the sum of {} and {} is {}, "
                  "which wraps to {}.",
                  who, report.finding.lanes.front(), sum.left, sum.right, sum.left + sum.right, sum.wrapped),
        "", fmt::format("Add as long long in {} if the sum must not wrap.", report.line())};
}

FindingWords words_of_assertion(const FindingReport& report) {
    const std::string& condition = report.facts<FailedCheck>().condition;
    return {fmt::format("{} found `{}` to be false, which ends the launch.", report.who(), condition), "",
            fmt::format("Step back from {} to find what made `{}` false, and change that.", report.line(),
                        condition)};
}

FindingWords words_of_trap(const FindingReport& report) {
    return {
        fmt::format("{} reached __trap(), which ends the launch.", report.who()), "",
        fmt::format(
            "Step back from {} to the branch that leads to __trap(), and change what its condition tests.",
            report.line())};
}

FindingWords words_of_endless_loop(const FindingReport& report) {
    const auto& loop = report.facts<EndlessLoop>();
    const std::string reads =
        loop.reads ? cell_name(report.trace.arrays[loop.array], loop.single, loop.element) : std::string();
    std::string who = report.who();
    who[0] = 'l';
    FindingWords words;
    words.sentence = fmt::format(
        "The loop in {} never ends: {} {} running it, but no variable or memory cell changes any more{}; it "
        "has run {}{}.",
        report.line(), who, verb(report.finding.lanes.size(), "keep"),
        loop.reads ? fmt::format(", not even {}, which it reads", reads) : "", counted(loop.passes, "time"),
        loop.many_warps ? ", all warps together" : "");
    words.cause = loop.reads ? fmt::format("No thread changes {} any more.", reads)
                             : fmt::format("Nothing in the loop changes its condition.");
    words.cure = loop.reads
                     ? fmt::format(
                           "In the loop in {}, change what its condition tests, or let another thread write "
                           "{} and read it with a volatile or atomic read.",
                           report.line(), reads)
                     : fmt::format("In the loop in {}, change what its condition tests.", report.line());
    return words;
}

FindingWords words_of_wrong_format(const FindingReport& report) {
    return {
        report.facts<WrongFormat>().slip, "",
        fmt::format("Give the printf in {} one value of the right type for each conversion in its format.",
                    report.line())};
}

}  // namespace upsweep::emulator
