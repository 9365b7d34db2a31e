// What the files of Windows' form share: UTF-16 and errors. Only they include this.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX  // libstdc++ may have it
#endif
#include <windows.h>

namespace upsweep::system {

/// Bytes that are not UTF-8 become U+FFFD.
inline std::wstring wide(std::string_view text) {
    const int bytes = int(text.size());
    std::wstring result(size_t(MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, nullptr, 0)), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, result.data(), int(result.size()));
    return result;
}

inline std::string utf8(std::wstring_view text) {
    const int units = int(text.size());
    const auto convert = [&](char* to, int room) {
        return WideCharToMultiByte(CP_UTF8, 0, text.data(), units, to, room, nullptr, nullptr);
    };
    std::string result(size_t(convert(nullptr, 0)), '\0');
    convert(result.data(), int(result.size()));
    return result;
}

inline std::error_code windows_error() { return {int(GetLastError()), std::system_category()}; }

/// The file of a library; of this program, for null.
inline std::filesystem::path module_file(HMODULE module) {
    std::wstring name(MAX_PATH, L'\0');
    for (;;) {
        const DWORD length = GetModuleFileNameW(module, name.data(), DWORD(name.size()));
        if (length < name.size()) return name.substr(0, length);
        name.resize(name.size() * 2);
    }
}

/// A handle of the system that is closed with this object.
class Handle {
  public:
    Handle() = default;
    explicit Handle(HANDLE handle) : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { close(); }
    void set(HANDLE handle) {
        close();
        handle_ = handle == INVALID_HANDLE_VALUE ? nullptr : handle;
    }
    void close() {
        if (handle_ != nullptr) CloseHandle(handle_);
        handle_ = nullptr;
    }
    HANDLE get() const { return handle_; }
    bool is_open() const { return handle_ != nullptr; }

  private:
    HANDLE handle_ = nullptr;
};

}  // namespace upsweep::system
