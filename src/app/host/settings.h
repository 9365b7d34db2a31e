// Settings: a few values that outlive the program, in one small text file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace upsweep::app {

/// Names are "group.name". Reading a value of another kind than the one stored gives the fallback.
class Settings {
  public:
    using Value = std::variant<bool, int64_t, double, std::string>;

    std::string text(std::string_view name, std::string fallback) const;
    int64_t integer(std::string_view name, int64_t fallback) const;
    double number(std::string_view name, double fallback) const;
    bool flag(std::string_view name, bool fallback) const;
    void set(std::string_view name, Value value);
    // One overload a kind: a plain number must not be taken for another kind on its way into the variant.
    void set(std::string_view name, bool value) { set(name, Value(value)); }
    void set(std::string_view name, int value) { set(name, Value(int64_t{value})); }
    void set(std::string_view name, int64_t value) { set(name, Value(value)); }
    void set(std::string_view name, double value) { set(name, Value(value)); }
    void set(std::string_view name, std::string value) { set(name, Value(std::move(value))); }
    void set(std::string_view name, const char* value) { set(name, Value(std::string(value))); }

    /// $XDG_CONFIG_HOME/upsweep/settings.toml, or under ~/.config; nothing if neither is known.
    static std::optional<std::filesystem::path> user_file();
    /// Reads `file`; a missing one is empty. Throws Error, with nothing changed, if it cannot be read or
    /// understood.
    void load(const std::filesystem::path& file);
    /// Copies a file that load() refused, so that it may be written again; returns the copy's name. Throws
    /// Error: then it must not be written.
    static std::filesystem::path keep_copy(const std::filesystem::path& file);
    /// Writes `file` whole or not at all. Throws Error.
    void save(const std::filesystem::path& file) const;
    friend bool operator==(const Settings&, const Settings&) = default;

  private:
    std::map<std::string, Value, std::less<>> values_;
};

/// Where unsaved texts outlive the program: $XDG_STATE_HOME/upsweep/drafts, or under ~/.local/state; nothing
/// if neither is known.
std::optional<std::filesystem::path> drafts_folder();

}  // namespace upsweep::app
