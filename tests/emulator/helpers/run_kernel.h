// Runs a kernel's text on the emulator for a test.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "emulator/emulator.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

/// One launch of one kernel with 32-bit buffers. Buffer 0 is the input and takes `input`.
struct KernelRun {
    std::string text;
    std::string function = "k";
    Dim3 grid{1, 1, 1};
    Dim3 block{8, 1, 1};
    std::vector<int64_t> sizes{8};  ///< elements of each buffer; the first is the input
    std::vector<int64_t> numbers;   ///< int arguments after the buffers
    ScalarType type = ScalarType::i32;
    int64_t dynamic_shared_bytes = 0;
    bool host_loop = false;
    std::vector<double> input;  ///< 0, 1, 2, … where it is shorter
    std::vector<BufferRole> roles;
    std::vector<int> cleared;  ///< buffers that are cleared before the launch
    RunOptions options;

    Plan plan() const {
        Plan plan;
        Launch launch;
        for (size_t i = 0; i < sizes.size(); ++i) {
            BufferRole role = i < roles.size() ? roles[i] : BufferRole::data;
            BufferId id = plan.add_buffer({"buffer" + std::to_string(i), type, {sizes[i], 1}, role});
            launch.arguments.push_back(BufferArgument{id, 0});
        }
        for (int64_t number : numbers) launch.arguments.push_back(int_argument(number));
        launch.kernel = {"test.cu", function, {}};
        launch.grid = grid;
        launch.block = block;
        launch.dynamic_shared_bytes = dynamic_shared_bytes;
        launch.name = "the launch";
        launch.host_loop = host_loop;
        plan.input = {0};
        plan.output = {static_cast<int>(sizes.size()) - 1};
        plan.operations.push_back({Upload{0, {0}}, 0});
        for (int buffer : cleared) plan.operations.push_back({Clear{{buffer}, 0}, 0});
        plan.operations.push_back({launch, 0});
        plan.operations.push_back({Download{plan.output, 1}, 0});
        return plan;
    }

    Trace run() const {
        Array array(type, {sizes[0], 1});
        for (int64_t i = 0; i < sizes[0]; ++i) {
            auto at = size_t(i);
            array.set_number(i, at < input.size() ? input[at] : double(i));
        }
        return emulator::run(
            plan(), array, [this](const std::string&) { return text; }, options);
    }
};

/// Runs a body with `in` and `out` of eight ints on eight threads in warps of four.
inline Trace run_body(const std::string& body, const std::string& before = "") {
    KernelRun run;
    run.text =
        before + "\n__global__ void k(const int* in, int* out) {\nint t = threadIdx.x;\n" + body + "\n}\n";
    run.sizes = {8, 8};
    run.cleared = {1};
    return run.run();
}

/// `in` and `out` of 64 ints (out cleared), two blocks of 16 threads in warps of 4; `t` is the thread.
inline KernelRun run_of(const std::string& body, bool apart = false) {
    KernelRun run;
    run.text = "__global__ void k(const int* in, int* out) {\nint t = threadIdx.x;\n" + body + "\n}\n";
    run.sizes = {64, 64};
    run.grid = {2, 1, 1};
    run.block = {16, 1, 1};
    run.cleared = {1};
    run.options.gpu.resident_blocks = 2;
    run.options.gpu.lanes_proceed =
        apart ? emulator::LanesProceed::adversarial : emulator::LanesProceed::since_volta;
    return run;
}

/// A buffer after the run, as numbers.
inline std::vector<double> numbers_of(const Trace& trace, size_t buffer) {
    std::vector<double> numbers;
    const Array& array = trace.buffers.at(buffer);
    for (int64_t i = 0; i < array.count(); ++i) numbers.push_back(array.number(i));
    return numbers;
}

inline const Finding* find(const Trace& trace, FindingKind kind) {
    auto found = std::find_if(trace.findings.begin(), trace.findings.end(),
                              [kind](const Finding& finding) { return finding.kind == kind; });
    return found == trace.findings.end() ? nullptr : &*found;
}

/// Messages of findings that are faults.
inline std::vector<std::string> faults_of(const Trace& trace) {
    std::vector<std::string> faults;
    for (const Finding& finding : trace.findings)
        if (finding.severity == Severity::fault) faults.push_back(sentence_of(trace, finding));
    return faults;
}

}  // namespace upsweep::emulator
