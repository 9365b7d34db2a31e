// Libraries with Windows' calls.
#include "system/dynamic_library.h"
#include "system/windows_text.h"

namespace upsweep::system {

DynamicLibrary::DynamicLibrary(std::span<const std::filesystem::path> names) {
    for (const std::filesystem::path& name : names) {
        if (name.empty()) continue;
        // A path that is whole has its own folder searched for what it needs; a name is looked up as usual.
        const DWORD how = name.is_absolute() ? LOAD_WITH_ALTERED_SEARCH_PATH : 0;
        handle_ = LoadLibraryExW(name.c_str(), nullptr, how);
        if (handle_ != nullptr) return;
    }
}

void* DynamicLibrary::find(const char* symbol) const {
    if (handle_ == nullptr) return nullptr;
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_), symbol));
}

std::filesystem::path library_of(const void* function) {
    HMODULE module = nullptr;
    const DWORD how = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    if (!GetModuleHandleExW(how, static_cast<LPCWSTR>(function), &module)) return {};
    return module_file(module);
}

}  // namespace upsweep::system
