// Steps, branches, loops, barriers and returns.
#include "emulator/interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

namespace upsweep::emulator {

Interpreter::Interpreter(Shared& shared, const LaunchContext& context)
    : shared_(shared), context_(context), code_(*context.code), passes_(context.code->loops.size(), 0) {}

void Interpreter::run(Block& block, Warp& warp) {
    block_ = &block;
    warp_ = &warp;
    in_step_ = false;
    bool again = true;
    while (again) {
        path_ = warp.paths.current();
        if (path_ == nullptr) break;
        pc_ = path_->pc;
        mask_ = path_->mask;
        while (execute(code_.instructions[pc_])) {
        }
        // A path that ended or waits before its first statement leaves the turn to the next one.
        again = !in_step_ && block_ != nullptr;
    }
    if (in_step_) end_step();
}

/// One instruction. False when the path stops here: its turn is over, or it waits.
bool Interpreter::execute(const Instruction& in) {
    switch (in.op) {
        case Op::compute:
            compute(in);
            break;
        case Op::assign:
            assign(in);
            break;
        case Op::load:
            load(in);
            break;
        case Op::store:
            store(in);
            break;
        case Op::atomic:
            atomic(in);
            break;
        case Op::shuffle:
            shuffle(in);
            break;
        case Op::vote:
            vote(in);
            break;
        case Op::mask_and:
        case Op::mask_and_not: {
            masks_.push_back(mask_);
            const std::uint64_t* condition = warp_->row(in.a);
            std::uint32_t kept = 0;
            for_lanes(mask_, [&](int lane) {
                if ((condition[lane] != 0) == (in.op == Op::mask_and)) kept |= 1u << lane;
            });
            mask_ = kept;
            if (kept == 0) {
                pc_ = in.target;
                return true;
            }
            break;
        }
        case Op::mask_pop:
            mask_ = masks_.back();
            masks_.pop_back();
            break;
        case Op::sync_warp:
        case Op::report:
            break;
        default:
            return control(in);
    }
    ++pc_;
    return true;
}

bool Interpreter::control(const Instruction& in) {
    switch (in.op) {
        case Op::step:
            if (in_step_) {
                path_->pc = pc_;
                return false;
            }
            begin_step(in, mask_, code_.statements[static_cast<std::size_t>(in.index)].kind);
            ++pc_;
            return true;
        case Op::jump:
            pc_ = in.target;
            return true;
        case Op::branch:
            branch(in);
            return true;
        case Op::repeat:
            repeat(in);
            path_->pc = in.target;
            return false;
        case Op::open_join:
            warp_->paths.open_join();
            ++pc_;
            return true;
        case Op::join:
            if (!warp_->paths.join(pc_ + 1)) return false;
            mask_ = path_->mask;
            ++pc_;
            return true;
        case Op::leave_joins:
            warp_->paths.leave_joins(in.count);
            ++pc_;
            return true;
        case Op::barrier:
            if (in_step_) {
                path_->pc = pc_;
                return false;
            }
            arrive(in);
            return false;
        default:
            if (in_step_ && in.index >= 0) {
                path_->pc = pc_;
                return false;
            }
            leave(in);
            return false;
    }
}

void Interpreter::begin_step(const Instruction& in, std::uint32_t mask, StepKind kind) {
    in_step_ = true;
    statement_ = context_.statement_base + static_cast<std::uint32_t>(in.index);
    block_->phase = in.target;
    Step step;
    step.launch = context_.launch;
    step.block = block_->number;
    step.warp = warp_->number;
    step.active = mask;
    step.statement = statement_;
    step.phase = in.target;
    step.interval = block_->interval;
    step.kind = kind;
    shared_.recorder.begin_step(step);
}

void Interpreter::end_step() {
    shared_.recorder.end_step();
    in_step_ = false;
}

void Interpreter::branch(const Instruction& in) {
    const std::uint64_t* condition = warp_->row(in.a);
    std::uint32_t staying = 0;
    for_lanes(mask_, [&](int lane) {
        if (condition[lane] != 0) staying |= 1u << lane;
    });
    if (staying == 0) {
        pc_ = in.target;
        return;
    }
    if (staying != mask_) warp_->paths.split(staying, in.target);
    mask_ = staying;
    ++pc_;
}

/// The next pass of a loop: other paths get their turn, and a pass that changed nothing is noticed.
void Interpreter::repeat(const Instruction& in) {
    constexpr int patience = 100'000;
    Warp& warp = *warp_;
    ++passes_[static_cast<std::size_t>(in.index)];
    bool idle = !warp.changed && warp.seen_version == shared_.version;
    warp.idle_passes = idle ? warp.idle_passes + 1 : 0;
    warp.changed = false;
    warp.seen_version = shared_.version;
    // Every path of the warp has had two passes for nothing: it waits for others.
    warp.waiting = warp.idle_passes > 2 * warp.paths.ready_count();
    if (++warp.passes_without_store > patience) {
        warp.passes_without_store = 0;
        path_->pc = in.target;
        warp.paths.release_joins();
    }
    warp.paths.rotate();
}

void Interpreter::arrive(const Instruction& in) {
    begin_step(in, mask_, StepKind::arrive);
    bool votes = in.builtin != Builtin::syncthreads;
    if (votes) {
        const std::uint64_t* from = warp_->row(in.a);
        for_lanes(mask_, [&](int lane) { warp_->row(in.dst)[lane] = from[lane]; });
    }
    block_->vote = in.builtin;
    warp_->paths.wait_at_barrier(pc_ + 1, in.index, votes ? in.dst : no_register);
    settle(true);
}

void Interpreter::leave(const Instruction& in) {
    bool explicit_return = in.index >= 0;
    if (explicit_return) begin_step(in, mask_, StepKind::leave);
    bool counted = warp_->paths.live() != 0;
    warp_->paths.exit();
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
    if (--block_->unsettled > 0 || block_->finished == static_cast<int>(block_->warps.size())) return;
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
    vote_at_barrier();
    int rounds = 0;
    block_->unsettled = 0;
    for (Warp& warp : block_->warps) {
        rounds = std::max(rounds, warp.rounds);
        warp.rounds = 0;
        warp.round_adds = false;
        warp.idle_passes = 0;
        warp.waiting = false;
        warp.changed = true;
        warp.paths.release_barrier();
        warp.settled = warp.paths.live() == 0;
        block_->unsettled += warp.settled ? 0 : 1;
    }
    block_->depth += rounds;
    ++block_->interval;
}

/// All lanes of the block must come, and to the same barrier.
void Interpreter::check_barrier() {
    std::set<std::int32_t> statements;
    const Warp* lacking = nullptr;
    for (const Warp& warp : block_->warps) {
        if (lacking == nullptr && warp.paths.at_barrier() != warp.paths.live()) lacking = &warp;
        for (const Path& path : warp.paths.all())
            if (path.state == Path::State::at_barrier) statements.insert(path.barrier_statement);
    }
    if (lacking == nullptr && statements.size() < 2) return;
    std::uint32_t missing = lacking == nullptr ? 0 : lacking->paths.live() & ~lacking->paths.at_barrier();
    const Warp& warp = lacking == nullptr ? *warp_ : *lacking;
    auto range = [&](std::int32_t statement) {
        return code_.statements[static_cast<std::size_t>(statement)].where;
    };
    FindingKey key{FindingKind::barrier_not_reached, context_.launch, statement_, 0, 0, missing};
    shared_.findings.add(key, shared_.recorder.current_step(), [&] {
        Finding finding = finding_here(Severity::fault, missing == 0 ? warp.paths.at_barrier() : missing,
                                       range(*statements.begin()));
        finding.warp = static_cast<std::int32_t>(warp.number);
        if (missing != 0)
            finding.message = fmt::format(
                "The barrier in line {} is not reached by {} of warp {}; every thread of the block must come "
                "to the "
                "same barrier, so take it out of the branch or loop that not all threads run.",
                range(*statements.begin()).line, lanes_in_words(lanes_of(missing)), warp.number);
        else
            finding.message = fmt::format(
                "Threads of block {} wait at two different barriers, in lines {} and {}, which the hardware "
                "takes for "
                "one; every thread must come to the same barrier.",
                block_->number, range(*statements.begin()).line, range(*statements.rbegin()).line);
        return finding;
    });
}

/// __syncthreads_count, _and, _or: what all threads said.
void Interpreter::vote_at_barrier() {
    std::uint64_t count = 0;
    bool all = true;
    auto for_voters = [&](auto f) {
        for (Warp& warp : block_->warps)
            for (const Path& path : warp.paths.all())
                if (path.state == Path::State::at_barrier && path.vote != no_register)
                    for_lanes(path.mask, [&](int lane) { f(warp.row(path.vote)[lane]); });
    };
    for_voters([&](std::uint64_t said) {
        count += said != 0 ? 1 : 0;
        all &= said != 0;
    });
    std::uint64_t result = count;
    if (block_->vote == Builtin::syncthreads_and) result = all ? 1 : 0;
    if (block_->vote == Builtin::syncthreads_or) result = count != 0 ? 1 : 0;
    for_voters([&](std::uint64_t& said) { said = result; });
}

Finding Interpreter::finding_here(Severity severity, std::uint32_t lanes, const SourceRange& where) const {
    Finding finding;
    finding.severity = severity;
    finding.where = where;
    finding.block = static_cast<std::int32_t>(block_->number);
    finding.warp = static_cast<std::int32_t>(warp_->number);
    finding.lanes = lanes_of(lanes);
    return finding;
}

}  // namespace upsweep::emulator
