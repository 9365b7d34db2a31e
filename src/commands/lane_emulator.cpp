// The emulator as a lane: a machine of 32 lanes and 32 banks, or whatever the parameters were made for.
#include <fmt/format.h>

#include "commands/lanes.h"
#include "commands/toy.h"
#include "emulator/emulator.h"
#include "emulator/trace/player.h"

namespace upsweep::commands {
namespace {

emulator::Trace trace_of(const Algorithm& algorithm, const Parameters& parameters, const Array& input,
                         bool record) {
    emulator::check_elements(parameters.extent);
    emulator::RunOptions options;
    options.gpu.lanes = parameters.machine.lanes;
    options.gpu.banks = parameters.machine.banks;
    options.gpu.resident_blocks = 2;
    options.record = record;
    return emulator::run(algorithm.make_plan(parameters), input, kernel_text, options);
}

std::string_view unfit(const Algorithm&) { return ""; }

/// Memory of the emulator is poisoned and guarded by nature: faults are findings.
LaneRun run(const Algorithm& algorithm, const Parameters& parameters, const Array& input) {
    const emulator::Trace trace = trace_of(algorithm, parameters, input, false);
    LaneRun result{trace.output(), {}};
    for (const emulator::Finding& finding : trace.findings)
        if (finding.severity == emulator::Severity::fault) result.faults.push_back(finding.message);
    return result;
}

std::string who_wrote(const Algorithm& algorithm, const Parameters& parameters, const Array& input,
                      std::int64_t element) {
    auto trace = std::make_shared<const emulator::Trace>(trace_of(algorithm, parameters, input, true));
    const auto output = static_cast<emulator::ArrayId>(trace->plan.output.index);
    emulator::Player player(trace);
    player.seek(trace->step_count());
    const auto step = player.last_write(output, element);
    if (!step) return "never written";
    const std::int64_t size = size_of(trace->arrays[output].type);
    for (std::int64_t i = trace->steps[static_cast<std::size_t>(*step)].first_access;
         i < trace->end_access(*step); ++i) {
        const emulator::Access& access = trace->accesses[static_cast<std::size_t>(i)];
        if (access.array == output && access.kind != emulator::AccessKind::read &&
            access.offset == static_cast<std::uint64_t>(element * size))
            return fmt::format("step {}, lane {}", *step + 1, access.lane);
    }
    return fmt::format("step {}", *step + 1);
}

}  // namespace

extern const Lane emulator_lane;
const Lane emulator_lane = {
    .name = "emulator", .unfit = unfit, .is_slow = true, .run = run, .who_wrote = who_wrote};

}  // namespace upsweep::commands
