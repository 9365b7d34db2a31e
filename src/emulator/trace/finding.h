// A finding as plain data: who did what to which cells, where and how often. `findings/` words it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "emulator/source/source_text.h"
#include "emulator/trace/waiting.h"

namespace upsweep::emulator {

/// A new kind comes last, and gets its row in `findings/finding_table.cpp`.
enum class FindingKind : uint8_t {
    bank_conflict,
    uncoalesced,
    divergence,
    race,
    barrier_not_reached,
    out_of_bounds,
    misaligned,
    read_before_write,
    relies_on_lockstep,
    deadlock,
    step_limit,
    memory_limit,
    wrapped_sum,
    assertion,
    trap,
    endless_loop,
    missing_lane,
    wrong_format,
    lock_in_warp,
    plain_wait,
    gone_since_volta,
    host_code,
};
inline constexpr FindingKind last_finding_kind = FindingKind::host_code;

enum class Severity : uint8_t { note, cost, fault };

// The facts of one case, beside what every Finding has: its place, lanes, array and elements. Masks of lanes
// have bit i for lane i.

/// Of a bank_conflict: the lanes want different words of one bank in the same turn.
struct BankConflict {
    bool write = false;
    int32_t size = 4;              ///< bytes a lane
    int32_t turns = 0, least = 0;  ///< that it takes, and if its words lay evenly over the banks
    std::vector<ArrayId> arrays;   ///< beside Finding::lanes: what each touches,
    std::vector<int64_t> offsets;  ///< and the bytes from that array's start
    SourceRange declared;          ///< of the array
};
/// Of an uncoalesced access.
struct Uncoalesced {
    bool write = false;
    int32_t sectors = 0, least = 0;  ///< of 32 bytes: that it touches, and that would hold its bytes
};
/// Of a divergence: a branch parts a warp.
struct PartedWarp {
    bool sides = false;   ///< both ways have work
    uint32_t others = 0;  ///< lanes that do not go with Finding::lanes
};
/// Of a divergence: lanes that have left a loop wait for Finding::lanes.
struct LongLoop {
    uint32_t waiting = 0;  ///< lanes
};
/// Of a race, of code that relies on lockstep, or of a plain_wait: what an earlier access did to the first of
/// Finding::elements.
struct Race {
    enum class Form : uint8_t {
        same_value,  ///< both write it: nothing changes
        compared,    ///< one is a compare-and-swap, which would notice an old value
        two_paths,   ///< of one warp, before they reconverge
        one_warp,    ///< no __syncwarp between
        one_block,   ///< no barrier between
        narrow,      ///< an atomic operation that holds within its block
        two_blocks,  ///< nothing orders the two
        waited,      ///< one is a plain read by which a loop waits for the other
    };
    Form form = Form::one_block;
    bool write = false, was_read = false;    ///< this access; the earlier one
    bool of_volatile = false;                ///< both are
    uint32_t block = 0, warp = 0, lane = 0;  ///< of the earlier one
    SourceRange earlier;
    std::vector<int64_t> others;  ///< further elements that have the same
};
/// Of a race: lanes write the first of Finding::elements by one instruction.
struct Meeting {
    enum class Form : uint8_t { same, perhaps_lost, lost, different };
    Form form = Form::same;
};
/// Lanes that a barrier lacks, and what they do instead.
struct AbsentLanes {
    enum class Doing : uint8_t { go_on, wait_for_lanes, wait_at_end, ran_to_end };
    std::vector<int64_t> warps;
    uint32_t lanes = 0;
    bool whole = false;  ///< all lanes that the warps started with
    Doing doing = Doing::go_on;
    int32_t line = 0;  ///< of what they do, unless that is at the end
};
struct MissedBarrier {
    std::vector<AbsentLanes> absent;
};
/// Warps that wait in one line.
struct WarpsAtLine {
    int32_t line = 0;
    std::vector<int64_t> warps;
};
/// Of a barrier_not_reached: warps of a block wait at several barriers.
struct MixedBarriers {
    std::vector<WarpsAtLine> lines;  ///< ascending
};
/// Of out_of_bounds and misaligned: lanes of one instruction that leave an array, or do not keep to its
/// alignment.
struct BadAccess {
    bool write = false;
    bool text = false;             ///< printf reads it as text
    bool null = false;             ///< the pointer is null, or nearly
    int64_t address = 0;           ///< of a pointer made from a number: that number
    int64_t count = 0;             ///< elements of the array, or of one thread's part of a local one
    int32_t size = 4;              ///< bytes a lane
    int64_t owner = -1;            ///< the thread whose local variable it is, if another's
    std::vector<int64_t> offsets;  ///< bytes from the array's start (of a local one: the lane's part's)
};
/// Of a read_before_write: a variable.
struct UnsetVariable {
    enum class Form : uint8_t { never_set, passed_on, copied };
    std::string name;
    Form form = Form::never_set;
};
/// Of a read_before_write: cells that nothing has written.
struct UnwrittenCells {};
/// Of a wrapped_sum: the numbers of the first lane.
struct WrappedSum {
    int64_t left = 0, right = 0, wrapped = 0;
};
/// Of an assertion, or of a trap, which has no condition.
struct FailedCheck {
    std::string condition;
};
/// Of step_limit and memory_limit. Finding::where is the loop that ran most often, or the kernel.
struct StoppedRun {
    int64_t steps = 0;
    int64_t passes = 0;  ///< of that loop; 0: no loop ran
    bool many_warps = false;
    int64_t bytes = 0;  ///< the limit
};
/// Of an endless_loop, whose place is Finding::where.
struct EndlessLoop {
    int64_t passes = 0;
    bool many_warps = false;
    bool reads = false;   ///< a cell that no one changes
    bool single = false;  ///< that is a number of its own
    ArrayId array = 0;
    int64_t element = 0;
};
/// Of a missing_lane: Finding::lanes call with a mask that does not name them, or that names others too.
struct WrongMask {
    bool lacks_itself = false;
    uint32_t absent = 0;  ///< lanes that are named and do not call
};
/// Of a missing_lane: Finding::lanes take the value of lanes that give none.
struct NoSource {
    enum class Why : uint8_t { not_in_block, returned, not_named, no_part };
    uint32_t from = 0;
    Why why = Why::no_part;
};
struct WrongFormat {
    std::string slip;  ///< what does not fit, as `slip_of_format` tells it
};
/// Of a deadlock.
struct Standstill {
    uint32_t deadlock = 0;  ///< position in Trace::deadlocks
    uint32_t first = 0;     ///< the wait that the longest chain begins with
};

/// Of a lock_in_warp: Finding::lanes want the lock in the first of Finding::elements.
struct LockWithinWarp {
    uint32_t holder = 0;  ///< the lane that has it
};
/// Of a gone_since_volta: a call of Finding::lanes.
struct GoneCall {
    std::string name;
};
/// Of a host_code: what is wrong in main, or in what it calls; Finding::launch is 0.
struct HostFault {
    std::string sentence, cause, cure;
};

using FindingFacts =
    std::variant<BankConflict, Uncoalesced, PartedWarp, LongLoop, Race, Meeting, MissedBarrier, MixedBarriers,
                 BadAccess, UnsetVariable, UnwrittenCells, WrappedSum, FailedCheck, StoppedRun, EndlessLoop,
                 WrongMask, NoSource, WrongFormat, Standstill, LockWithinWarp, GoneCall, HostFault>;

/// Alike ones on one line are one: all but `steps`, `times` and `lesser` tell of the worst case.
struct Finding {
    FindingKind kind = FindingKind::bank_conflict;
    Severity severity = Severity::cost;
    SourceRange where;
    int32_t launch = 0;
    int32_t block = 0;
    int32_t warp = 0;
    std::vector<int> lanes;         ///< that take part, in the warp
    int32_t array = -1;             ///< ArrayId, or -1
    std::vector<int64_t> elements;  ///< indices into the array, beside `lanes`
    std::vector<int64_t> bytes;     ///< from the array's start, where an access is not a whole element
    FindingFacts facts;
    int64_t step = 0;            ///< of this case
    std::vector<int64_t> steps;  ///< every step where it happened (the first 1000), ascending
    int64_t times = 0;           ///< in how many steps in all
    int64_t lesser = 0;          ///< in how many of them it was less bad
};

/// The turns of a bank conflict; 0 of anything else.
inline int degree_of(const Finding& finding) {
    const auto* conflict = std::get_if<BankConflict>(&finding.facts);
    return conflict == nullptr ? 0 : conflict->turns;
}

/// The element that holds this byte; below zero too.
constexpr int64_t element_at(int64_t byte, int element_size) {
    return byte / element_size - (byte % element_size < 0 ? 1 : 0);
}

}  // namespace upsweep::emulator
