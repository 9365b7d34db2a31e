// Whether a finding's sentence is written as a person would write it.
#pragma once

#include <string>

namespace upsweep::emulator {

/// What is wrong with the sentence: a wrong number of verb or noun, doubled spaces, a missing full stop.
/// Empty if nothing is.
std::string slip_of_sentence(const std::string& sentence);

}  // namespace upsweep::emulator
