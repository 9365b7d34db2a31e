// Cuts a trace into passes and phases.
#include "replay/structure/passes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "emulator/trace/trace.h"

namespace upsweep::replay {

PassKey pass_of(const Step& step) { return {step.phase, step.interval}; }

bool writes_memory(const Trace& trace, int64_t step) {
    return any_of(trace.accesses_of(step),
                  [&](const Access& access) { return is_write(access) && !is_local(trace, access.array); });
}

bool touches_memory(const Trace& trace, int64_t step) {
    return any_of(trace.accesses_of(step),
                  [&](const Access& access) { return !is_local(trace, access.array); });
}

bool is_bookkeeping(const Trace& trace, int64_t index) {
    const Step& step = trace.step_at(index);
    if (step.kind == StepKind::condition) return true;
    return step.kind == StepKind::statement && !touches_memory(trace, index) &&
           text_of(trace, where(trace, step)).find("__") == std::string::npos;
}

int64_t last_that_matters(const Trace& trace, int64_t index) {
    const Step& now = trace.step_at(index);
    const int64_t first = trace.phases[now.phase].first_step;
    for (; index >= first; --index) {
        const Step& step = trace.step_at(index);
        const bool ours =
            step.operation == now.operation && step.block == now.block && step.phase == now.phase;
        if (ours && step.kind != StepKind::drain && !is_bookkeeping(trace, index)) return index;
    }
    return -1;
}

std::vector<Pass> passes_of(const Trace& trace, uint32_t phase) {
    std::vector<Pass> found;
    std::optional<uint32_t> block;
    std::optional<PassKey> entered;
    int64_t begin = 0;
    const Phase& all = trace.phases[phase];
    for (int64_t i = all.first_step; i < all.end_step; ++i) {
        const Step& step = trace.step_at(i);
        if (step.phase != phase || (block && step.block != *block)) continue;
        block = step.block;
        const PassKey key = pass_of(step);
        if (entered != key) begin = i, entered = key;
        if (!writes_memory(trace, i)) continue;
        if (found.empty() || found.back().key != key)
            found.push_back({begin, i + 1, key});
        else
            found.back().end = i + 1;
    }
    return found;
}

uint32_t find_phase(const Trace& trace, const std::string& name) {
    std::string known;
    for (size_t i = 0; i < trace.phases.size(); ++i) {
        const std::string& full = trace.phases[i].name;
        // A ruled comment may continue after a colon: "Up-sweep: every pass halves …".
        if (full == name || full.rfind(name + ":", 0) == 0) return uint32_t(i);
        known += (known.empty() ? "" : ", ") + full.substr(0, full.find(':'));
    }
    throw Error("there is no phase " + in_quotes(name) + "; this run has " +
                (known.empty() ? "none" : known) + ".");
}

namespace {

/// How often a block comes into a phase, and what is known of each time.
struct Visit {
    int64_t end = 0;
    bool touches = false;
};
using Visits = std::map<std::tuple<uint32_t, uint32_t, uint32_t>, std::vector<Visit>>;

struct PhaseEndsWarpPlace {
    uint32_t phase = 0;
    size_t visit = 0;
    std::vector<Visit>* visits = nullptr;
    std::map<uint32_t, size_t> times;  // by phase
};

}  // namespace

std::vector<int64_t> phase_ends(const Trace& trace) {
    Visits visits;
    std::map<std::pair<uint32_t, uint32_t>, std::unordered_map<uint32_t, PhaseEndsWarpPlace>> warps;
    for (int64_t i = 0; i < trace.step_count(); ++i) {
        const Step& step = trace.step_at(i);
        // What arrives late arrives in the midst of something else.
        if (step.kind == StepKind::drain || trace.is_quiet(i)) continue;
        PhaseEndsWarpPlace& warp = warps[{step.operation, step.block}][step.warp];
        if (warp.visits == nullptr || warp.phase != step.phase) {
            warp.phase = step.phase;
            warp.visit = warp.times[step.phase]++;
            warp.visits = &visits[{step.operation, step.block, step.phase}];
            if (warp.visits->size() <= warp.visit) warp.visits->resize(warp.visit + 1);
        }
        Visit& visit = (*warp.visits)[warp.visit];
        visit.end = i + 1;
        visit.touches = visit.touches || touches_memory(trace, i);
    }
    std::vector<int64_t> ends;
    for (const auto& [key, list] : visits)
        for (const Visit& visit : list)
            if (visit.touches) ends.push_back(visit.end);
    sort(ends);
    return ends;
}

StepRange own_pass(const Trace& trace, int64_t last, StepSize grain) {
    constexpr int64_t far = 20'000;
    const Step& now = trace.step_at(last);
    int64_t first = last, pass_first = last;
    bool touched = false, in_pass = true;
    for (int64_t i = last; i >= std::max<int64_t>(0, last - far); --i) {
        const Step& step = trace.step_at(i);
        if (step.operation != now.operation) break;
        if (step.block != now.block || step.kind == StepKind::drain) continue;
        if (step.phase != now.phase) break;
        in_pass = in_pass && pass_of(step) == pass_of(now);
        if (!in_pass && touched) break;
        first = i;
        if (in_pass) pass_first = i;
        const bool counts = grain == StepSize::barrier ? touches_memory(trace, i) : writes_memory(trace, i);
        touched = touched || (in_pass && counts);
    }
    return {touched ? pass_first : first, last + 1};
}

}  // namespace upsweep::replay
