#include "vision/emulated_table.h"

#include "core/error.h"
#include "emulator/emulator.h"

namespace upsweep::vision {

Array emulated_output(const Plan& plan, MachineShape machine, const Array& input,
                      const std::atomic<bool>* cancel) {
    emulator::RunOptions options;
    options.gpu.lanes = machine.lanes;
    options.gpu.banks = machine.banks;
    options.limits.steps = 500'000'000;
    options.record = false;
    options.cancel = cancel;
    emulator::Trace trace = emulator::run(plan, input, kernel_text, options);
    for (const emulator::Finding& finding : trace.findings)
        if (finding.severity == emulator::Severity::fault) throw Error(finding.message);
    return trace.output();
}

Array emulated_table(const Algorithm& algorithm, const Parameters& parameters, const Array& input,
                     const std::atomic<bool>* cancel) {
    return emulated_output(algorithm.make_plan(parameters), parameters.machine, input, cancel);
}

}  // namespace upsweep::vision
