#include "bench/add_to_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "bench/recording.h"
#include "core/error.h"
#include "core/json.h"

namespace upsweep::bench {
namespace {

bool has_rows_on(const Report& report, std::string_view backend) {
    return std::any_of(report.rows.begin(), report.rows.end(), [&](const Row& row) {
        return row.settled &&
               report.settings.competitors[static_cast<std::size_t>(row.competitor)].on == backend;
    });
}

void check_machine(const MachineInfo& recorded, const Report& report, const std::string& name) {
    const MachineInfo& here = report.machine;
    const auto same = [&](const std::string& there, const std::string& ours, std::string_view what) {
        if (there != ours)
            throw UsageError(
                fmt::format("{} was recorded with {} {}, and here it is {}; write these rows to another file "
                            "with --output.",
                            name, what, there.empty() ? "none" : there, ours.empty() ? "none" : ours));
    };
    // Many processors go by one name, so the CPU's rows want the same GPU beside it as well.
    same(recorded.gpu, here.gpu, "the GPU");
    if (has_rows_on(report, "gpu")) same(recorded.driver, here.driver, "CUDA");
    if (has_rows_on(report, "cpu")) same(recorded.cpu, here.cpu, "the CPU");
}

/// Whichever way they are written: options in any order, and with or without those at their defaults.
bool same_cell(const RecordedTime& a, const RecordedTime& b) {
    return line_of(a) == line_of(b) && a.on == b.on && a.types == b.types && a.extent == b.extent;
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
    const std::vector<RecordedTime> added_times = parse_recording(report_text, "The report").times;
    for (std::size_t i = 0; i < added["rows"].size(); ++i) {
        Json row = added["rows"][i];
        if (!report.machine.date.empty() && report.machine.date != before.date)
            row["date"] = report.machine.date;
        const auto known = std::find_if(times.begin(), times.end(), [&](const RecordedTime& other) {
            return same_cell(other, added_times[i]);
        });
        if (known == times.end()) {
            rows.push_back(std::move(row));
            times.push_back(added_times[i]);
        } else {
            rows[static_cast<std::size_t>(known - times.begin())] = std::move(row);
        }
    }
    return recording.dump(2) + "\n";
}

}  // namespace upsweep::bench
