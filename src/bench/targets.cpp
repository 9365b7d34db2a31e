// Measures the targets and writes them down.
#include "bench/targets.h"

#include <algorithm>

#include <fmt/format.h>

#include "bench/rows.h"
#include "bench/sampler.h"
#include "core/error.h"
#include "core/json.h"

namespace upsweep::bench {
namespace {

double median_seconds(backends::Prepared& prepared) {
    prepared.time_once();
    Sampler sampler(
        {.least_runs = 20, .most_runs = 200, .error = 0.003, .least_seconds = 0.02, .budget_seconds = 1});
    while (!sampler.done()) sampler.add(prepared.time_once());
    return sampler.summary().median;
}

Parameters parameters_of(const Target& target, std::string_view slug, ElementTypes types,
                         const std::vector<OptionValue>& options) {
    Parameters parameters;
    parameters.extent = target.extent;
    parameters.types = types;
    parameters.options = options;
    return with_defaults(find_algorithm(slug), parameters);
}

Parameters parameters_of(const Target& target) {
    return parameters_of(target, target.slug, target.types, target.options);
}

Parameters peer_parameters_of(const Target& target) {
    return parameters_of(target, target.peer_slug, target.peer_types.value_or(target.types),
                         target.peer_options);
}

// As many bytes as input and output have: a tensor has more than a picture.
double copy_seconds(const Target& target) {
    const Plan plan = find_algorithm(target.slug).make_plan(parameters_of(target));
    return backends::gpu_backend().copy_time(plan[plan.input].bytes(), plan[plan.output].bytes()) * 1e-3;
}

backends::PeerTime peer_time(const backends::Backend& gpu, const Target& target, const Array& input) {
    switch (target.against) {
        case Against::cub:
            return backends::gpu_backend().time_cub_scan(target.extent.count(), 30);
        case Against::npp:
            return backends::gpu_backend().time_npp_integral(target.extent.width, target.extent.height, 10);
        case Against::algorithm:
        case Against::copy_and_algorithm: {
            const backends::Task task{&find_algorithm(target.peer_slug), peer_parameters_of(target), &input,
                                      false};
            return {median_seconds(*gpu.prepare(task)), {}};
        }
        case Against::copy:
        case Against::milliseconds:
            break;
    }
    return {};
}

Measured measure(const backends::Backend& gpu, const Target& target) {
    Measured measured;
    measured.target = target;
    const Algorithm& algorithm = find_algorithm(target.slug);
    const Parameters parameters = parameters_of(target);
    const Array input = random_input(algorithm, parameters, 1);
    const backends::Task task{&algorithm, parameters, &input, false};
    try {
        measured.copy_seconds = copy_seconds(target);
        const backends::PeerTime peer = peer_time(gpu, target, input);
        measured.peer_seconds = peer.seconds;
        measured.peer_missing = peer.missing;
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

std::string_view peer_name(const Target& target) {
    switch (target.against) {
        case Against::copy:
            return "copy";
        case Against::cub:
            return "CUB";
        case Against::npp:
            return "NPP";
        case Against::algorithm:
        case Against::copy_and_algorithm:
            return target.peer;
        case Against::milliseconds:
            break;
    }
    return {};
}

std::string bound_text(const Target& target) {
    if (target.most <= 0) return "–";
    if (target.against == Against::milliseconds) return fmt::format("≤ {:.2f} ms", target.most);
    if (target.against == Against::copy_and_algorithm)
        return fmt::format("≤ {:.2f} × copy and {}", target.most, peer_name(target));
    // A tenth of a peer's time is said as people say it.
    if (target.most < 0.5) return fmt::format("≥ {:.0f} × as fast as {}", 1 / target.most, peer_name(target));
    return fmt::format("≤ {:.2f} × {}", target.most, peer_name(target));
}

std::string value_text(const Measured& measured) {
    if (measured.value() < 0) return "–";
    if (measured.target.against == Against::milliseconds) return fmt::format("{:.3f} ms", measured.value());
    if (measured.bound() && measured.target.most < 0.5)
        return fmt::format("{:.1f} × as fast", 1 / measured.value());
    return fmt::format("{:.3f} ×", measured.value());
}

std::string verdict(const Measured& measured) {
    if (!measured.refusal.empty()) return measured.refusal;
    if (measured.value() < 0) return measured.peer_missing;
    if (!measured.bound()) return "for contrast";
    return measured.met() ? "met" : "not met";
}

std::string peer_text(const Measured& measured) {
    return measured.peer_seconds > 0 ? fmt::format("{:.4f}", measured.peer_seconds * 1e3) : "–";
}

}  // namespace

double Measured::value() const {
    if (!refusal.empty() || seconds <= 0) return -1;
    switch (target.against) {
        case Against::copy:
            return copy_seconds > 0 ? seconds / copy_seconds : -1;
        case Against::cub:
        case Against::npp:
        case Against::algorithm:
            return peer_seconds > 0 ? seconds / peer_seconds : -1;
        case Against::copy_and_algorithm:
            return copy_seconds > 0 && peer_seconds > 0 ? seconds / (copy_seconds + peer_seconds) : -1;
        case Against::milliseconds:
            break;
    }
    return seconds * 1e3;
}

std::vector<Measured> measure_targets(const BackendsHere& here,
                                      const std::function<void(std::string_view)>& tell) {
    const auto gpu = std::find_if(here.backends.begin(), here.backends.end(),
                                  [](const auto& backend) { return backend->name() == "gpu"; });
    if (gpu == here.backends.end())
        throw BackendMissing("The targets are a GPU's: " + here.machine.gpu_missing);
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
        "| what | type | size | ms | copy ms | peer ms | target | is | "
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
        constexpr const char* names[] = {"copy", "cub",       "milliseconds",
                                         "npp",  "algorithm", "copy and algorithm"};
        Json row = {{"what", one.target.what},
                    {"algorithm", one.target.slug},
                    {"type", to_string(one.target.types)},
                    {"width", one.target.extent.width},
                    {"height", one.target.extent.height},
                    {"median_ms", one.seconds * 1e3},
                    {"copy_ms", one.copy_seconds * 1e3},
                    {"against", names[static_cast<int>(one.target.against)]}};
        for (const OptionValue& option : chosen_options(one.target.slug, one.target.options))
            row["options"][option.name] = option.value;
        if (one.bound()) {
            row["most"] = one.target.most;
            row["met"] = one.met();
        }
        if (one.peer_seconds > 0) {
            row["peer_ms"] = one.peer_seconds * 1e3;
            row["peer"] = peer_name(one.target);
        }
        if (one.value() >= 0) row["value"] = one.value();
        if (!one.refusal.empty()) row["refusal"] = one.refusal;
        rows.push_back(row);
    }
    Json json;
    json["machine"] = {{"gpu", machine.gpu},       {"gpu_l2_bytes", machine.gpu_l2_bytes},
                       {"driver", machine.driver}, {"toolkit", machine.toolkit},
                       {"cpu", machine.cpu},       {"version", machine.version}};
    json["targets"] = rows;
    if (!machine.date.empty()) json["recorded"] = {{"date", machine.date}};
    return json.dump(2) + "\n";
}

}  // namespace upsweep::bench
