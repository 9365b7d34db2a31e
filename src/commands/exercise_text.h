// Marks as JSON and links, of one student and of a class.
#pragma once

#include <string>
#include <string_view>

#include "core/json_fwd.h"
#include "exercises/mark.h"
#include "scenes/link.h"

namespace upsweep::commands {

/// Bytes of a file that is handed in.
inline constexpr int64_t largest_answer = 1 << 18;

std::string_view name_of(exercises::State state);

/// One rule; `with_scene`: with the scene's file of where it fails.
Json row_json(const exercises::Row& row, bool with_scene);

/// What opens the run of the first rule that fails, at the step to look at; empty where none fails, or where
/// the rule has no run.
std::string link_of_failure(const exercises::Marks& marks, std::string_view base);

}  // namespace upsweep::commands
