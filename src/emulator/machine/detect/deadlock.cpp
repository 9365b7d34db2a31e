// Who waits for whom when every warp is stuck.
#include <memory>
#include <set>

#include "core/ranges.h"
#include "emulator/findings/deadlock_chain.h"
#include "emulator/findings/finding_table.h"
#include "emulator/findings/finding_words.h"
#include "emulator/machine/machine.h"

namespace upsweep::emulator {

/// Lanes that go round in a loop whose passes change nothing.
struct Machine::Wait {
    uint32_t block = 0, warp = 0;
    uint32_t lanes = 0;
    int32_t loop = -1;
    CellRead on;  ///< what they read in each pass, if anything
};

/// Lanes that wait for others of their block.
struct Machine::Standing {
    uint32_t block = 0, warp = 0;
    uint32_t lanes = 0;
    Obstacle why = Obstacle::no_writer;  ///< barrier, lanes or diverged
    int32_t line = 0;
    uint32_t missing = 0;  ///< lanes that they wait for
};

/// What holds the lanes of a path up, if it is others of their block.
Machine::Standing Machine::standing_of(const Warp& warp, const Path& path) const {
    Standing standing;
    auto line_of = [&](int32_t statement) { return nth(code_.statements, statement).where.line; };
    standing.warp = warp.number;
    standing.lanes = path.mask;
    if (path.state == Path::State::at_barrier) {
        standing.why = Obstacle::barrier;
        standing.line = line_of(path.barrier_statement);
    }
    const bool starves = path.state == Path::State::at_join ||
                         (path.state == Path::State::ready && !warp.paths.is_current(path));
    if (context_.starve && starves && warp.paths.ready_count() > 0) standing.why = Obstacle::diverged;
    if (path.state != Path::State::at_meet) return standing;
    standing.why = Obstacle::lanes;
    standing.missing = path.named & warp.paths.live();
    for (const Path& other : warp.paths.all())
        if (other.state == Path::State::at_meet) standing.missing &= ~other.mask;
    size_t pc = path.pc;
    while (code_.instructions[pc].op != Op::step) ++pc;
    standing.line = line_of(code_.instructions[pc].index);
    return standing;
}

std::vector<Machine::Standing> Machine::standings() const {
    std::vector<Standing> all;
    for (const auto& block : resident_)
        for (const Warp& warp : block->warps)
            for (const Path& path : warp.paths.all()) {
                Standing standing = standing_of(warp, path);
                standing.block = block->number;
                if (standing.why != Obstacle::no_writer) all.push_back(standing);
            }
    return all;
}

/// All that spin, when every warp is stuck. Who waits at a barrier or for other lanes waits for one of them.
std::vector<Machine::Wait> Machine::waits() const {
    std::vector<Wait> all;
    for (const auto& block : resident_)
        for (const Warp& warp : block->warps)
            for (const Path& path : warp.paths.all())
                if (path.state == Path::State::ready && path.loop >= 0)
                    all.push_back({block->number, warp.number, path.mask, path.loop, path.spins_on});
    return all;
}

/// Runs blocks on, on a copy of all memory and with slots for all, to see who writes the watched cells.
void Machine::look_ahead(Blocks blocks, WaitingBlocks waiting, int64_t steps, WatchedCells& watched) {
    watched.missing = watched.writers.size();
    Trace trace;
    trace.arrays = shared_.trace.arrays;
    trace.launches = shared_.trace.launches;
    trace.statements = shared_.trace.statements;
    trace.operands = shared_.trace.operands;
    Memory memory = shared_.memory.without_notes();
    Recorder recorder(trace, false);
    recorder.begin_launch(context_.launch);
    Origins origins(nullptr);
    FindingLog findings(trace);
    Shared shared{trace, memory, recorder, origins, findings};
    shared.version = shared_.version + 1;
    shared.watched = &watched;
    ToyGpu gpu = gpu_;
    gpu.multiprocessors = 1;
    gpu.resident_blocks = 1024;
    Limits limits;
    limits.steps = steps;
    limits.memory_bytes = limits_.memory_bytes;
    LaunchContext context = context_;
    context.races = false;
    Machine ghost(shared, gpu, limits, context, arguments_);
    // Nothing of this is recorded.
    for (auto& block : blocks)
        for (Warp& warp : block->warps) warp.open_wait = -1;
    ghost.waiting_ = std::move(waiting);
    ghost.resident_ = std::move(blocks);
    ghost.run();
}

/// What a warp would write if its waits ended: one that waits for it in turn is in a circle with it.
void Machine::look_beyond(const Block& block, uint32_t number, const std::vector<Wait>& waits,
                          WatchedCells& watched) {
    WatchedCells beyond;
    for (const auto& [cell, writer] : watched.writers)
        if (!writer.known) beyond.writers[cell] = {};
    if (beyond.writers.empty()) return;
    auto copy = std::make_unique<Block>(block);
    Warp& warp = copy->warps[number];
    warp.waiting = false;
    warp.paths.forget_idle();
    warp.paths.move_ready(
        [&](const Path& path) { return path.loop < 0 ? path.pc : nth(code_.loops, path.loop).end + 1; });
    Blocks blocks;
    blocks.push_back(std::move(copy));
    constexpr int64_t steps = 20'000;
    look_ahead(std::move(blocks), WaitingBlocks(gpu_.schedule.blocks, 0, 0), steps, beyond);
    // That it would give back what it waits for itself says nothing.
    auto awaits = [&](Address cell, int lane) {
        return any_of(waits, [&](const Wait& wait) {
            return wait.block == block.number && wait.warp == number && wait.on.cell == cell &&
                   (wait.lanes >> lane & 1) != 0;
        });
    };
    for (const auto& [cell, writer] : beyond.writers) {
        const bool itself = writer.block == block.number && writer.warp == number;
        if (!writer.known || (itself && awaits(cell, writer.lane))) continue;
        watched.writers[cell] = writer;
        watched.writers[cell].waits = true;
    }
}

/// Who writes the awaited cells if all blocks get a slot, or if another's wait ends. The blocks themselves
/// do not come back from this.
WatchedCells Machine::find_writers(const std::vector<Wait>& waits) {
    constexpr size_t most_copies = 16;
    WatchedCells watched;
    for (const Wait& wait : waits) watched.writers[wait.on.cell] = {};
    Blocks copies;
    for (const auto& block : resident_)
        if (copies.size() < most_copies) copies.push_back(std::make_unique<Block>(*block));
    look_ahead(std::move(resident_), waiting_, 1'000'000, watched);
    size_t looks = 0;
    for (size_t i = 0; i < waits.size() && looks < most_copies; ++i) {
        const Wait& wait = waits[i];
        if (i > 0 && waits[i - 1].block == wait.block && waits[i - 1].warp == wait.warp) continue;
        auto block = find_if(copies, [&](const auto& copy) { return copy->number == wait.block; });
        if (block == copies.end()) break;
        look_beyond(**block, wait.warp, waits, watched);
        ++looks;
    }
    return watched;
}

bool Machine::is_single(ArrayId id) const {
    const ArrayInfo& info = shared_.trace.arrays[id];
    bool single = false;
    for (size_t i = 0; i < code_.globals.size(); ++i)
        single |= arguments_.globals[i] == id && code_.globals[i].single;
    for (const SharedArray& array : code_.shared)
        single |= info.space == Space::shared && array.name == info.name && array.single;
    return single;
}

/// Who changed the cell last in this launch; a store that is neither volatile nor atomic is known where races
/// are looked for.
LastChange Machine::last_change(Address cell) const {
    const MemoryArray& array = shared_.memory[array_of(cell)];
    const int64_t element = offset_of(cell) / array.element_size;
    const LastChange* change = array.changes.find(element);
    if (change != nullptr && change->launch == context_.launch + 1) return *change;
    Shadow shadow;
    if (!shared_.memory.find_shadow(array, element, shadow)) return {};
    const Stamp& write = shadow.writes[0];
    // A compare-and-swap that failed has left its stamp too.
    if (write.launch != context_.launch % stamped_launches + 1 || write.strong == atomic_access) return {};
    const uint32_t lanes = context_.independent ? 1 : uint32_t(lanes_);
    return {context_.launch + 1, write.block, write.agent * lanes + (context_.independent ? 0 : write.lane),
            write.operand};
}

/// The statement that an operand of this kernel's reads and writes is in.
SourceRange Machine::statement_of(uint32_t operand) const {
    SourceRange statement;
    for (const Instruction& in : code_.instructions) {
        if (in.op == Op::step) statement = nth(code_.statements, in.index).where;
        const bool accesses = in.op == Op::load || in.op == Op::store || in.op == Op::atomic;
        if (accesses && context_.operand_base + uint32_t(in.index) == operand) return statement;
    }
    return shared_.trace.operands[operand].where;
}

/// Who would change what the wait is for, and why that does not happen.
DeadlockWait Machine::fact_of(const Wait& wait, const std::vector<Wait>& waits, const WatchedCells& watched,
                              const std::vector<Standing>& standings,
                              const std::set<uint32_t>& resident) const {
    const uint32_t lanes = lanes_;
    const MemoryArray& array = shared_.memory[array_of(wait.on.cell)];
    DeadlockWait fact;
    fact.block = wait.block;
    fact.warp = wait.warp;
    fact.lanes = wait.lanes;
    fact.array = array_of(wait.on.cell);
    fact.element = offset_of(wait.on.cell) / array.element_size;
    fact.single = is_single(fact.array);
    fact.bits = read_bits(array.bytes.data() + fact.element * array.element_size, array.element_size);
    fact.where = shared_.trace.operands[wait.on.operand].where;
    fact.statement = statement_of(wait.on.operand);
    const WatchedCells::Writer& writer = watched.writers.at(wait.on.cell);
    const LastChange past = last_change(wait.on.cell);
    if (!writer.known && past.launch == 0) return fact;
    // Who holds a lock says more than that it would give it back.
    const bool same =
        writer.block == past.block && (past.block != wait.block || past.thread / lanes == writer.warp);
    fact.changed = past.launch != 0 && (!writer.known || (writer.waits && same));
    fact.other_block = fact.changed ? past.block : writer.block;
    fact.other_warp = fact.changed ? past.thread / lanes : writer.warp;
    fact.other_lane = fact.changed ? past.thread % lanes : uint32_t(writer.lane);
    if (fact.changed) fact.changed_where = shared_.trace.operands[past.operand].where;
    if (fact.changed) fact.changed_statement = statement_of(past.operand);
    for (const Standing& one : standings) {
        if (one.block != fact.other_block || one.warp != fact.other_warp ||
            (one.lanes >> fact.other_lane & 1) == 0)
            continue;
        fact.why = one.why;
        fact.line = one.line;
        fact.missing_lanes = one.missing;
        return fact;
    }
    const bool waits_too = any_of(waits, [&](const Wait& other) {
        return other.block == fact.other_block &&
               (other.block != wait.block || other.warp == fact.other_warp);
    });
    fact.why = waits_too || resident.contains(fact.other_block) ? Obstacle::waits
               : fact.changed                                   ? Obstacle::ended
                                                                : Obstacle::not_started;
    return fact;
}

EndlessLoop Machine::endless_loop_of(const Wait& wait) const {
    EndlessLoop loop;
    loop.passes = nth(interpreter_.passes(), wait.loop).count;
    loop.many_warps = many_warps();
    loop.reads = wait.on.cell != 0;
    if (!loop.reads) return loop;
    loop.array = array_of(wait.on.cell);
    loop.single = is_single(loop.array);
    loop.element = offset_of(wait.on.cell) / shared_.memory[loop.array].element_size;
    return loop;
}

/// Loops that no one can end: those that read no cell, and, once it is known who would write, those that read
/// one plainly which no one changes. True if there are any.
bool Machine::note_endless_loops(const std::vector<Wait>& waits, const WatchedCells* watched) {
    bool any = false;
    for (const Wait& wait : waits) {
        const bool reads = wait.on.cell != 0;
        const bool endless =
            watched == nullptr ? !reads : !wait.on.strong && !watched->writers.at(wait.on.cell).known;
        if (!endless) continue;
        any = true;
        const size_t loop = wait.loop;
        FindingKey key{FindingKind::endless_loop, context_.launch, uint32_t(loop), 0, 0};
        shared_.findings.add(key, shared_.recorder.current_step(), [&] {
            Finding finding;
            finding.severity = severity_of(FindingKind::endless_loop);
            finding.where = code_.loops[loop].where;
            finding.block = wait.block;
            finding.warp = wait.warp;
            finding.lanes = lanes_of(wait.lanes);
            finding.facts = endless_loop_of(wait);
            return finding;
        });
    }
    return any;
}

void Machine::note_deadlock() {
    if (shared_.watched != nullptr) return;
    std::vector<Wait> all = waits();
    if (note_endless_loops(all, nullptr)) return;
    if (all.empty()) return;
    const std::vector<Standing> standing = standings();
    std::set<uint32_t> resident;
    for (const auto& block : resident_) resident.insert(block->number);
    WatchedCells watched = find_writers(all);
    if (note_endless_loops(all, &watched)) return;
    Deadlock deadlock;
    deadlock.launch = context_.launch;
    deadlock.step = shared_.recorder.current_step();
    for (const Wait& wait : all) deadlock.waits.push_back(fact_of(wait, all, watched, standing, resident));
    shared_.findings.add({FindingKind::deadlock, context_.launch, 0, 0, 0}, deadlock.step, [&] {
        const size_t first = longest_wait(shared_.trace, deadlock);
        Finding finding;
        finding.severity = severity_of(FindingKind::deadlock);
        finding.facts = Standstill{uint32_t(shared_.trace.deadlocks.size()), uint32_t(first)};
        const DeadlockWait& wait = deadlock.waits[first];
        finding.block = wait.block;
        finding.warp = wait.warp;
        finding.lanes = lanes_of(wait.lanes);
        finding.where = wait.where;
        finding.array = wait.array;
        // Each lane's element is beside it.
        finding.elements.assign(finding.lanes.size(), wait.element);
        return finding;
    });
    shared_.trace.deadlocks.push_back(std::move(deadlock));
}

}  // namespace upsweep::emulator
