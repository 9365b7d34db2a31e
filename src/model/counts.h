// What a traced run costs, launch by launch, in numbers that a model of time needs beyond the trace's own
// counts: which sectors are touched again, what lanes sit out, and how long the longest way through a block
// is.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan.h"
#include "model/machine_model.h"

namespace upsweep::emulator {
struct Trace;
}

namespace upsweep::model {

/// Sums over a launch. Operators are those of the statements' text: an instruction or so each.
enum class Count : uint8_t {
    operators,         ///< of warps: a statement of a warp counts once, for any number of lanes
    idle,              ///< of these, as much as lanes sit out that have less to do than the warp's busiest
    divergent,         ///< of these, what a warp runs beyond its busiest lane, since its lanes part
    first_sectors,     ///< sectors of 32 bytes, read or written for the first time in the run
    again_sectors,     ///< touched before, by other blocks or in other launches, or written again
    partial_sectors,   ///< of these, those whose touched words were others
    carried_sectors,   ///< of those touched again, those that an earlier launch has touched
    cached_sectors,    ///< read again by a block that has read them
    least_sectors,     ///< that the same bytes would need side by side
    scattered_reads,   ///< sectors beyond those, read
    scattered_writes,  ///< likewise written
    accesses,          ///< of warps to global memory
    lines,             ///< 128-byte lines of global memory, access by access
    least_lines,       ///< if the same bytes lay side by side
    shared_accesses,   ///< of warps to shared memory
    wavefronts,        ///< turns of shared memory
    conflicts,         ///< of these, those beyond the least
    working,           ///< threads that write to memory
    read_bytes,        ///< that lanes read from global memory
    distinct_bytes,    ///< of the sectors that the launch reads, each once
    barriers,          ///< that blocks pass
    path,              ///< seconds: sum over the blocks of the longest way through each
    path_memory,       ///< of these, waiting for global memory
    path_shared,       ///< waiting for shared memory
    path_barriers,     ///< at barriers
    path_serial,       ///< while one lane of the whole block works
    hops,              ///< the longest chain of blocks that wait for each other: a maximum, no sum
    chain_way,         ///< seconds on that chain between what a block waits for and what it writes: likewise
};
inline constexpr size_t count_count = size_t(Count::chain_way) + 1;
constexpr bool is_most(Count count) { return count == Count::hops || count == Count::chain_way; }
constexpr bool is_path(Count count) { return count >= Count::path; }

struct Counts {
    std::array<double, count_count> values{};
    double& operator[](Count count) { return values[size_t(count)]; }
    double operator[](Count count) const { return values[size_t(count)]; }
    Counts& operator+=(const Counts& other);
};

/// What a line of a kernel adds to the counts of the whole run.
struct LineCounts {
    std::string file, text;
    int32_t line = 0;
    Counts counts;
    double barriers = 0;
};

struct LaunchCounts {
    size_t operation = 0;  ///< position in Plan::operations
    Counts counts;
};

struct RunCounts {
    std::vector<LaunchCounts> launches;
    std::vector<LineCounts> lines;
};

/// `machine` gives the latencies of the paths: a statement waits for what it uses of earlier loads, and all
/// warps of a block for each other at a barrier. Steps of warps that wait for a cell are left out.
RunCounts count(const emulator::Trace& trace, const MachineModel& machine);

}  // namespace upsweep::model
