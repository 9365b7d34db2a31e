#include "commands/run_gpu.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/json.h"
#include "core/quotes.h"

namespace upsweep::commands {

RunsOn runs_on(const std::vector<std::string>& names) {
    if (names.empty()) return {};
    RunsOn on{false, false};
    for (const std::string& name : names) {
        if (name != "emulator" && name != "gpu")
            throw UsageError(
                fmt::format("A kernel of your own runs on emulator and gpu, not on {}.", in_quotes(name)));
        (name == "gpu" ? on.gpu : on.emulator) = true;
    }
    return on;
}

void print_gpu(const GpuReport& report) {
    if (!report.failure.empty()) return;
    fmt::print("\nOn {}: {}\n", report.result.device, backends::time_text(report.result));
    if (!report.result.printed.empty()) fmt::print("Printed on the GPU\n{}", report.result.printed);
    if (!report.result.printed.empty() && report.result.printed.back() != '\n') fmt::print("\n");
    for (const backends::BufferComparison& one : report.comparisons)
        fmt::print("  {}\n", backends::sentence_of(one));
    if (report.compared && backends::are_equal(report.comparisons))
        fmt::print("The emulator and the GPU agree.\n");
}

Json gpu_json(const GpuReport& report) {
    if (!report.failure.empty()) return {{"error", report.failure}};
    Json buffers = Json::array();
    for (const backends::BufferComparison& one : report.comparisons) {
        Json first = Json::array();
        for (const backends::Difference& difference : one.first)
            first.push_back({{"element", difference.element},
                             {"emulator", json_of(one.type, difference.emulator)},
                             {"gpu", json_of(one.type, difference.gpu)}});
        buffers.push_back({{"name", one.name},
                           {"numbers", one.count},
                           {"different", one.different},
                           {"most_ulps", one.most_ulps},
                           {"most_part", json_of(one.most_part)},
                           {"first", std::move(first)}});
    }
    const IsolatedResult& result = report.result;
    Json made = {{"device", result.device},
                 {"milliseconds",
                  {{"median", result.median_ms}, {"least", result.least_ms}, {"most", result.most_ms}}},
                 {"runs", result.timed_runs},
                 {"printed", result.printed},
                 {"log", result.log},
                 {"equal", nullptr},
                 {"ulps_allowed", backends::Tolerance{}.ulps},
                 {"buffers", std::move(buffers)}};
    if (report.compared) made["equal"] = backends::are_equal(report.comparisons);
    return made;
}

void require_equal(const GpuReport& report) {
    if (!report.failure.empty()) throw Error(report.failure);
    for (const backends::BufferComparison& one : report.comparisons)
        if (one.different > 0) throw Error("The emulator and the GPU differ: " + backends::sentence_of(one));
}

}  // namespace upsweep::commands
