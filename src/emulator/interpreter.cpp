// Steps, branches and loops.
#include "emulator/interpreter.h"

#include <algorithm>

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
