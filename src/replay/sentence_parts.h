// Pieces of sentences, for step_sentence.cpp.
#pragma once

#include <cstdint>
#include <string>

#include "emulator/trace/trace.h"
#include "replay/trace.h"

namespace upsweep::replay {

inline std::string quoted(const std::string& text) { return "`" + text + "`"; }
inline const emulator::Step& step_at(const emulator::Trace& trace, std::int64_t index) {
    return trace.steps[static_cast<std::size_t>(index)];
}
inline const emulator::Access& access_at(const emulator::Trace& trace, std::int64_t index) {
    return trace.accesses[static_cast<std::size_t>(index)];
}
/// "Warp 3", or "The loop" on the CPU.
std::string runner(const emulator::Trace& trace, const emulator::Step& step);
/// The value after an access, as its array's type writes it.
std::string value_text(const emulator::Trace& trace, const emulator::Access& access);
/// " Lanes 2 and 3 sit this out.", or nothing.
std::string idle_lanes(const emulator::Trace& trace, const emulator::Step& step);

/// A step that writes no memory which blocks share: what it puts into a local.
std::string local_sentence(const emulator::Trace& trace, std::int64_t index);
/// A condition: its text, its values, and which lanes go on where.
std::string condition_sentence(const emulator::Trace& trace, std::int64_t index);

}  // namespace upsweep::replay
