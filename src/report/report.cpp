// Values of a run, and the stage at a position as SVG.
#include "report/report.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "canvas/svg.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/player.h"
#include "replay/structure/index.h"
#include "stage/page.h"

namespace upsweep::report {

namespace {

/// A block's own array is named with its block where the launch has several.
NamedArray named(const emulator::Trace& trace, emulator::ArrayId id, const emulator::LaunchInfo* launch) {
    const emulator::ArrayInfo& info = trace.arrays[id];
    const bool of_several = info.block >= 0 && launch != nullptr && launch->grid.count() > 1;
    return {of_several ? fmt::format("{}[{}]", info.name, info.block) : info.name, id};
}

/// Where each block has left each phase.
class PhaseEnds {
  public:
    explicit PhaseEnds(const emulator::Trace& trace) : trace_(trace) {
        for (size_t i = 0; i < trace.steps.size(); ++i) {
            const emulator::Step& step = trace.steps[i];
            ends_[{step.phase, int32_t(step.block)}] = int64_t(i) + 1;
        }
    }

    /// A step to seek to. `phase` is a position in the trace's phases.
    int64_t end_of(size_t phase, emulator::ArrayId array) const {
        const int32_t block = trace_.arrays[array].block;
        const emulator::Phase& asked = trace_.phases[phase];
        if (block < 0) return asked.end_step;
        // A block that has no step in this phase left its array as it was in the one before.
        for (size_t i = phase + 1; i-- > 0 && trace_.phases[i].operation == asked.operation;)
            if (const auto found = ends_.find({i, block}); found != ends_.end()) return found->second;
        return asked.first_step;
    }

  private:
    const emulator::Trace& trace_;
    std::map<std::pair<size_t, int32_t>, int64_t> ends_;  ///< by phase and block
};

}  // namespace

std::vector<Phase> phases_of(const emulator::Trace& trace) {
    std::vector<Phase> phases;
    const PhaseEnds ends(trace);
    for (size_t i = 0; i < trace.phases.size(); ++i) {
        const emulator::Phase& phase = trace.phases[i];
        if (phase.first_step < trace.step_count() && trace.is_quiet(phase.first_step)) continue;
        // What main does by itself changes no array.
        if (std::holds_alternative<HostWork>(trace.plan.operations[phase.operation].what)) continue;
        const int64_t number = trace.launch_of(phase.operation);
        const emulator::LaunchInfo* const launch = number < 0 ? nullptr : &trace.launches[number];
        Phase made{phase.name, launch == nullptr ? std::string() : launch->name, {}};
        const auto add = [&](emulator::ArrayId id) {
            made.arrays.push_back({named(trace, id, launch), ends.end_of(i, id)});
        };
        for (size_t buffer = 0; buffer < trace.plan.buffers.size(); ++buffer) add(emulator::ArrayId(buffer));
        if (launch != nullptr) std::for_each(launch->shared_arrays.begin(), launch->shared_arrays.end(), add);
        phases.push_back(std::move(made));
    }
    return phases;
}

std::vector<const emulator::Finding*> faults_first(const emulator::Trace& trace) {
    std::vector<const emulator::Finding*> ordered;
    for (const emulator::Finding& finding : trace.findings) ordered.push_back(&finding);
    stable_sort(ordered, [](const auto* a, const auto* b) { return int(a->severity) > int(b->severity); });
    return ordered;
}

Report::Report(const scenes::Scene& scene, const emulator::Limits& limits)
    : run_(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene, nullptr, nullptr, limits))) {}

replay::StepPosition& Report::position() {
    if (position_ == nullptr) {
        position_ = std::make_unique<replay::StepPosition>(run_);
        position_->seek(run_->scene.step);
    }
    return *position_;
}

bool Report::forward(StepSize by) {
    if (step() == step_count()) return false;
    position().set_grain(by);
    seek(position().index().forward(step(), by));
    return true;
}

std::vector<NamedArray> arrays_at(const replay::StepPosition& position) {
    std::vector<NamedArray> arrays;
    const emulator::Trace& trace = position.trace();
    const emulator::LaunchInfo* const launch =
        position.launch() < trace.launches.size() ? &trace.launches[position.launch()] : nullptr;
    for (const emulator::ArrayId id : position.arrays()) arrays.push_back(named(trace, id, launch));
    return arrays;
}

std::vector<std::optional<uint64_t>> Report::cells(emulator::ArrayId array) {
    const emulator::Player& player = position().player();
    std::vector<std::optional<uint64_t>> cells;
    for (int64_t i = 0; i < trace().arrays[array].extent.count(); ++i)
        cells.push_back(player.defined(array, i) ? std::optional(player.bits(array, i)) : std::nullopt);
    return cells;
}

canvas::Picture Report::picture(const stage::Drawing& how, stage::StageState& state) {
    return stage::draw_alone(position(), how, state);
}

std::string Report::svg(const stage::Drawing& how) {
    stage::StageState state;
    return canvas::to_svg(picture(how, state),
                          {.theme = how.theme, .faces = true, .title = stage::title_of(position())});
}

}  // namespace upsweep::report
