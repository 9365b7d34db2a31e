#include "system/dynamic_library.h"

// The form of POSIX. Windows' form of the three functions below belongs into this file too, as another
// branch: LoadLibraryW, GetProcAddress, and GetModuleHandleExW (FROM_ADDRESS) with GetModuleFileNameW.
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
