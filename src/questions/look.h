// The context of the question makers: the next steps. For make.cpp and its neighbours.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emulator/findings/finding_words.h"
#include "questions/make.h"
#include "questions/question.h"
#include "replay/position/position.h"
#include "replay/words/sentence_parts.h"

namespace upsweep::questions {

// The words of a trace and of replay that every maker uses.
using emulator::Access;
using emulator::AccessKind;
using emulator::ArrayId;
using emulator::ArrayInfo;
using emulator::Finding;
using emulator::LaunchInfo;
using emulator::SourceRange;
using emulator::Space;
using emulator::Step;
using emulator::StepKind;
using emulator::Trace;
using replay::element_of;
using replay::Flow;
using replay::Grain;
using replay::in_backticks;
using replay::is_write;
using replay::Leaf;
using replay::StepPosition;

struct Look {
    const StepPosition& at;
    const Trace& trace;
    replay::StepRange next;  ///< the step that comes, as steps of the trace
    Grain grain = Grain::statement;
    uint64_t seed = 1;
    int64_t launch = 0;
    const replay::StagedLaunch& staged;
    const About& about;

    /// Whether a question about this array, or this step of a warp, is one that was asked for.
    bool is_about(ArrayId array) const {
        return about.array.empty() || trace.arrays[array].name == about.array;
    }
    bool is_about_block(uint32_t block) const { return about.block < 0 || block == about.block; }
    bool is_about(uint32_t block, uint32_t warp) const {
        return is_about_block(block) && (about.warp < 0 || warp == uint32_t(about.warp));
    }
    bool is_about(const Step& step) const { return is_about(step.block, step.warp); }
    replay::Narration narration() const { return {trace, &staged}; }
    const LaunchInfo& info() const { return trace.launches[launch]; }
    /// One of `count` (at least 1), by seed, step and `salt`.
    size_t pick(size_t count, uint64_t salt) const;
    /// Lanes that a warp of the launch has.
    int lanes_of(uint32_t warp) const;
};

/// Whether an array holds what a launch is about: no flags, words, counters, numbers of blocks or addresses.
bool is_data(const Look& look, ArrayId array);
/// One plain element of the array's own type.
bool is_element(const Trace& trace, const Access& access);

/// "`sums`", "`sums` of block `2`".
std::string array_words(const Look& look, ArrayId array, int64_t step);
/// "cell `7` of `sums` of block `2`".
std::string cell_words(const Look& look, ArrayId array, int64_t element, int64_t step);
/// "line `31`, `sums[right] += …`": where a step is.
std::string line_words(const Trace& trace, int64_t step);
/// "After this step", or of one statement "After line `31` has run".
std::string when_words(const Look& look);
/// "lanes 0, 2 and 3", "no lane".
std::string list_words(const std::string& noun, const std::vector<int64_t>& numbers);
/// A question of the look's step with nothing but its place filled in.
Question begin(const Look& look, Kind kind, Form form, int64_t step);
/// How many columns and cells the answer's cells have.
void set_cells(const Look& look, Question& question, ArrayId array);
/// Adds cells that have to be known.
void give(Question& question, ArrayId array, int64_t element);

using Make = std::optional<Question> (*)(const Look& look);
std::optional<Question> make_cell_value(const Look& look);
std::optional<Question> make_cell_holds(const Look& look);
std::optional<Question> make_cells_written(const Look& look);
std::optional<Question> make_lanes_working(const Look& look);
std::optional<Question> make_turns(const Look& look);
std::optional<Question> make_next_block(const Look& look);
std::optional<Question> make_who_waits(const Look& look);
std::optional<Question> make_race(const Look& look);
std::optional<Question> make_order(const Look& look);

}  // namespace upsweep::questions
