// What ends a run or a launch, and what a value or a text shows of itself: limits, endless loops, deadlocks,
// failed checks, sums that wrap.
#include <fmt/format.h>

#include "emulator/findings/deadlock_chain.h"
#include "emulator/findings/wording.h"
#include "emulator/trace/finding.h"

namespace upsweep::emulator {

FindingWords words_of_deadlock(const Told& told) {
    const auto& fact = told.facts<Standstill>();
    const DeadlockChain chain(told.trace, told.trace.deadlocks[fact.deadlock], fact.first);
    return {chain.sentence(), chain.cause(), chain.cure()};
}

FindingWords words_of_step_limit(const Told& told) {
    const auto& run = told.facts<StoppedRun>();
    const std::string stopped =
        fmt::format("he run was stopped after {} step{}, its limit.", run.steps, run.steps == 1 ? "" : "s");
    if (run.passes == 0)
        return {"T" + stopped, "", "Run fewer blocks, or raise the limit of steps (--max-steps)."};
    return {fmt::format("The loop in {} has run {} time{}{} and not ended; t{}", told.line(), run.passes,
                        run.passes == 1 ? "" : "s", run.many_warps ? ", all warps together," : "", stopped),
            "",
            fmt::format(
                "Look whether the condition of the loop in {} can become false, or raise the limit of steps "
                "(--max-steps).",
                told.line())};
}

FindingWords words_of_memory_limit(const Told& told) {
    const auto& run = told.facts<StoppedRun>();
    return {fmt::format("The run was stopped after {} step{}: its trace and memory need more than {} MiB.",
                        run.steps, run.steps == 1 ? "" : "s", run.bytes >> 20),
            "", "Run a smaller case, or raise the limit of memory (--max-memory)."};
}

FindingWords words_of_wrapped_sum(const Told& told) {
    const auto& sum = told.facts<WrappedSum>();
    const std::string who = told.who();
    return {
        told.finding.lanes.size() == 1
            ? fmt::format("{} adds {} and {}: the sum {} does not fit 32 bits and wraps to {}.", who,
                          sum.left, sum.right, sum.left + sum.right, sum.wrapped)
            : fmt::format(
                  "{} add numbers whose sum does not fit 32 bits: in lane {} the sum of {} and {} is {}, "
                  "which wraps to {}.",
                  who, told.finding.lanes.front(), sum.left, sum.right, sum.left + sum.right, sum.wrapped),
        "", fmt::format("Add as long long in {} if the sum must not wrap.", told.line())};
}

FindingWords words_of_assertion(const Told& told) {
    const std::string& condition = told.facts<FailedCheck>().condition;
    return {
        fmt::format("{} found `{}` to be false, which ends the launch.", told.who(), condition), "",
        fmt::format("Step back from {} to what made `{}` false, and change that.", told.line(), condition)};
}

FindingWords words_of_trap(const Told& told) {
    return {
        fmt::format("{} reached __trap(), which ends the launch.", told.who()), "",
        fmt::format(
            "Step back from {} to the branch that leads to __trap(), and change what its condition tests.",
            told.line())};
}

FindingWords words_of_endless_loop(const Told& told) {
    const auto& loop = told.facts<EndlessLoop>();
    const std::string reads =
        loop.reads ? cell_name(told.trace.arrays[loop.array], loop.single, loop.element) : std::string();
    std::string who = told.who();
    who[0] = 'l';
    FindingWords words;
    words.sentence = fmt::format(
        "The loop in {} never ends: {} {} round and round, and no variable and no memory cell changes any "
        "more{}; it "
        "has run {} time{}{}.",
        told.line(), who, verb(told.finding.lanes.size(), "go"),
        loop.reads ? fmt::format(", not {} either, which it reads", reads) : "", loop.passes,
        loop.passes == 1 ? "" : "s", loop.many_warps ? ", all warps together" : "");
    words.cause = loop.reads ? fmt::format("No thread changes {} any more.", reads)
                             : fmt::format("Nothing in the loop changes what ends it.");
    words.cure = loop.reads
                     ? fmt::format(
                           "Let the loop in {} change what its condition tests, or wait for {} through "
                           "a volatile or atomic read once another thread writes it.",
                           told.line(), reads)
                     : fmt::format("Change in the loop of {} what its condition tests.", told.line());
    return words;
}

FindingWords words_of_wrong_format(const Told& told) {
    return {told.facts<WrongFormat>().slip, "",
            fmt::format(
                "Give the printf in {} one value for each conversion of its format, and of that conversion's "
                "type.",
                told.line())};
}

}  // namespace upsweep::emulator
