// The shared library alone: where a driver is, "on": "gpu" finds it.
#include "backends/gpu/gpu.h"

namespace {
[[maybe_unused]] const bool known = (upsweep::backends::use_this_gpu(), true);
}  // namespace
