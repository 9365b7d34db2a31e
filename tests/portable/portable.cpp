// What every system has to give alike: the traces of the catalog's scenes and the results of the conformance
// suite, a line each. Status 1 where a result is not the GPU's.
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

#include "conformance/results.h"
#include "conformance/suite.h"
#include "core/error.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/trace_file.h"
#include "pipelines/algorithm.h"
#include "scenes/run_scene.h"

namespace upsweep {
namespace {

std::string digest(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return fmt::format("{} bytes {:016x}", bytes.size(), text_hash(text));
}

std::string trace_line(const Algorithm& algorithm) {
    const scenes::RunScene run = scenes::run_scene(scenes::initial_scene(std::string(algorithm.slug)));
    return fmt::format("{} steps, {}, {}", run.trace->step_count(),
                       digest(emulator::encode_trace(*run.trace)),
                       run.check.right ? "right" : run.check.message);
}

/// Functions of <cmath> may differ by the units that the suite allows, so that only the verdict on them is
/// alike.
std::string result_line(const conformance::Case& test, bool& equal) {
    std::vector<std::string> faults;
    const Array result = conformance::run_on_emulator(test, faults);
    const conformance::Results& stored = conformance::stored_results();
    const std::string difference = stored.has(test) ? stored.difference(test, result) : "";
    equal = difference.empty() && faults.empty();
    if (!equal) return "differs from the GPU: " + (faults.empty() ? difference : faults.front());
    return test.ulps == 0 ? digest(result.bytes()) : fmt::format("within {} ULPs", test.ulps);
}

/// What `line` gives, or the sentence that it throws.
template <typename Line>
std::string told(const Line& line) {
    try {
        return line();
    } catch (const std::exception& error) {
        return error.what();
    }
}

int print_all() {
    for (const Algorithm* algorithm : catalog())
        fmt::print("{}: {}\n", algorithm->slug, told([&] { return trace_line(*algorithm); }));
    int different = 0;
    for (const conformance::Case& test : conformance::all_cases()) {
        bool equal = false;
        fmt::print("{} {}: {}\n", test.kernel.file, test.kernel.function,
                   told([&] { return result_line(test, equal); }));
        different += equal ? 0 : 1;
    }
    fmt::print("{} results differ from the GPU's\n", different);
    return different == 0 ? 0 : 1;
}

}  // namespace
}  // namespace upsweep

int main() { return upsweep::print_all(); }
