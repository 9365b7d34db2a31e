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
std::wstring wide(std::string_view text);
std::string utf8(std::wstring_view text);

inline std::error_code windows_error() { return {int(GetLastError()), std::system_category()}; }

/// The file of a library; of this program, for null.
std::filesystem::path module_file(HMODULE module);

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
