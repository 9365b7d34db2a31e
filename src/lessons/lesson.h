// A lesson: pages of text, each with something to look at (a scene of the Step view, two of them compared,
// the Race, the Playground, an exercise), kernel excerpts, figures and at most one question. What is written
// here comes from a file; numbers are in it as {terms} until a trace fills them in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "questions/question.h"
#include "replay/position/trace_clock.h"
#include "scenes/destination.h"
#include "stage/stage.h"

namespace upsweep::emulator {
struct Trace;
}

namespace upsweep::lessons {

/// A place in a trace, in a lesson's words: "start", "end", and before or after one of
///   PHASE, pass 2 of PHASE                a phase, or one of its passes (those of replay/structure/passes.h)
///   launch 2                              a launch, from 1
///   "TEXT" [time 3] [in block 1]          an execution of the first kernel line that contains TEXT
///   finding, finding race                 where the first finding, or the first of a kind, is seen
struct Moment {
    enum class Side : uint8_t { start, end, before, after };
    enum class Of : uint8_t { phase, launch, line, finding };
    Side side = Side::start;
    std::string name = {};  ///< the phase, the line's text, or the finding's kind (empty: any)
    int number = 0;         ///< pass (0: the whole phase), launch, or execution of the line; from 1
    Of of = Of::phase;
    int block = -1;  ///< of a line: blockIdx, as one number; -1: any block
    friend bool operator==(const Moment&, const Moment&) = default;
};
/// Throws Error saying how moments are written.
Moment parse_moment(std::string_view text);
/// As parse_moment reads it.
std::string to_text(const Moment& moment);
/// Steps done at that moment. Throws Error naming the phases, launches, lines or findings that there are if
/// there is no such place.
int64_t resolve(const Moment& moment, const emulator::Trace& trace);
/// How many passes a phase has (replay::passes_of). Throws Error.
int passes_of(const std::string& phase, const emulator::Trace& trace);

/// Everyday words, [work](plain:), look plain: the glossary does not explain them.
enum class Style : uint8_t { plain, strong, code, emphasis, everyday };
struct Inline {
    std::string text;
    Style style = Style::plain;
    std::string link = {};  ///< where a click leads, as parse_link reads it; empty: nowhere
};

/// Where a link leads: [words](lesson:SLUG#3), [words](race:EXPERIMENT) or any destination, and "step:"
/// is the page's scene in Step; or to a page of the web.
struct Link {
    std::optional<scenes::Destination> to = {};
    std::string web = {};  ///< the address; empty: `to`
};
/// Throws Error saying what links there are.
Link parse_link(std::string_view target);

/// Lines of a kernel, found by what they contain, so that they follow the kernel when it changes.
struct Excerpt {
    std::string file;   ///< a text of the page's scene, beside the lesson, or under kernels/
    std::string phase;  ///< the search begins at its ruled comment; empty: at the file's beginning
    std::string from, to, lit;
    std::vector<std::string> notes;  ///< beside the lines, in order
    // Filled in by cut_excerpt:
    int first_line = 0, lit_line = 0;
    std::vector<std::string> lines;
};
/// Fills in the lines of an excerpt from the kernel's text. Throws Error naming the marker that is missing.
void cut_excerpt(Excerpt& excerpt, std::string_view kernel);

/// How the stage shows a scene.
struct Look {
    std::optional<stage::Zoom> zoom = {};  ///< none: as lessons show a scene, pass by pass
    bool symbols = false;                  ///< cells show what they hold: "3…7"
    friend bool operator==(const Look&, const Look&) = default;
};

/// A small picture from a trace inside the text, or with `to` an animation of the steps between.
struct Figure {
    scenes::Scene scene;
    Look look;
    Moment at;
    std::optional<Moment> to;
    std::string caption;  ///< with terms and marks
    // Filled in by prepare:
    int scene_number = -1;
    int64_t step = 0;  ///< steps done
    int64_t end = 0;   ///< the same where the animation ends; `step` without one
    std::vector<Inline> words = {};
};

struct Block {
    enum class Kind : uint8_t { paragraph, heading, bullet, numbered, code, excerpt, figure };
    Kind kind = Kind::paragraph;
    std::vector<Inline> inlines = {};
    int number = 0;  ///< of a numbered item
    Excerpt excerpt = {};
    std::optional<Figure> figure = {};
    int line = 0;  ///< in the file
};

/// What a page asks. Every key is computed, never typed.
struct Question {
    enum class Kind : uint8_t {
        value,   ///< what will be in a cell: choices
        quiz,    ///< one of `upsweep quiz`: `asked`
        number,  ///< a number is typed
        choice,  ///< one of several texts; `check` makes the right one right
        sort,    ///< things that happen are put in order
    };
    struct Wrong {
        std::string value;   ///< a likely wrong answer; may hold terms
        std::string reason;  ///< why it is not the right one
    };
    Kind kind = Kind::value;
    std::string ask = {}, right = {}, why = {};
    std::vector<Wrong> wrong = {};
    int line = 0;

    std::string array = {};            ///< of value; of quiz the array that it has to be about, empty: any
    int64_t cell = -1;                 ///< likewise; -1: any
    std::optional<Moment> after = {};  ///< when the scene shows the answer; of value, when it is in the cell
    std::string answer = {};           ///< of number a term, of choice the right text
    std::string unit = {};             ///< of number: beside the field

    questions::Kind asked = questions::Kind::cell_holds;  ///< of quiz, and whom it has to be about:
    std::optional<Moment> at = {};                        ///< the question's moment; none: the page's
    int64_t block = -1;                                   ///< blockIdx; -1: any
    int warp = -1;                                        ///< in its block; -1: any

    std::vector<std::string> check = {};  ///< of choice: "{TERM} < {TERM}", all have to be true
    std::vector<std::string> items = {};  ///< of sort, in the right order
    std::vector<Moment> moments = {};     ///< of sort: when each of them happens
};

/// A second scene beside the page's, on one clock.
struct Compare {
    replay::Clock clock = replay::Clock::phase;
    std::string left = {}, right = {};  ///< captions
    scenes::Scene scene = {};           ///< the right side's
    int line = 0;
};

/// An entry of the glossary, on the page of the word's first use.
struct Term {
    std::string name = {};
    std::vector<std::string> also = {};  ///< other forms of the word: "barriers"
    std::vector<Inline> says = {};
    int line = 0;
};

struct Page {
    std::string title = {};
    scenes::Scene scene = {};  ///< which run it shows
    Look look = {};
    Moment at = {};  ///< what the stage shows
    std::optional<Compare> compare = {};
    std::optional<scenes::RacePlace> race = {};              ///< the Race as the page's scene
    std::optional<scenes::PlaygroundPlace> playground = {};  ///< or the Playground
    std::optional<std::string> exercise = {};                ///< its slug: the page is that exercise
    std::vector<Block> blocks = {};
    std::optional<Question> question = {};
    std::vector<Term> terms = {};
    std::vector<Block> notes = {};  ///< for the teacher
    int line = 0;
    int part_line = 0;  ///< of the race, the playground or the exercise
};

struct Lesson {
    std::string slug;  ///< the file's name without folder and ending
    std::string file;  ///< what messages call it: "lessons/work-efficient-scan.md"
    std::string title, chapter;
    std::string aim;  ///< one sentence: what the user can do after it
    int minutes = 0;  ///< to read and to answer
    int picture = 1;  ///< the page whose scene is the lesson's picture in the course, from 1
    std::vector<Page> pages;
    std::string text;  ///< the whole file
};

/// Reads a lesson's text; `file` is what messages call it. Throws Error with one sentence: file, line, what
/// is wrong.
Lesson parse_lesson(const std::string& file, std::string_view text);
/// Reads a lesson from the disk. Throws Error.
Lesson read_lesson(const std::string& path);

/// The lessons in the binary, in the order of their list. Throws what parse_lesson throws.
const std::vector<Lesson>& all_lessons();

}  // namespace upsweep::lessons
