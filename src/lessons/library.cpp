// The lessons that the build put into the binary.
#include "core/embedded.h"
#include "lessons/lesson.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> lesson_texts();
}

namespace upsweep::lessons {

const std::vector<Lesson>& all_lessons() {
    static const std::vector<Lesson> lessons = [] {
        std::vector<Lesson> read;
        for (const EmbeddedFile& file : embedded::lesson_texts())
            read.push_back(parse_lesson("lessons/" + std::string(file.name), file.contents));
        return read;
    }();
    return lessons;
}

}  // namespace upsweep::lessons
