// A whole program of one file, run as `upsweep run` does.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "emulator/emulator.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"

namespace upsweep::emulator {

struct Whole {
    explicit Whole(const std::string& text, std::vector<std::string> arguments = {},
                   int64_t steps = 1'000'000)
        : compiler([text](const std::string& name) -> std::string {
              if (name != "p.cu") throw Error("There is no {}.", name);
              return text;
          }) {
        options.gpu.lanes = options.gpu.banks = 32;
        options.limits.steps = steps;
        options.arguments = std::move(arguments);
        run = run_whole_program(compiler, "p.cu", {}, options);
    }
    std::string output() const { return run.host.output; }
    /// The first finding in that line, or an empty one.
    HostFinding finding(int line) const {
        for (const HostFinding& one : run.host.findings)
            if (one.where.line == line) return one;
        return {};
    }
    Trace replayed() {
        RunOptions again;
        again.gpu = options.gpu;
        again.gpu.shared_bytes = 227 * 1024;
        again.further_inputs.assign(run.hosts.begin() + 1, run.hosts.end());
        return emulator::run(run.plan, run.hosts.front(), compiler, again);
    }

    Compiler compiler;
    WholeProgramOptions options;
    WholeProgramRun run;
};

}  // namespace upsweep::emulator
