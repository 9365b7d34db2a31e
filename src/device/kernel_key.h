// The name under which a kernel's machine code is found: its file and its definitions.
#pragma once

#include <string>
#include <vector>

#include "core/plan.h"

namespace upsweep::device {

/// "scan_blelloch.cu|Input=unsigned char|Output=unsigned int": definitions sorted by name, as
/// cmake/Cuda.cmake writes it. The function is not part of it: one fatbin holds all functions of a file.
std::string kernel_key(const KernelName& kernel);

/// Keys of all fatbins in the binary; none where the build made no machine code.
std::vector<std::string> embedded_kernel_keys();

}  // namespace upsweep::device
