// Checking a whole lesson.
#include "lessons/check.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "lessons/course.h"
#include "scenes/toml_reader.h"

namespace upsweep::lessons {

namespace {

void check_link(const Lesson& lesson, const Block& block, const std::string& words) {
    const Link link = parse_link(words);
    if (!link.to) return;
    const auto* page = std::get_if<scenes::LessonPage>(&*link.to);
    const bool own = page != nullptr && page->lesson == lesson.slug;
    const std::string missing = why_missing(*link.to, own ? std::span(&lesson, 1) : std::span(all_lessons()));
    if (!missing.empty()) scenes::refuse(lesson.file, block.line, missing);
}

/// Links lead to lessons and pages that there are.
void check_links(const Lesson& lesson) {
    for (const Page& page : lesson.pages)
        for (const std::vector<Block>* blocks : {&page.blocks, &page.notes})
            for (const Block& block : *blocks)
                for (const Inline& words : block.inlines)
                    if (!words.link.empty()) check_link(lesson, block, words.link);
}

}  // namespace

std::string check_lesson(const Lesson& lesson) {
    check_links(lesson);
    const auto refuse = [&](int line, const std::string& what) { scenes::refuse(lesson.file, line, what); };
    if (lesson.aim.empty())
        refuse(1,
               "`aim` is missing; write aim = \"…\", one sentence: what the reader can do after the lesson.");
    if (lesson.minutes == 0)
        refuse(1, "`minutes` is missing; write minutes = 14, the time to read and to answer.");
    const PreparedLesson prepared = prepare(lesson);
    const auto questions =
        count_if(prepared.pages, [](const PreparedPage& page) { return page.question.has_value(); });
    if (questions == 0)
        refuse(1, "the lesson has no question; write a ```predict block on one of its pages.");
    const size_t pages = prepared.pages.size();
    return fmt::format("{}, {}, every number computed.", counted(pages, "page"),
                       counted(questions, "question"));
}

}  // namespace upsweep::lessons
