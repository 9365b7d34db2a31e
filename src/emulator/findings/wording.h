// What the words of a finding are made of: who, in which line, and a function for each kind.
#pragma once

#include <string>
#include <vector>

#include "core/ranges.h"
#include "emulator/findings/finding_table.h"
#include "emulator/findings/finding_words.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

/// "block 3". Where blocks fetch their numbers, which need not be their places in the grid, "the block with
/// blockIdx 3".
std::string name_of_block(const Trace& trace, int64_t launch, int64_t block);

/// A finding that is to be reported.
struct FindingReport {
    const Trace& trace;
    const Finding& finding;

    template <typename Facts>
    const Facts& facts() const {
        return std::get<Facts>(finding.facts);
    }
    template <typename Facts>
    const Facts* facts_if() const {
        return std::get_if<Facts>(&finding.facts);
    }
    /// Of the finding, which has one.
    const ArrayInfo& array() const { return nth(trace.arrays, finding.array); }

    bool several_blocks() const;
    /// As name_of_block.
    std::string block(int64_t number) const { return name_of_block(trace, finding.launch, number); }
    std::string block() const { return block(finding.block); }
    /// "Lanes 0 and 2 of warp 1 in block 3".
    std::string who() const;
    /// " (threadIdx.x = 35, blockIdx.x = 1)": who that is in the words of a kernel.
    std::string threads() const;
    /// The same, without the block where there is only one.
    std::string who_of_launch() const;
    /// "in warp 1 of block 3, ", as far as there are several.
    std::string where_of_several() const;
    /// As `line_in_words`.
    std::string line(const SourceRange& where) const;
    std::string line() const { return line(finding.where); }
    /// " (likewise sums[4])", or nothing.
    std::string likewise(const std::vector<int64_t>& elements) const;
    /// The innermost loop that holds both places, or null.
    const Loop* loop_around(const SourceRange& one, const SourceRange& other) const;
    /// What is written there, of its first line; `line_at` the whole line. Empty where the text is missing.
    std::string written_at(const SourceRange& where) const;
    std::string line_at(int32_t file, int32_t line) const;
    /// The last line above this one, in its function, that declares the name or assigns to it; 0: none.
    int32_t line_that_sets(const std::string& name, const SourceRange& above) const;
    /// Whether a condition hangs on what is in memory rather than on the thread's number.
    bool tests_data(const SourceRange& condition) const;
    /// A barrier is in a line between the two.
    bool barrier_between(const SourceRange& one, const SourceRange& other) const;
};

/// The names in a piece of code, each once, without those behind a dot.
std::vector<std::string> names_in(const std::string& code);

FindingWords words_of_bank_conflict(const FindingReport& report);
FindingWords words_of_uncoalesced(const FindingReport& report);
FindingWords words_of_divergence(const FindingReport& report);
FindingWords words_of_race(const FindingReport& report);
FindingWords words_of_barrier(const FindingReport& report);
FindingWords words_of_out_of_bounds(const FindingReport& report);
FindingWords words_of_misaligned(const FindingReport& report);
FindingWords words_of_unset(const FindingReport& report);
FindingWords words_of_deadlock(const FindingReport& report);
FindingWords words_of_step_limit(const FindingReport& report);
FindingWords words_of_memory_limit(const FindingReport& report);
FindingWords words_of_wrapped_sum(const FindingReport& report);
FindingWords words_of_assertion(const FindingReport& report);
FindingWords words_of_trap(const FindingReport& report);
FindingWords words_of_endless_loop(const FindingReport& report);
FindingWords words_of_missing_lane(const FindingReport& report);
FindingWords words_of_wrong_format(const FindingReport& report);
FindingWords words_of_lock(const FindingReport& report);
FindingWords words_of_gone_call(const FindingReport& report);
FindingWords words_of_host_fault(const FindingReport& report);

}  // namespace upsweep::emulator
