// A warp: registers for all lanes, and the paths that its lanes are on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ranges.h"
#include "emulator/bytecode/bytecode.h"
#include "emulator/trace/trace_fwd.h"

namespace upsweep::emulator {

/// A shared or global cell that was read, and by which operand.
struct CellRead {
    uint64_t cell = 0;  ///< its address; 0: none was
    uint32_t operand : 31 = 0;
    uint32_t strong : 1 = 0;  ///< volatile or atomic: others may be meant to change it
    uint32_t step = 0;        ///< when it was, in a run that is recorded: those have fewer than 2³²
};
static_assert(sizeof(CellRead) == 16);

/// Passes of a loop that changed nothing, after which a path counts as waiting.
inline constexpr uint8_t idle_passes = 2;

/// Lanes that go the same way. A warp starts with one path; a branch on which lanes disagree splits it.
struct Path {
    enum class State : uint8_t { free, ready, at_join, at_barrier, at_meet };
    State state = State::free;
    uint32_t pc = 0;
    uint32_t mask = 0;
    int open = 0;                    ///< constructs it is in: entries of its stack
    int32_t barrier_statement = -1;  ///< where it waits
    Register vote = no_register;     ///< of a barrier with a vote: where the result goes
    uint32_t named = 0;              ///< lanes that it waits for at a `_sync`
    uint32_t unmet = 0;              ///< of these, those that it has gone on without
    bool anyone = false;             ///< it waits for any lane that may come to the same `_sync`
    uint8_t idle = 0;                ///< passes of a loop that changed nothing, up to idle_passes
    uint8_t alone = 0;               ///< passes until it has gone on alone long enough to say so
    int32_t loop = -1;               ///< the loop whose pass it ended last
    CellRead read;                   ///< since then; a strong read rather than a plain one
    CellRead spins_on;               ///< what it read in that pass
};

/// The paths of one warp and the places where they meet again, as hardware's convergence barriers: a
/// construct is opened by a path, lanes that split inside it wait at its end for each other; `break` and
/// `return` give it up. Nothing is allocated when lanes agree.
class Paths {
  public:
    void start(int lanes, int depth, uint32_t mask);

    /// The path whose turn it is; null if none is ready.
    Path* current();
    /// Lets the next ready path have its turn.
    void rotate();
    /// Lets the ready path at `position` (of ready_count(), by lowest lane) have its turn.
    void choose(int position);
    /// Keeps the turn with the current path while it is ready; then one from within the innermost construct
    /// that is open has it, as on a stack of masks. Paths further out starve meanwhile.
    void stay_inside();
    /// The current path has had a pass of a loop for nothing. True if every ready path has had two.
    bool idle_pass();
    void forget_idle();
    /// Position of the current path among the ready ones, by lowest lane; ready_count() if it is not ready.
    int position() const;
    bool is_current(const Path& path) const { return &path == &paths_[current_]; }
    int ready_count() const { return ready_; }
    uint32_t live() const { return live_; }

    /// The current path enters a construct.
    void open_join();
    /// The current path keeps `staying`; its other lanes continue at `pc` as a path of their own.
    void split(uint32_t staying, uint32_t pc);
    /// The current path is at the end of its innermost construct. True if it may continue (perhaps with more
    /// lanes).
    bool join(uint32_t pc_after);
    /// The current path gives up its `count` innermost constructs.
    void leave_joins(int count);
    /// The current path's lanes return. Gives the lanes that waited at a `_sync` for these only and continue.
    uint32_t exit();

    void wait_at_barrier(uint32_t pc_after, int32_t statement, Register vote);
    /// Lanes that wait at a barrier.
    uint32_t at_barrier() const;
    /// Paths at a barrier continue; those that continue at the same place become one.
    void release_barrier();
    /// The current path waits for the lanes `named` before a `_sync`. Once all of them are there they go
    /// on, those at the same place as one path. Gives the lanes that continue, or 0.
    uint32_t wait_to_meet(uint32_t pc_after, uint32_t named);
    /// The same where no one knows yet whom the masks name: for all lanes, or those that have come when
    /// no one else can continue.
    uint32_t wait_for_anyone(uint32_t pc_after);
    /// Lanes that wait so continue, those of the place that comes first in the code: they may be awaited at
    /// the others. Gives the lanes.
    uint32_t release_anyone();
    /// Some lanes wait at a `_sync`.
    bool waits_to_meet() const;
    /// Lanes that wait at a `_sync` for some that are elsewhere, behind a branch or at a barrier, continue.
    /// True if there were any. Those that wait for lanes on their way, in a loop, do not: a GPU waits there
    /// for good.
    bool release_meets();

    /// Each ready path continues where `f` says.
    template <typename F>
    void move_ready(F f) {
        for (Path& path : paths_)
            if (path.state == Path::State::ready) path.pc = f(path);
    }

    /// Lanes that wait for others at the end of a construct continue without them. True if there were any.
    bool release_joins();

    std::span<const Path> all() const { return used(); }

  private:
    struct Join {
        uint32_t expected = 0;  ///< lanes that will come
        uint32_t arrived = 0;
    };
    static constexpr int32_t not_shared = -1;

    /// Those that lanes have been on so far.
    std::span<Path> used() { return {paths_.data(), used_}; }
    std::span<const Path> used() const { return {paths_.data(), used_}; }
    int32_t& entry(const Path& path, int level);
    void unite_ready();
    uint32_t complete_meet(const Path& path);
    uint32_t meet_at(uint32_t pc);
    void set_state(Path& path, Path::State state);
    void check_complete(int32_t join);
    void discard(Path& path);
    size_t index_of(const Path& path) const { return size_t(&path - paths_.data()); }

    int depth_ = 0;
    int ready_ = 0;
    size_t current_ = 0;
    uint32_t live_ = 0;
    size_t used_ = 0;
    std::vector<Path> paths_;     ///< at most one a lane
    std::vector<int32_t> stack_;  ///< `depth_` entries a path: a join, or not_shared while no one parted
    std::vector<Join> joins_;
};

/// In Warp::tainted, beside 1: additions are behind some lane's value.
inline constexpr uint8_t deep_bit = 2;

/// Likewise: Warp::even says what the rows of origins and depths would hold.
inline constexpr uint8_t even_bit = 4;

/// Lanes whose values have the same origin, behind as many additions; those of the others are 0. The usual
/// case of a run without a trace.
struct EvenOrigin {
    OriginId origin = 0;
    uint32_t depth = 0;
    uint32_t lanes = 0;
    friend bool operator==(const EvenOrigin&, const EvenOrigin&) = default;
};

/// Everything that belongs to one warp of a resident block.
struct Warp {
    uint32_t number = 0;  ///< in its block
    int lanes = 32;
    Paths paths;
    std::vector<uint64_t> registers;  ///< `lanes` payloads a register
    std::vector<OriginId> origins;    ///< likewise; valid where `tainted`
    std::vector<uint32_t> depths;     ///< likewise; valid where `tainted` has deep_bit, else all are 0
    std::vector<uint8_t> tainted;     ///< one a register: some lane's value came from a cell
    std::vector<EvenOrigin> even;     ///< likewise; valid where `tainted` has even_bit
    std::vector<uint32_t> defined;    ///< lanes, one a local in a register: it has a value
    std::vector<uint32_t> carried;    ///< likewise, one a name in Code::carried
    bool settled = false;             ///< all its lanes wait at a barrier, or have returned
    uint32_t ended = 0;               ///< lanes that ran to the kernel's end, with no `return`

    // Additions on data since the last barrier, in rounds that shuffles end.
    bool round_adds = false;
    int rounds = 0;

    // Waiting: passes of a loop that changed nothing.
    bool changed = false;       ///< a variable or memory changed since the last pass began
    uint64_t seen_version = 0;  ///< of memory, when the last pass began
    int passes_without_store = 0;
    uint32_t clock_reads = 0;  ///< meanwhile
    bool waiting = false;

    // Where it is, for the trace.
    uint32_t phase = 0;       ///< of its last step
    int32_t open_wait = -1;   ///< of the recorder: the interval of waiting that it is in
    int32_t wait_loop = -1;   ///< the loop that it waits in
    uint32_t wait_lanes = 0;  ///< its lanes that do

    /// Lanes in which a local of the code, or with carried_bit a parameter, has a value.
    uint32_t& set_lanes(int32_t of) {
        return (of & carried_bit) != 0 ? nth(carried, of & ~carried_bit) : nth(defined, of);
    }
    uint64_t* row(Register r) { return registers.data() + size_t(r) * width(); }
    OriginId* origin_row(Register r) {
        if ((tainted[r] & even_bit) != 0) spread(r);
        return origins.data() + size_t(r) * width();
    }
    uint32_t* depth_row(Register r) {
        if ((tainted[r] & even_bit) != 0) spread(r);
        return depths.data() + size_t(r) * width();
    }
    /// Fills in the rows of origins and depths.
    void spread(Register r);
    size_t width() const { return size_t(lanes); }
};

}  // namespace upsweep::emulator
