// TOML by toml++, kept out of our headers.
#include "scenes/toml_reader.h"

#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/utf8.h"
#include "emulator/source/near_names.h"
#include "scenes/toml_mistake.h"
#include "third_party/toml.h"

namespace upsweep::scenes {

void refuse(std::string_view file, int line, const std::string& what) {
    throw Error(std::string(file) + ", line " + std::to_string(line) + ": " + what);
}

struct TomlReader::Node {
    toml::table table;
    std::set<std::string, std::less<>> read, known;  ///< known: asked for, whether or not it is there
};

namespace {

toml::table parse(const std::string& file, int line, std::string_view text) {
    if (const auto fault = encoding_fault(text)) refuse(file, line + fault->line - 1, fault->sentence);
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        const auto at = int(error.source().begin.line);
        refuse(file, line + at - 1, toml_mistake(text, at, error.description()));
    }
}

}  // namespace

TomlReader::TomlReader(std::string file, int line, std::string_view toml)
    : file_(std::move(file)),
      first_line_(line),
      line_(line),
      node_(std::make_unique<Node>(Node{parse(file_, line, toml), {}, {}})) {}
TomlReader::TomlReader(std::string file, int first_line, int line, std::unique_ptr<Node> node)
    : file_(std::move(file)), first_line_(first_line), line_(line), node_(std::move(node)) {}
TomlReader::~TomlReader() = default;
TomlReader::TomlReader(TomlReader&&) noexcept = default;

bool TomlReader::has(std::string_view key) const {
    node_->known.emplace(key);
    return node_->table.contains(key);
}

int TomlReader::line_of(std::string_view key) const {
    const auto* node = node_->table.get(key);
    const int at = node != nullptr ? int(node->source().begin.line) : 0;
    return at > 0 ? first_line_ + at - 1 : line_;
}

void TomlReader::refuse_value(std::string_view key, std::string_view what) const {
    refuse(file_, line_of(key), fmt::format("{} must be {}.", in_ticks(key), what));
}

/// The value of a key, which counts as read; null if the table has no such key. `what` says what it must be.
template <typename Test>
auto TomlReader::take(std::string_view key, Test is_right, std::string_view what) {
    node_->read.emplace(key);
    toml::node* node = node_->table.get(key);
    if (node != nullptr && !std::invoke(is_right, *node)) refuse_value(key, what);
    return node;
}

std::string TomlReader::text(std::string_view key) {
    if (!has(key)) refuse_key(key, in_ticks(key) + " is missing.");
    return text(key, {});
}

std::string TomlReader::text(std::string_view key, std::string fallback) {
    const auto* node = take(key, &toml::node::is_string, "a text in quotes");
    return node == nullptr ? fallback : node->as_string()->get();
}

int64_t TomlReader::integer(std::string_view key, int64_t lowest, int64_t highest, int64_t fallback) {
    node_->read.emplace(key);
    const auto* node = node_->table.get(key);
    if (node == nullptr) return fallback;
    const auto value = node->is_integer() ? node->as_integer()->get() : lowest - 1;
    if (value < lowest || value > highest)
        refuse(file_, line_of(key),
               in_ticks(key) + " must be a whole number from " + std::to_string(lowest) + " to " +
                   std::to_string(highest) + ".");
    return value;
}

bool TomlReader::flag(std::string_view key, bool fallback) {
    const auto* node = take(key, &toml::node::is_boolean, "true or false");
    return node == nullptr ? fallback : node->as_boolean()->get();
}

bool TomlReader::is_text(std::string_view key) const {
    const auto* node = node_->table.get(key);
    return node != nullptr && node->is_string();
}

std::vector<std::string> TomlReader::keys() const {
    std::vector<std::string> names;
    for (const auto& [key, node] : node_->table) names.emplace_back(key.str());
    return names;
}

std::vector<std::string> TomlReader::numbers(std::string_view key) {
    constexpr const char* what = "a list of numbers";
    std::vector<std::string> values;
    const auto* node = take(key, &toml::node::is_array, what);
    if (node == nullptr) return values;
    for (const auto& element : *node->as_array()) {
        if (element.is_integer())
            values.push_back(std::to_string(element.as_integer()->get()));
        else if (element.is_floating_point())
            values.push_back(fmt::format("{}", element.as_floating_point()->get()));
        else
            refuse_value(key, what);
    }
    return values;
}

std::vector<std::string> TomlReader::texts(std::string_view key) {
    constexpr const char* what = "a list of texts in quotes";
    std::vector<std::string> values;
    const auto* node = take(key, &toml::node::is_array, what);
    if (node == nullptr) return values;
    for (const auto& element : *node->as_array()) {
        if (!element.is_string()) refuse_value(key, what);
        values.push_back(element.as_string()->get());
    }
    return values;
}

std::vector<std::string> TomlReader::settings(std::string_view key) {
    constexpr const char* what = "a table of whole numbers and names";
    std::vector<std::string> values;
    const auto* node = take(key, &toml::node::is_table, what);
    if (node == nullptr) return values;
    for (const auto& [name, element] : *node->as_table()) {
        const std::string begin = std::string(name.str()) + "=";
        if (element.is_integer())
            values.push_back(begin + std::to_string(element.as_integer()->get()));
        else if (element.is_string())
            values.push_back(begin + element.as_string()->get());
        else
            refuse_value(key, what);
    }
    return values;
}

std::optional<TomlReader> TomlReader::table(std::string_view key) {
    auto* node = take(key, &toml::node::is_table, "a table");
    if (node == nullptr) return std::nullopt;
    // A copy would not know its lines.
    return TomlReader(file_, first_line_, line_of(key),
                      std::make_unique<Node>(Node{std::move(*node->as_table()), {}, {}}));
}

std::vector<TomlReader> TomlReader::tables(std::string_view key) {
    std::vector<TomlReader> readers;
    auto* node = take(
        key, [](const toml::node& one) { return one.is_array_of_tables(); }, "a list of tables");
    if (node == nullptr) return readers;
    for (auto& element : *node->as_array()) {
        const int at = std::max(1, int(element.source().begin.line));
        readers.push_back(TomlReader(file_, first_line_, first_line_ + at - 1,
                                     std::make_unique<Node>(Node{std::move(*element.as_table()), {}, {}})));
    }
    return readers;
}

void TomlReader::refuse_key(std::string_view key, const std::string& what) const {
    if (!has(key)) {
        // It may be there, misspelt.
        for (const auto& [name, node] : node_->table) {
            emulator::NearestName near(name.str());
            near.consider(key);
            if (!near.found().empty() && !node_->known.contains(name.str()) &&
                !node_->read.contains(name.str()))
                refuse_unknown(name.str());
        }
    }
    refuse(file_, line_of(key), what);
}

void TomlReader::refuse_unknown(std::string_view key) const {
    emulator::NearestName near(key);
    for (const auto* names : {&node_->read, &node_->known})
        for (const std::string& name : *names)
            if (!node_->table.contains(name)) near.consider(name);
    refuse(file_, line_of(key), in_ticks(key) + " is not a known key here." + near.question());
}

void TomlReader::finish() const {
    for (const auto& [key, node] : node_->table)
        if (!node_->read.contains(key.str())) refuse_unknown(key.str());
}

}  // namespace upsweep::scenes
