// Kernels by name: from the fatbins in the binary, else compiled now. Loaded once and kept.
#pragma once

#include <cstddef>
#include <string>

#include "core/plan.h"
#include "device/cuda.h"
#include "device/device.h"

namespace upsweep::device {

/// The kernel, ready to launch on the device in use with up to `dynamic_shared_bytes`. May be called from any
/// thread. Throws BackendMissing or Error as Runner does.
KernelHandle load_kernel(const KernelName& kernel, int64_t dynamic_shared_bytes, const Options& options);

/// A variable outside of functions; nowhere if the machine code has none of that name.
struct Place {
    Address at = 0;
    size_t bytes = 0;
};
Place find_global(const KernelName& kernel, const std::string& name, const Options& options);

}  // namespace upsweep::device
