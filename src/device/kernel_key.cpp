#include "device/kernel_key.h"

#include "core/ranges.h"

namespace upsweep::device {

std::string kernel_key(const KernelName& kernel) {
    Definitions definitions = kernel.definitions;
    sort(definitions);
    std::string key = kernel.file;
    for (const auto& [name, value] : definitions) key += "|" + name + "=" + value;
    return key;
}

}  // namespace upsweep::device
