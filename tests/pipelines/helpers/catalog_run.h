// An entry of the catalog on the emulator: plan, input, run and check in one line.
#pragma once

#include <cstdint>
#include <utility>

#include "emulator/emulator.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/parameters_of.h"

namespace upsweep::test {

/// The machine that the parameters are made for, with some blocks at a time; nothing is recorded.
inline emulator::RunOptions machine_of(const Parameters& parameters, int resident_blocks = 2) {
    emulator::RunOptions options;
    options.gpu.lanes = parameters.machine.lanes;
    options.gpu.banks = parameters.machine.banks;
    options.gpu.resident_blocks = resident_blocks;
    options.record = false;
    return options;
}

struct CatalogRun {
    const Algorithm& algorithm;
    Parameters parameters;
    Array input;
    emulator::Trace trace;

    /// Of what came out; a run that did not end may have nothing.
    CheckResult check() const { return check_result(algorithm, parameters, input, trace.output()); }
    bool right() const { return trace.complete && check().right; }
};

inline CatalogRun run_entry(const Algorithm& algorithm, const Parameters& parameters, Array input,
                            emulator::RunOptions options) {
    options.further_inputs = further_inputs_of(algorithm, parameters);
    emulator::Trace trace = emulator::run(algorithm.make_plan(parameters), input, kernel_text, options);
    return {algorithm, parameters, std::move(input), std::move(trace)};
}

inline constexpr uint64_t usual_seed = 3;

/// On random input.
inline CatalogRun run_entry(const Algorithm& algorithm, const Parameters& parameters,
                            const emulator::RunOptions& options, uint64_t seed = usual_seed) {
    return run_entry(algorithm, parameters, random_input(algorithm, parameters, seed), options);
}
inline CatalogRun run_entry(const Algorithm& algorithm, const Parameters& parameters) {
    return run_entry(algorithm, parameters, machine_of(parameters));
}

}  // namespace upsweep::test
