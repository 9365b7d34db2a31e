// What of the user's program a GPU's compiler has to see: the kernel and what it names, on the lines where
// they are. Host code and its headers become blanks.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/plan.h"
#include "emulator/compiler.h"

namespace upsweep::programs {

/// Name and text of the kernels' file, of the siblings that it includes, and of a header with what host
/// headers would have defined. The kernels, one at least, are of one file with the same definitions, and
/// `compiler` takes them.
std::vector<std::pair<std::string, std::string>> device_texts(const std::vector<KernelName>& kernels,
                                                              emulator::Compiler& compiler);

}  // namespace upsweep::programs
