// Writers of reports. The JSON's keys and their order are what other tools rely on.
#include "bench/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/json.h"
#include "core/ranges.h"
#include "core/words.h"

namespace upsweep::bench {
namespace {

/// A thread that did not run for so much of its time was disturbed.
constexpr double noticed_wait = 0.05;

Json machine_json(const MachineInfo& machine) {
    return {{"cpu", machine.cpu},
            {"cores", machine.cores},
            {"memory_bytes", machine.memory_bytes},
            {"gpu", machine.gpu},
            {"gpu_l2_bytes", machine.gpu_l2_bytes},
            {"driver", machine.driver},
            {"toolkit", machine.toolkit},
            {"system", machine.system},
            {"compiler", machine.compiler},
            {"version", machine.version}};
}

/// Of too few runs the median's interval has no end.
Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(); }

const char* name_of(Stopped stopped) {
    return stopped == Stopped::median_known ? "median known"
           : stopped == Stopped::runs       ? "runs"
                                            : "time limit";
}

/// What is said of a row only where there is something to say.
void add_facts(Json& json, const Row& row) {
    if (row.first_call_seconds > 0) json["first_call_ms"] = row.first_call_seconds * 1e3;
    if (row.stopped != Stopped::median_known) json["stopped_by"] = name_of(row.stopped);
    if (!row.steady) json["steady"] = false;
    if (row.company.waited > noticed_wait) json["waited_percent"] = row.company.waited * 100;
    // A wavefront over a large image has ten thousand launches, too many to read one by one.
    if (row.launches.size() <= most_launches_noted)
        for (const backends::LaunchTime& launch : row.launches)
            json["launches"].push_back({{"name", launch.name}, {"ms", launch.milliseconds}});
    if (!row.parts) return;
    json["upload_ms"] = row.parts->upload * 1e3;
    json["kernel_ms"] = row.parts->kernels * 1e3;
    json["download_ms"] = row.parts->download * 1e3;
    json["overlapped_ms"] = row.parts->overlapped(row.time.median) * 1e3;
    json["frames_per_s"] = 1 / row.time.median;
    // No frame can come sooner than its longest part.
    json["most_frames_per_s"] = json_of(1 / row.parts->longest());
}

const Competitor& competitor_of(const Report& report, int index) {
    return report.settings.competitors[index];
}

template <typename F>
void for_settled(const Report& report, F&& f) {
    for (const Row& row : report.rows)
        if (row.settled) f(competitor_of(report, row.competitor), row);
}

// Columns a UTF-8 text takes on a terminal, for the characters used here.
size_t columns_of(const std::string& text) {
    return size_t(count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, size_t width, bool right) {
    const std::string space(width > columns_of(text) ? width - columns_of(text) : 0, ' ');
    return right ? space + text : text + space;
}

/// "0.4 %": by how much the median may be wrong.
std::string error_text(double error) {
    return std::isfinite(error) ? fmt::format("{:.2g} %", error * 100) : "–";
}

bool same_cell(const Row& row, int competitor, Extent extent) {
    return row.competitor == competitor && row.extent == extent;
}

/// Races over rows and over pictures copy the same bytes where their sizes are the same.
bool is_known_copy(const Report& all, const Competitor& competitor, const Update& update) {
    const auto* row = std::get_if<Row>(&update);
    if (row == nullptr || competitor.algorithm != nullptr) return false;
    return any_of(all.rows, [&](const Row& known) {
        const auto& other = all.settings.competitors[known.competitor];
        return known.competitor != row->competitor && key_of(other) == key_of(competitor) &&
               known.types == row->types && known.extent == row->extent;
    });
}

}  // namespace

void add(Report& report, const Update& update) {
    if (const auto* row = std::get_if<Row>(&update)) {
        for (Row& known : report.rows)
            if (same_cell(known, row->competitor, row->extent)) {
                known = *row;
                return;
            }
        report.rows.push_back(*row);
        return;
    }
    const auto& refusal = std::get<Refusal>(update);
    std::erase_if(report.rows,
                  [&](const Row& row) { return same_cell(row, refusal.competitor, refusal.extent); });
    report.refusals.push_back(refusal);
}

void add(Report& report, const RaceSettings& settings, std::vector<Update> updates) {
    const int offset = int(report.settings.competitors.size());
    append(report.settings.competitors, settings.competitors);
    for (Update& update : updates) {
        const Competitor& competitor =
            settings.competitors[std::visit([](const auto& one) { return size_t(one.competitor); }, update)];
        std::visit([offset](auto& one) { one.competitor += offset; }, update);
        if (!is_known_copy(report, competitor, update)) add(report, update);
    }
}

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

std::string in_columns(const std::vector<std::vector<std::string>>& rows, size_t words) {
    std::vector<size_t> widths(rows.front().size());
    for (const auto& row : rows)
        for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns_of(row[i]));
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (size_t i = 0; i < row.size(); ++i) line += padded(row[i], widths[i], i >= words) + "  ";
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

std::string to_table(const Report& report) {
    std::vector<std::vector<std::string>> rows = {{"algorithm", "on", "type", "width", "height", "median",
                                                   "±", "5th", "95th", "runs", "GB/s", "result"}};
    if (report.fresh_first_calls) rows.front().push_back("first call");
    for_settled(report, [&](const Competitor& competitor, const Row& row) {
        std::vector<std::string> shown = {line_text(slug_of(competitor), options_of(competitor)),
                                          place_of(competitor),
                                          types_text(row.types),
                                          std::to_string(row.extent.width),
                                          std::to_string(row.extent.height),
                                          time_text(row.time.median),
                                          error_text(row.time.error),
                                          time_text(row.time.low),
                                          time_text(row.time.high),
                                          std::to_string(row.time.runs),
                                          rate_text(row.gb_per_s()),
                                          "equal"};
        if (report.fresh_first_calls)
            shown.push_back(row.first_call_seconds > 0 ? time_text(row.first_call_seconds) : "–");
        rows.push_back(std::move(shown));
    });
    std::string text = name_of(report.machine) + "\n";
    return text + in_columns(rows);
}

std::string to_csv(const Report& report) {
    std::string text =
        "algorithm,on,type,width,height,median_ms,low_ms,high_ms,runs,gb_per_s,checked,machine\n";
    const std::string machine = csv_field(name_of(report.machine));
    for_settled(report, [&](const Competitor& competitor, const Row& row) {
        text += fmt::format("{},{},{},{},{},{:.6g},{:.6g},{:.6g},{},{:.6g},true,{}\n",
                            csv_field(line_text(slug_of(competitor), options_of(competitor))),
                            place_of(competitor), to_string(row.types), row.extent.width, row.extent.height,
                            row.time.median * 1e3, row.time.low * 1e3, row.time.high * 1e3, row.time.runs,
                            row.gb_per_s(), machine);
    });
    return text;
}

std::string to_json(const Report& report) {
    Json rows = Json::array();
    for_settled(report, [&](const Competitor& competitor, const Row& row) {
        Json json = {{"algorithm", slug_of(competitor)},
                     {"on", place_of(competitor)},
                     {"type", to_string(row.types)},
                     {"width", row.extent.width},
                     {"height", row.extent.height},
                     {"median_ms", json_of(row.time.median * 1e3)},
                     {"low_ms", json_of(row.time.low * 1e3)},
                     {"high_ms", json_of(row.time.high * 1e3)},
                     {"runs", row.time.runs},
                     {"gb_per_s", json_of(row.gb_per_s())},
                     {"checked", true},
                     {"bytes", row.traffic_bytes},
                     {"median_least_ms", finite(row.time.least * 1e3)},
                     {"median_most_ms", finite(row.time.most * 1e3)},
                     {"mean_ms", row.time.mean * 1e3}};
        add_facts(json, row);
        for (const OptionValue& option : options_of(competitor)) json["options"][option.name] = option.value;
        rows.push_back(std::move(json));
    });
    Json json;
    json["machine"] = machine_json(report.machine);
    json["rows"] = rows;
    if (!report.machine.date.empty()) json["recorded"] = {{"date", report.machine.date}};
    return json.dump(2) + "\n";
}

std::vector<std::string> remarks(const Report& report) {
    const double error = report.settings.stop.error;
    int settled = 0, missed = 0, unsteady = 0;
    double worst = 0, waited = 0;
    for_settled(report, [&](const Competitor&, const Row& row) {
        ++settled;
        if (row.time.error > error) {
            ++missed;
            worst = std::max(worst, row.time.error);
        }
        unsteady += row.steady ? 0 : 1;
        waited = std::max(waited, row.company.waited);
    });
    std::vector<std::string> all;
    if (missed > 0)
        all.push_back(fmt::format("{} of {} medians missed ±{:g} %; {}.", missed, settled, error * 100,
                                  std::isfinite(worst) ? fmt::format("the worst is ±{:.2g} %", worst * 100)
                                                       : "one has too few runs to say how far it is known"));
    if (unsteady > 0)
        all.push_back(
            fmt::format("{} had not settled after {:g} s of warming up; run it again on a quieter machine.",
                        counted(unsteady, "line"), report.settings.stop.settle.budget_seconds));
    if (waited > noticed_wait && report.settings.stop.settle.batches > 0)
        all.push_back(fmt::format(
            "Other programs ran on the same core: a line waited for {:.0f} % of its time.", waited * 100));
    return all;
}

std::string rate_text(double gb_per_s) {
    return gb_per_s < 999.5 ? fmt::format("{:.3g}", gb_per_s) : fmt::format("{:.0f}", gb_per_s);
}

std::string time_text(double seconds) {
    constexpr const char* units[] = {"ns", "µs", "ms", "s"};
    double value = seconds * 1e9;
    int unit = 0;
    while (value >= 999.5 && unit < 3) value /= 1000, ++unit;
    const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f} {}", value, decimals, units[unit]);
}

}  // namespace upsweep::bench
