// Finds the passes of a phase.
#include "replay/structure/passes.h"

#include <optional>

#include "core/error.h"
#include "core/quotes.h"
#include "emulator/trace/trace.h"

namespace upsweep::replay {

PassKey pass_of(const Step& step) { return {step.phase, step.interval}; }

bool writes_memory(const Trace& trace, int64_t step) {
    for (const Access& access : trace.accesses_of(step)) {
        if (is_write(access) && !is_local(trace, access.array)) return true;
    }
    return false;
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

}  // namespace upsweep::replay
