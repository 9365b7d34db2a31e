// Two scenes side by side in the Step view: their stages, their sentences, and their counts in one table.
#pragma once

#include "app/step/model/comparison.h"
#include "app/step/view/step_parts.h"
#include "stage/page.h"
#include "stage/stage.h"

namespace upsweep::app::step {

struct CompareState {
    std::unique_ptr<Comparison> both;  ///< none: nothing is compared
    std::vector<ComparePreset> presets;
    size_t preset = 0;                         ///< the one chosen last
    std::optional<scenes::Scene> before = {};  ///< what the first pair took another size for, at its step
    stage::StageState right;                   ///< of the right stage
    bool changed = false;                      ///< a side is no longer the pair's
    std::vector<ComparedCount> rows;           ///< counted once a frame
    std::optional<std::array<CompareLead, 2>> leads;  ///< the same
    bool wants_find = false;                          ///< the pairs' menu opens when its chip is drawn next
    std::string find;                                 ///< what is typed in it
    HeaderState left_menu, right_menu;
    bool shown() const { return both != nullptr; }
};

/// Begins with the first pair that the present scene gives, or ends.
void toggle_compare(Services& services, StepModel& model, CompareState& state);

/// What the sides are called beside a number.
struct SideNames {
    std::pair<std::string, std::string> captions;
    bool stacked = false;  ///< the left one is over the other
    /// The captions, shortened to whole words that fit; else "left" and "right", or "above" and "below".
    std::pair<std::string, std::string> that(const std::function<bool(std::string_view)>& fit) const;
};
/// The rows of what both sides count as a table. And how high that is.
void draw_compare_counts(Frame& frame, Rect rect, const Comparison& both, std::span<const ComparedCount> rows,
                         const SideNames& names);
float compare_counts_height(const Frame& frame, size_t rows);
/// "phases so far: padding off 2 of 4, padding on 1 of 3": what each side's clock shows, and at its end, in
/// whole ticks. `named` false: the clock's name may be left out where there is little room.
std::string clock_words(const Frame& frame, TextStyle style, float width, Comparison& both,
                        const SideNames& names, bool named = true);

/// Of a side's caption: smaller where it has less room.
TextStyle caption_style(const Frame& frame, std::string_view caption, float room);
/// The number that a side leads with, large, and beside it the caption over its words; `size` of the number
/// in E. Returns the width used. And how high that is.
float draw_lead(Frame& frame, Rect rect, const CompareLead& lead, std::string_view caption, float size);
constexpr float lead_em = 3.4F;
/// A sentence in as many words as its room takes, in the room's middle or at its top. And how high that is.
void draw_words_in(Frame& frame, Rect room, const std::string& sentence, float em, bool middle);
float words_height(const Frame& frame, const std::string& sentence, float width, float height, float em);

/// Counts, once a frame, before anything is drawn.
void count_compared(CompareState& state);
/// Height in pixels of the table of counts and the choices beside it.
float compare_foot_height(const Frame& frame, const CompareState& state);
/// Draws them. Controls: "compare.clock", "compare.pair", "compare.swap", "compare.close".
void draw_compare_foot(Frame& frame, Rect rect, Services& services, StepModel& model, CompareState& state);

/// What is over a side's stage: what it is, with its own options and schedule ("compare.left",
/// "compare.right"), its step, and its sentence. Returns what is left for the stage.
Rect draw_compare_head(Frame& frame, Rect rect, Services& services, CompareState& state, StepModel& left,
                       bool is_left);

/// Height in pixels of the strip of code under the stages; 0 where there is no room.
float compare_code_height(const Frame& frame);
/// The line that each side runs, in the stage's colours; once where both run the same.
void draw_compare_code(Frame& frame, Rect rect, const CompareState& state, const StepModel& left);

/// Presented: both halves of a page, side by side where it is wide, else one over the other.
std::vector<Rect> presented_halves(const Frame& frame, Rect rect);
/// Caption and sentence of a side, large. Returns what is left for its stage.
Rect draw_presented_side(Frame& frame, Rect rect, const CompareState& state, const StepModel& left,
                         bool is_left);
/// How large the stage of a side is drawn in its room, of the page's size: 1, or less where it needs more.
float presented_scale(const Frame& frame, Rect rect, const replay::StepPosition& at, stage::Zoom zoom);
/// What the page says around both.
stage::Page page_of_both(const CompareState& state, const StepModel& left);

}  // namespace upsweep::app::step
