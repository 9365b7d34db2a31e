#include "bench/add_to_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/recording.h"
#include "core/error.h"

namespace upsweep::bench {
namespace {

using Json = nlohmann::ordered_json;

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

/// Options are of their names, in whatever order they are written.
bool same_cell(const Json& a, const Json& b) {
    for (const char* key : {"algorithm", "on", "type", "width", "height"})
        if (a.value(key, Json()) != b.value(key, Json())) return false;
    using Unordered = nlohmann::json;
    return Unordered::parse(a.value("options", Json::object()).dump()) ==
           Unordered::parse(b.value("options", Json::object()).dump());
}

}  // namespace

std::string add_to_recording(const std::string& text, const std::string& name, const Report& report) {
    const Recording before = parse_recording(text, name);
    check_machine(before.machine, report, name);
    Json recording = Json::parse(text);
    if (!recording.contains("rows")) recording["rows"] = Json::array();
    Json& rows = recording["rows"];
    const Json added = Json::parse(to_json(report));
    for (Json row : added["rows"]) {
        if (!report.machine.date.empty() && report.machine.date != before.date)
            row["date"] = report.machine.date;
        const auto known =
            std::find_if(rows.begin(), rows.end(), [&](const Json& other) { return same_cell(other, row); });
        if (known == rows.end())
            rows.push_back(std::move(row));
        else
            *known = std::move(row);
    }
    return recording.dump(2) + "\n";
}

}  // namespace upsweep::bench
