// Reads one TOML document, and puts what toml++ refuses into words.
#include "scenes/toml_reader.h"

#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/utf8.h"
#include "emulator/source/near_names.h"
#include "third_party/toml.h"

namespace upsweep::scenes {

void refuse(std::string_view file, int line, const std::string& what) {
    throw Error("{}, line {}: {}", file, line, what);
}

struct TomlReader::Node {
    toml::table table;
    std::set<std::string, std::less<>> read, known;  ///< known: asked for, whether or not it is there
};

namespace {

constexpr std::string_view blanks = " \t\r";

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string_view trimmed(std::string_view text) {
    const size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_name_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}
ptrdiff_t count_of(char sign, std::string_view text) { return std::count(text.begin(), text.end(), sign); }

bool is_name(std::string_view text) { return !text.empty() && all_of(text, is_name_letter); }

/// Where a text in quotes that begins at 0 ends, one past its second quote; 0 if it does not.
size_t end_of_quoted(std::string_view text) {
    for (size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '\\' && text[0] == '"')
            ++i;
        else if (text[i] == text[0])
            return i + 1;
    }
    return 0;
}

/// Without texts in quotes and without the comment: what brackets and signs are looked for in.
std::string bare(std::string_view line) {
    std::string text;
    for (size_t i = 0; i < line.size() && line[i] != '#'; ++i) {
        const size_t quoted = line[i] == '"' || line[i] == '\'' ? end_of_quoted(line.substr(i)) : 0;
        if (quoted == 0)
            text += line[i];
        else
            i += quoted - 1;
    }
    return text;
}

/// The line itself, and whether a list that was opened above is still open there.
struct Place {
    std::string_view line;
    bool in_list = false;
};

Place place_of(std::string_view text, int line) {
    Place place;
    int64_t open = 0;
    for (int at = 1; at <= line; ++at) {
        const size_t end = std::min(text.find('\n'), text.size());
        place = {trimmed(text.substr(0, end)), open > 0};
        const std::string signs = bare(place.line);
        open += count_of('[', signs) - count_of(']', signs);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return place;
}

/// The words between commas and blanks.
std::vector<std::string_view> pieces_of(std::string_view text, std::string_view partings) {
    std::vector<std::string_view> pieces;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(partings), text.size()));
        if (text.empty()) return pieces;
        const size_t end = std::min(text.find_first_of(partings), text.size());
        pieces.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

bool begins_a_number(std::string_view text) {
    text.remove_prefix(text.find_first_not_of("+-") == std::string_view::npos ? 0
                                                                              : text.find_first_not_of("+-"));
    return !text.empty() && (text[0] == '.' || (text[0] >= '0' && text[0] <= '9'));
}

std::string twice(std::string_view line, std::string_view words) {
    if (line.substr(0, 1) == "[") return fmt::format("{} appears twice; join the two.", in_ticks(line));
    const size_t from = words.find('\'') + 1;
    return fmt::format("{} is given twice; keep one of the two lines.",
                       in_ticks(words.substr(from, words.rfind('\'') - from)));
}

std::string of_list(std::string_view text, std::string_view words) {
    if (has(words, "end-of-file")) return "the list is not closed; write ] after its last value.";
    if (has(text, ";")) return "separate the values of a list with commas, not semicolons; write [1, 2].";
    if (has(words, "saw comma")) return "two commas follow each other; keep one.";
    if (has(words, "expected comma"))
        return "a comma is missing between two values of the list, or the ] at its end.";
    const std::string unquoted = bare(text);  // the pieces lie in it
    for (const std::string_view piece : pieces_of(unquoted, ", \t[]"))
        if (!begins_a_number(piece) && piece != "true" && piece != "false")
            return fmt::format("{} is not a number; write a text in quotes.", in_ticks(piece));
    return "the list cannot be read; write its values with commas between them, as in [1, 2].";
}

std::string of_quoted(std::string_view key, std::string_view value) {
    const size_t end = end_of_quoted(value);
    if (end == 0)
        return fmt::format("the text of {} is not closed; write {} at its end, in the same line.",
                           in_ticks(key), value.substr(0, 1));
    const std::string_view rest = trimmed(value.substr(end));
    if (!rest.empty())
        return fmt::format("{} follows the value of {}; a line has one name and one value.", in_ticks(rest),
                           in_ticks(key));
    return fmt::format("the text of {} cannot be read; write \\\\ for each \\.", in_ticks(key));
}

/// A value that begins with no quote and no bracket.
std::string of_word(std::string_view key, std::string_view value) {
    if (value.back() == ';')
        return fmt::format("a line ends without a semicolon; write {} = {}.", key,
                           trimmed(value.substr(0, value.size() - 1)));
    const auto pieces = pieces_of(value, ", \t");
    if (pieces.size() > 1 && all_of(pieces, begins_a_number))
        return fmt::format("several values go in brackets; write {} = [{}].", key, fmt::join(pieces, ", "));
    if (value == "True" || value == "False")
        return fmt::format("true and false are lower case; write {} = {}.", key,
                           value == "True" ? "true" : "false");
    if (begins_a_number(value) || value.find_first_not_of("+-.") == std::string_view::npos)
        return fmt::format("{} is not a number; write it as in {} = 33 or {} = -0.5.", in_ticks(value), key,
                           key);
    return fmt::format("a text goes in quotes; write {} = \"{}\".", key, value);
}

std::string of_value(std::string_view key, std::string_view value, std::string_view words) {
    if (value.empty() || value[0] == '#')
        return fmt::format("{} has no value; write one after the =.", in_ticks(key));
    if (value[0] == '=') return fmt::format("one = is enough; write {} = {}.", key, trimmed(value.substr(1)));
    if (value[0] == '"' || value[0] == '\'') return of_quoted(key, value);
    value = trimmed(value.substr(0, value.find('#')));
    if (value[0] == '[') {
        const std::string signs = bare(value);
        const size_t end = signs.rfind(']');
        const bool over = count_of(']', signs) > count_of('[', signs) ||
                          (end != std::string::npos && !trimmed(signs.substr(end + 1)).empty());
        if (over)
            return fmt::format("something follows the list of {}; a line ends with its value.",
                               in_ticks(key));
        return of_list(value, words);
    }
    if (has(words, "not representable"))
        return fmt::format("{} is too large a number; write a smaller one.", in_ticks(value));
    if (value[0] == '{' && has(value, "="))
        return fmt::format("the braces of {} cannot be read; write {} = {{ a = 1, b = 2 }}, in one line.",
                           in_ticks(key), key);
    if (value[0] == '(' || value[0] == '{')
        return fmt::format("a list goes in square brackets; write {} = [1, 2].", key);
    return of_word(key, value);
}

/// A line that is not a name, = and value.
std::string without_equals(std::string_view line) {
    const auto end = size_t(std::find_if_not(line.begin(), line.end(), is_name_letter) - line.begin());
    const std::string_view key = line.substr(0, end);
    std::string_view value = line.substr(end);
    value.remove_prefix(std::min(value.find_first_not_of(" \t:="), value.size()));
    if (key.empty()) return "the line cannot be read; write a name, = and a value, as in n = 33.";
    if (value.empty()) return fmt::format("{} has no value; write {} = and the value.", in_ticks(key), key);
    return fmt::format("an = is missing between name and value; write {} = {}.", key, value);
}

std::string mistake_in(std::string_view text, int line, std::string_view words) {
    const Place place = place_of(text, line);
    const std::string_view at = place.line;
    if (has(words, "redefine")) return twice(at, words);
    for (const std::string_view quote : {"“", "”", "„", "‘", "’"})
        if (has(at, quote))
            return fmt::format("{} is not a valid quotation mark; write \".", in_ticks(quote));
    if (at.substr(0, 2) == "//" || at.substr(0, 2) == "/*")
        return fmt::format("a comment begins with #, not with {}.", at.substr(0, 2));
    if (place.in_list) return of_list(at, words);
    if (at.substr(0, 1) == "[") return "the name of a table is alone in brackets; write [name].";
    const size_t equals = bare(at).find('=') == std::string::npos ? std::string_view::npos : at.find('=');
    if (equals == std::string_view::npos) return without_equals(at);
    const std::string_view key = trimmed(at.substr(0, equals)), value = trimmed(at.substr(equals + 1));
    if (key.empty()) return "the name before the = is missing; write it, as in n = 33.";
    if (key.back() == ':') return without_equals(at);
    if (const auto parts = pieces_of(key, blanks); parts.size() > 1 && all_of(parts, is_name))
        return fmt::format("a name is one word; write {} = {}.", parts.back(), value);
    return of_value(key, value, words);
}

/// One sentence that says what is wrong in `line` (from 1) of `text`, at which the parser gave up with
/// `words`, and what to write. Names no line.
std::string toml_mistake(std::string_view text, int line, std::string_view words) {
    return one_line(mistake_in(text, line, words), 240);
}

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
               fmt::format("{} must be a whole number from {} to {}.", in_ticks(key), lowest, highest));
    return value;
}

std::optional<double> TomlReader::number(std::string_view key) {
    const auto* node = take(key, &toml::node::is_number, "a number");
    if (node == nullptr) return std::nullopt;
    return node->is_integer() ? double(node->as_integer()->get()) : node->as_floating_point()->get();
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

std::vector<double> TomlReader::reals(std::string_view key) {
    constexpr const char* what = "a list of numbers";
    std::vector<double> values;
    const auto* node = take(key, &toml::node::is_array, what);
    if (node == nullptr) return values;
    for (const auto& element : *node->as_array()) {
        if (!element.is_number()) refuse_value(key, what);
        values.push_back(element.is_integer() ? double(element.as_integer()->get())
                                              : element.as_floating_point()->get());
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
