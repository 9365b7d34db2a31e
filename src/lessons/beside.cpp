// Looking into a lesson's folder.
#include "lessons/beside.h"

#include <filesystem>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "lessons/course.h"
#include "lessons/excerpt.h"
#include "media/file.h"
#include "scenes/toml_reader.h"

namespace upsweep::lessons {
namespace {

namespace fs = std::filesystem;

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
    std::string names;
    for (const Lesson& one : all_lessons()) names += (names.empty() ? "" : ", ") + one.slug;
    return fmt::format(
        "There is no lesson {}; there are: {}. A lesson of your own is named by its file, NAME.md.",
        in_quotes(slug), names);
}

}  // namespace upsweep::lessons
