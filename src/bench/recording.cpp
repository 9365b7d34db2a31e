// Reading recordings: nothing in the file is believed before it is looked at. And adding rows to one.
#include "bench/recording.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "bench/rows.h"
#include "core/embedded.h"
#include "core/error.h"
#include "core/json.h"
#include "core/quotes.h"
#include "core/ranges.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> recordings();
}

namespace upsweep::bench {

namespace {

constexpr size_t most_bytes = 16U << 20U, most_rows = 5000, longest_text = 400, most_options = 32;
constexpr int64_t largest_option = int64_t{1} << 40;
constexpr int64_t largest_side = int64_t{1} << 40;
constexpr double longest_ms = 1e9, largest_bytes = 1e16;

class Reader {
  public:
    explicit Reader(const std::string& name) : name_(name) {}

    Recording read(std::string_view text, size_t longest) {
        if (text.size() > longest) refuse("is too long for a recording");
        const Json json = Json::parse(text, nullptr, false);
        if (json.is_discarded()) refuse("is not complete JSON");
        if (!json.is_object() || !json.contains("machine") || !json["machine"].is_object())
            refuse("names no machine");
        if (!json.contains("targets") && !json.contains("rows")) refuse("holds no measurements");
        Recording recording;
        read_machine(json["machine"], recording.machine);
        recording.name = text_of(json, "name");
        if (json.contains("recorded") && json["recorded"].is_object()) {
            recording.date = text_of(json["recorded"], "date");
            recording.commit = text_of(json["recorded"], "commit");
            recording.gpu_driver = text_of(json["recorded"], "driver");
        }
        // A race's rows know their spread: where a size is in both lists, they are what is drawn.
        read_list(json, "rows", recording, [this](const Json& row) { return time_of(row); });
        if (json.contains("machine_model") && json["machine_model"].is_object())
            for (const auto& [key, value] : json["machine_model"].items())
                if (key.ends_with("_latency") && value.is_number() && value.get<double>() > 0)
                    recording.microbenchmarks[key] = {value.get<double>()};
        read_kernels(json, recording);
        read_list(json, "targets", recording, [this](const Json& row) { return target_of(row); });
        return recording;
    }

  private:
    [[noreturn]] void refuse(std::string_view why) const {
        throw Error(
            "{} {}; choose a file that `upsweep bench --preset targets --format json` or the "
            "Race's export wrote.",
            name_, why);
    }
    [[noreturn]] void refuse_row(std::string_view why) const {
        throw Error("{}: measurement {} {}; record it again with `upsweep bench`.", name_, row_, why);
    }

    /// Empty if none exists.
    std::string text_of(const Json& object, const char* key) const {
        if (!object.contains(key) || object[key].is_null()) return {};
        if (!object[key].is_string()) refuse_row(fmt::format("has a `{}` that is not text", key));
        const auto& text = object[key].get_ref<const std::string&>();
        if (text.size() > longest_text) refuse_row(fmt::format("has a `{}` that is too long", key));
        return one_line(text, longest_text);
    }
    double number_of(const Json& object, const char* key, double most, double otherwise) const {
        if (!object.contains(key) || object[key].is_null()) return otherwise;
        const double value = object[key].is_number() ? object[key].get<double>() : -1;
        if (!(value >= 0 && value <= most))
            refuse_row(fmt::format("has a `{}` that is not a sensible number", key));
        return value;
    }
    int64_t side_of(const Json& row, const char* key) const {
        const auto value = row.contains(key) && row[key].is_number_integer() ? row[key].get<int64_t>() : 0;
        if (value < 1 || value > largest_side) refuse_row(fmt::format("has no sensible `{}`", key));
        return value;
    }

    std::vector<OptionValue> options_of(const Json& row, std::string_view algorithm) const {
        if (!row.contains("options") || row["options"].is_null()) return {};
        const Json& json = row["options"];
        if (!json.is_object() || json.size() > most_options) refuse_row("has `options` that are not a list");
        std::vector<OptionValue> options;
        for (const auto& [name, value] : json.items()) {
            const int64_t number = value.is_number_integer() ? value.get<int64_t>() : -1;
            if (number < 0 || number > largest_option || name.size() > longest_text)
                refuse_row("has an option that is not a sensible number");
            options.push_back({one_line(name, longest_text), number});
        }
        return chosen_options(algorithm, std::move(options));
    }

    template <typename ToTime>
    void read_list(const Json& json, const char* key, Recording& recording, ToTime to_time) {
        if (!json.contains(key)) return;
        const Json& rows = json[key];
        if (!rows.is_array() || rows.size() > most_rows) refuse("holds no list of measurements");
        for (const Json& row : rows) {
            ++row_;
            if (!row.is_object()) refuse_row("is not an object");
            recording.times.push_back(to_time(row));
        }
    }

    /// recorded_kernel_table says what is wrong with the rest of it.
    void read_kernels(const Json& json, Recording& recording) const {
        if (!json.contains("kernels") || !json["kernels"].is_object()) return;
        const Json rows = json["kernels"].value("kernels", Json::array());
        if (!rows.is_array() || rows.size() > most_rows) return;
        for (const Json& row : rows) {
            if (!row.is_object() || !row.contains("kernel") || !row["kernel"].is_string()) continue;
            const auto number = [&](const char* key, double most) {
                const double value = row.contains(key) && row[key].is_number() ? row[key].get<double>() : 0;
                return value > 0 && value <= most ? value : 0;
            };
            if (const double seconds = number("ms", longest_ms) * 1e-3; seconds > 0)
                recording.microbenchmarks["kernel " + row["kernel"].get<std::string>()] = {
                    seconds, int64_t(number("bytes", largest_bytes))};
        }
    }

    void read_machine(const Json& json, MachineInfo& machine) const {
        machine.gpu = text_of(json, "gpu");
        machine.gpu_l2_bytes = int64_t(number_of(json, "gpu_l2_bytes", largest_bytes, 0));
        machine.cpu = text_of(json, "cpu");
        machine.driver = text_of(json, "driver");
        machine.toolkit = text_of(json, "toolkit");
        machine.version = text_of(json, "version");
        machine.system = text_of(json, "system");
        machine.cores = int(number_of(json, "cores", 1e6, 0));
    }

    RecordedTime common(const Json& row) const {
        RecordedTime time;
        time.what = text_of(row, "what");
        time.algorithm = text_of(row, "algorithm");
        if (time.algorithm.empty() && time.what.empty()) refuse_row("does not say what was measured");
        time.options = options_of(row, time.algorithm);
        try {
            time.types = parse_element_types(text_of(row, "type"));
        } catch (const Error&) {
            refuse_row("has an unknown `type`");
        }
        time.extent = {side_of(row, "width"), side_of(row, "height")};
        if (time.extent.height > largest_side / time.extent.width) refuse_row("has an impossible size");
        time.refusal = text_of(row, "refusal");
        time.seconds = number_of(row, "median_ms", longest_ms, 0) * 1e-3;
        if (!time.refusal.empty()) time.seconds = 0;  // a wrong result has no time
        if (time.seconds <= 0 && time.refusal.empty()) refuse_row("has neither a time nor a reason why");
        time.low = time.high = time.median_least = time.median_most = time.seconds;
        return time;
    }

    RecordedTime target_of(const Json& row) const {
        RecordedTime time = common(row);
        time.on = "gpu";
        if (const std::string on = text_of(row, "on"); !on.empty()) time.on = on;
        time.copy_seconds = number_of(row, "copy_ms", longest_ms, 0) * 1e-3;
        time.peer_seconds = number_of(row, "peer_ms", longest_ms, 0) * 1e-3;
        time.against = text_of(row, "against");
        // Another entry of the catalog goes by the name that the target gives it.
        const std::string peer = text_of(row, "peer");
        if (time.against == "algorithm" && !peer.empty()) time.against = peer;
        if (time.against == "copy and algorithm" && !peer.empty()) time.against = "copy and " + peer;
        time.most = number_of(row, "most", 1e12, 0);
        time.value = number_of(row, "value", 1e12, -1);
        time.met = row.contains("met") && row["met"].is_boolean() && row["met"].get<bool>();
        return time;
    }

    RecordedTime time_of(const Json& row) const {
        RecordedTime time = common(row);
        time.on = text_of(row, "on");
        time.mean = number_of(row, "mean_ms", longest_ms, 0) * 1e-3;
        time.low = number_of(row, "low_ms", longest_ms, time.seconds * 1e3) * 1e-3;
        time.high = number_of(row, "high_ms", longest_ms, time.seconds * 1e3) * 1e-3;
        if (time.low <= 0 || time.low > time.seconds || time.high < time.seconds)
            time.low = time.high = time.seconds;
        time.median_least = number_of(row, "median_least_ms", longest_ms, time.low * 1e3) * 1e-3;
        time.median_most = number_of(row, "median_most_ms", longest_ms, time.high * 1e3) * 1e-3;
        if (time.median_least <= 0 || time.median_least > time.seconds || time.median_most < time.seconds)
            time.median_least = time.low, time.median_most = time.high;
        time.bytes = int64_t(number_of(row, "bytes", largest_bytes, 0));
        time.first_call_seconds = number_of(row, "first_call_ms", longest_ms, 0) * 1e-3;
        time.upload_seconds = number_of(row, "upload_ms", longest_ms, 0) * 1e-3;
        time.kernel_seconds = number_of(row, "kernel_ms", longest_ms, 0) * 1e-3;
        time.download_seconds = number_of(row, "download_ms", longest_ms, 0) * 1e-3;
        if (!row.contains("launches")) return time;
        if (!row["launches"].is_array()) refuse_row("has `launches` that are not a list");
        for (const Json& launch : row["launches"]) {
            if (!launch.is_object()) refuse_row("has a launch without a name and a time");
            time.launches.push_back({text_of(launch, "name"), number_of(launch, "ms", longest_ms, 0) * 1e-3});
        }
        return time;
    }

    const std::string& name_;
    int row_ = 0;
};

/// A race has the copy as a row of its own: it is what the others are held against.
void match_copies(Recording& recording) {
    const std::vector<RecordedTime> all = recording.times;
    for (RecordedTime& time : recording.times) {
        if (time.copy_seconds > 0 || time.algorithm == "copy") continue;
        const std::string backend = time.on.substr(0, time.on.find('+'));
        const std::string line = copy_line_of(time);
        for (const RecordedTime& copy : all)
            if (line_of(copy) == line && copy.on == backend && copy.types == time.types &&
                copy.extent == time.extent)
                time.copy_seconds = copy.seconds;
    }
}

}  // namespace

bool same_cell(const RecordedTime& a, const RecordedTime& b) {
    return line_of(a) == line_of(b) && a.on == b.on && a.types == b.types && a.extent == b.extent;
}

std::string line_of(const RecordedTime& time) { return line_text(time.algorithm, time.options); }

std::optional<RecordedRun> run_of(const RecordedTime& time) {
    for (const Algorithm* algorithm : catalog()) {
        if (algorithm->slug != time.algorithm) continue;
        try {
            return RecordedRun{algorithm,
                               with_defaults(*algorithm, {time.extent, time.types, {}, time.options})};
        } catch (const Error&) {
            return std::nullopt;  // of a version that knew other options or types
        }
    }
    return std::nullopt;
}

std::string copy_line_of(const RecordedTime& time) {
    const std::optional<RecordedRun> run = run_of(time);
    if (!run) return "copy";
    return line_text("copy", copy_beside(*run->algorithm, run->parameters, time.on).options);
}

Recording parse_recording(std::string_view text, const std::string& name) {
    Recording recording = Reader(name).read(text, most_bytes);
    match_copies(recording);
    return recording;
}

namespace {

std::string name_of_file(const std::string& path) {
    return in_quotes(std::filesystem::path(path).filename().string());
}

}  // namespace

std::string recording_text(const std::string& path) {
    const std::string name = name_of_file(path);
    std::error_code failed;
    const auto size =
        std::filesystem::is_regular_file(path, failed) ? std::filesystem::file_size(path, failed) : 0;
    std::ifstream file(path, std::ios::binary);
    if (failed || !file || size == 0) throw Error("{} cannot be read or is empty; check the path.", name);
    if (size > most_bytes) throw Error("{} is too long for a recording; choose another file.", name);
    return {std::istreambuf_iterator<char>(file), {}};
}

Recording read_recording(const std::string& path) {
    return parse_recording(recording_text(path), name_of_file(path));
}

std::vector<ShippedRecording> shipped_recordings() {
    std::vector<ShippedRecording> all;
    for (const EmbeddedFile& file : embedded::recordings()) all.push_back({file.name, file.contents});
    stable_sort(all, [](const auto& a, const auto& b) { return a.text.size() > b.text.size(); });
    return all;
}

std::string title_of(const Recording& recording) {
    return recording.name.empty() ? machine_of(recording) : recording.name;
}

std::string with_name(const std::string& text, const std::string& file, const std::string& name) {
    (void)parse_recording(text, file);
    Json json = Json::parse(text);
    if (name.empty())
        json.erase("name");
    else
        json["name"] = name;
    return json.dump(2) + "\n";
}

std::string machine_of(const Recording& recording) {
    const MachineInfo& machine = recording.machine;
    if (machine.gpu.empty()) return machine.cpu.empty() ? "a machine without a name" : machine.cpu;
    if (!recording.gpu_driver.empty()) return machine.gpu + ", driver " + recording.gpu_driver;
    return machine.driver.empty() ? machine.gpu : machine.gpu + ", CUDA " + machine.driver;
}

std::string origin_of(const Recording& recording) {
    std::string text = recording.date.empty() ? "date not noted" : recording.date;
    if (!recording.commit.empty()) text += ", commit “" + recording.commit + "”";
    return text;
}

namespace {

bool has_rows_on(const Report& report, std::string_view backend) {
    return any_of(report.rows, [&](const Row& row) {
        return row.settled && report.settings.competitors[row.competitor].on == backend;
    });
}

void check_machine(const MachineInfo& recorded, const Report& report, const std::string& name) {
    const MachineInfo& here = report.machine;
    const auto same = [&](const std::string& there, const std::string& ours, std::string_view what) {
        if (there != ours)
            throw UsageError(
                "{} was recorded with {} {}, and here it is {}; write these rows to another file "
                "with --output.",
                name, what, there.empty() ? "none" : there, ours.empty() ? "none" : ours);
    };
    // Many processors go by one name, so the CPU's rows want the same GPU beside it as well.
    same(recorded.gpu, here.gpu, "the GPU");
    if (has_rows_on(report, "gpu")) same(recorded.driver, here.driver, "CUDA");
    if (has_rows_on(report, "cpu")) same(recorded.cpu, here.cpu, "the CPU");
}

}  // namespace

std::string add_to_recording(const std::string& text, const std::string& name, const Report& report) {
    const Recording before = parse_recording(text, name);
    check_machine(before.machine, report, name);
    Json recording = Json::parse(text);
    if (!recording.contains("rows")) recording["rows"] = Json::array();
    Json& rows = recording["rows"];
    // The rows as they are read, in the same order; targets, which are behind them, are left alone.
    std::vector<RecordedTime> times = before.times;
    times.resize(rows.size());
    const std::string report_text = to_json(report);
    const Json added = Json::parse(report_text);
    // Our own text, and it holds all that was measured since the beginning: its length must not lose it.
    const std::vector<RecordedTime> added_times =
        Reader("The report").read(report_text, report_text.size()).times;
    for (size_t i = 0; i < added["rows"].size(); ++i) {
        Json row = added["rows"][i];
        if (!report.machine.date.empty() && report.machine.date != before.date)
            row["date"] = report.machine.date;
        const auto known =
            find_if(times, [&](const RecordedTime& other) { return same_cell(other, added_times[i]); });
        if (known == times.end()) {
            rows.push_back(std::move(row));
            times.push_back(added_times[i]);
        } else {
            rows[known - times.begin()] = std::move(row);
        }
    }
    return recording.dump(2) + "\n";
}

}  // namespace upsweep::bench
