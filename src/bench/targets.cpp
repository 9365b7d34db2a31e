// Measures the targets and writes them down.
#include "bench/targets.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/peers.h"
#include "bench/rows.h"
#include "bench/sampler.h"
#include "core/error.h"

namespace upsweep::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr ElementTypes u8_u32{ScalarType::u8, ScalarType::u32};
constexpr ElementTypes u32_u32{ScalarType::u32, ScalarType::u32};
constexpr ElementTypes f32_f32{ScalarType::f32, ScalarType::f32};
constexpr Extent picture{8192, 8192};

double median_seconds(Prepared& prepared) {
    prepared.time_once();
    Sampler sampler(
        {.least_runs = 20, .most_runs = 200, .error = 0.003, .least_seconds = 0.02, .budget_seconds = 1});
    while (!sampler.done()) sampler.add(prepared.time_once());
    return sampler.summary().median;
}

double copy_seconds(Lane& gpu, const Task& task) {
    Task copy = task;
    copy.algorithm = nullptr;
    return median_seconds(*gpu.prepare(copy));
}

Measured measure(Lane& gpu, const Target& target) {
    Measured measured;
    measured.target = target;
    const Algorithm& algorithm = find_algorithm(target.slug);
    Parameters parameters;
    parameters.extent = target.extent;
    parameters.types = target.types;
    parameters.options = target.options;
    parameters = with_defaults(algorithm, parameters);
    const Array input = random_input(algorithm, parameters, 1);
    const Task task{&algorithm, parameters, &input, false};
    try {
        measured.copy_seconds = copy_seconds(gpu, task);
        if (target.against == Against::cub)
            measured.peer_seconds = cub_scan_seconds(target.extent.count(), 30);
        const auto prepared = gpu.prepare(task);
        measured.seconds = median_seconds(*prepared);
        const CheckResult check = prepared->check();
        measured.wrong = !check.right;
        if (measured.wrong) measured.refusal = check.message;
    } catch (const Error& error) {
        measured.refusal = error.what();
    }
    return measured;
}

std::string bound_text(const Target& target) {
    switch (target.against) {
        case Against::copy:
            return fmt::format("≤ {:.2f} × copy", target.most);
        case Against::cub:
            return fmt::format("≤ {:.2f} × CUB", target.most);
        case Against::milliseconds:
            break;
    }
    return fmt::format("≤ {:.2f} ms", target.most);
}

std::string value_text(const Measured& measured) {
    if (measured.value() < 0) return "–";
    return measured.target.against == Against::milliseconds ? fmt::format("{:.3f} ms", measured.value())
                                                            : fmt::format("{:.3f} ×", measured.value());
}

std::string verdict(const Measured& measured) {
    if (!measured.refusal.empty()) return measured.refusal;
    if (measured.value() < 0) return "the peer is not in this build";
    return measured.met() ? "met" : "not met";
}

std::string peer_text(const Measured& measured) {
    return measured.peer_seconds > 0 ? fmt::format("{:.4f}", measured.peer_seconds * 1e3) : "–";
}

}  // namespace

std::vector<Target> targets() {
    const std::vector<OptionValue> inclusive = {{"inclusive", 1}};
    return {
        {"Integral image, one pass", "integral_image_one_pass", {}, u8_u32, picture, Against::copy, 1.10},
        {"Integral image, one pass",
         "integral_image_one_pass",
         {},
         u8_u32,
         {16384, 16384},
         Against::copy,
         1.10},
        {"Integral image, one pass", "integral_image_one_pass", {}, f32_f32, picture, Against::copy, 1.15},
        {"Scan, transpose, scan, transpose",
         "integral_image_raking",
         {},
         u32_u32,
         picture,
         Against::milliseconds,
         0.6},
        {"Transpose", "transpose_wide", {}, u32_u32, picture, Against::copy, 1 / 0.85},
        {"Row scan", "scan_raking", inclusive, f32_f32, picture, Against::copy, 1.09},
        {"Scan of one row",
         "scan_lookback",
         inclusive,
         u32_u32,
         {std::int64_t{1} << 28, 1},
         Against::cub,
         1.05},
    };
}

double Measured::value() const {
    if (!refusal.empty() || seconds <= 0) return -1;
    switch (target.against) {
        case Against::copy:
            return copy_seconds > 0 ? seconds / copy_seconds : -1;
        case Against::cub:
            return peer_seconds > 0 ? seconds / peer_seconds : -1;
        case Against::milliseconds:
            break;
    }
    return seconds * 1e3;
}

std::vector<Measured> measure_targets(const LanesHere& here,
                                      const std::function<void(std::string_view)>& tell) {
    const auto gpu = std::find_if(here.lanes.begin(), here.lanes.end(),
                                  [](const std::shared_ptr<Lane>& lane) { return lane->name() == "gpu"; });
    if (gpu == here.lanes.end()) throw BackendMissing("The targets are a GPU's: " + here.machine.gpu_missing);
    std::vector<Measured> all;
    for (const Target& target : targets()) {
        tell(fmt::format("{} {} at {}", target.what, types_text(target.types), extent_text(target.extent)));
        all.push_back(measure(**gpu, target));
    }
    return all;
}

std::string targets_table(const MachineInfo& machine, const std::vector<Measured>& measured) {
    std::string text = fmt::format("{}, CUDA {} (driver), {} (toolkit)\n\n", name_of(machine), machine.driver,
                                   machine.toolkit);
    text +=
        "| what | type | size | ms | copy ms | CUB ms | target | is | "
        "|\n|---|---|---|---|---|---|---|---|---|\n";
    for (const Measured& one : measured)
        text += fmt::format("| {} | {} | {} | {:.4f} | {:.4f} | {} | {} | {} | {} |\n", one.target.what,
                            types_text(one.target.types), extent_text(one.target.extent), one.seconds * 1e3,
                            one.copy_seconds * 1e3, peer_text(one), bound_text(one.target), value_text(one),
                            verdict(one));
    return text;
}

std::string targets_json(const MachineInfo& machine, const std::vector<Measured>& measured) {
    Json rows = Json::array();
    for (const Measured& one : measured) {
        constexpr const char* names[] = {"copy", "cub", "milliseconds"};
        Json row = {{"what", one.target.what},
                    {"algorithm", one.target.slug},
                    {"type", to_string(one.target.types)},
                    {"width", one.target.extent.width},
                    {"height", one.target.extent.height},
                    {"median_ms", one.seconds * 1e3},
                    {"copy_ms", one.copy_seconds * 1e3},
                    {"against", names[static_cast<int>(one.target.against)]},
                    {"most", one.target.most},
                    {"met", one.met()}};
        if (one.peer_seconds > 0) row["peer_ms"] = one.peer_seconds * 1e3;
        if (one.value() >= 0) row["value"] = one.value();
        if (!one.refusal.empty()) row["refusal"] = one.refusal;
        rows.push_back(row);
    }
    Json json;
    json["machine"] = {{"gpu", machine.gpu},
                       {"driver", machine.driver},
                       {"toolkit", machine.toolkit},
                       {"cpu", machine.cpu},
                       {"version", machine.version}};
    json["targets"] = rows;
    return json.dump(2) + "\n";
}

}  // namespace upsweep::bench
