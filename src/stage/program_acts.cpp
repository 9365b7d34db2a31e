// The operations of a whole program's main as a film strip counts them.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "emulator/whole_program.h"
#include "replay/structure/index.h"
#include "replay/structure/plan.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"
#include "stage/plan_parts.h"

namespace upsweep::stage {

using namespace replay;

bool ProgramAct::is_launch() const { return operation->kind == PlanKind::launch; }

bool ProgramAct::fails() const {
    return name == "launch" || name == "stop" || (name.starts_with("copy") && name.size() > 4);
}

/// What the host says before a launch is part of the launch, and what computes is one act with its like.
std::vector<ProgramAct> program_acts(const StepPosition& at) {
    std::vector<ProgramAct> acts;
    if (at.run().program == nullptr || at.run().program->opened.whole == nullptr) return acts;
    const emulator::WholeProgramRun& whole = *at.run().program->opened.whole;
    const std::vector<PlanOperation>& all = at.plan().all();
    std::optional<size_t> first;
    for (size_t i = 0; i < all.size(); ++i) {
        const PlanOperation& one = all[i];
        if (one.kind == PlanKind::wait) continue;
        const bool announces = one.kind == PlanKind::host && one.name == "launch" && i + 1 < all.size() &&
                               all[i + 1].kind == PlanKind::launch;
        if (announces) {
            first = i;
            continue;
        }
        ProgramAct act{&one, first.value_or(i), one.steps, one.kind == PlanKind::host ? one.name : ""};
        if (first && all[*first].ran()) act.steps.first = all[*first].steps.first;
        first.reset();
        if (one.operation < whole.places.size()) {
            act.line = whole.places[one.operation].line;
            act.end_line = whole.places[one.operation].end_line;
        }
        if (act.name == "compute" && !acts.empty() && acts.back().name == "compute") {
            ProgramAct& before = acts.back();
            before.operation = &one;
            before.steps.end = std::max(before.steps.end, act.steps.end);
            before.end_line = std::max(before.end_line, act.end_line);
            continue;
        }
        acts.push_back(std::move(act));
    }
    return acts;
}

size_t present_act(const std::vector<ProgramAct>& acts, const StepPosition& at) {
    const size_t now = at.plan().operation_at(at.index().present(at.step()));
    for (size_t i = 0; i < acts.size(); ++i)
        if (acts[i].first <= now && now <= acts[i].operation->operation) return i;
    return 0;
}

}  // namespace upsweep::stage
