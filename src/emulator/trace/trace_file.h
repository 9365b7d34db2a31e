// Traces as files: docs/trace-file.md describes the bytes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "emulator/trace/trace_fwd.h"

namespace upsweep::emulator {

/// Changes whenever the bytes mean something else.
inline constexpr uint32_t trace_file_version = 9;

/// True if the bytes begin like a trace file, of whatever version.
bool is_trace(std::span<const std::byte> bytes);

std::vector<std::byte> encode_trace(const Trace& trace);

/// Throws Error with one sentence starting with `name` for another version, a file cut short, or positions
/// that lead nowhere: a Player may walk whatever this returns.
Trace decode_trace(std::span<const std::byte> bytes, const std::string& name);

/// True if a Player and the views may follow every id, position and offset in it.
bool is_sound(const Trace& trace);

}  // namespace upsweep::emulator
