// Barriers and returns: which warps a barrier waits for, and the finding when one does not arrive.
#include <algorithm>
#include <map>
#include <utility>

#include "core/ranges.h"
#include "emulator/machine/interpreter.h"

namespace upsweep::emulator {

void Interpreter::arrive(const Instruction& in) {
    begin_step(in, mask_, StepKind::arrive);
    bool votes = in.builtin != Builtin::syncthreads;
    if (votes) {
        const uint64_t* from = warp_->row(in.a);
        for_lanes(mask_, [&](int lane) { warp_->row(in.dst)[lane] = from[lane]; });
    }
    block_->vote = in.builtin;
    block_->votes |= votes;
    warp_->paths.wait_at_barrier(pc_ + 1, in.index, votes ? in.dst : no_register);
    settle(true);
}

void Interpreter::leave(const Instruction& in) {
    bool explicit_return = in.index >= 0;
    if (explicit_return)
        begin_step(in, mask_, StepKind::leave);
    else
        warp_->ended |= mask_;
    if (warp_->open_wait >= 0 && (warp_->wait_lanes & mask_) != 0) end_wait(*warp_, this_step());
    bool counted = warp_->paths.live() != 0;
    // Lanes at a `_sync` may have waited for these only, and have met then.
    if (context_.races && !context_.independent && warp_->paths.waits_to_meet())
        Ordering::level(block_->order, warp_->number, path_->mask, false);
    const uint32_t met = warp_->paths.exit();
    if (met != 0) lanes_met(*block_, *warp_, met);
    if (counted && warp_->paths.live() == 0) ++block_->finished;
    // A barrier that this return completes belongs to the step of an explicit return.
    if (in_step_ && !explicit_return) end_step();
    settle(explicit_return);
    if (!explicit_return) block_ = nullptr;
}

/// After lanes arrived or returned: the last warp of the block completes the barrier.
void Interpreter::settle(bool in_step) {
    Warp& warp = *warp_;
    bool settled = warp.paths.at_barrier() == warp.paths.live();
    if (settled == warp.settled) return;
    warp.settled = settled;
    if (!settled) return;
    if (--block_->unsettled > 0 || block_->finished == int(block_->warps.size())) return;
    if (in_step)
        finish_barrier();
    else
        complete_barrier(*block_);
}

void Interpreter::complete_barrier(Block& block) {
    block_ = &block;
    auto waits = [](const Warp& w) { return w.paths.at_barrier() != 0; };
    auto last = std::find_if(block.warps.rbegin(), block.warps.rend(), waits);
    if (last == block.warps.rend()) return;
    warp_ = &*last;
    Instruction in;
    in.target = block.phase;
    for (const Path& path : warp_->paths.all())
        if (path.state == Path::State::at_barrier) in.index = path.barrier_statement;
    begin_step(in, warp_->paths.at_barrier(), StepKind::barrier);
    finish_barrier();
    end_step();
}

/// Everybody who is expected has arrived: notes what was wrong, then lets them go.
void Interpreter::finish_barrier() {
    shared_.recorder.set_kind(StepKind::barrier);
    ++shared_.recorder.counts.barriers;
    check_barrier();
    if (std::exchange(block_->votes, false)) vote_at_barrier();
    int rounds = 0;
    block_->unsettled = 0;
    for (Warp& warp : block_->warps) {
        rounds = std::max(rounds, warp.rounds);
        warp.rounds = 0;
        warp.round_adds = false;
        warp.paths.forget_idle();
        warp.waiting = false;
        warp.changed = true;
        warp.paths.release_barrier();
        warp.settled = warp.paths.live() == 0;
        block_->unsettled += warp.settled ? 0 : 1;
    }
    block_->rounds += rounds;
    ++block_->interval;
    if (context_.races) shared_.ordering.barrier(block_->order);
}

uint32_t Interpreter::lanes_at_start(const Warp& warp) const {
    int64_t left = block_->threads - int64_t(warp.number) * warp.lanes;
    return ~0u >> (32 - std::min<int64_t>(warp.lanes, left));
}

/// Who has not come. Lanes that have returned count as arrived, as on the hardware; lanes that went past the
/// barrier to the kernel's end do not.
std::vector<AbsentLanes> Interpreter::absent_lanes() const {
    std::vector<AbsentLanes> absent;
    auto add = [&](const Warp& warp, AbsentLanes some) {
        some.whole = some.lanes == lanes_at_start(warp);
        auto alike = find_if(absent, [&](const AbsentLanes& other) {
            return other.doing == some.doing && other.line == some.line &&
                   (some.whole ? other.whole : other.lanes == some.lanes);
        });
        if (alike == absent.end()) alike = absent.insert(absent.end(), std::move(some));
        alike->warps.push_back(warp.number);
    };
    for (const Warp& warp : block_->warps) {
        for (const Path& path : warp.paths.all())
            if (path.state != Path::State::free && path.state != Path::State::at_barrier)
                add(warp, absent_on(path));
        if (warp.ended != 0) add(warp, {{}, warp.ended, false, AbsentLanes::Doing::ran_to_end, 0});
    }
    return absent;
}

/// Where a path's lanes are while it is not at the barrier.
AbsentLanes Interpreter::absent_on(const Path& path) const {
    using Doing = AbsentLanes::Doing;
    auto stands = [](const Instruction& in) {
        return in.op == Op::step || in.op == Op::barrier || in.op == Op::leave;
    };
    AbsentLanes absent;
    absent.lanes = path.mask;
    size_t pc = path.pc;
    if (path.state == Path::State::at_meet) {
        // The `_sync` is part of the statement that began before.
        while (pc > 0 && !(stands(code_.instructions[pc]) && code_.instructions[pc].index >= 0)) --pc;
        absent.doing = Doing::wait_for_lanes;
    } else {
        while (pc < code_.instructions.size() && !stands(code_.instructions[pc])) ++pc;
        if (pc == code_.instructions.size() || code_.instructions[pc].index < 0) {
            absent.doing = Doing::wait_at_end;
            return absent;
        }
    }
    absent.line = line_of(code_.instructions[pc].index);
    return absent;
}

/// All lanes of the block must come, and to the same barrier.
void Interpreter::check_barrier() {
    int32_t statement = -1;  // the first in the text of those that lanes wait at
    bool different = false, all_here = true;
    for (const Warp& warp : block_->warps) {
        all_here &= warp.paths.at_barrier() == warp.paths.live() && warp.ended == 0;
        for (const Path& path : warp.paths.all())
            if (path.state == Path::State::at_barrier && path.barrier_statement != statement) {
                different |= statement >= 0;
                statement =
                    statement < 0 ? path.barrier_statement : std::min(statement, path.barrier_statement);
            }
    }
    if (different) note_different_barriers(statement);
    if (all_here) return;
    FindingKey key{FindingKind::barrier_not_reached, context_.launch,
                   context_.statement_base + uint32_t(statement), 0, 0};
    note(key, [&] {
        std::vector<AbsentLanes> absent = absent_lanes();
        Finding finding =
            finding_here(key.kind, absent.front().lanes, nth(code_.statements, statement).where);
        finding.warp = int32_t(absent.front().warps.front());
        finding.facts = MissedBarrier{std::move(absent)};
        return finding;
    });
}

/// Threads wait at barriers in different places.
void Interpreter::note_different_barriers(int32_t first) {
    FindingKey key{FindingKind::barrier_not_reached, context_.launch,
                   context_.statement_base + uint32_t(first), 0, 1};
    note(key, [&] {
        std::map<int, std::vector<int64_t>> warps;  // by line
        const Warp* warp_of_first = nullptr;
        for (const Warp& warp : block_->warps)
            for (const Path& path : warp.paths.all()) {
                if (path.state != Path::State::at_barrier) continue;
                warps[line_of(path.barrier_statement)].push_back(warp.number);
                if (warp_of_first == nullptr && path.barrier_statement == first) warp_of_first = &warp;
            }
        Finding finding =
            finding_here(key.kind, warp_of_first->paths.at_barrier(), nth(code_.statements, first).where);
        finding.warp = int32_t(warp_of_first->number);
        MixedBarriers mixed;
        for (auto& [line, numbers] : warps) mixed.lines.push_back({line, std::move(numbers)});
        finding.facts = std::move(mixed);
        return finding;
    });
}

/// __syncthreads_count, _and, _or: what all threads said.
void Interpreter::vote_at_barrier() {
    uint64_t count = 0;
    bool all = true;
    auto for_voters = [&](auto f) {
        for (Warp& warp : block_->warps)
            for (const Path& path : warp.paths.all())
                if (path.state == Path::State::at_barrier && path.vote != no_register)
                    for_lanes(path.mask, [&](int lane) { f(warp.row(path.vote)[lane]); });
    };
    for_voters([&](uint64_t said) {
        count += said != 0 ? 1 : 0;
        all &= said != 0;
    });
    uint64_t result = count;
    if (block_->vote == Builtin::syncthreads_and) result = all ? 1 : 0;
    if (block_->vote == Builtin::syncthreads_or) result = count != 0 ? 1 : 0;
    for_voters([&](uint64_t& said) { said = result; });
}

}  // namespace upsweep::emulator
