#include "device/kernel_key.h"

#include <algorithm>

namespace upsweep::device {

std::string kernel_key(const KernelName& kernel) {
    Definitions definitions = kernel.definitions;
    std::sort(definitions.begin(), definitions.end());
    std::string key = kernel.file;
    for (const auto& [name, value] : definitions) key += "|" + name + "=" + value;
    return key;
}

}  // namespace upsweep::device
