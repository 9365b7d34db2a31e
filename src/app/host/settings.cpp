// Settings as TOML: one table a group.
#include "app/host/settings.h"

#include <fmt/format.h>

#include <cstddef>
#include <sstream>
#include <vector>

#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "media/file.h"
#include "system/machine.h"
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

constexpr int64_t most_bytes = 1 << 20;

Error not_a_file(const std::filesystem::path& file) {
    return Error(in_quotes(file.string()) +
                 " is a device or a pipe; remove it and settings are saved again.");
}

std::string text_of(const std::filesystem::path& file) {
    std::error_code failed;
    const auto status = std::filesystem::status(file, failed);
    if (status.type() == std::filesystem::file_type::not_found) return "";
    if (is_regular_file(status) && std::filesystem::file_size(file, failed) == 0) return "";
    if (is_stream(file)) throw not_a_file(file);
    const std::vector<std::byte> bytes = media::read_file(file, most_bytes);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::string Settings::text(std::string_view name, std::string fallback) const {
    const auto* value = find<std::string>(values_, name);
    return value != nullptr ? *value : fallback;
}

int64_t Settings::integer(std::string_view name, int64_t fallback) const {
    const auto* value = find<int64_t>(values_, name);
    return value != nullptr ? *value : fallback;
}

double Settings::number(std::string_view name, double fallback) const {
    if (const auto* value = find<double>(values_, name)) return *value;
    if (const auto* value = find<int64_t>(values_, name)) return double(*value);
    return fallback;
}

bool Settings::flag(std::string_view name, bool fallback) const {
    const auto* value = find<bool>(values_, name);
    return value != nullptr ? *value : fallback;
}

void Settings::set(std::string_view name, Value value) { values_[std::string(name)] = std::move(value); }

std::optional<std::filesystem::path> Settings::user_file() {
    if (const auto folder = system::config_folder()) return *folder / "upsweep" / "settings.toml";
    return std::nullopt;
}

void Settings::load(const std::filesystem::path& file) {
    const std::string text = text_of(file);
    try {
        std::map<std::string, Value, std::less<>> values;
        collect(toml::parse(text), "", values);
        values_ = std::move(values);
    } catch (const toml::parse_error& error) {
        throw Error("Line {} of the settings in {} cannot be read, so the defaults are used.",
                    error.source().begin.line, in_quotes(file.string()));
    }
}

std::filesystem::path Settings::keep_copy(const std::filesystem::path& file) {
    std::filesystem::path copy = file;
    copy += ".broken";
    write_file(copy, media::read_file(file, most_bytes));
    return copy;
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
    if (is_stream(file)) throw not_a_file(file);
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    std::ostringstream text;
    text << root << '\n';
    write_file(file, text.str());
}

std::optional<std::filesystem::path> drafts_folder() {
    if (const auto folder = system::state_folder()) return *folder / "upsweep" / "drafts";
    return std::nullopt;
}

}  // namespace upsweep::app
