// Kernels by name: from the fatbins in the binary, else compiled now. Loaded once and kept.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/plan.h"
#include "device/cuda.h"
#include "device/device.h"

namespace upsweep::device {

/// "scan_blelloch.cu|Input=unsigned char|Output=unsigned int": definitions sorted by name, as
/// cmake/Cuda.cmake writes it. The function is not part of it: one fatbin holds all functions of a file.
std::string kernel_key(const KernelName& kernel);

/// Keys of all fatbins in the binary; none where the build made no machine code.
std::vector<std::string> embedded_kernel_keys();

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
