// NVRTC, opened at run time: compiles kernels that the build made no machine code for. No CUDA headers
// needed.
#pragma once

#include <string>
#include <vector>

#include "core/plan.h"
#include "device/device.h"

namespace upsweep::device {

/// A kernel text and the sibling headers that it includes, directly or through each other.
struct SourceTree {
    std::string text;
    std::vector<std::pair<std::string, std::string>> headers;  ///< name as included, text
};
SourceTree collect_sources(const std::string& file, const SourceProvider& sources);

/// A template with its arguments, "scan<float, 256>": its symbol has another name.
bool is_template_instance(const KernelName& kernel);

/// Machine code of `kernel` for compute capability major.minor. Throws BackendMissing if NVRTC is not there
/// and Error with the compiler's first complaint if the text does not compile.
/// `symbol`, if given, gets the name that the kernel has in the machine code.
std::string compile(const KernelName& kernel, const SourceTree& source, int major, int minor,
                    std::string* symbol = nullptr);

}  // namespace upsweep::device
