// Libraries that are opened while the program runs, so that it starts where they are missing.
#pragma once

#include <filesystem>
#include <span>

namespace upsweep::system {

/// A library that stays open to the end of the program, or none.
class DynamicLibrary {
  public:
    DynamicLibrary() = default;
    /// The first of these that opens: file names that the system looks up, or paths. Those that only another
    /// system has are simply not found.
    explicit DynamicLibrary(std::span<const std::filesystem::path> names);

    explicit operator bool() const { return handle_ != nullptr; }
    /// A function or a variable; null if the library has none of this name, or there is no library.
    void* find(const char* symbol) const;
    template <typename Function>
    bool find(const char* symbol, Function& function) const {
        function = reinterpret_cast<Function>(find(symbol));
        return function != nullptr;
    }

  private:
    void* handle_ = nullptr;
};

/// The file of the library that holds this function; empty if that is not known.
std::filesystem::path library_of(const void* function);

}  // namespace upsweep::system
