#include "emulator/trace/loop_passes.h"

namespace upsweep::emulator {

void LoopPasses::note(const Step& step) {
    if (step.kind == StepKind::host || step.kind == StepKind::drain) return;
    for (int lane = 0; lane < 32; ++lane) {
        if ((step.active >> lane & 1) == 0) continue;
        std::map<size_t, State>& open = lanes_[{step.operation, step.block, step.warp, lane}];
        for (size_t i = 0; i < trace_.loops.size(); ++i) {
            if (trace_.loops[i].holds(step.statement))
                advance(trace_.loops[i], open[i], step.statement);
            else
                open.erase(i);
        }
    }
}

void LoopPasses::advance(const Loop& loop, State& state, uint32_t statement) const {
    const bool header = statement == loop.header_statement;
    switch (loop.form) {
        case Loop::Form::header_first:
            if (header && state.opened) ++state.pass;
            state.opened |= header;
            break;
        case Loop::Form::header_next:
            if (header) ++state.pass;
            break;
        case Loop::Form::header_last:
            if (state.ended) ++state.pass;
            state.ended = header;
            break;
    }
}

std::vector<LoopPass> LoopPasses::of(const Step& step, int lane) const {
    std::vector<LoopPass> passes;
    const auto at = lanes_.find({step.operation, step.block, step.warp, lane});
    if (at == lanes_.end()) return passes;
    for (const auto& [loop, state] : at->second) passes.push_back({loop, state.pass});
    return passes;
}

}  // namespace upsweep::emulator
