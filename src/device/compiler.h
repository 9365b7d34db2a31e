// NVRTC, opened at run time: compiles kernels that the build made no machine code for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/plan.h"
#include "device/device.h"

namespace upsweep::device {

/// A template with its arguments, "scan<float, 256>": its symbol has another name.
bool is_template_instance(const KernelName& kernel);

/// CUDA's version of NVRTC, "13.0"; empty if it is not installed.
std::string compiler_version();

/// What came of a text.
struct Compiled {
    std::string image;  ///< machine code, or PTX where the compiler is older than the GPU
    std::map<std::string, std::string> symbols;  ///< what each wanted name is called in the machine code
    std::string log;                             ///< what the compiler said; warnings
};

/// Machine code of `kernel`'s file for compute capability major.minor. `wanted` are C++ names of kernels
/// ("scan<float, 256>", "scan(int*, int)") and variables ("&table") that are not extern "C". Throws
/// BackendMissing if NVRTC is missing and Error with the compiler's first complaint if the text does not
/// compile.
Compiled compile(const KernelName& kernel, const SourceTree& source, int major, int minor,
                 const std::vector<std::string>& wanted = {});

}  // namespace upsweep::device
