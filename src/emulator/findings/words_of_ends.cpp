// What ends a run or a launch, and what a value or a text shows of itself: limits, endless loops, deadlocks,
// failed checks, sums that wrap.
#include <fmt/format.h>

#include "core/words.h"
#include "emulator/findings/deadlock_chain.h"
#include "emulator/findings/wording.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

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
