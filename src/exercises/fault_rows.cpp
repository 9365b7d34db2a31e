// Faults by the rules that they break.
#include "exercises/fault_rows.h"

#include <algorithm>
#include <array>

namespace upsweep::exercises {
namespace {

constexpr std::array<FaultRow, 4> rows = {
    {{"race", "No race", "no unordered accesses to the same cell", true},
     {"memory", "Inside the arrays", "no access past an array's end, no read of unwritten memory", true},
     {"ends", "Terminates", "no thread waits forever", true},
     {"lanes", "All lanes take part", "every lane reaches its barriers and shuffles", false}}};

}  // namespace

std::span<const FaultRow> fault_rows() { return rows; }

bool is_fault_row(std::string_view key) {
    return std::any_of(rows.begin(), rows.end(), [&](const FaultRow& row) { return row.key == key; });
}

const FaultRow& fault_row_of(emulator::FindingKind kind) {
    using Kind = emulator::FindingKind;
    switch (kind) {
        case Kind::race:
        case Kind::relies_on_lockstep:
        case Kind::plain_wait:
            return rows[0];
        case Kind::out_of_bounds:
        case Kind::misaligned:
        case Kind::read_before_write:
        case Kind::wrapped_sum:
            return rows[1];
        case Kind::barrier_not_reached:
        case Kind::missing_lane:
        case Kind::gone_since_volta:
        case Kind::divergence:
            return rows[3];
        case Kind::bank_conflict:
        case Kind::uncoalesced:
        case Kind::deadlock:
        case Kind::step_limit:
        case Kind::memory_limit:
        case Kind::assertion:
        case Kind::trap:
        case Kind::endless_loop:
        case Kind::wrong_format:
        case Kind::lock_in_warp:
            break;
    }
    return rows[2];
}

}  // namespace upsweep::exercises
