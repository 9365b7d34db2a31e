// What each kernel of a plan takes and how fast it moves its data.
#include "bench/kernel_table.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "bench/export.h"
#include "bench/recording.h"
#include "bench/rows.h"
#include "core/error.h"
#include "core/json.h"
#include "core/quotes.h"
#include "core/ranges.h"

namespace upsweep::bench {
namespace {

/// As the paper prints it, of a GTX 295.
struct PrintedKernel {
    std::string_view kernel, name;
    int gb_per_s;
};
constexpr std::array<PrintedKernel, 3> printed_kernels = {
    {{"scan_segments", "scan", 17}, {"add_block_sums", "increment", 50}, {"transpose", "transpose", 49}}};

/// The multiprocessor's, or of the newest one that is known.
const Capability& capability_of(const std::string& name) {
    for (const Capability& one : capabilities())
        if (one.name == name) return one;
    return capabilities().back();
}

double occupancy_percent(const KernelRow& row, const std::string& capability) {
    return 100 * occupancy_of(row.needs, capability_of(capability)).share;
}

Json kernel_json(const KernelTable& table) {
    Json kernels = Json::array();
    for (const KernelRow& row : table.rows)
        kernels.push_back({{"kernel", row.kernel},
                           {"threads", row.needs.threads},
                           {"registers", row.needs.registers},
                           {"shared_bytes", row.needs.shared_bytes},
                           {"launches", row.launches},
                           {"ms", row.seconds * 1e3},
                           {"bytes", row.bytes},
                           {"gb_per_s", row.gb_per_s()},
                           {"occupancy_percent", occupancy_percent(row, table.capability)}});
    return {{"gpu", table.gpu},
            {"capability", table.capability},
            {"date", table.date},
            {"algorithm", table.algorithm},
            {"width", table.extent.width},
            {"height", table.extent.height},
            {"kernels", kernels}};
}

/// A number within bounds, or an Error.
template <typename T>
T number_in(const Json& row, const char* key, T least, T most, const std::string& name) {
    if (row.contains(key) && row[key].is_number()) {
        const double value = row[key].get<double>();
        if (value >= double(least) && value <= double(most)) return T(value);
    }
    throw Error("{} has a table of kernels without a sensible `{}`; measure it again.", name, key);
}

std::string text_in(const Json& row, const char* key, const std::string& name) {
    constexpr size_t longest = 200;
    if (row.contains(key) && row[key].is_string() && row[key].get_ref<const std::string&>().size() < longest)
        return one_line(row[key].get_ref<const std::string&>(), longest);
    throw Error("{} has a table of kernels without a sensible `{}`; measure it again.", name, key);
}

}  // namespace

std::vector<KernelRow> kernel_rows(const std::vector<std::vector<backends::LaunchTime>>& runs) {
    std::vector<KernelRow> rows;
    for (const backends::LaunchTime& launch : runs.front()) {
        if (find_by(rows, &KernelRow::kernel, launch.function) != nullptr) continue;
        KernelRow row{launch.function, {launch.threads, launch.registers, launch.shared_bytes}};
        std::vector<double> seconds;
        for (const auto& run : runs) {
            seconds.push_back(0);
            row.launches = 0;
            row.bytes = 0;
            for (const backends::LaunchTime& one : run) {
                if (one.function != launch.function) continue;
                seconds.back() += one.milliseconds * 1e-3;
                row.bytes += one.bytes;
                ++row.launches;
            }
        }
        sort(seconds);
        row.seconds = percentile(seconds, 0.5);
        rows.push_back(std::move(row));
    }
    return rows;
}

KernelTable measure_bilgic_kernels() {
    const GpuProbe& probe = backends::gpu_backend().probe();
    if (probe.devices.empty()) throw BackendMissing(probe.reason);
    const GpuInfo& gpu = probe.devices.front();
    const Algorithm& algorithm = find_algorithm("integral_image_blelloch");
    Parameters parameters;
    parameters.extent = {2048, 2048};
    parameters.types = {ScalarType::f32, ScalarType::f32};
    backends::Task task;
    task.algorithm = &algorithm;
    task.parameters = with_defaults(algorithm, std::move(parameters));
    const Array input = random_input(algorithm, task.parameters, 1);
    task.input = &input;
    const auto kept = backends::gpu().keep(task);
    std::vector<std::vector<backends::LaunchTime>> runs;
    const backends::Result first = kept->run(input);
    if (const CheckResult check = check_result(algorithm, task.parameters, input, first.output); !check.right)
        throw Error("{} is wrong, so it has no times: {}", algorithm.slug, check.message);
    for (int run = 0; run < 31; ++run) runs.push_back(kept->run(input).launches);
    return {gpu.name,
            fmt::format("{}.{}", gpu.major, gpu.minor),
            this_machine().date,
            std::string(algorithm.slug),
            task.parameters.extent,
            kernel_rows(runs)};
}

std::string kernel_table_text(const KernelTable& table) {
    std::string text = fmt::format("{} at {} f32 on {}, {}\n", table.algorithm, extent_text(table.extent),
                                   table.gpu, table.date);
    std::vector<std::vector<std::string>> rows = {
        {"kernel", "", "", "threads", "registers", "shared B", "occupancy", "GB/s", "in the paper"}};
    for (const KernelRow& row : table.rows) {
        const auto printed = find_by(printed_kernels, &PrintedKernel::kernel, std::string_view(row.kernel));
        rows.push_back({row.kernel, printed == nullptr ? "" : std::string(printed->name), "",
                        std::to_string(row.needs.threads), std::to_string(row.needs.registers),
                        std::to_string(row.needs.shared_bytes),
                        fmt::format("{:.0f} %", occupancy_percent(row, table.capability)),
                        rate_text(row.gb_per_s()),
                        printed == nullptr ? "–" : fmt::format("{} GB/s", printed->gb_per_s)});
    }
    return text + in_columns(rows);
}

std::string kernel_table_json(const KernelTable& table) { return kernel_json(table).dump(2) + "\n"; }

KernelTable recorded_kernel_table(std::string_view text, const std::string& name) {
    (void)parse_recording(text, name);
    const Json json = Json::parse(text);
    if (!json.contains("kernels") || !json["kernels"].is_object())
        throw Error(
            "{} has no table of kernels; make it with `upsweep occupancy --table-1 --add-to` on its GPU.",
            name);
    const Json& recorded = json["kernels"];
    KernelTable table;
    table.gpu = text_in(recorded, "gpu", name);
    table.capability = text_in(recorded, "capability", name);
    table.date = text_in(recorded, "date", name);
    table.algorithm = text_in(recorded, "algorithm", name);
    constexpr int64_t side_bound = int64_t{1} << 30, bytes_bound = int64_t{1} << 50;
    table.extent = {number_in<int64_t>(recorded, "width", 1, side_bound, name),
                    number_in<int64_t>(recorded, "height", 1, side_bound, name)};
    if (!recorded.contains("kernels") || !recorded["kernels"].is_array() || recorded["kernels"].size() > 100)
        throw Error("{} has a table of kernels without kernels; measure it again.", name);
    for (const Json& one : recorded["kernels"]) {
        if (!one.is_object()) throw Error("{} has a kernel that is not an object; measure it again.", name);
        KernelRow row;
        row.kernel = text_in(one, "kernel", name);
        row.needs.threads = number_in<int64_t>(one, "threads", 1, 1024, name);
        row.needs.registers = number_in<int64_t>(one, "registers", 1, 255, name);
        row.needs.shared_bytes = number_in<int64_t>(one, "shared_bytes", 0, 1 << 20, name);
        row.launches = number_in<int>(one, "launches", 1, 1000000, name);
        row.seconds = number_in<double>(one, "ms", 1e-6, 1e9, name) * 1e-3;
        row.bytes = number_in<int64_t>(one, "bytes", 0, bytes_bound, name);
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string with_kernel_table(const std::string& text, const std::string& name, const KernelTable& table) {
    const Recording recording = parse_recording(text, name);
    if (recording.machine.gpu != table.gpu)
        throw UsageError("{} was recorded on {}, and this is {}; write the table to another file.", name,
                         recording.machine.gpu.empty() ? "no GPU" : recording.machine.gpu, table.gpu);
    Json json = Json::parse(text);
    json["kernels"] = kernel_json(table);
    return json.dump(2) + "\n";
}

}  // namespace upsweep::bench
