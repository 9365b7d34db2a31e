// Looking into a lesson's folder; a kernel's markers to lines.
#include "lessons/beside.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/words.h"
#include "lessons/course.h"
#include "media/file.h"
#include "scenes/toml_reader.h"

namespace upsweep::lessons {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) lines.emplace_back(take_line(text));
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

constexpr int64_t largest_kernel = 1 << 20;  // bytes

class Folder {
  public:
    Folder(const Lesson& lesson, const std::string& path)
        : file_(lesson.file), folder_(fs::path(path).parent_path()) {}

    void name_program(scenes::Scene& scene) const {
        if (!scene.program()) return;
        const fs::path program = scene.program()->file;
        if (program.is_relative() && is_here(program)) scene.program()->file = (folder_ / program).string();
    }

    void fill(Block& block) const {
        if (block.figure) name_program(block.figure->scene);
        if (block.kind != Block::Kind::excerpt || !is_here(block.excerpt.file)) return;
        const std::string text = media::read_text(folder_ / block.excerpt.file, largest_kernel);
        try {
            cut_excerpt(block.excerpt, text);
        } catch (const Error& error) {
            scenes::refuse(file_, block.line, error.what());
        }
    }

  private:
    bool is_here(const fs::path& name) const {
        std::error_code failed;
        return !name.empty() && fs::is_regular_file(folder_ / name, failed);
    }

    const std::string& file_;
    fs::path folder_;
};

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

Lesson with_files_beside(Lesson lesson, const std::string& path) {
    const Folder folder(lesson, path);
    for (Page& page : lesson.pages) {
        folder.name_program(page.scene);
        if (page.compare) folder.name_program(page.compare->scene);
        for (Block& block : page.blocks) folder.fill(block);
        for (Block& block : page.notes) folder.fill(block);
    }
    return lesson;
}

bool is_lesson_path(const std::string& named) {
    if (media::ending_of(named) == ".md" || named.find('/') != std::string::npos) return true;
    std::error_code failed;
    return !find_lesson(all_lessons(), named) && fs::is_regular_file(named, failed);
}

Lesson lesson_named(const std::string& named) {
    if (is_lesson_path(named)) return with_files_beside(read_lesson(named), named);
    if (const auto lesson = find_lesson(all_lessons(), named)) return all_lessons()[*lesson];
    throw UsageError(there_is_no_lesson(named));
}

std::string there_is_no_lesson(std::string_view slug) {
    return fmt::format(
        "There is no lesson {}; there are: {}. A lesson of your own is named by its file, NAME.md.",
        in_quotes(slug), with_commas(all_lessons(), &Lesson::slug));
}

}  // namespace upsweep::lessons
