// An exercise as HTML: to do at home, where the program marks the file.
#pragma once

#include <string>

namespace upsweep::exports {

enum class Paper : bool { screen, print };

/// The task, the checks, the text to begin with and how to mark it; on a screen that text can be downloaded
/// and copied, and hints are folded. Of a slug that the program does not have: one sentence.
std::string exercise_html(const std::string& slug, Paper paper);

}  // namespace upsweep::exports
