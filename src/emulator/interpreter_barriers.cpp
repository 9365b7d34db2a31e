// Barriers and returns: who is awaited, and what is said when somebody does not come.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "emulator/interpreter.h"

namespace upsweep::emulator {

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
        warp.paths.forget_idle();
        warp.waiting = false;
        warp.changed = true;
        warp.paths.release_barrier();
        warp.settled = warp.paths.live() == 0;
        block_->unsettled += warp.settled ? 0 : 1;
    }
    block_->depth += rounds;
    ++block_->interval;
    if (context_.races) shared_.ordering.barrier(block_->order);
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
                "The barrier in line {} is not reached by {} of warp {} in block {}{}; every thread of the "
                "block "
                "must come to the same barrier, so take it out of the branch or loop that not all threads "
                "run.",
                range(*statements.begin()).line, lanes_in_words(lanes_of(missing)), warp.number,
                block_->number, whereabouts(warp, missing));
        else
            finding.message = fmt::format(
                "Threads of block {} wait at two different barriers, in lines {} and {}, which the hardware "
                "takes for "
                "one; every thread must come to the same barrier.",
                block_->number, range(*statements.begin()).line, range(*statements.rbegin()).line);
        return finding;
    });
}

/// ", which go on in line 9": where the first of these lanes stands.
std::string Interpreter::whereabouts(const Warp& warp, std::uint32_t lanes) const {
    for (const Path& path : warp.paths.all()) {
        bool awaited = path.state != Path::State::free && (path.mask & lanes) != 0;
        if (!awaited) continue;
        for (std::size_t pc = path.pc; pc < code_.instructions.size(); ++pc) {
            const Instruction& in = code_.instructions[pc];
            bool stands = (in.op == Op::step || in.op == Op::barrier || in.op == Op::leave) && in.index >= 0;
            if (!stands) continue;
            int line = code_.statements[static_cast<std::size_t>(in.index)].where.line;
            return fmt::format(", which go{} on in line {}", (lanes & (lanes - 1)) == 0 ? "es" : "", line);
        }
    }
    return "";
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

}  // namespace upsweep::emulator
