// The sentences of findings: each with the numbers of its case.
#pragma once

#include <cstdint>
#include <string>

#include "emulator/findings/finding_words.h"
#include "emulator/trace/access_cost.h"
#include "emulator/trace/finding_facts.h"

namespace upsweep::emulator {

std::string bank_conflict_sentence(const WarpAccess& access, int banks, const BankCost& cost, bool write);

std::string out_of_bounds_sentence(const BadAccess& access);
std::string misaligned_sentence(const BadAccess& access);
/// `reads` is the cell that the loop reads and that nobody changes, or empty. `who` are "lanes 0 and 1 of
/// warp 0 in block 2", `lanes` many.
std::string endless_loop_sentence(int line, std::int64_t passes, bool many_warps, const std::string& who,
                                  std::size_t lanes, const std::string& reads);
/// `passes` of the loop that ran most often, or line 0 if none did.
std::string step_limit_sentence(int loop_line, std::int64_t passes, bool many_warps, std::int64_t steps);

/// "flags[3]", or of an array that is one number its name alone.
std::string cell_name(const ArrayInfo& array, bool single, std::int64_t element);
/// Who waits for whom, as far as it goes: "Block 5 waits in line 8 for flags[5], which block 4 must write;
/// block 4 cannot start: both places are taken by blocks that wait." `told` becomes the wait that it begins
/// with. There is at least one wait; those of a block stand side by side.
std::string deadlock_sentence(const Trace& trace, const Deadlock& deadlock, std::size_t& told);

}  // namespace upsweep::emulator
