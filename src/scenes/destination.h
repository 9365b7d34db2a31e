// A place in the program: where links of lessons and class plans, the palette, exported pages and the command
// line lead. It has one text form.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "scenes/scene.h"

namespace upsweep::scenes {

struct LessonPage {
    std::string lesson = {};  ///< its slug, or its file; empty: the course
    int page = 0;             ///< from 1; 0: where the reader left it
    friend bool operator==(const LessonPage&, const LessonPage&) = default;
};
struct ExercisePage {
    std::string exercise = {};  ///< its slug
    std::string text = {};      ///< of the student; empty: as it was left
    friend bool operator==(const ExercisePage&, const ExercisePage&) = default;
};
struct RacePlace {
    std::string experiment = {};           ///< its title or heading; empty: the Race as it was left
    std::vector<std::string> curves = {};  ///< their keys, or slugs; empty: those that it opens with
    std::optional<Scene> edited = {};      ///< a scene whose changed kernel joins the race
    std::string view = {};                 ///< "throughput", "spread", "why" …; empty: as the Race was left
    std::string preset = {};               ///< an experiment of a paper, "bugetti-6"; empty: none
    friend bool operator==(const RacePlace&, const RacePlace&) = default;
};
struct PlaygroundPlace {
    std::string task = {};                        ///< "box_filter"; empty: as the Playground was left
    std::string image = {};                       ///< a sample picture
    std::map<std::string, int64_t> numbers = {};  ///< of the task: {"radius", 12}
    friend bool operator==(const PlaygroundPlace&, const PlaygroundPlace&) = default;
};

/// A scene is shown in Step; one of no algorithm is the scene of where the link is.
using Destination = std::variant<Scene, LessonPage, ExercisePage, RacePlace, PlaygroundPlace>;

/// The view that shows it: "step", "lessons", "race" or "playground".
std::string_view view_of(const Destination& destination);

/// Reads "lesson:SLUG", "lesson:SLUG#3", "lessons" (the course), "exercise:SLUG",
/// "exercise:SLUG?text=TEXT" (of the student),
/// "figure:NAME" (of a paper, figures.h: its scene), "race", "race:EXPERIMENT?curves=KEY,KEY&view=spread",
/// "race?preset=bugetti-6", "playground", "playground:TASK?image=NAME&radius=12",
/// "step:ALGORITHM?n=16&lanes=4", "step:PROGRAM.cu?block=32", "step:?trace=FILE", "step:". Behind "?" a scene
/// has the keys of its file (scene_file.h); without any but the moment, step:ALGORITHM is what Step opens it
/// with. Words need no quotes there. Characters may be written as %20. The older "playground:12" is the box
/// filter of that radius. Throws Error that says how they are written.
Destination parse_destination(std::string_view text);

/// What parse_destination reads back. Of a scene that is complete.
std::string to_text(const Destination& destination);

/// Whether the text looks like a destination: it begins like one, with a colon, which names of views and
/// files do not.
bool is_destination(std::string_view text);

}  // namespace upsweep::scenes
