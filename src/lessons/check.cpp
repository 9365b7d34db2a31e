// Checking a whole lesson.
#include "lessons/check.h"

#include <algorithm>

#include <fmt/format.h>

#include "scenes/toml_reader.h"

namespace upsweep::lessons {

std::string check_lesson(const Lesson& lesson) {
    const auto refuse = [&](int line, const std::string& what) { scenes::refuse(lesson.file, line, what); };
    if (lesson.aim.empty())
        refuse(1,
               "`aim` is missing; write aim = \"…\", one sentence: what somebody can do after the lesson.");
    if (lesson.minutes == 0)
        refuse(1, "`minutes` is missing; write minutes = 14, the time to read and to answer.");
    const PreparedLesson prepared = prepare(lesson);
    const auto questions = std::count_if(prepared.pages.begin(), prepared.pages.end(),
                                         [](const PreparedPage& page) { return page.question.has_value(); });
    if (questions == 0) refuse(1, "the lesson asks nothing; write a ```predict block on one of its pages.");
    const std::size_t pages = prepared.pages.size();
    return fmt::format("{} page{}, {} question{}, every number computed.", pages, pages == 1 ? "" : "s",
                       questions, questions == 1 ? "" : "s");
}

}  // namespace upsweep::lessons
