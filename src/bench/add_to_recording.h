// Measurements put into a recording that is there already.
#pragma once

#include <string>

#include "bench/export.h"

namespace upsweep::bench {

/// The recording `text`, called `name`, with the report's settled rows: each takes the place of the row with
/// its algorithm, options, place, type and size, or is behind the others, and carries its own day where
/// that is not the recording's. Everything else stays as it is written. Throws Error for what is no
/// recording, and UsageError where the report is of another GPU, or its rows are of another CUDA version or
/// CPU.
std::string add_to_recording(const std::string& text, const std::string& name, const Report& report);

}  // namespace upsweep::bench
