// Trace files on disk, as `upsweep run FILE.cu --trace NAME` writes them.
#pragma once

#include <string>

namespace upsweep::emulator {
struct Trace;
}

namespace upsweep::scenes {

/// True if the file can be read and begins like a trace, of whatever version. Never throws.
bool is_trace_file(const std::string& path);

/// The whole trace. Throws Error with one sentence if the file cannot be read, is not one, is cut short or
/// damaged, or needs more memory than there is.
emulator::Trace read_trace(const std::string& path);

}  // namespace upsweep::scenes
