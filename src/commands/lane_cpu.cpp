// The CPU as a lane: the compiled loops.
#include <algorithm>
#include <cstring>

#include "commands/lanes.h"

namespace upsweep::commands {
namespace {

constexpr std::byte poison{0xD5};

std::string_view unfit(const Algorithm& algorithm) {
    return algorithm.run_on_cpu == nullptr ? "is no CPU loop" : "";
}

/// Two rows of guard lie behind the output: a loop that runs too far leaves its mark there.
LaneRun run(const Algorithm& algorithm, const Parameters& parameters, const Array& input) {
    const Plan plan = algorithm.make_plan(parameters);
    const Extent extent = plan[plan.output].extent;
    Array guarded(parameters.types.output, {extent.width, extent.height + 2});
    std::fill(guarded.bytes().begin(), guarded.bytes().end(), poison);
    algorithm.run_on_cpu(parameters, input, guarded);
    LaneRun result{Array(parameters.types.output, extent), {}};
    const auto whole = guarded.bytes();
    const std::size_t size = result.output.bytes().size();
    std::memcpy(result.output.bytes().data(), whole.data(), size);
    if (!std::all_of(whole.begin() + static_cast<std::ptrdiff_t>(size), whole.end(),
                     [](std::byte byte) { return byte == poison; }))
        result.faults.emplace_back("the loop wrote past the end of its output");
    return result;
}

}  // namespace

extern const Lane cpu_lane;
const Lane cpu_lane = {.name = "cpu", .unfit = unfit, .run = run};

}  // namespace upsweep::commands
