// Two recordings side by side.
#include "bench/compare.h"

#include <fmt/format.h>

#include "bench/rows.h"
#include "core/json.h"
#include "core/ranges.h"
#include "core/words.h"

namespace upsweep::bench {
namespace {

const char* verdict_on(const Change& change, double factor) {
    return change.slower(factor) ? "slower" : change.faster(factor) ? "faster" : "alike";
}

}  // namespace

bool Change::repeats() const {
    const bool agree = before.low <= after.seconds && after.seconds <= before.high &&
                       after.low <= before.seconds && before.seconds <= after.high;
    return agree || (least() <= 1 && most() >= 1);
}

std::vector<Change> changes(const Recording& before, const Recording& after) {
    std::vector<Change> all;
    std::vector<const RecordedTime*> taken;
    for (const RecordedTime& time : after.times) {
        if (time.seconds <= 0) continue;
        const auto known = find_if(before.times, [&](const RecordedTime& other) {
            return other.seconds > 0 && same_cell(other, time);
        });
        // A size may be among the rows and among the targets.
        if (known == before.times.end() || contains(taken, &*known)) continue;
        taken.push_back(&*known);
        all.push_back({*known, time});
    }
    return all;
}

std::string changes_table(const std::vector<Change>& changes, double factor) {
    std::vector<std::vector<std::string>> rows = {
        {"algorithm", "on", "type", "size", "before", "after", "ratio", "95 % sure", "verdict"}};
    int slower = 0, faster = 0;
    for (const Change& change : changes) {
        slower += change.slower(factor);
        faster += change.faster(factor);
        rows.push_back({line_of(change.after), change.after.on, types_text(change.after.types),
                        extent_text(change.after.extent), time_text(change.before.seconds),
                        time_text(change.after.seconds), fmt::format("{:.3f}", change.ratio()),
                        fmt::format("{:.3f} … {:.3f}", change.least(), change.most()),
                        verdict_on(change, factor)});
    }
    std::string text = in_columns(rows);
    text +=
        fmt::format("{} slower by more than {:g} times, {} faster, of {} in both.\n",
                    counted(slower, "line") + (slower == 1 ? " is" : " are"), factor, faster, changes.size());
    return text;
}

std::string changes_json(const std::vector<Change>& changes, double factor) {
    Json rows = Json::array();
    for (const Change& change : changes) {
        Json row = {{"algorithm", change.after.algorithm},    {"on", change.after.on},
                    {"type", to_string(change.after.types)},  {"width", change.after.extent.width},
                    {"height", change.after.extent.height},   {"before_ms", change.before.seconds * 1e3},
                    {"after_ms", change.after.seconds * 1e3}, {"ratio", json_of(change.ratio())},
                    {"least", json_of(change.least())},       {"most", json_of(change.most())},
                    {"verdict", verdict_on(change, factor)}};
        for (const OptionValue& option : change.after.options) row["options"][option.name] = option.value;
        rows.push_back(std::move(row));
    }
    Json json;
    json["factor"] = factor;
    json["changes"] = rows;
    return json.dump(2) + "\n";
}

}  // namespace upsweep::bench
