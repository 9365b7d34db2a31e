// What marking came to, as JSON: for commands, autograders and notebooks.
#pragma once

#include <string_view>

#include "core/json_fwd.h"
#include "exercises/mark.h"

namespace upsweep::exercises {

std::string_view name_of(State state);

/// {"rule", "title", "state", "sentence", "figure"}, "line" where it is one of the text, and `with_scene`
/// "step" and "scene" (a scene file's text) where it fails at one.
Json row_json(const Row& row, bool with_scene);

/// {"exercise", "passed", "compiles", "rules": [{"rule", "title", "state", "sentence", "figure", "line",
/// "step", "scene"}], "cases", "schedules", "orders", "all_orders", "runs", "tried"}; of a rule "line" where
/// it is one of the text, "step" and "scene" (a scene file's text) where it fails at one.
Json marks_json(const Exercise& exercise, const Marks& marks);

}  // namespace upsweep::exercises
