// Executes one kernel's bytecode: one step of one warp at a time.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/bits.h"
#include "core/ranges.h"
#include "emulator/bytecode/bytecode.h"
#include "emulator/findings/finding_log.h"
#include "emulator/machine/detect/ordering.h"
#include "emulator/machine/memory.h"
#include "emulator/machine/scheduler.h"
#include "emulator/machine/warp.h"
#include "emulator/machine/weak.h"
#include "emulator/trace/access_cost.h"
#include "emulator/trace/recorder.h"

namespace upsweep::emulator {

/// A resident block.
struct Block {
    uint32_t number = 0;  ///< linear, in its grid
    int64_t x = 0, y = 0, z = 0;
    int64_t threads = 0;
    std::vector<ArrayId> shared;  ///< beside Code::shared
    std::vector<ArrayId> locals;  ///< beside Code::locals
    std::vector<Warp> warps;
    uint32_t interval = 0;                ///< barriers completed
    Builtin vote = Builtin::syncthreads;  ///< which form of barrier its threads wait at
    bool votes = false;                   ///< some of them wait for what all say
    uint32_t phase = 0;                   ///< of the last step, for a barrier that a returning warp completes
    int unsettled = 0;   ///< warps that neither wait at a barrier with all lanes nor have returned
    int finished = 0;    ///< warps that have returned
    int64_t rounds = 0;  ///< intervals and shuffle rounds that added data, before this interval
    uint32_t place = 0;  ///< of all the slots of the machine
    size_t info = 0;     ///< position in LaunchInfo::blocks, if the run is recorded
    int64_t first_step = -1, end_step = 0;  ///< as there; -1: none yet
    BlockOrder order;                       ///< for races: what each agent knows of the others
};

/// What is the same for every block of a launch.
struct LaunchContext {
    const Code* code = nullptr;
    uint32_t launch = 0;          ///< position in Trace::launches
    uint32_t statement_base = 0;  ///< position of the code's first statement in Trace::statements
    uint32_t operand_base = 0;
    int banks = 32;
    bool host_loop = false;
    bool races = true;         ///< look for them
    bool independent = false;  ///< lanes run apart between synchronisations
    bool starve = false;       ///< of a branch's sides the second starves until the first has come to the end
    Order warps;               ///< also of lanes that run apart
    int64_t limited_from = 0;  ///< the limit is for the steps from this one on
};

/// Cells whose next change is looked for, to say who should have written them.
struct WatchedCells {
    struct Writer {
        bool known = false;
        bool waits = false;  ///< it would write after a wait of its own
        uint32_t block = 0, warp = 0;
        int lane = 0;
    };
    std::unordered_map<Address, Writer> writers;
    size_t missing = 0;

    void changed(Address cell, uint32_t block, uint32_t warp, int lane) {
        auto watched = writers.find(cell);
        if (watched == writers.end() || watched->second.known) return;
        watched->second = {true, false, block, warp, lane};
        --missing;
    }
};

/// What the machine's parts share during a run.
struct Shared {
    Trace& trace;
    Memory& memory;
    Recorder& recorder;
    Origins& origins;
    FindingLog& findings;
    uint64_t version = 0;  ///< of memory: grows when a store changes something
    size_t printed_characters = 0;
    uint64_t skipped_cycles = 0;  ///< of the clock, beside the steps
    Ordering ordering = {};
    WatchedCells* watched = nullptr;
    WeakMemory* weak = nullptr;
};

/// How often a loop ran.
struct LoopPasses {
    int64_t count = 0;
    int64_t last_step = 0;  ///< steps of the run when a pass ended last
};

/// In a key's `variant`, beside the line of what came before: a race that changes nothing.
constexpr uint32_t benign_race = 0x80000000u;

/// What went wrong for one lane of an instruction. The lanes are reported together, at the instruction's end.
struct Trouble {
    FindingKey key;
    Severity severity = Severity::fault;
    uint32_t operand = 0;  ///< that did it
    int lane = 0;
    ArrayId array = 0;   ///< may be one that there is not
    int64_t offset = 0;  ///< bytes; of a local array from the start of the lane's own row
    bool write = false;
    bool text = false;         ///< printf was reading a text
    bool was_read = false;     ///< of a race: what came before
    bool same_value = false;   ///< of a race: both wrote it
    bool narrow = false;       ///< of a race: atomics, one of them for its block only
    bool of_volatile = false;  ///< of a race: both are
    bool deferred = false;     ///< reported at the end of the launch, if it still is one
    Stamp before;              ///< of a race
};

/// A race that perhaps is not one: a loop may wait for its cell later, or another race have the same lines.
struct DeferredRace {
    Finding finding;
    bool of_volatile = false;
    Address cell = 0;
    std::vector<int64_t> steps;
};

class Interpreter {
  public:
    Interpreter(Shared& shared, const LaunchContext& context);

    /// Runs the warp's current path to the end of one statement. Does nothing if no path is ready.
    void run(Block& block, Warp& warp);
    /// Completes the barrier that lanes of the block wait at, even if others are missing. Not inside a step.
    void complete_barrier(Block& block);
    /// Lanes of a warp that run apart have met at a `_sync`.
    void lanes_met(Block& block, const Warp& warp, uint32_t lanes);
    /// The launch ends: what was deferred is reported, unless it has turned out to be nothing.
    void tell_deferred();
    /// Of each loop of the code, over all warps.
    const std::vector<LoopPasses>& passes() const { return passes_; }
    /// An assertion failed or a lane hit a trap: the launch ends.
    bool aborted() const { return aborted_; }

  private:
    // Control flow (interpreter.cpp). These return false if the path's turn is over.
    bool execute(const Instruction& in);
    bool control(const Instruction& in);
    bool narrow_mask(const Instruction& in);
    uint32_t lanes_where(Register condition) const;
    bool stop_here();
    void begin_step(const Instruction& in, uint32_t mask, StepKind kind);
    void keep_step(uint32_t mask, uint32_t phase, StepKind kind);
    void end_step();
    void branch(const Instruction& in);
    void repeat(const Instruction& in);
    void note_pass(int32_t loop, bool vain);
    void note_outside(uint32_t lanes);
    void end_wait(Warp& warp, int64_t step);
    bool meet(const Instruction& in);
    bool part_lanes();
    void choose_path(bool anew);

    // Barriers and returns (interpreter_barriers.cpp).
    void arrive(const Instruction& in);
    void leave(const Instruction& in);
    void settle(bool in_step);
    void finish_barrier();
    void check_barrier();
    std::vector<AbsentLanes> absent_lanes() const;
    AbsentLanes absent_on(const Path& path) const;
    void note_different_barriers(int32_t first);
    uint32_t lanes_at_start(const Warp& warp) const;
    int line_of(int32_t statement) const { return nth(code_.statements, statement).where.line; }
    void vote_at_barrier();

    // Values (interpreter_values.cpp).
    void compute(const Instruction& in);
    void trace_origins(const Instruction& in);
    bool trace_even(const Instruction& in, unsigned behind);
    bool even_part(Register r, EvenOrigin& part) const;
    bool assign_even(const Instruction& in);
    uint32_t make_nodes(const Instruction& in);
    void trace_depths(const Instruction& in, uint32_t added);
    void note_additions(const Instruction& in, uint32_t lanes);
    void count_additions(int64_t additions);
    void assign(const Instruction& in);
    void assign_origins(const Instruction& in);
    void record_assign(const Instruction& in);
    void shuffle(const Instruction& in);
    void vote(const Instruction& in);
    uint64_t read_clock();

    // Memory (interpreter_memory.cpp, interpreter_atomics.cpp).
    void load(const Instruction& in);
    void store(const Instruction& in);
    void atomic(const Instruction& in);
    struct Cell {
        MemoryArray* array = nullptr;
        ArrayId id = 0;
        int64_t offset = 0;
    };
    Cell resolve(Address address, int bytes, int lane, bool write, const Instruction& in);
    void bad_access(FindingKind kind, Address address, int lane, bool write, const Instruction& in);
    void remember_read(Address cell, const Instruction& in, bool strong);
    OriginId load_scalar(const Cell& cell, int size, int lane, const Instruction& in, uint64_t bits);
    void store_scalar(const Cell& cell, int size, int lane, const Instruction& in, uint64_t bits,
                      OriginId origin, uint32_t depth);
    /// How many additions are behind what was stored; in global memory that is an output of the launch.
    void note_depth(const Cell& cell, int bytes, uint32_t depth) {
        if (depth == 0 && cell.array->depths.empty()) return;
        shared_.memory.set_depth(*cell.array, cell.offset, bytes, depth);
        if (cell.array->space == Space::global && cell.array->role == BufferRole::data)
            shared_.recorder.deepen(depth);
    }
    bool is_weak(const Cell& cell) const {
        return shared_.weak != nullptr && cell.array != nullptr && cell.array->space == Space::global;
    }
    void note_change(const Cell& cell, int lane, const Instruction& in);
    void note_kind(MemoryArray& array, OriginId origin) const;
    void note_stored(const Cell& cell, OriginId origin);
    void store_delayed(const Cell& cell, int size, int lane, const Instruction& in, uint64_t bits,
                       OriginId origin, uint32_t depth);
    void count_move(const Cell& cell, OriginId origin, int64_t times = 1);
    void cost_of(const WarpAccess& access, Space space, bool write, const Instruction& in);
    void bank_conflict(const WarpAccess& access, const BankCost& cost, bool write, const Instruction& in);
    void uncoalesced(const WarpAccess& access, int used, bool write, const Instruction& in);
    Finding finding_at(FindingKind kind, const WarpAccess& access, uint32_t operand) const;

    // All lanes at once (interpreter_rows.cpp). These return false, and have done nothing, if the access is
    // not of the usual kind.
    struct Run;
    struct Row;
    bool load_row(const Instruction& in);
    bool store_row(const Instruction& in);
    bool is_row(const Instruction& in, bool write, Row& row);
    bool find_runs(const Address* addresses, Row& row) const;
    void load_origins(const Row& row, Register to);
    void store_origins(const Row& row, Register from);
    bool same_depth(const Row& row, uint32_t& depth) const;
    static bool is_one_turn(const Row& row, int banks);
    void cost_of_row(const Row& row, bool write, const Instruction& in);
    template <typename Whole, typename F>
    void for_shadows(const Run& run, MemoryArray& array, const Stamp& now, Whole whole, F f);
    void watch_reads(const Row& row, const Instruction& in);
    template <typename Same>
    void watch_writes(const Row& row, const Instruction& in, Same same_value);

    // What is looked for besides (interpreter_checks.cpp, interpreter_races.cpp, interpreter_reports.cpp).
    void check_set(const Instruction& in, uint32_t lanes);
    void note_set(const Instruction& in);
    void check_row(const Instruction& in);
    bool check_lanes(const Instruction& in, uint32_t operand);
    void check_meet(const Instruction& in);
    void lanes_meet(const Instruction& in, uint32_t lanes);
    void check_lock(const Instruction& in, uint32_t took);
    bool takes_lock(const LoopInfo& loop) const;
    void note_missing(uint32_t outside, uint32_t absent, uint32_t operand);
    void note_astray(const Instruction& in, uint32_t lanes, const int* sources);
    void check_defined(const Cell& cell, int bytes, int lane, const Instruction& in);
    void check_wrap(ScalarType type, const uint64_t* a, const uint64_t* b, const uint64_t* sum,
                    uint32_t lanes);
    void diverges(const Instruction& in, uint32_t staying);
    void long_loop(const Instruction& in);
    void fence(const Instruction& in);
    void level_paths(bool waits);
    Stamp stamp_of(const Instruction& in, Strength strength);
    bool writes_the_same(const Cell& cell, int bytes, const Stamp& before, uint64_t value) const;
    void watch_access(const Cell& cell, int bytes, int lane, bool write, Stamp stamp, const uint64_t* value);
    bool is_compare_and_swap(uint32_t operand) const;
    bool is_part_of_element(const MemoryArray& array, int bytes, const Stamp& before) const;
    bool waits_plainly(const Stamp& access) const;
    void defer(const FindingKey& key, const std::vector<Trouble>& lanes, int bytes);
    void note_raced(const FindingKey& key);
    bool is_told_otherwise(const FindingKey& key, const DeferredRace& race) const;
    void race(const Cell& cell, int64_t element, int lane, const Stamp& before, const Stamp& now,
              bool was_read, bool write, bool same_value);
    FindingKey race_key(FindingKind kind, uint32_t operand, uint32_t before, bool benign) const;
    Race race_of(const std::vector<Trouble>& lanes) const;
    Race::Form form_of(const Trouble& trouble) const;
    void check_one_instruction(const WarpAccess& access, const Instruction& in);
    void note_meeting(const WarpAccess& access, const Instruction& in);
    struct Meetings;
    struct MeetingCell {
        ArrayId array = 0;
        int64_t element = 0;
        std::vector<int> lanes;
    };
    Meetings meetings_of(const WarpAccess& access, const Instruction& in) const;
    std::vector<MeetingCell> worst_of(const Meetings& meetings, const WarpAccess& access) const;
    enum class ReadBefore : uint8_t { no, earlier, in_statement };
    ReadBefore read_before(ArrayId array, int64_t element) const;
    void tell_troubles(int bytes);
    Finding finding_of(const std::vector<Trouble>& lanes, int bytes) const;
    int64_t owner_of(const std::vector<Trouble>& lanes, const MemoryArray& array) const;
    BadAccess bad_access_of(const std::vector<Trouble>& lanes, int bytes) const;
    FindingFacts facts_of(const std::vector<Trouble>& lanes, int bytes) const;
    bool is_array(ArrayId id) const { return id < shared_.memory.count() && shared_.memory[id].alive; }
    void print(const Instruction& in);
    void launch(const Report& report);
    std::string text_at(const ReportedValue& value, int lane, size_t most);
    void note_format(const Instruction& in, const Report& report, const std::string& slip, uint32_t lanes);
    void note_gone(const Instruction& in);
    void check(const Instruction& in);
    uint32_t agent_of(int lane) const { return context_.independent ? thread_of(lane) : warp_->number; }
    /// Nothing in this launch writes it.
    bool is_read_only(const MemoryArray& array) const {
        return array.read_only_launch == context_.launch + 1;
    }
    bool raceable(const Cell& cell) const {
        return context_.races && cell.array != nullptr &&
               (cell.array->space == Space::shared || cell.array->space == Space::global);
    }

    OriginId origin_of(Register r, int lane) {
        return warp_->tainted[r] != 0 ? warp_->origin_row(r)[lane] : 0;
    }
    uint32_t depth_of(Register r, int lane) {
        return (warp_->tainted[r] & deep_bit) != 0 ? warp_->depth_row(r)[lane] : 0;
    }
    uint32_t warp_of(const Stamp& stamp) const {
        return context_.independent ? stamp.agent / uint32_t(warp_->lanes) : uint32_t{stamp.agent};
    }
    uint32_t thread_of(int lane) const { return warp_->number * uint32_t(warp_->lanes) + uint32_t(lane); }
    int64_t this_step() const { return shared_.recorder.current_step(); }
    /// Where a loop, an access or an atomic is in the text.
    uint32_t operand_of(const Instruction& in) const { return context_.operand_base + uint32_t(in.index); }
    /// Of the current statement.
    FindingKey key_of(FindingKind kind, uint32_t operand = 0, uint32_t variant = 0) const {
        return {kind, context_.launch, statement_, operand, variant};
    }
    /// As FindingLog::add, in the current step.
    template <typename Make>
    void note(const FindingKey& key, Make make, int weight = 0) {
        shared_.findings.add(key, this_step(), std::move(make), weight);
    }
    /// A finding of the current step, with the places filled in.
    Finding finding_here(FindingKind kind, uint32_t lanes, const SourceRange& where) const;

    Shared& shared_;
    const LaunchContext& context_;
    const Code& code_;
    std::vector<LoopPasses> passes_;
    int64_t launch_rounds_ = 0;

    // The warp that runs now.
    Block* block_ = nullptr;
    Warp* warp_ = nullptr;
    Path* path_ = nullptr;
    uint32_t pc_ = 0;
    uint32_t mask_ = 0;
    uint32_t statement_ = 0;  ///< of the current step, in the trace
    Step step_;               ///< the current step
    bool in_step_ = false;
    bool handed_on_ = false;  ///< a loop's next pass gave another path the turn
    bool aborted_ = false;
    Random random_;
    std::vector<uint32_t> masks_;    ///< of predication
    std::vector<Trouble> troubles_;  ///< of the instruction that runs
    std::map<FindingKey, DeferredRace> deferred_;
    std::set<uint32_t> raced_lines_;  ///< of faults that were reported
    std::set<uint32_t> met_lines_;    ///< where lanes write one cell by one instruction
};

/// Calls f(lane) for every set bit, ascending.
template <typename F>
void for_lanes(uint32_t mask, F f) {
    for (; mask != 0; mask &= mask - 1) f(lowest_bit(mask));
}

}  // namespace upsweep::emulator
