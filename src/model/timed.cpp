#include "model/timed.h"

#include <array>
#include <optional>
#include <string_view>

#include "core/ranges.h"
#include "core/words.h"

namespace upsweep::model {
namespace {

/// The text as long as it was, with blanks for comments and for what is in quotes.
std::string without_comments(std::string text) {
    const auto blank = [&](size_t from, size_t to) {
        for (size_t i = from; i < std::min(to, text.size()); ++i)
            if (text[i] != '\n') text[i] = ' ';
    };
    for (size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = std::string_view(text).substr(i);
        size_t end = i;
        if (rest.starts_with("//")) {
            end = std::min(text.find('\n', i), text.size());
            blank(i, end);
        } else if (rest.starts_with("/*")) {
            const size_t close = text.find("*/", i + 2);
            end = close == std::string::npos ? text.size() : close + 2;
            blank(i, end);
        } else if (text[i] == '"') {
            for (end = i + 1; end < text.size() && text[end] != '"' && text[end] != '\n'; ++end)
                if (text[end] == '\\') ++end;
            blank(i + 1, end);
        } else {
            continue;
        }
        i = std::max(i, end);
    }
    return text;
}

struct HostLine {
    int32_t number = 0;
    std::string_view code;  ///< without comments
    std::string_view text;  ///< as it is written
};

bool calls(std::string_view line, std::string_view name) {
    const size_t at = find_word(line, name);
    if (at == std::string_view::npos) return false;
    const std::string_view behind = trimmed(line.substr(at + name.size()));
    return behind.starts_with("(");
}

template <typename Names>
bool calls_one(std::string_view line, const Names& names) {
    return any_of(names, [line](std::string_view name) { return calls(line, name); });
}

constexpr std::array<std::string_view, 8> clocks = {
    "cudaEventRecord", "now",          "clock",         "omp_get_wtime",
    "gettimeofday",    "timespec_get", "clock_gettime", "QueryPerformanceCounter"};
constexpr std::array<std::string_view, 8> checkers = {"check",  "verify", "compare", "validate",
                                                      "memcmp", "assert", "equal",   "is_correct"};

/// Lines outside of kernels: what is between a function's braces behind __global__ or __device__ is left
/// out.
std::vector<HostLine> host_lines(const std::string& text, const std::string& code) {
    std::vector<HostLine> lines;
    std::string_view rest = text, plain = code;
    int32_t number = 0;
    int depth = 0;
    bool device = false, entered = false;
    while (!rest.empty()) {
        const HostLine line{++number, take_line(plain), take_line(rest)};
        if (depth == 0 && (find_word(line.code, "__global__") != std::string_view::npos ||
                           find_word(line.code, "__device__") != std::string_view::npos))
            device = true, entered = false;
        for (const char c : line.code) {
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            entered = entered || c == '{';
        }
        if (!device) lines.push_back(line);
        if (device && depth <= 0 && (entered || line.code.find(';') != std::string_view::npos))
            device = false;
    }
    return lines;
}

bool launches(const HostLine& line) { return line.code.find("<<<") != std::string_view::npos; }
bool copies(const HostLine& line) {
    return calls(line.code, "cudaMemcpy") || calls(line.code, "cudaMemcpyAsync");
}

/// A comparison of two elements inside of a loop, or a call of what compares.
bool checks(const std::vector<HostLine>& lines, size_t at) {
    const std::string_view code = lines[at].code;
    // check(cudaMalloc(…)) asks for an error's number, not for a result.
    if (code.find("cuda") != std::string_view::npos) return false;
    if (calls_one(code, checkers)) return true;
    const bool compares = code.find("!=") != std::string_view::npos || calls(code, "fabs") ||
                          calls(code, "abs") || calls(code, "fabsf");
    if (!compares || !calls(code, "if") || code.find('[') == std::string_view::npos) return false;
    for (size_t back = 0; back < 3 && back <= at; ++back)
        if (find_word(lines[at - back].code, "for") != std::string_view::npos) return true;
    return false;
}

}  // namespace

TimedRegion timed_region(const std::string& text, const std::string& file) {
    TimedRegion region;
    const std::string code = without_comments(text);
    const std::vector<HostLine> lines = host_lines(text, code);
    std::vector<size_t> clock_lines;
    for (size_t i = 0; i < lines.size(); ++i)
        if (calls_one(lines[i].code, clocks)) clock_lines.push_back(i);
    std::optional<std::pair<size_t, size_t>> found;
    for (size_t i = 0; i + 1 < clock_lines.size(); i += 2)
        for (size_t at = clock_lines[i]; at <= clock_lines[i + 1]; ++at)
            if (launches(lines[at])) found = {clock_lines[i], clock_lines[i + 1]};
    if (!found) return region;
    const auto line = [&](size_t at) {
        return CodeLine{file, lines[at].number, std::string(trimmed(lines[at].text))};
    };
    bool warm = false;
    for (size_t at = 0; at < found->first; ++at) warm = warm || launches(lines[at]);
    bool launched = false;
    for (size_t at = found->first; at <= found->second; ++at) {
        if (launches(lines[at])) {
            if (!launched && !warm) region.cold.push_back(line(at));
            launched = true;
        }
        if (copies(lines[at])) {
            const bool down = lines[at].code.find("DeviceToHost") != std::string_view::npos;
            if (down || lines[at].code.find("HostToDevice") != std::string_view::npos)
                (down ? region.downloads : region.uploads).push_back(line(at));
        }
        if (launched && checks(lines, at)) region.checks.push_back(line(at));
    }
    return region;
}

namespace {

std::vector<CodeLine> lines_that(bool (*wanted)(const HostLine&), const std::string& text,
                                 const std::string& file) {
    std::vector<CodeLine> made;
    const std::string code = without_comments(text);
    for (const HostLine& line : host_lines(text, code))
        if (wanted(line)) made.push_back({file, line.number, std::string(trimmed(line.text))});
    return made;
}

}  // namespace

std::vector<CodeLine> launch_lines(const std::string& text, const std::string& file) {
    return lines_that(launches, text, file);
}

std::vector<CodeLine> copy_lines(const std::string& text, const std::string& file) {
    return lines_that(copies, text, file);
}

}  // namespace upsweep::model
