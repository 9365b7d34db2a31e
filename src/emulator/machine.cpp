// Turns, stalls and limits of one launch.
#include "emulator/machine.h"

#include <fmt/format.h>

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
      scheduler_(gpu.schedule),
      lanes_(context.host_loop ? 1 : gpu.lanes) {
    for (std::int64_t number = 0; number < arguments.grid.count(); ++number) waiting_.push_back(number);
    make_image();
}

bool Machine::run() {
    fill_places();
    while (!turns_.empty()) {
        if (!within_limits()) return false;
        if (shared_.watched != nullptr && shared_.watched->missing == 0) return false;
        if (shared_.weak != nullptr) shared_.weak->tick();
        std::size_t next = scheduler_.next_warp(
            turns_.size(), [&](std::size_t i) { return can_run(turns_[i]); },
            [&](std::size_t i) {
                std::size_t warps = turns_[i].block->warps.size();
                return static_cast<int>(turns_[i].block->number * warps + turns_[i].warp->number);
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
        if (block->finished == static_cast<int>(block->warps.size())) retire(*block);
        fill_places();
    }
    return true;
}

bool Machine::can_run(const Turn& turn) const {
    const Warp& warp = *turn.warp;
    if (warp.paths.ready_count() == 0) return false;
    return !warp.waiting || warp.seen_version != shared_.version;
}

/// Nobody can go on. Barriers that lack lanes complete (with a finding), then lanes that wait for their
/// warp's other lanes go on alone, so that a lock inside a warp does not hang. False: a deadlock.
bool Machine::resolve_stall() {
    if (shared_.weak != nullptr && shared_.weak->stir()) return true;
    for (auto& block : resident_) {
        bool blocked = std::all_of(block->warps.begin(), block->warps.end(),
                                   [](const Warp& w) { return w.paths.ready_count() == 0; });
        bool at_barrier = std::any_of(block->warps.begin(), block->warps.end(),
                                      [](const Warp& w) { return w.paths.at_barrier() != 0; });
        if (!blocked || !at_barrier) continue;
        interpreter_.complete_barrier(*block);
        return true;
    }
    bool released = false;
    for (const Turn& turn : turns_) released |= turn.warp->paths.release_meets();
    if (released) return true;
    for (const Turn& turn : turns_) {
        if (!turn.warp->paths.release_joins()) continue;
        turn.warp->waiting = false;
        turn.warp->paths.forget_idle();
        turn.warp->paths.rotate();
        released = true;
    }
    return released;
}

/// Gives free places to waiting blocks and lists the warps anew.
void Machine::fill_places() {
    auto places = static_cast<std::size_t>(context_.host_loop ? 1 : gpu_.places());
    while (resident_.size() < places && !waiting_.empty()) {
        auto at = waiting_.begin() + static_cast<std::ptrdiff_t>(scheduler_.next_block(waiting_.size()));
        std::unique_ptr<Block> block = make_block(*at);
        waiting_.erase(at);
        auto after = std::find_if(resident_.begin(), resident_.end(),
                                  [&](const auto& other) { return other->number > block->number; });
        resident_.insert(after, std::move(block));
    }
    list_turns();
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
    for (std::size_t i = 0; i < block.locals.size(); ++i)
        if (code_.locals[i].in_memory) shared_.memory.release(block.locals[i]);
    ++done_;
    auto at =
        std::find_if(resident_.begin(), resident_.end(), [&](const auto& b) { return b.get() == &block; });
    spare_.push_back(std::move(*at));
    resident_.erase(at);
}

bool Machine::within_limits() {
    if (shared_.recorder.steps() < next_check_) return true;
    constexpr std::int64_t steps_between_checks = 1024;
    next_check_ = std::min(shared_.recorder.steps() + steps_between_checks, limits_.steps);
    if (shared_.recorder.steps() >= limits_.steps) {
        note_limit(FindingKind::step_limit);
        return false;
    }
    if (shared_.recorder.bytes() + shared_.memory.bytes() > limits_.memory_bytes) {
        note_limit(FindingKind::memory_limit);
        return false;
    }
    if (watch)
        watch(static_cast<double>(done_) /
              static_cast<double>(std::max<std::int64_t>(1, arguments_.grid.count())));
    return true;
}

void Machine::note_limit(FindingKind kind) {
    const std::vector<std::int64_t>& passes = interpreter_.passes();
    auto most = std::max_element(passes.begin(), passes.end());
    bool loops = most != passes.end() && *most > 0;
    SourceRange where =
        loops ? code_.loops[static_cast<std::size_t>(most - passes.begin())].where : SourceRange{};
    bool many_warps = arguments_.grid.count() > 1 || arguments_.block.count() > lanes_;
    shared_.findings.add({kind, context_.launch, 0, 0, 0, 0}, shared_.recorder.current_step(), [&] {
        Finding finding;
        finding.severity = Severity::fault;
        finding.where = where;
        finding.message =
            kind == FindingKind::step_limit
                ? step_limit_sentence(where.line, loops ? *most : 0, many_warps, shared_.recorder.steps())
                : fmt::format(
                      "The run was stopped after {} steps: its trace and memory need more than {} MiB.",
                      shared_.recorder.steps(), limits_.memory_bytes >> 20);
        return finding;
    });
}

}  // namespace upsweep::emulator
