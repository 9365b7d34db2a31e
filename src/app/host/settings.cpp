// Settings as TOML: one table a group.
#include "app/host/settings.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/error.h"
#include "third_party/toml.h"

namespace upsweep::app {
namespace {

template <typename T>
const T* find(const std::map<std::string, Settings::Value, std::less<>>& values, std::string_view name) {
    const auto found = values.find(name);
    return found == values.end() ? nullptr : std::get_if<T>(&found->second);
}

void collect(const toml::table& table, const std::string& prefix,
             std::map<std::string, Settings::Value, std::less<>>& values) {
    for (const auto& [key, node] : table) {
        const std::string name = prefix + std::string(key.str());
        if (const auto* inner = node.as_table()) collect(*inner, name + ".", values);
        if (const auto* flag = node.as_boolean()) values[name] = flag->get();
        if (const auto* integer = node.as_integer()) values[name] = integer->get();
        if (const auto* number = node.as_floating_point()) values[name] = number->get();
        if (const auto* text = node.as_string()) values[name] = text->get();
    }
}

}  // namespace

std::string Settings::text(std::string_view name, std::string fallback) const {
    const auto* value = find<std::string>(values_, name);
    return value != nullptr ? *value : fallback;
}

std::int64_t Settings::integer(std::string_view name, std::int64_t fallback) const {
    const auto* value = find<std::int64_t>(values_, name);
    return value != nullptr ? *value : fallback;
}

double Settings::number(std::string_view name, double fallback) const {
    if (const auto* value = find<double>(values_, name)) return *value;
    if (const auto* value = find<std::int64_t>(values_, name)) return static_cast<double>(*value);
    return fallback;
}

bool Settings::flag(std::string_view name, bool fallback) const {
    const auto* value = find<bool>(values_, name);
    return value != nullptr ? *value : fallback;
}

void Settings::set(std::string_view name, Value value) { values_[std::string(name)] = std::move(value); }

std::optional<std::filesystem::path> Settings::user_file() {
    std::filesystem::path folder;
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config != '\0')
        folder = config;
    else if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
        folder = std::filesystem::path(home) / ".config";
    if (folder.empty()) return std::nullopt;
    return folder / "upsweep" / "settings.toml";
}

void Settings::load(const std::filesystem::path& file) {
    if (!std::filesystem::exists(file)) return;
    try {
        std::map<std::string, Value, std::less<>> values;
        collect(toml::parse_file(file.string()), "", values);
        values_ = std::move(values);
    } catch (const toml::parse_error& error) {
        throw Error("The settings in " + file.string() + " cannot be read (line " +
                    std::to_string(error.source().begin.line) + "); they are ignored and written anew.");
    }
}

void Settings::save(const std::filesystem::path& file) const {
    toml::table root;
    for (const auto& [name, value] : values_) {
        const auto dot = name.find('.');
        const std::string group = dot == std::string::npos ? "window" : name.substr(0, dot);
        if (!root.contains(group)) root.insert(group, toml::table{});
        toml::table& table = *root[group].as_table();
        const std::string key = name.substr(dot == std::string::npos ? 0 : dot + 1);
        std::visit([&](const auto& plain) { table.insert_or_assign(key, plain); }, value);
    }
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    std::filesystem::path fresh = file;
    fresh += ".new";
    {
        std::ofstream out(fresh);
        out << root << '\n';
        if (!out.flush()) throw Error("The settings could not be written to " + file.string() + ".");
    }
    std::filesystem::rename(fresh, file, ignored);
    if (ignored) throw Error("The settings could not be written to " + file.string() + ".");
}

}  // namespace upsweep::app
