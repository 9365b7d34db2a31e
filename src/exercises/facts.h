// What a rule may count in a run, the emulator's counts and some facts beside them; and which rule a fault
// breaks.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "emulator/trace/finding.h"
#include "exercises/exercise.h"

namespace upsweep::emulator {
struct Trace;
}

namespace upsweep::exercises {

struct FaultRow {
    std::string_view key, title;
    std::string_view says;  ///< while it is kept
    bool always = true;     ///< false: the row is there only where it is broken
};

std::span<const FaultRow> fault_rows();
/// The key of one of them.
bool is_fault_row(std::string_view key);
const FaultRow& fault_row_of(emulator::FindingKind kind);

/// Throws Error naming those there are. Beside the keys of emulator::count_names(): "shared_accesses" and
/// "global_accesses", reads and writes of elements; "busiest_thread", the most of both that one thread makes;
/// "launches".
void check_fact(std::string_view key);

/// Of a trace with its steps. A key that check_fact() takes.
int64_t fact_of(const emulator::Trace& trace, std::string_view key);

/// Steps done when the count first exceeds `most`; all of them where it never does.
int64_t step_beyond(const emulator::Trace& trace, std::string_view key, int64_t most);

/// A case's own values, and those of the machine: lanes, banks.
Values values_of(const Exercise& exercise, const Case& one);

}  // namespace upsweep::exercises
