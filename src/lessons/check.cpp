// Checking a whole lesson.
#include "lessons/check.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/quotes.h"
#include "lessons/course.h"
#include "scenes/toml_reader.h"

namespace upsweep::lessons {

namespace {

void check_link(const Lesson& lesson, const Block& block, const std::string& words) {
    const Link link = parse_link(words);
    if (link.to != Link::To::lesson) return;
    const bool own = link.name == lesson.slug;
    const std::vector<Lesson>& course = all_lessons();
    const auto found = own ? std::nullopt : find_lesson(course, link.name);
    if (!own && !found)
        scenes::refuse(lesson.file, block.line,
                       "there is no lesson " + in_quotes(link.name) + " to link to.");
    const std::size_t pages = (own ? lesson : course[*found]).pages.size();
    if (link.page > static_cast<int>(pages))
        scenes::refuse(lesson.file, block.line,
                       fmt::format("the lesson {} has {} pages, so no link leads to its page {}.",
                                   in_quotes(link.name), pages, link.page));
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
    const auto questions = std::count_if(prepared.pages.begin(), prepared.pages.end(),
                                         [](const PreparedPage& page) { return page.question.has_value(); });
    if (questions == 0)
        refuse(1, "the lesson has no question; write a ```predict block on one of its pages.");
    const std::size_t pages = prepared.pages.size();
    return fmt::format("{} page{}, {} question{}, every number computed.", pages, pages == 1 ? "" : "s",
                       questions, questions == 1 ? "" : "s");
}

}  // namespace upsweep::lessons
