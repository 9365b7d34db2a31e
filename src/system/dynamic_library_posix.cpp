#include "system/dynamic_library.h"

// Libraries with POSIX's calls.
#include <dlfcn.h>

namespace upsweep::system {

DynamicLibrary::DynamicLibrary(std::span<const std::filesystem::path> names) {
    for (const std::filesystem::path& name : names) {
        if (name.empty()) continue;  // it would open the program itself
        if ((handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) != nullptr) return;
    }
}

void* DynamicLibrary::find(const char* symbol) const {
    return handle_ == nullptr ? nullptr : dlsym(handle_, symbol);
}

std::filesystem::path library_of(const void* function) {
    Dl_info info{};
    return dladdr(function, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

}  // namespace upsweep::system
