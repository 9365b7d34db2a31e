// Markers to lines.
#include "lessons/excerpt.h"

#include <algorithm>

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::lessons {
namespace {

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

size_t find_line(const std::vector<std::string>& lines, size_t begin, const std::string& marker,
                 const Excerpt& excerpt) {
    for (size_t i = begin; i < lines.size(); ++i)
        if (lines[i].find(marker) != std::string::npos) return i;
    throw Error("{} has no line with {}{}; the lesson's marker must follow the kernel.", excerpt.file,
                in_quotes(marker), excerpt.phase.empty() ? "" : " after its phase " + excerpt.phase);
}

// Blanks that all lines begin with are cut off.
void outdent(std::vector<std::string>& lines) {
    size_t least = 200;
    for (const std::string& line : lines)
        if (const auto first = line.find_first_not_of(' '); first != std::string::npos)
            least = std::min(least, first);
    for (std::string& line : lines) line.erase(0, std::min(least, line.size()));
}

}  // namespace

void cut_excerpt(Excerpt& excerpt, std::string_view kernel) {
    const std::vector<std::string> all = split(kernel);
    const size_t begin = excerpt.phase.empty() ? 0 : find_line(all, 0, "// ---- " + excerpt.phase, excerpt);
    const size_t first = find_line(all, begin, excerpt.from, excerpt);
    const size_t last = find_line(all, first, excerpt.to, excerpt);
    excerpt.first_line = int(first) + 1;
    excerpt.lines.assign(all.begin() + ptrdiff_t(first), all.begin() + ptrdiff_t(last) + 1);
    excerpt.lit_line = 0;
    if (!excerpt.lit.empty()) {
        const size_t lit = find_line(all, first, excerpt.lit, excerpt);
        if (lit > last)
            throw Error("the line with {} comes after the excerpt of {}.", in_quotes(excerpt.lit),
                        excerpt.file);
        excerpt.lit_line = int(lit) + 1;
    }
    if (excerpt.notes.size() > excerpt.lines.size())
        throw Error("the excerpt of {} has {} lines and {} notes.", excerpt.file, excerpt.lines.size(),
                    excerpt.notes.size());
    outdent(excerpt.lines);
}

}  // namespace upsweep::lessons
