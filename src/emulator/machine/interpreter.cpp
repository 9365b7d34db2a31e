// Steps, branches and loops.
#include "emulator/machine/interpreter.h"

#include "emulator/findings/finding_table.h"
#include "emulator/findings/finding_words.h"
#include "emulator/machine/lane_loops.h"

namespace upsweep::emulator {

Interpreter::Interpreter(Shared& shared, const LaunchContext& context)
    : shared_(shared),
      context_(context),
      code_(*context.code),
      passes_(context.code->loops.size()),
      // Not the scheduler's numbers: warps and lanes would be chosen in step.
      random_(~context.warps.seed) {}

void Interpreter::run(Block& block, Warp& warp) {
    block_ = &block;
    warp_ = &warp;
    in_step_ = false;
    handed_on_ = false;
    bool again = true;
    while (again) {
        if (context_.independent) choose_path(false);
        if (context_.starve) warp.paths.stay_inside();
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
    // Lanes that run apart take turns, or continue as far as they come, as the schedule says.
    const bool in_turns = context_.independent && context_.warps.kind == Order::Kind::round_robin;
    // A loop's next pass has handed the turn on already: once more would hand it back to one that spins.
    if (in_turns && !handed_on_) warp.paths.rotate();
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
        case Op::mask_and_not:
            if (narrow_mask(in)) break;
            pc_ = in.target;
            return true;
        case Op::mask_pop:
            mask_ = masks_.back();
            masks_.pop_back();
            break;
        case Op::check_meet:
            check_meet(in);
            break;
        case Op::fence:
            fence(in);
            break;
        case Op::check_set:
            check_set(in, mask_);
            break;
        case Op::check_row:
            check_row(in);
            break;
        case Op::note_set:
            note_set(in);
            break;
        case Op::note_gone:
            note_gone(in);
            break;
        case Op::print:
            print(in);
            break;
        case Op::check:
            check(in);
            break;
        default:
            return control(in);
    }
    ++pc_;
    return true;
}

/// Leaves the lanes for which the condition holds. False if none exists.
bool Interpreter::narrow_mask(const Instruction& in) {
    masks_.push_back(mask_);
    mask_ &= in.op == Op::mask_and ? lanes_where(in.a) : ~lanes_where(in.a);
    return mask_ != 0;
}

/// Those in which the condition holds.
uint32_t Interpreter::lanes_where(Register condition) const {
    return lanes_not_zero(warp_->row(condition), warp_->lanes);
}

/// The path continues from here when its turn comes again.
bool Interpreter::stop_here() {
    path_->pc = pc_;
    return false;
}

bool Interpreter::control(const Instruction& in) {
    switch (in.op) {
        case Op::step:
            if (in_step_) return stop_here();
            if (context_.independent && !in.strong && part_lanes()) return false;
            begin_step(in, mask_, nth(code_.statements, in.index).kind);
            break;
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
        // Lanes that run apart meet at synchronisations only.
        case Op::open_join:
            if (!context_.independent) warp_->paths.open_join();
            break;
        case Op::join:
            if (!context_.independent && !warp_->paths.join(pc_ + 1)) return false;
            path_->alone = 0;
            mask_ = path_->mask;
            break;
        case Op::leave_joins:
            if (!context_.independent) warp_->paths.leave_joins(in.count);
            break;
        case Op::turn:
            path_->pc = pc_;
            if (in_step_) return false;
            break;
        case Op::meet:
            return meet(in);
        case Op::barrier:
            if (in_step_) return stop_here();
            arrive(in);
            return false;
        default:
            if (in_step_ && in.index >= 0) return stop_here();
            leave(in);
            return false;
    }
    ++pc_;
    return true;
}

void Interpreter::begin_step(const Instruction& in, uint32_t mask, StepKind kind) {
    in_step_ = true;
    statement_ = context_.statement_base + uint32_t(in.index);
    // The header of a loop that phases are opened in continues with the phase that the pass before ended in.
    const uint32_t phase = in.target == same_phase ? warp_->phase : in.target;
    block_->phase = warp_->phase = phase;
    shared_.recorder.count_step();
    if (shared_.recorder.recording() || shared_.weak != nullptr) keep_step(mask, phase, kind);
}

/// The step itself: for the trace, and for stores that weak memory delays.
void Interpreter::keep_step(uint32_t mask, uint32_t phase, StepKind kind) {
    Step step;
    step.block = block_->number;
    step.active = mask;
    step.phase = phase;
    step.statement = statement_;
    step.warp = warp_->number;
    step.interval = block_->interval;
    step.kind = kind;
    step_ = step;
    if (!shared_.recorder.recording()) return;
    shared_.recorder.record_step(step);
    if (block_->first_step < 0) block_->first_step = this_step();
    block_->end_step = shared_.recorder.steps();
    if (warp_->open_wait >= 0) note_outside(mask);
}

void Interpreter::end_step() {
    shared_.recorder.end_step();
    in_step_ = false;
}

void Interpreter::branch(const Instruction& in) {
    const uint32_t staying = mask_ & lanes_where(in.a);
    if (staying == 0) {
        pc_ = in.target;
        return;
    }
    if (staying != mask_) {
        if (!context_.independent) diverges(in, staying);
        if (context_.races && !context_.independent)
            Ordering::part(block_->order, warp_->number, staying, mask_ & ~staying);
        warp_->paths.split(staying, in.target);
        constexpr uint8_t patience = 2;
        if (in.fork == Fork::loop && path_->alone == 0) path_->alone = patience;
    }
    mask_ = staying;
    ++pc_;
}

/// The next pass of a loop: other paths get their turn, and a pass that changed nothing is noticed.
void Interpreter::repeat(const Instruction& in) {
    constexpr int patience = 100'000;
    Warp& warp = *warp_;
    LoopPasses& passes = nth(passes_, in.index);
    ++passes.count;
    passes.last_step = shared_.recorder.steps();
    path_->loop = in.index;
    path_->spins_on = std::exchange(path_->read, {});
    const bool vain = !warp.changed && path_->spins_on.cell != 0;
    if (shared_.recorder.recording() && (vain || warp.open_wait >= 0)) note_pass(in.index, vain);
    if (path_->alone != 0 && --path_->alone == 0 && !context_.independent) long_loop(in);
    bool idle = !warp.changed && warp.seen_version == shared_.version;
    if (!idle) warp.paths.forget_idle();
    warp.changed = false;
    warp.seen_version = shared_.version;
    const bool in_vain = idle && warp.paths.idle_pass();
    // A starving side cannot help: the looping side is alone.
    warp.waiting = context_.starve ? idle && path_->idle >= idle_passes : in_vain;
    if (++warp.passes_without_store > patience) {
        warp.passes_without_store = 0;
        path_->pc = in.target;
        if (!context_.starve) warp.paths.release_joins();
    }
    if (!context_.starve) warp.paths.rotate();
    handed_on_ = true;
}

/// Before a `_sync`: the lanes that its mask names are waited for.
bool Interpreter::meet(const Instruction& in) {
    path_->unmet = 0;
    uint32_t named = ~0u;
    if (in.a != no_register) {
        named = 0;
        for_lanes(mask_, [&](int lane) { named |= uint32_t(warp_->row(in.a)[lane]); });
    }
    bool known = in.a != no_register || context_.independent;
    bool all_here = (named & warp_->paths.live() & ~mask_) == 0;
    uint32_t met = mask_;
    if (known && !all_here)
        met = in.a != no_register ? warp_->paths.wait_to_meet(pc_ + 1, named)
                                  : warp_->paths.wait_for_anyone(pc_ + 1);
    if (context_.races && !context_.independent && !all_here && met != 0)
        Ordering::level(block_->order, warp_->number, path_->mask, false);
    if (context_.independent && met != 0) lanes_met(*block_, *warp_, met);
    if (!context_.independent && met != 0 && all_here) lanes_meet(in, met);
    if (!context_.independent && met != 0 && !all_here) lanes_met(*block_, *warp_, met);
    ++pc_;
    return !known || all_here;
}

void Interpreter::lanes_met(Block& block, const Warp& warp, uint32_t lanes) {
    if (!context_.races) return;
    if (!context_.independent)
        return Ordering::lanes_meet(block.order, warp.number, lanes, warp.paths.live());
    std::vector<uint32_t> agents;
    for_lanes(lanes,
              [&](int lane) { agents.push_back(warp.number * uint32_t(warp.lanes) + uint32_t(lane)); });
    shared_.ordering.meet(block.order, agents);
}

/// Lanes that run apart: each becomes a path of its own. False if the path is one lane.
bool Interpreter::part_lanes() {
    if ((mask_ & (mask_ - 1)) == 0) return false;
    for_lanes(mask_ & (mask_ - 1), [&](int lane) {
        mask_ &= ~(1u << lane);
        warp_->paths.split(mask_, pc_);
    });
    path_->pc = pc_;
    choose_path(true);
    return true;
}

/// Which of a warp's lanes continues. In order and reversed a lane continues until it waits or ends a pass of
/// a loop.
void Interpreter::choose_path(bool anew) {
    Paths& paths = warp_->paths;
    int ready = paths.ready_count();
    if (ready < 2) return;
    using Kind = Order::Kind;
    Kind kind = context_.warps.kind;
    if (kind == Kind::random) paths.choose(int(random_.below(size_t(ready))));
    if (!anew && paths.position() != ready) return;
    if (kind == Kind::in_order || kind == Kind::list) paths.choose(0);
    if (kind == Kind::reversed || kind == Kind::adversarial) paths.choose(ready - 1);
}

Finding Interpreter::finding_here(FindingKind kind, uint32_t lanes, const SourceRange& where) const {
    Finding finding;
    finding.kind = kind;
    finding.severity = severity_of(kind);
    finding.where = where;
    finding.block = int32_t(block_->number);
    finding.warp = int32_t(warp_->number);
    finding.lanes = lanes_of(lanes);
    return finding;
}

/// A pass of a loop has ended. One in vain has changed nothing and read a cell: it waits for that cell.
void Interpreter::note_pass(int32_t loop, bool vain) {
    Warp& warp = *warp_;
    const CellRead& read = path_->spins_on;
    const ArrayId array = array_of(read.cell);
    const int64_t element = vain ? shared_.memory[array].element_at(offset_of(read.cell)) : 0;
    WaitLog& waits = shared_.recorder.waits;
    if (warp.open_wait >= 0) {
        if ((warp.wait_lanes & path_->mask) == 0) return;  // other lanes of the warp wait elsewhere
        const WaitInterval& open = waits[warp.open_wait];
        const bool same = vain && open.array == int32_t(array) && open.element == element;
        if (same) {
            warp.wait_lanes |= path_->mask;
            return;
        }
        end_wait(warp, read.cell != 0 ? read.step : this_step());
    }
    if (!vain) return;
    WaitInterval wait;
    wait.operation = shared_.recorder.operation();
    wait.block = block_->number;
    wait.warp = warp.number;
    wait.array = int32_t(array);
    wait.element = element;
    wait.first_step = read.step;
    warp.open_wait = waits.open(wait);
    warp.wait_loop = loop;
    warp.wait_lanes = path_->mask;
}

/// A step begins. If it lies behind the loop that its lanes waited in, they have seen what they waited for.
void Interpreter::note_outside(uint32_t lanes) {
    if ((warp_->wait_lanes & lanes) == 0) return;
    const LoopInfo& loop = nth(code_.loops, warp_->wait_loop);
    if (pc_ >= loop.top && pc_ <= loop.end) return;
    const bool reads = path_ != nullptr && path_->read.cell != 0;
    end_wait(*warp_, reads ? path_->read.step : this_step());
}

void Interpreter::end_wait(Warp& warp, int64_t step) {
    shared_.recorder.waits.end(warp.open_wait, step);
    warp.open_wait = -1;
    warp.wait_lanes = 0;
}

}  // namespace upsweep::emulator
