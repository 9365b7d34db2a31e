// A run's stage, step by step, as a page holds it: each shape once, and what changes from step to step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "export/series.h"
#include "replay/code/code.h"

namespace upsweep::exports {

/// From position `at` of the list as it is now, `removed` entries go and `added` come there. Changes are made
/// in their order.
struct Change {
    size_t at = 0, removed = 0;
    std::vector<int> added;
    friend bool operator==(const Change&, const Change&) = default;
};

/// What makes `after` of `before`. Entries that stay in their order are not named; O(n log n).
std::vector<Change> differences(std::span<const int> before, std::span<const int> after);

/// `before` with the changes made. Throws Error where one leads outside of the list.
std::vector<int> changed(std::vector<int> before, std::span<const Change> changes);

/// What a page's steps are drawn with; the theme is the reader's.
struct FilmOptions {
    stage::Drawing how = {.width = 1000, .height = 640};
    StepSize by = StepSize::barrier;
    std::string ids = "c";           ///< what names in its SVG begin with: another for each film of a page
    std::vector<int64_t> also = {};  ///< places that are shown, too, steps done
    bool stills = false;  ///< also the end of each phase, or launch where phases are many, for paper
};

/// One line of code. Columns count from 0, in UTF-16 units as scripts do.
struct CodeLine {
    std::string text;
    int comment = -1;  ///< where a comment begins that goes to the line's end; -1: none
};
struct CodeFile {
    std::string name;
    std::vector<CodeLine> lines;
};
struct CodeMark {
    int line = 0, begin = 0, end = 0;
    bool written = false;
};

struct FilmStep {
    int64_t done = 0;             ///< steps of the run
    std::vector<Change> changes;  ///< of the list of shapes, since the step before
    std::vector<int> asked;       ///< places in that list: values that predict mode hides
    std::string sentence;         ///< what changes is between back quotes
    int file = -1, line = 0,
        top = 1;                  ///< the code: its file, the lit line (0: none), where the kernel begins
    std::vector<CodeMark> marks;  ///< on the lit line
};

/// What a page shows on paper and without scripts.
struct Still {
    int64_t done = 0;
    std::vector<int> shapes;  ///< of the film, in order
    std::string sentence;
};

struct Film {
    std::string title, source, command;  ///< `command` opens the scene; empty for a trace file
    int width = 0, height = 0;
    int64_t step_count = 0;
    std::vector<std::string> shapes;  ///< SVG; colours are variables of a style sheet
    std::vector<FilmStep> steps;
    std::vector<CodeFile> files;
    size_t start = 0;      ///< the step where the scene is
    std::string ids = {};  ///< what names in its SVG begin with
    std::vector<Still> stills;
    /// The shapes of step `number`, in order.
    std::vector<int> list(size_t number) const;
    /// The step at `done` steps of the run, or the last one before it.
    size_t at(int64_t done) const;
    Still still(size_t number) const { return {steps[number].done, list(number), steps[number].sentence}; }
};

/// Throws what places_of throws.
Film make_film(const std::shared_ptr<const scenes::RunScene>& run, const FilmOptions& options);

/// A picture as SVG, for a page that has the variables and shapes_of; `number`: another for each of the film.
std::string svg_of(const Film& film, const Still& still, size_t number);
/// The shapes of the stills, each once, with a name: SVG that shows nothing itself.
std::string shapes_of(const Film& film);
/// The film as assets/pages/page.js reads it. A shape that shapes_of has is 0 there.
std::string json_of(const Film& film);

}  // namespace upsweep::exports
