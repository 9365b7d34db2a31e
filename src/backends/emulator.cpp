// The emulator: a machine of 32 lanes and 32 banks, or whatever the parameters were made for.
#include "backends/emulator.h"

#include <memory>

#include <fmt/format.h>

#include "backends/backend.h"
#include "core/error.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"

namespace upsweep::backends {
namespace {

emulator::Trace trace_of(const Task& task, emulator::RunOptions options) {
    options.further_inputs = further_inputs_of(task);
    return emulator::run(plan_of(task), *task.input, task.sources, options);
}

constexpr const char* no_times =
    "The emulator does not model a GPU's speed, so it gives no times; time it on cpu or gpu.";

class Emulator : public Backend {
  public:
    std::string_view name() const override { return "emulator"; }
    std::string_view title() const override { return "emulator"; }
    std::string refusal(const Algorithm&) const override { return {}; }
    bool is_slow() const override { return true; }

    /// Its memory is poisoned and guarded by nature: faults are findings.
    Result run(const Task& task, const RunOptions& options) const override {
        emulator::RunOptions run = untraced(task.parameters.machine);
        run.cancel = options.cancel;
        const emulator::Trace trace = trace_of(task, std::move(run));
        Result result;
        result.output = trace.output();
        for (const emulator::Finding& finding : trace.findings)
            if (finding.severity == emulator::Severity::fault)
                result.faults.push_back(sentence_of(trace, finding));
        return result;
    }

    std::string who_wrote(const Task& task, int64_t element) const override {
        emulator::RunOptions run = untraced(task.parameters.machine);
        run.record = true;
        const auto trace = std::make_shared<const emulator::Trace>(trace_of(task, std::move(run)));
        const auto output = emulator::ArrayId(trace->plan.output.index);
        emulator::Player player(trace);
        player.seek(trace->step_count());
        const auto step = player.last_write(output, element);
        if (!step) return "never written";
        const int64_t size = size_of(trace->arrays[output].type);
        for (const emulator::Access& access : trace->accesses_of(*step)) {
            if (access.array == output && access.kind != emulator::AccessKind::read &&
                access.offset == uint64_t(element * size))
                return fmt::format("step {}, lane {}", *step + 1, access.lane);
        }
        return fmt::format("step {}", *step + 1);
    }

    std::string untimed() const override { return no_times; }
    int64_t bytes_needed(const Task& task) const override {
        if (task.algorithm == nullptr && !task.plan) return payload_bytes(task.parameters);
        int64_t bytes = 0;
        for (const Buffer& buffer : plan_of(task).buffers) bytes += buffer.bytes();
        return bytes;
    }
    int64_t bytes_free() const override { return emulator::Limits{}.memory_bytes; }
    std::unique_ptr<Prepared> prepare(const Task&) const override { throw BackendMissing(no_times); }
};

}  // namespace

emulator::RunOptions untraced(MachineShape machine) {
    emulator::RunOptions options;
    options.gpu.lanes = machine.lanes;
    options.gpu.banks = machine.banks;
    options.gpu.resident_blocks = 2;
    options.limits.steps = 500'000'000;
    options.record = false;
    return options;
}

const Backend& emulator() {
    static const Emulator backend;
    return backend;
}

}  // namespace upsweep::backends
