// What both forms of the report share, and the JSON.
#include "commands/step_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands/json.h"
#include "commands/trace_report.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/trace.h"
#include "scenes/run_scene.h"

namespace upsweep::commands {

using nlohmann::ordered_json;

std::vector<PhaseArray> arrays_of_phase(const emulator::Trace& trace, const emulator::Phase& phase) {
    std::vector<PhaseArray> arrays;
    for (std::size_t i = 0; i < trace.plan.buffers.size(); ++i)
        arrays.push_back({trace.arrays[i].name, static_cast<emulator::ArrayId>(i)});
    const std::int64_t number = trace.launch_of(phase.operation);
    if (number < 0) return arrays;
    const emulator::LaunchInfo& launch = trace.launches[static_cast<std::size_t>(number)];
    for (emulator::ArrayId id : launch.shared_arrays) {
        const emulator::ArrayInfo& info = trace.arrays[id];
        arrays.push_back(
            {launch.grid.count() == 1 ? info.name : fmt::format("{}[{}]", info.name, info.block), id});
    }
    return arrays;
}

bool is_quiet(const emulator::Trace& trace, const emulator::Phase& phase) {
    return phase.first_step < trace.step_count() && trace.is_quiet(phase.first_step);
}

PhaseEnds::PhaseEnds(const emulator::Trace& trace) : trace_(trace) {
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        const emulator::Step& step = trace.steps[i];
        ends_[{step.phase, static_cast<std::int32_t>(step.block)}] = static_cast<std::int64_t>(i) + 1;
    }
}

std::int64_t PhaseEnds::end_of(std::size_t phase, emulator::ArrayId array) const {
    const std::int32_t block = trace_.arrays[array].block;
    const emulator::Phase& asked = trace_.phases[phase];
    if (block < 0) return asked.end_step;
    // A block that has no step in this phase left its array as it was in the one before.
    for (std::size_t i = phase + 1; i-- > 0 && trace_.phases[i].operation == asked.operation;)
        if (const auto found = ends_.find({i, block}); found != ends_.end()) return found->second;
    return asked.first_step;
}

namespace {

ordered_json parameters_json(const StepReport& report) {
    const Parameters& parameters = report.parameters;
    const emulator::ToyGpu& gpu = report.trace->gpu;
    ordered_json out;
    if (report.algorithm.shape == Shape::rows) out["n"] = parameters.extent.width;
    out["width"] = parameters.extent.width;
    out["height"] = parameters.extent.height;
    out["type"] = to_string(parameters.types);
    out["options"] = ordered_json::object();
    for (const OptionValue& option : parameters.options) out["options"][option.name] = option.value;
    out["machine"] = {{"warp", gpu.lanes},
                      {"banks", gpu.banks},
                      {"sms", gpu.multiprocessors},
                      {"resident", gpu.resident_blocks},
                      {"schedule", to_string(gpu.schedule)},
                      {"blocks", to_string(gpu.schedule.blocks)},
                      {"warps", to_string(gpu.schedule.warps)}};
    out["input"] = to_json(report.input);
    return out;
}

ordered_json cells_json(const emulator::Player& player, emulator::ArrayId id) {
    const emulator::ArrayInfo& info = player.trace().arrays[id];
    ordered_json cells = ordered_json::array();
    for (std::int64_t i = 0; i < info.extent.count(); ++i)
        cells.push_back(player.defined(id, i) ? to_json(info.type, player.bits(id, i)) : ordered_json());
    return cells;
}

ordered_json phases_json(const emulator::Trace& trace, emulator::Player& player) {
    ordered_json phases = ordered_json::array();
    const PhaseEnds ends(trace);
    for (std::size_t i = 0; i < trace.phases.size(); ++i) {
        const emulator::Phase& phase = trace.phases[i];
        if (is_quiet(trace, phase)) continue;
        ordered_json buffers = ordered_json::object();
        for (const PhaseArray& array : arrays_of_phase(trace, phase)) {
            player.seek(ends.end_of(i, array.id));
            buffers[array.name] = cells_json(player, array.id);
        }
        phases.push_back({{"name", phase.name}, {"buffers", buffers}});
    }
    return phases;
}

ordered_json launches_json(const emulator::Trace& trace) {
    ordered_json launches = ordered_json::array();
    for (const emulator::LaunchInfo& launch : trace.launches)
        launches.push_back({{"name", launch.name},
                            {"kernel", launch.kernel.function},
                            {"counts", counts_json(launch.counts)}});
    return launches;
}

}  // namespace

ordered_json moment_json(const std::shared_ptr<const scenes::RunScene>& run) {
    replay::StepPosition position(run);
    emulator::Player player(run->trace);
    position.seek(run->scene.step);
    player.seek(position.step());
    ordered_json buffers = ordered_json::object();
    for (const PhaseArray& array : arrays_of_moment(position))
        buffers[array.name] = cells_json(player, array.id);
    return {{"step", position.step()},
            {"of", position.step_count()},
            {"sentence", position.sentence()},
            {"buffers", buffers}};
}

std::vector<PhaseArray> arrays_of_moment(const replay::StepPosition& position) {
    const emulator::Trace& trace = position.trace();
    std::vector<PhaseArray> arrays;
    for (const emulator::ArrayId id : position.arrays()) {
        const emulator::ArrayInfo& info = trace.arrays[id];
        const bool of_several = info.block >= 0 && trace.launches[position.launch()].grid.count() > 1;
        arrays.push_back({of_several ? fmt::format("{}[{}]", info.name, info.block) : info.name, id});
    }
    return arrays;
}

void print_json(const StepReport& report) {
    emulator::Player player(report.trace);
    ordered_json document{
        {"algorithm", report.algorithm.slug},           {"parameters", parameters_json(report)},
        {"phases", phases_json(*report.trace, player)}, {"counts", counts_json(report.trace->counts)},
        {"findings", findings_json(*report.trace)},     {"result", to_json(report.trace->output())}};
    if (report.run->scene.step > 0) document["moment"] = moment_json(report.run);
    if (report.launches) document["launches"] = launches_json(*report.trace);
    print(document);
}

}  // namespace upsweep::commands
