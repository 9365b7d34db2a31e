// Recognises files by their first bytes, and texts by their lines.
#include "programs/other_text.h"

#include <algorithm>
#include <cctype>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/utf8.h"

namespace upsweep::programs {
namespace {

struct Beginning {
    std::string_view bytes, what;
};
constexpr Beginning beginnings[] = {
    {"\x89PNG", "a PNG picture"},
    {"\xFF\xD8\xFF", "a JPEG picture"},
    {"GIF8", "a GIF picture"},
    {"P5\n", "a PGM picture"},
    {"P6\n", "a PPM picture"},
    {"%PDF-", "a PDF document"},
    {"PK\x03\x04", "a ZIP archive or an office document"},
    {"\x1F\x8B", "a compressed file"},
    {"\x7F"
     "ELF",
     "a compiled program"},
    {"\x93NUMPY", "a NumPy array"},
    {"RIFF", "a sound or a film"},
    {"#!", "a script"},
    {"+++\n", "a lesson"},
};

constexpr std::string_view binary = "a binary file";
constexpr std::string_view word_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string_view without_blanks(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n\f\v";
    const size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Calls `look` with each line that is not empty, without blanks around it, until it gives true.
template <typename Look>
bool any_line(std::string_view text, Look&& look) {
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = without_blanks(text.substr(0, end));
        if (!line.empty() && look(line)) return true;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

/// Zero bytes, or many control characters.
bool is_binary(std::string_view text) {
    const auto controls = count_if(
        text, [](unsigned char c) { return c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f'; });
    return has(text, std::string_view("\0", 1)) || controls * 20 > std::ssize(text);
}

bool is_markup(std::string_view text) {
    return text.size() > 1 && text[0] == '<' &&
           (text[1] == '!' || text[1] == '?' || std::isalpha(static_cast<unsigned char>(text[1])) != 0);
}

bool is_json(std::string_view text) {
    if (text.empty() || (text[0] != '{' && text[0] != '[')) return false;
    const std::string_view rest = without_blanks(text.substr(1));
    return !rest.empty() &&
           (has("\"{}[]", rest.substr(0, 1)) ||
            (text[0] == '[' && std::isdigit(static_cast<unsigned char>(rest[0])) != 0)) &&
           (text.back() == '}' || text.back() == ']');
}

/// A line that Python has and C++ has not.
bool is_python(std::string_view line) {
    if (line.ends_with(';') || line.ends_with('{')) return false;
    const auto begins = [&](std::string_view word) { return line.starts_with(word); };
    if (begins("import ") || (begins("from ") && has(line, " import ")) || begins("\"\"\"")) return true;
    return line.ends_with(':') &&
           (begins("def ") || begins("class ") || (begins("for ") && has(line, " in ")) ||
            begins("if __name__") || begins("with "));
}

bool is_python_program(std::string_view text, bool kernels) {
    bool first = false;
    any_line(text, [&](std::string_view line) {
        if (line[0] == '#' && (line.size() < 2 || line[1] == ' ' || line[1] == '-')) return false;
        first = is_python(line);
        return true;
    });
    // Kernels in its texts are CUDA all the same.
    return first || (!kernels && !has(text, ";\n") && any_line(text, is_python));
}

bool is_prose(std::string_view text) {
    const std::string_view head = text.substr(0, 2);
    if (head == "//" || head == "/*" || (text[0] == '#' && head != "# " && head != "##")) return false;
    ptrdiff_t words = 0;
    for (size_t i = 1; i < text.size(); ++i)
        words +=
            has(word_letters, text.substr(i - 1, 1)) && std::isspace(static_cast<unsigned char>(text[i])) != 0
                ? 1
                : 0;
    const auto signs = count_if(text, [](char c) { return c == ';' || c == '{' || c == '}' || c == '='; });
    return words >= 6 && signs * 12 < words;
}

}  // namespace

std::string_view looks_like(std::string_view text) {
    for (const Beginning& one : beginnings)
        if (text.starts_with(one.bytes)) return one.what;
    if (is_binary(text)) return text.starts_with("BM") ? "a BMP picture" : binary;
    const bool kernels = has(text, "__global__") || has(text, "__device__");
    const std::string_view whole = without_blanks(text);
    if (whole.empty()) return {};
    if (is_markup(whole)) return "HTML or XML";
    if (is_python_program(whole, kernels)) return "a Python program";
    if (kernels || has(whole, "#include") || has(whole, "<<<")) return {};
    if (is_json(whole)) return "JSON";
    return is_prose(whole) ? "plain prose" : "";
}

void refuse_other_text(const UserProgram& program, emulator::Compiler& compiler) {
    const std::string name = name_of(program);
    const auto& files = compiler.text(name, {}).diagnostics().files();
    const auto* file = find_by(files, &emulator::SourceText::name, name);
    if (file == nullptr) return;
    const std::string_view text = file->text;
    const std::string named = in_quotes(program.file);
    const std::string_view what = looks_like(text);
    const auto fault = encoding_fault(text);
    if (what == binary && fault && has(fault->sentence, "UTF-16"))
        throw Error("{}: {}", named, fault->sentence);
    if (!what.empty())
        throw Error("{} looks like {}; open a .cu file, CUDA C++ text with a __global__ function.", named,
                    what);
}

}  // namespace upsweep::programs
