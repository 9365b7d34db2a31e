// A lesson's questions as HTML: to answer on a page, and on a sheet to print.
#pragma once

#include <string>

#include "lessons/prepare.h"

namespace upsweep::exports {

/// Buttons, each with its reason, which stays hidden until the button is pressed; of a number a field; of the
/// rest the question. The answer is behind a button.
std::string question_html(const lessons::PreparedQuestion& question);
/// With boxes to tick, or a line to write on.
std::string asked_html(const lessons::PreparedQuestion& question, int number);
/// The right answer, and why others are wrong.
std::string answer_html(const lessons::PreparedQuestion& question, int number);

}  // namespace upsweep::exports
