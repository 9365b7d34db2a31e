// A lesson: pages of text, each with a scene of the Step view, kernel excerpts and at most one question. What
// is written here comes from a file; numbers stand in it as {terms} until a trace fills them in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/scene.h"

namespace upsweep::lessons {

/// A place in a trace, in a lesson's words: "start", "end", "before PHASE", "after PHASE", "before pass 2 of
/// PHASE", "after pass 2 of PHASE". Passes are those of replay/passes.h.
struct Moment {
    enum class Side : std::uint8_t { start, end, before, after };
    Side side = Side::start;
    std::string phase;
    int pass = 0;  ///< from 1; 0: the whole phase
    friend bool operator==(const Moment&, const Moment&) = default;
};
/// Throws Error saying how moments are written.
Moment parse_moment(std::string_view text);

enum class Style : std::uint8_t { plain, strong, code };
struct Inline {
    std::string text;
    Style style = Style::plain;
};

/// Lines of a kernel, found by what they contain, so that they follow the kernel when it changes.
struct Excerpt {
    std::string file;   ///< under kernels/
    std::string phase;  ///< the search begins at its ruled comment; empty: at the file's beginning
    std::string from, to, lit;
    std::vector<std::string> notes;  ///< beside the lines, in order
    // Filled in by cut_excerpt:
    int first_line = 0, lit_line = 0;
    std::vector<std::string> lines;
};

struct Block {
    enum class Kind : std::uint8_t { paragraph, heading, bullet, numbered, code, excerpt };
    Kind kind = Kind::paragraph;
    std::vector<Inline> inlines;
    int number = 0;  ///< of a numbered item
    Excerpt excerpt;
    int line = 0;  ///< in the file
};

/// "What will stand in cell 7?" The right answer is read from the trace.
struct Question {
    struct Wrong {
        std::string value;   ///< a term that gives a likely wrong answer
        std::string reason;  ///< why it is not the right one
    };
    std::string ask, array;
    std::int64_t cell = 0;
    Moment after;  ///< when the answer stands in the cell
    std::string right, why;
    std::vector<Wrong> wrong;
    int line = 0;
};

struct Page {
    std::string title;
    scenes::Scene scene;  ///< which run it shows
    Moment at;            ///< what the stage shows
    std::vector<Block> blocks;
    std::optional<Question> question;
    int line = 0;
};

struct Lesson {
    std::string slug;  ///< the file's name without ending
    std::string file;  ///< "work-efficient-scan.md"
    std::string title, chapter;
    std::vector<Page> pages;
    std::string text;  ///< the whole file
};

/// Throws Error "lessons/FILE, line N: WHAT".
[[noreturn]] void refuse(std::string_view file, int line, const std::string& what);

/// Reads a lesson file. Throws Error with one sentence: file, line, what is wrong.
Lesson parse_lesson(const std::string& file, std::string_view text);

/// The lessons in the binary, in order of their chapters' appearance and names. Throws what parse_lesson
/// throws.
const std::vector<Lesson>& all_lessons();

}  // namespace upsweep::lessons
