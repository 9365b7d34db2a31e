// An exercise as HTML: to do at home, where the program marks the file.
#pragma once

#include <string>

namespace upsweep::pages {

/// The task, the checks, the text to begin with (to be downloaded or copied) and how to mark it; with `hints`
/// those, folded. Of a slug that the program does not have: one sentence.
std::string exercise_html(const std::string& slug, bool hints);

}  // namespace upsweep::pages
