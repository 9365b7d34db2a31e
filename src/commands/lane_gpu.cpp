// The GPU as a lane.
#include "commands/lanes.h"
#include "device/device.h"

namespace upsweep::commands {
namespace {

std::string_view unfit(const Algorithm& algorithm) { return algorithm.cpu_loop ? "is a CPU loop" : ""; }

LaneRun run(const Algorithm& algorithm, const Parameters& parameters, const Array& input) {
    device::require_device();
    device::Options options;
    options.poison = true;
    options.guards = true;
    options.sources = kernel_text;
    device::Result result = device::run(algorithm.make_plan(parameters), input, options);
    return {std::move(result.output), std::move(result.faults)};
}

}  // namespace

extern const Lane gpu_lane;
const Lane gpu_lane = {.name = "gpu", .unfit = unfit, .run = run};

}  // namespace upsweep::commands
