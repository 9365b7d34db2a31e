// User programs from words and back.
#include "scenes/program_words.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "core/quotes.h"
#include "core/utf8.h"

namespace upsweep::scenes {
namespace {

using programs::UserProgram;

/// A value of the program that is one text, and a list of them, as files and the command line call them.
struct ProgramText {
    std::string_view key, option;
    std::string UserProgram::*field;
};
struct ProgramList {
    std::string_view key, option;
    std::vector<std::string> UserProgram::*field;
};

constexpr ProgramText texts[] = {{"kernel", "kernel", &UserProgram::kernel},
                                 {"grid", "grid", &UserProgram::grid},
                                 {"block", "block", &UserProgram::block}};

constexpr ProgramList lists[] = {
    {"template_arguments", "template", &UserProgram::template_arguments},
    {"definitions", "D", &UserProgram::definitions},
    {"arguments", "arg", &UserProgram::arguments},
    {"set", "set", &UserProgram::settings},
    {"expect", "expect", &UserProgram::expected},
    {"main_arguments", "argv", &UserProgram::main_arguments},
};

}  // namespace

std::string toml_text(std::string_view text) {
    std::string made = "\"";
    for (size_t i = 0; i < text.size();) {
        const auto byte = uint8_t(text[i]);
        const size_t length = first_character(text.substr(i)).bytes;
        if (length == 0) {
            made += "\\uFFFD";
        } else if (byte == '"' || byte == '\\') {
            made += '\\';
            made += text[i];
        } else if (byte == '\n') {
            made += "\\n";
        } else if (byte == '\t') {
            made += "\\t";
        } else if (byte < ' ' || byte == 0x7f) {
            made += fmt::format("\\u{:04X}", byte);
        } else {
            made += text.substr(i, length);
        }
        i += std::max<size_t>(1, length);
    }
    return made + '"';
}

void read_program(TomlReader& reader, Scene& scene) {
    constexpr int64_t most = std::numeric_limits<int64_t>::max();
    if (reader.has("program")) {
        scene.of.emplace<UserProgram>().file = reader.text("program");
        scene.edits.clear();
    }
    UserProgram& program = *scene.program();
    if (program.file.empty()) reader.refuse_key("program", "`program` does not name a file; write its path.");
    for (const ProgramText& one : texts) program.*one.field = reader.text(one.key, program.*one.field);
    for (const ProgramList& one : lists)
        if (reader.has(one.key)) program.*one.field = reader.texts(one.key);
    if (reader.has("shared")) program.shared = reader.integer("shared", 0, most, 0);
    if (auto edits = reader.table("edits"))
        for (const std::string& name : edits->keys()) scene.edits[name] = edits->text(name);
}

std::string program_toml(const UserProgram& program) {
    std::string text = fmt::format("program = {}\n", toml_text(program.file));
    for (const ProgramText& one : texts)
        if (!(program.*one.field).empty())
            text += fmt::format("{} = {}\n", one.key, toml_text(program.*one.field));
    for (const ProgramList& one : lists) {
        std::string values;
        for (const std::string& value : program.*one.field)
            values += (values.empty() ? "" : ", ") + toml_text(value);
        if (!values.empty()) text += fmt::format("{} = [{}]\n", one.key, values);
    }
    if (program.shared) text += fmt::format("shared = {}\n", *program.shared);
    return text;
}

std::string edits_toml(const programs::Edits& edits) {
    if (edits.empty()) return "";
    std::string text = "[edits]\n";
    for (const auto& [name, edited] : edits)
        text += fmt::format("{} = {}\n", toml_text(name), toml_text(edited));
    return text;
}

std::string shell_word(const std::string& text) {
    const bool plain =
        text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.,:=/@") ==
        std::string::npos;
    if (plain && !text.empty()) return text;
    std::string made = "'";
    for (const char c : text) made += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return made + "'";
}

std::string program_command(const UserProgram& program) {
    std::string text = shell_word(program.file);
    for (const ProgramText& one : texts)
        if (!(program.*one.field).empty())
            text += fmt::format(" --{} {}", one.option, shell_word(program.*one.field));
    for (const ProgramList& one : lists)
        for (const std::string& value : program.*one.field)
            // With =, since a value may begin with a minus; an empty one would be missing.
            text += one.option == "D"
                        ? " -D" + shell_word(value)
                        : fmt::format(" --{}{}{}", one.option, value.empty() ? " " : "=", shell_word(value));
    if (program.shared) text += fmt::format(" --shared {}", *program.shared);
    if (program.seed != 1) text += fmt::format(" --seed {}", program.seed);
    return text;
}

}  // namespace upsweep::scenes
