// Two scenes side by side in the Step view: their stages, their sentences, and their counts in one table.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/host/view.h"
#include "app/step/model/comparison.h"
#include "stage/stage.h"

namespace upsweep::app::step {

struct CompareState {
    std::unique_ptr<Comparison> both;  ///< none: nothing is compared
    std::vector<ComparePreset> presets;
    std::size_t preset = 0;   ///< the one chosen last
    stage::StageState right;  ///< of the right stage
    bool shown() const { return both != nullptr; }
};

/// Begins with the first pair that the present scene gives, or ends.
void toggle_compare(Services& services, StepModel& model, CompareState& state);

/// What both sides count, in a table; at most so many rows. And how high that is.
void draw_compare_counts(Frame& frame, Rect rect, const Comparison& both, std::size_t most);
float compare_counts_height(const Frame& frame, std::size_t rows);
/// What each side's clock shows, and at its end.
std::string clock_words(Comparison& both);

/// Height in pixels of the table of counts and the choices beside it.
float compare_foot_height(const Frame& frame, const CompareState& state);
/// Draws them. Controls: "compare.clock", "compare.pair", "compare.swap", "compare.close".
void draw_compare_foot(Frame& frame, Rect rect, Services& services, StepModel& model, CompareState& state);

/// What stands over a side's stage: what it is, its step, and its sentence. Returns what is left for the
/// stage.
Rect draw_compare_head(Frame& frame, Rect rect, const CompareState& state, const StepModel& left,
                       bool is_left);

}  // namespace upsweep::app::step
