// Turns, stalls and limits of one launch.
#include "emulator/machine/machine.h"
#include "core/ranges.h"
#include "emulator/findings/finding_table.h"

#include <algorithm>

namespace upsweep::emulator {

Machine::Machine(Shared& shared, const ToyGpu& gpu, const Limits& limits, const LaunchContext& context,
                 const LaunchArguments& arguments)
    : shared_(shared),
      gpu_(gpu),
      limits_(limits),
      context_(context),
      arguments_(arguments),
      code_(*context.code),
      interpreter_(shared, context),
      scheduler_(gpu.schedule.warps),
      lanes_(context.host_loop ? 1 : gpu.lanes),
      waiting_(gpu.schedule.blocks, arguments.grid.count(), context.host_loop ? 1 : gpu.slots()) {
    arrays_bytes_ = bytes_of_arrays();
    make_image();
}

bool Machine::run() {
    const bool finished = take_turns();
    interpreter_.tell_deferred();
    for (const auto& block : resident_) note_steps_of(*block);
    return finished;
}

bool Machine::take_turns() {
    fill_slots();
    while (!turns_.empty() || no_room_) {
        if (!within_limits()) return false;
        if (shared_.watched != nullptr && shared_.watched->missing == 0) return false;
        if (shared_.weak != nullptr) shared_.weak->tick();
        size_t next = scheduler_.next_warp(
            turns_.size(), [&](size_t i) { return can_run(turns_[i]); },
            [&](size_t i) {
                size_t warps = turns_[i].block->warps.size();
                return int(turns_[i].block->number * warps + turns_[i].warp->number);
            });
        if (next == turns_.size()) {
            if (resolve_stall()) continue;
            note_deadlock();
            return false;
        }
        auto [block, warp] = turns_[next];
        interpreter_.run(*block, *warp);
        if (interpreter_.aborted()) return false;
        if (warp->paths.live() != 0) continue;
        if (block->finished == int(block->warps.size())) retire(*block);
        fill_slots();
    }
    return true;
}

bool Machine::can_run(const Turn& turn) const {
    const Warp& warp = *turn.warp;
    if (warp.paths.ready_count() == 0) return false;
    return !warp.waiting || warp.seen_version != shared_.version;
}

/// Every warp is stuck. Barriers that lack lanes complete (with a finding), then lanes that wait for their
/// warp's other lanes continue alone, so that a lock inside a warp does not hang (it did before Volta).
/// False: a deadlock.
bool Machine::resolve_stall() {
    if (shared_.weak != nullptr && shared_.weak->stir()) return true;
    if (release_anyone()) return true;
    for (auto& block : resident_) {
        bool blocked = all_of(block->warps, [](const Warp& w) { return w.paths.ready_count() == 0; });
        bool at_barrier = any_of(block->warps, [](const Warp& w) { return w.paths.at_barrier() != 0; });
        if (!blocked || !at_barrier) continue;
        interpreter_.complete_barrier(*block);
        return true;
    }
    if (release(&Paths::release_meets)) return true;
    return !context_.starve && release(&Paths::release_joins);
}

/// Lanes at a `_sync` whose masks are not known beforehand: those that are there by now are those they name.
bool Machine::release_anyone() {
    bool any = false;
    for (const Turn& turn : turns_) {
        const uint32_t lanes = turn.warp->paths.release_anyone();
        if (lanes == 0) continue;
        interpreter_.lanes_met(*turn.block, *turn.warp, lanes);
        turn.warp->waiting = false;
        turn.warp->paths.forget_idle();
        any = true;
    }
    return any;
}

/// The warps that have lanes to release continue, those that wait in loops too. False if none exists.
bool Machine::release(bool (Paths::*lanes)()) {
    bool any = false;
    for (const Turn& turn : turns_) {
        if (!(turn.warp->paths.*lanes)()) continue;
        turn.warp->waiting = false;
        turn.warp->paths.forget_idle();
        turn.warp->paths.rotate();
        any = true;
    }
    return any;
}

/// Gives free slots to waiting blocks and lists the warps again. Where they would not fit none is made.
void Machine::fill_slots() {
    auto slots = size_t(context_.host_loop ? 1 : gpu_.slots());
    const size_t free = slots - std::min(slots, resident_.size());
    no_room_ = !has_room(size_t(std::min(int64_t(free), waiting_.count())));
    if (no_room_) next_check_ = 0;
    while (!no_room_ && resident_.size() < slots && !waiting_.empty()) {
        std::unique_ptr<Block> block = make_block(waiting_.take());
        take_slot(*block);
        auto after = find_if(resident_, [&](const auto& other) { return other->number > block->number; });
        resident_.insert(after, std::move(block));
        if (has_room(0)) continue;
        next_check_ = 0;
        break;
    }
    list_turns();
}

/// The lowest free slot: the first ones lie on different multiprocessors.
void Machine::take_slot(Block& block) {
    block.place = places_;
    if (free_places_.empty()) {
        ++places_;
    } else {
        block.place = free_places_.top();
        free_places_.pop();
    }
    if (!shared_.recorder.recording()) return;
    const auto multiprocessors = uint32_t(context_.host_loop ? 1 : gpu_.multiprocessors);
    std::vector<BlockInfo>& blocks = shared_.trace.launches[context_.launch].blocks;
    block.info = blocks.size();
    blocks.push_back({block.number, block.place % multiprocessors, block.place / multiprocessors,
                      shared_.recorder.steps(), shared_.recorder.steps()});
}

/// From its first step to its last a block was where it had its slot.
void Machine::note_steps_of(const Block& block) {
    if (!shared_.recorder.recording() || block.first_step < 0) return;
    BlockInfo& info = shared_.trace.launches[context_.launch].blocks[block.info];
    info.first_step = block.first_step;
    info.end_step = block.end_step;
}

void Machine::list_turns() {
    turns_.clear();
    for (auto& block : resident_)
        for (Warp& warp : block->warps)
            if (warp.paths.live() != 0) turns_.push_back({block.get(), &warp});
    scheduler_.restart();
}

void Machine::retire(Block& block) {
    for (ArrayId id : block.shared) shared_.memory.release(id);
    for (size_t i = 0; i < block.locals.size(); ++i)
        if (code_.locals[i].in_memory) shared_.memory.release(block.locals[i]);
    if (shared_.weak != nullptr) shared_.weak->retire(block.number);
    free_places_.push(block.place);
    note_steps_of(block);
    if (++done_ >= next_check_) next_check_ = 0;
    auto at = find_if(resident_, [&](const auto& b) { return b.get() == &block; });
    spare_.push_back(std::move(*at));
    resident_.erase(at);
}

bool Machine::check_limits() {
    // A block that has nothing to do leaves no step, and ends all the same.
    const int64_t work = std::max(shared_.recorder.steps(), done_);
    constexpr int64_t steps_between_checks = 1024;
    next_check_ = std::min(work + steps_between_checks, limits_.steps);
    if (work >= limits_.steps) {
        note_limit(FindingKind::step_limit);
        return false;
    }
    if (no_room_ || kept_bytes() > limits_.memory_bytes) {
        note_limit(FindingKind::memory_limit);
        return false;
    }
    if (watch) watch(double(done_) / double(std::max<int64_t>(1, arguments_.grid.count())));
    return true;
}

/// So many blocks more fit beside what there is.
bool Machine::has_room(size_t blocks) const {
    const size_t with_storage = std::max(resident_.size() + blocks, resident_.size() + spare_.size());
    const int64_t room = limits_.memory_bytes - shared_.memory.bytes() - bytes_of_blocks(with_storage);
    return room >= 0 && (arrays_bytes_ == 0 || int64_t(blocks) <= room / arrays_bytes_);
}

/// Registers and paths of blocks: those that run, and those whose storage waits for the next.
int64_t Machine::bytes_of_blocks(size_t blocks) const {
    const auto lanes = size_t(lanes_);
    const auto threads = size_t(arguments_.block.count());
    const size_t warps = (threads + lanes - 1) / lanes;
    const size_t warp =
        sizeof(Warp) + image_.size() * (sizeof(uint64_t) + sizeof(OriginId) + sizeof(uint32_t)) +
        size_t(code_.registers) + sizeof(uint32_t) * (code_.locals.size() + code_.carried.size()) +
        lanes * (sizeof(Path) + sizeof(int32_t) * size_t(code_.join_depth));
    const size_t agents = context_.races ? (context_.independent ? threads : warps) : 0;
    return int64_t(blocks * (sizeof(Block) + warps * warp + agents * sizeof(Agent)));
}

/// All that the run keeps, about: memory, trace, and the notes beside both.
int64_t Machine::kept_bytes() const {
    const Trace& trace = shared_.trace;
    const auto printed = int64_t(trace.printed.size() * sizeof(Printed));
    return shared_.recorder.bytes() + shared_.memory.bytes() +
           bytes_of_blocks(resident_.size() + spare_.size()) + waiting_.bytes() + shared_.origins.bytes() +
           shared_.ordering.bytes() + shared_.findings.bytes() +
           (shared_.weak == nullptr ? 0 : shared_.weak->bytes()) + printed +
           int64_t(shared_.printed_characters) + int64_t(shared_.memory.count() * sizeof(ArrayId));
}

/// The loop that does not end, as it seems: of those that still went round in the second half of the launch
/// one that is in no other, and of these the one that ran most often. −1 if none exists.
int32_t Machine::busiest_loop() const {
    const std::vector<LoopPasses>& passes = interpreter_.passes();
    const int64_t first = shared_.trace.launches[context_.launch].first_step;
    const int64_t late = first + (shared_.recorder.steps() - first) / 2;
    auto inside = [&](size_t inner, size_t outer) {
        const LoopInfo &a = code_.loops[inner], &b = code_.loops[outer];
        return inner != outer && a.top >= b.top && a.end < b.end;
    };
    int32_t busiest = -1;
    for (size_t i = 0; i < passes.size(); ++i) {
        if (passes[i].count == 0 || passes[i].last_step < late) continue;
        bool within_another = false;
        for (size_t j = 0; j < passes.size(); ++j)
            within_another |= inside(i, j) && passes[j].count != 0 && passes[j].last_step >= late;
        if (within_another) continue;
        if (busiest < 0 || passes[i].count > nth(passes, busiest).count) busiest = int32_t(i);
    }
    return busiest;
}

bool Machine::many_warps() const { return arguments_.grid.count() > 1 || arguments_.block.count() > lanes_; }

void Machine::note_limit(FindingKind kind) {
    const int32_t loop = busiest_loop();
    const auto index = size_t(loop);
    const SourceRange where = loop < 0 ? code_.where : code_.loops[index].where;
    const int64_t passes = loop < 0 ? 0 : interpreter_.passes()[index].count;
    const int64_t step = std::max<int64_t>(0, shared_.recorder.current_step());
    shared_.findings.add({kind, context_.launch, 0, 0, 0}, step, [&] {
        Finding finding;
        finding.severity = severity_of(kind);
        finding.where = where;
        finding.facts = StoppedRun{kind == FindingKind::step_limit ? std::max(shared_.recorder.steps(), done_)
                                                                   : shared_.recorder.steps(),
                                   passes, many_warps(), limits_.memory_bytes};
        return finding;
    });
}

}  // namespace upsweep::emulator
