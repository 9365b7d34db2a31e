// Measures the targets and writes them down.
#include "bench/targets.h"

#include <utility>

#include <fmt/format.h>

#include "bench/rows.h"
#include "bench/sampler.h"
#include "core/error.h"
#include "core/json.h"
#include "core/ranges.h"

namespace upsweep::bench {
namespace {

constexpr ElementTypes u8_u32{ScalarType::u8, ScalarType::u32};
constexpr ElementTypes u32_u32{ScalarType::u32, ScalarType::u32};
constexpr ElementTypes f32_f32{ScalarType::f32, ScalarType::f32};
constexpr ElementTypes u8_u8{ScalarType::u8, ScalarType::u8};
constexpr Extent picture{8192, 8192}, large{16384, 16384};

/// The one-pass integral image, which most of them are about.
Target one_pass(ElementTypes types, Extent extent, Against against, double most, std::string_view peer = {},
                std::string_view peer_slug = {}) {
    return {"Integral image, one pass",
            "integral_image_one_pass",
            {},
            types,
            extent,
            against,
            most,
            peer,
            peer_slug};
}

Target of_tiles(ElementTypes types, Extent extent) {
    return {"Integral image, sums of tiles first", "integral_image_aggregates", {}, types, extent};
}

/// A window's size does not change what a pixel costs.
Target box_filter(Against against, double most, std::string_view peer, std::string_view peer_slug,
                  std::vector<OptionValue> peer_options, std::optional<ElementTypes> peer_types) {
    return {"Box filter, radius 255",
            "box_filter",
            {{"radius", 255}},
            u8_u8,
            picture,
            against,
            most,
            peer,
            peer_slug,
            std::move(peer_options),
            peer_types};
}

}  // namespace

std::vector<Target> targets() {
    const std::vector<OptionValue> inclusive = {{"inclusive", 1}};
    constexpr Extent one_row{int64_t{1} << 28, 1};
    return {
        one_pass(u8_u32, picture, Against::copy, 1.10),
        one_pass(u8_u32, large, Against::copy, 1.10),
        one_pass(f32_f32, picture, Against::copy, 1.15),
        one_pass(f32_f32, large, Against::copy, 1.15),
        of_tiles(u8_u32, picture),
        of_tiles(u8_u32, large),
        of_tiles(f32_f32, picture),
        {"Scan, transpose, scan, transpose",
         "integral_image_raking",
         {},
         u32_u32,
         picture,
         Against::milliseconds,
         0.6},
        {"Transpose", "transpose_wide", {}, u32_u32, picture, Against::copy, 1 / 0.85},
        {"Row scan", "scan_raking", inclusive, f32_f32, picture, Against::copy, 1.09},
        {"Scan of one row", "scan_lookback", inclusive, u32_u32, one_row, Against::cub, 1.05},
        one_pass(u8_u32, picture, Against::npp, 1.0 / 20),
        // OpenCV's CUDA module adds up rows and then columns in place, and is in no build of this program.
        one_pass(u8_u32, picture, Against::algorithm, 1.0 / 5, "rows, then columns",
                 "integral_image_rows_columns"),
        one_pass(u32_u32, picture, Against::algorithm, 1.0 / 10, "Bugetti's kernels",
                 "integral_image_bugetti"),
        {"Integral histogram, 32 bins",
         "integral_histogram_tiled",
         {{"bins", 32}},
         u8_u32,
         {1024, 1024},
         Against::copy,
         1 / 0.8},
        box_filter(Against::algorithm, 1.05, "radius 1", "box_filter", {{"radius", 1}}, {}),
        box_filter(Against::copy_and_algorithm, 3, "integral image", "integral_image_one_pass", {}, u8_u32),
    };
}

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
    return with_defaults(find_algorithm(slug), {target.extent, types, {}, options});
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
            return backends::gpu_backend().time_peer(fmt::format("cub-scan {} 30", target.extent.count()));
        case Against::npp:
            return backends::gpu_backend().time_peer(
                fmt::format("npp-integral {} {} 10", target.extent.width, target.extent.height));
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

constexpr const char* against_names[] = {"copy", "cub",       "milliseconds",
                                         "npp",  "algorithm", "copy and algorithm"};

std::string against_name(const Target& target) { return against_names[int(target.against)]; }

std::string peer_name(const std::string& against) {
    if (against == "cub") return "CUB";
    return against == "npp" ? "NPP" : against;
}

bool bound(const RecordedTime& time) { return time.most > 0 && !time.against.empty(); }

std::string target_text(const RecordedTime& time) {
    if (!bound(time)) return "–";
    if (time.against == "milliseconds") return fmt::format("≤ {:.2f} ms", time.most);
    // A tenth of a peer's time is said as people say it.
    if (time.most < 0.5)
        return fmt::format("≥ {:.0f} × as fast as {}", 1 / time.most, peer_name(time.against));
    return fmt::format("≤ {:.2f} × {}", time.most, peer_name(time.against));
}

std::string value_text(const RecordedTime& time) {
    if (time.value < 0) return "–";
    if (time.against == "milliseconds") return fmt::format("{:.3f} ms", time.value);
    if (bound(time) && time.most < 0.5) return fmt::format("{:.1f} × as fast", 1 / time.value);
    return fmt::format("{:.3f} ×", time.value);
}

std::string verdict(const RecordedTime& time, const std::string& unknown) {
    if (!time.refusal.empty()) return time.refusal;
    if (!bound(time)) return "for contrast";
    if (time.value < 0) return unknown;
    return time.met ? "met" : "not met";
}

std::string milliseconds(double seconds) { return seconds > 0 ? fmt::format("{:.4f}", seconds * 1e3) : "–"; }

constexpr const char* table_head =
    "| what | type | size | ms | copy ms | peer ms | target | is | "
    "|\n|---|---|---|---|---|---|---|---|---|\n";

/// `unknown`: why there is no value, where none is known.
std::string table_row(const RecordedTime& time, const std::string& unknown) {
    return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
                       time.what.empty() ? time.algorithm : time.what, types_text(time.types),
                       extent_text(time.extent), milliseconds(time.seconds), milliseconds(time.copy_seconds),
                       milliseconds(time.peer_seconds), target_text(time), value_text(time),
                       verdict(time, unknown));
}

/// As a recording holds it.
RecordedTime recorded(const Measured& measured) {
    const Target& target = measured.target;
    RecordedTime time;
    time.what = target.what;
    time.algorithm = target.slug;
    time.types = target.types;
    time.extent = target.extent;
    time.seconds = measured.seconds;
    time.copy_seconds = measured.copy_seconds;
    time.peer_seconds = measured.peer_seconds;
    time.against = against_name(target);
    // Another entry of the catalog goes by the name that the target gives it.
    if (target.against == Against::algorithm) time.against = target.peer;
    if (target.against == Against::copy_and_algorithm) time.against = fmt::format("copy and {}", target.peer);
    time.most = target.most;
    time.value = measured.value();
    time.met = measured.met();
    time.refusal = measured.refusal;
    return time;
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
    const auto gpu = find_if(here.backends, [](const auto& backend) { return backend->name() == "gpu"; });
    if (gpu == here.backends.end())
        throw BackendMissing("The targets are a GPU's: {}", here.machine.gpu_missing);
    std::vector<Measured> all;
    for (const Target& target : targets()) {
        tell(fmt::format("{} {} at {}", target.what, types_text(target.types), extent_text(target.extent)));
        all.push_back(measure(**gpu, target));
    }
    return all;
}

std::string targets_table(const MachineInfo& machine, const std::vector<Measured>& measured) {
    std::string text = fmt::format("{}, CUDA {} (driver), {} (toolkit)\n\n{}", name_of(machine),
                                   machine.driver, machine.toolkit, table_head);
    for (const Measured& one : measured) text += table_row(recorded(one), one.peer_missing);
    return text;
}

std::string targets_table(const Recording& recording) {
    std::string text =
        fmt::format("{}, recorded {}\n\n{}", machine_of(recording), origin_of(recording), table_head);
    int targets = 0, met = 0;
    for (const RecordedTime& time : recording.times) {
        if (time.against.empty()) continue;
        targets += bound(time);
        met += bound(time) && time.met;
        text += table_row(time, "not known");
    }
    if (targets == 0)
        throw Error(
            "The recording has no targets; choose one that `upsweep bench --preset targets --format json` "
            "wrote.");
    return text + fmt::format("\n{} of {} targets are met.\n", met, targets);
}

std::string targets_json(const MachineInfo& machine, const std::vector<Measured>& measured) {
    Json rows = Json::array();
    for (const Measured& one : measured) {
        Json row = {{"what", one.target.what},
                    {"algorithm", one.target.slug},
                    {"type", to_string(one.target.types)},
                    {"width", one.target.extent.width},
                    {"height", one.target.extent.height},
                    {"median_ms", one.seconds * 1e3},
                    {"copy_ms", one.copy_seconds * 1e3},
                    {"against", against_name(one.target)}};
        for (const OptionValue& option : chosen_options(one.target.slug, one.target.options))
            row["options"][option.name] = option.value;
        if (one.bound()) {
            row["most"] = one.target.most;
            row["met"] = one.met();
        }
        if (one.peer_seconds > 0) {
            row["peer_ms"] = one.peer_seconds * 1e3;
            row["peer"] =
                one.target.peer.empty() ? peer_name(against_name(one.target)) : std::string(one.target.peer);
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
