// Places in a trace by a lesson's words.
#pragma once

#include <cstdint>

#include "lessons/lesson.h"

namespace upsweep::emulator {
struct Trace;
}

namespace upsweep::lessons {

/// Steps done at that moment. Throws Error naming the phases, launches, lines or findings that there are if
/// there is no such place.
int64_t resolve(const Moment& moment, const emulator::Trace& trace);

/// How many passes a phase has (replay::passes_of). Throws Error.
int passes_of(const std::string& phase, const emulator::Trace& trace);

}  // namespace upsweep::lessons
