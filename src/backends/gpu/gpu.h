// The GPU by its driver. A program that wants one says so as it begins; what it runs then asks
// backends::gpu().
#pragma once

#include "backends/backend.h"

namespace upsweep::device {
class DevicePixels;
}

namespace upsweep::backends {

/// backends::gpu() is this machine's from now on.
void use_this_gpu();

/// For OpenGL, which can take them without a way over the host. They must be this machine's GPU's.
const device::DevicePixels& on_device(const GpuPixels& pixels);

}  // namespace upsweep::backends
