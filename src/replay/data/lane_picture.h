// One step as its warp's lanes live it: who takes part and where the others are, what each keeps in its
// variables, which sectors of global memory and which banks of shared memory the accesses touch, what a
// shuffle hands from lane to lane. Found from the trace alone, for any kernel.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "emulator/bytecode/statement.h"
#include "emulator/trace/player.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// What a lane has to do with the step.
enum class LanePart : uint8_t {
    absent,    ///< the block has fewer threads
    active,    ///< it takes part
    diverged,  ///< it is at another place of the kernel, or has not begun
    returned,  ///< it has left the kernel
};

/// Where a lane is.
struct LanePlace {
    LanePart part = LanePart::diverged;
    int line = 0;  ///< of an active lane: of the step, after a condition where the lane continues; of
                   ///< another: where it continues; 0: nowhere
};

/// What the lanes of the warp keep under one name. Variables of one name, of functions that were called
/// more than once, are one: the value is the one set last. In a function a parameter hides the kernel's
/// variable of its name: it has the value of the variable that it was given, until the function changes it,
/// which a trace does not record.
struct LaneVariable {
    struct Value {
        std::string text;      ///< empty: nothing yet
        bool written = false;  ///< in this step
    };
    std::string name;  ///< "sum", "parts[2]"
    std::vector<Value> lanes;
    bool written = false;
};

/// One lane's part of an access.
struct LaneAccess {
    int lane = 0;
    ArrayId array = 0;
    int64_t offset = 0;            ///< bytes from the array's start
    int size = 4;                  ///< bytes
    int64_t first = 0, count = 1;  ///< elements
};

/// 32 bytes of global memory, as far as an access wants them.
struct LaneSector {
    static constexpr int64_t bytes = 32;
    ArrayId array = 0;
    int64_t number = 0;      ///< bytes 32 · number … + 31 of the array
    std::vector<int> lanes;  ///< ascending
    int used = 0;            ///< bytes that the lanes want, each counted once
};

/// A word of shared memory, and the turn in which its bank serves it.
struct LaneWord {
    ArrayId array = 0;
    int64_t word = 0;        ///< of 4 bytes, from the array's start
    int bank = 0, turn = 0;  ///< from 0
    std::vector<int> lanes;  ///< that want it, ascending
};

/// One instruction of the step that reads or writes memory which lanes share.
struct LaneRequest {
    Space space = Space::global;
    bool write = false, atomic = false;
    std::string text;  ///< "tile[threadIdx.x][column]"; may be empty
    std::vector<LaneAccess> lanes;
    std::vector<LaneSector> sectors;  ///< of global memory, ascending; of atomics none
    std::vector<LaneWord> words;      ///< of shared memory, by turn and bank; of atomics none
    int turns = 0, least_turns = 0;   ///< of shared memory; as many as the emulator counts
    int constant_turns = 0;  ///< of constant memory, which serves one address a turn, to all that want it
    int least_sectors = 0;   ///< if the same bytes lay side by side
    std::string sentence;    ///< "8 lanes reach 8 sectors of 32 bytes: 32 of 256 bytes used."
    bool costs() const {
        return turns > least_turns || int(sectors.size()) > least_sectors || constant_turns > 1;
    }
};

/// What a lane gets from another one, or from itself, in a shuffle.
struct LaneMove {
    int from = 0, to = 0;
    friend bool operator==(const LaneMove&, const LaneMove&) = default;
};

/// Where a warp of the block is.
enum class WarpPlace : uint8_t { not_begun, ready, acting, at_barrier, finished };

/// What stays the same through a launch, so that nothing on the stage moves: found once, O(its accesses).
struct LaneLaunch {
    uint32_t launch = 0;
    bool shuffles = false;  ///< a kernel of the file does
    int longest = 1;        ///< characters of the longest value of a variable
    int most_turns = 0;     ///< that a step needs at the banks
    bool uses_shared = false;
    std::map<std::string, int64_t> writes;         ///< how often lanes set the variables of a name
    std::map<ArrayId, std::vector<bool>> touched;  ///< elements that the launch reads or writes
    bool touches(ArrayId array) const { return touched.contains(array); }
    /// Of a touched array: no lane ever reads or writes the element, as of padding.
    bool is_unused(ArrayId array, int64_t element) const;
};
LaneLaunch lane_launch(const Trace& trace, uint32_t launch);

struct LanePicture {
    int64_t step = -1;  ///< the one shown; -1: none, then the warp is the one to run next
    uint32_t launch = 0, block = 0, warp = 0;
    std::string text;  ///< of the statement
    int line = 0;
    StepKind kind = StepKind::statement;
    std::vector<LanePlace> lanes;
    std::vector<WarpPlace> warps;         ///< of the block
    std::vector<LaneVariable> variables;  ///< in the order of the kernel's text
    std::vector<LaneRequest> requests;    ///< in the order they ran
    std::vector<LaneMove> moves;          ///< by receiving lane
    int turns() const;                    ///< of all requests
};

/// The picture of `step`, which is done, with the player behind it. Step -1: of the warp that runs at
/// `present`, of which nothing is shown. A step of the host has no lanes.
LanePicture make_lanes(const Trace& trace, const emulator::Player& player, int64_t step, int64_t present);

/// The requests of one step.
std::vector<LaneRequest> lane_requests(const Trace& trace, int64_t step);

/// What the lanes hand each other in a step; empty if it shuffles nothing, without those that are not known.
std::vector<LaneMove> lane_moves(const Trace& trace, int64_t step);

}  // namespace upsweep::replay
