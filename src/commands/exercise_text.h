// What the marks of one student and of a class share.
#pragma once

#include <string>
#include <string_view>

#include "exercises/mark.h"
#include "scenes/link.h"

namespace upsweep::commands {

/// Bytes of a file that is handed in.
inline constexpr int64_t largest_answer = 1 << 18;

/// What opens the run of the first rule that fails, at the step to look at; empty where none fails, or where
/// the rule has no run.
std::string link_of_failure(const exercises::Marks& marks, std::string_view base);

}  // namespace upsweep::commands
