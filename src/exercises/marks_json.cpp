#include "exercises/marks_json.h"

#include <utility>

#include "core/json.h"
#include "scenes/scene_file.h"

namespace upsweep::exercises {

std::string_view name_of(State state) {
    return state == State::met ? "met" : state == State::failed ? "failed" : "open";
}

Json row_json(const Row& row, bool with_scene) {
    Json one = {{"rule", row.key},
                {"title", row.title},
                {"state", name_of(row.state)},
                {"sentence", row.sentence},
                {"figure", row.figure}};
    if (row.line > 0) one["line"] = row.line;
    if (row.scene && with_scene) {
        one["step"] = row.scene->step;
        one["scene"] = scenes::to_toml(*row.scene);
    }
    return one;
}

Json marks_json(const Exercise& exercise, const Marks& marks) {
    Json rows = Json::array();
    for (const Row& row : marks.rows) rows.push_back(row_json(row, true));
    return {{"exercise", exercise.slug}, {"passed", marks.passed},         {"compiles", marks.compiles},
            {"rules", std::move(rows)},  {"cases", marks.cases},           {"schedules", marks.schedules},
            {"orders", marks.orders},    {"all_orders", marks.all_orders}, {"runs", marks.runs},
            {"tried", marks.tried}};
}

}  // namespace upsweep::exercises
