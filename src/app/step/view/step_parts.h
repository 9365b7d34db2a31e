// The panes of the Step view: each draws one and acts on the model. And their chips.
#pragma once

#include "app/step/model/gpu_check.h"
#include "app/step/model/scene_switches.h"
#include "app/step/view/step_code.h"
#include "app/ui/controls.h"
#include "core/plan.h"

namespace upsweep::app::step {

struct Chip {
    std::string id, label, value;
    float menu_em = 11;
    std::function<bool()> menu;
    bool guessed = false;  ///< wears a mark
    std::string tip = {};  ///< tooltip
};

/// From left to right within `left` and `right`, at the right end of it or at the left; `y` is their top.
void draw_chips(Frame& frame, std::vector<Chip>& chips, float left, float right, float y, Align align);

/// What the user typed for a buffer, as a chip shows it: the first few of a list of numbers, "0,1,2,…".
std::string shown_value(const std::string& text);

/// "2×4" of blocks or threads; a side of 1 at the end is left out.
std::string dim_text(const Dim3& dim);

/// Where a menu's text field is, and what comes under it: `error` and room.
Rect menu_field(const Frame& frame);
void after_field(Frame& frame, Rect field, const std::string& error = {});

struct UntilState {
    std::string text, error;
    bool wants_open = false;  ///< the key was pressed: the menu opens when the button is drawn next
    bool typing = false;      ///< the field had the keyboard in the last frame
};

struct UntilTools {
    Stops& stops;
    UntilState& state;
    StepModel& model;
    Notices& notices;
};

/// Puts a sentence where it is read.
Told tell_until(const UntilTools& tools);
/// The button with its menu, where it fits before `right`; returns where the next control begins. Controls:
/// "step.until", "step.until.text", "step.until.on", "step.until.back", "step.until.keep",
/// "step.until.try.N", "step.until.stop.N", "step.until.remove.N".
float draw_until_button(Frame& frame, ImVec2 at, float right, const UntilTools& tools);
/// What the palette offers of it: "until" with anything typed behind it, phases, barriers, findings.
std::vector<PaletteEntry> until_offers(const UntilTools& tools);

/// A changed scene: made by `make`, opened keeping the place; what it throws becomes a notice.
void change_scene(Services& services, StepModel& model, const std::function<scenes::Scene()>& make);
/// The same for a text field: what `make` throws is returned, to be beside the field; empty if it went
/// well.
std::string try_scene(Services& services, StepModel& model, const std::function<scenes::Scene()>& make);

/// A value while it is typed, such as the seed or the list of an order, and why the last one was not taken.
struct TypedText {
    std::string shown, text, error;
};
/// By setting: "blocks", "warps".
using ScheduleState = std::map<std::string, TypedText>;

struct RailState {
    std::string filter;
    std::set<std::string> closed;  ///< chapters folded in
    bool edit_gpu = false;
    bool open = false;         ///< shown over the stage where it has no place of its own
    std::string reveal;        ///< chapter to scroll to when the list is drawn next; empty: none
    std::string seen;          ///< the slug whose row was brought into view last
    int tries = 0;             ///< frames for which the list has been coming to that row; 0: it is there
    std::string trace_file;    ///< the one opened last: it has a row of its own
    bool wants_trace = false;  ///< that row was chosen
    bool wants_find = false;   ///< the Find box takes the keyboard when it is drawn next
    bool wants_open = false;   ///< the row for own programs was chosen
    bool opening = false;      ///< the panel for them is shown
};
/// Chapters and algorithms, the toy GPU at the foot. True if an algorithm was chosen.
bool draw_rail(Frame& frame, Rect rect, Services& services, StepModel& model, RailState& state,
               ScheduleState& schedule);
/// What Enter in the Find box opens: the first entry whose title has the text, else the first of those
/// listed.
const Algorithm* first_hit(const std::string& filter);
/// The folded rail, in E, and its chapters' names; a click opens the rail over the stage, at that chapter.
constexpr float icon_rail_em = 5.2F;
void draw_icon_rail(Frame& frame, Rect rect, const StepModel& model, RailState& state);

struct HeaderState {
    TypedText size, values;
    ScheduleState schedule;
    std::map<std::string, TypedText> program;  ///< by chip of an own program: what is being typed
};
/// The field of a menu for another value: `apply` puts what was typed in and returns what is wrong with it.
/// True where that was nothing.
bool field_in_menu(Frame& frame, const std::string& id, TypedText& typed, std::string_view hint,
                   const std::function<std::string(const std::string&)>& apply);
/// A menu with the value, which is `now`, as text to edit; and, if `reset` has words, a row id.`reset_id`
/// that empties it.
bool text_menu(Frame& frame, const std::string& id, TypedText& typed, const std::string& now,
               std::string_view hint, std::string_view reset_id, std::string_view reset,
               const std::function<std::string(const std::string&)>& apply);
/// What a list says behind NAME=; and NAME=TEXT put in its place, of an empty text nothing.
std::string named(const std::vector<std::string>& list, const std::string& name);
void set_named(std::vector<std::string>& list, const std::string& name, const std::string& text);

/// All options of a scene and its schedule, as one menu. True to close.
bool side_menu(Frame& frame, Services& services, StepModel& model, HeaderState& state);
struct OutputState {
    int chosen = 0;                             ///< among what was printed, if anything was, and the buffers
    std::string name;                           ///< the buffer that a person chose
    int64_t scenes = -1;                        ///< the model's, when the list last followed
    std::map<std::string, TypedText> expected;  ///< by buffer: what is being typed
};
/// Height in pixels that the header takes.
float header_height(const Frame& frame, const StepModel& model);
/// Title, source and the option chips; where there is room, the schedule and the switches under them.
void draw_header(Frame& frame, Rect rect, Services& services, StepModel& model, HeaderState& state);

/// The same for an own program: its name, its launch, and chips for what it is launched with.
void draw_program_header(Frame& frame, Rect rect, Services& services, StepModel& model, HeaderState& state);
/// Height in pixels of the line of its chips.
float program_chips_height(const Frame& frame);
/// What an own program printed and left in its buffers, at the stage's foot.
void draw_output(Frame& frame, Rect rect, Services& services, StepModel& model, OutputState& state);
/// Height in pixels that it takes; 0 where there is nothing to show or no room.
float output_height(const Frame& frame, const StepModel& model, float room);

/// True where the order of blocks has a line of its own; elsewhere it is behind chips.
bool has_lines(const Frame& frame);
/// The line under the title: the order of blocks. Its height in pixels, 0 for none.
float schedule_height(const Frame& frame, const StepModel& model);
void draw_schedule(Frame& frame, Rect rect, Services& services, StepModel& model, ScheduleState& state);
/// The same as menus: one setting, all of the schedule, the switches. True to close.
bool setting_menu(Frame& frame, Services& services, StepModel& model, ScheduleState& state,
                  std::string_view id);
bool schedule_menu(Frame& frame, Services& services, StepModel& model, ScheduleState& state);
bool left_out_menu(Frame& frame, Services& services, StepModel& model);
/// "in order", "random 7" of blocks, "warps reversed", "2 changes": for the chip.
std::string schedule_in_words(const emulator::ToyGpu& gpu);
/// The order of warps beside the transport, where it fits left of `right`. Gives where it ends.
float draw_warps_chip(Frame& frame, ImVec2 at, float right, Services& services, StepModel& model,
                      ScheduleState& state);

struct InspectorState {
    int64_t moves = -1;      ///< the model's, when the list last followed
    int64_t variables = -1;  ///< likewise of main's variables
    const void* trace = nullptr;
    bool told = false;            ///< the code pane's card or the stage has the words of the finding here
    bool all_counts = false;      ///< also those that a lesson explains late
    int list = 0;                 ///< 0 findings, 1 what lanes printed, 2 the GPU, 3 main's variables
    GpuCheck* gpu = nullptr;      ///< null: the GPU is not offered
    std::function<void()> race;   ///< takes what is shown to the Race
    emulator::SourceRange opens;  ///< a line that was clicked, for the code pane; no file: none
};
/// Rows of one height, which scroll. `scroll` gives, of the rectangle as whole rows fill it, how many pixels
/// of the list are to be above it; without it the list stays where it is.
void draw_list(Frame& frame, const char* id, Rect rect, float height, size_t count,
               const std::function<float(Rect)>& scroll, const std::function<void(size_t, Rect)>& draw);
/// Of a program that runs whole: the variables of main. While it is at a line of the host they say more than
/// what the kernels cost.
bool has_variables(const StepModel& model);
bool is_at_main(const StepModel& model);
/// Whether they have a place of their own, left of the counts.
bool variables_beside_counts(const Frame& frame, float width, const StepModel& model);
/// Height in pixels that they would like to have, with their head.
float variables_height(const Frame& frame, const StepModel& model);
/// A row for each: its name, its type, what it holds; in bold what the step has changed. The last of these is
/// in view after each move.
void draw_variables(Frame& frame, Rect rect, const StepModel& model, InspectorState& state);
/// Sentence, counts, findings, whose list scrolls; what does not fit is left out from below.
void draw_inspector(Frame& frame, Rect rect, StepModel& model, InspectorState& state);
/// Height in pixels that the inspector would like to have.
float inspector_height(const Frame& frame, float width, const StepModel& model);
/// Only the sentence. Returns the height used.
float draw_sentence(Frame& frame, Rect rect, const StepModel& model);

/// True where the window is so low that the timeline shrinks: no names and no tracks.
bool is_short(const Frame& frame);
/// How much larger than the window's type the stage is drawn where it has more room than it needs.
float stage_scale(const Frame& frame, Rect rect);
/// Height in pixels: more where slots have tracks.
float timeline_height(const Frame& frame, const StepModel& model);
/// Strip, marks, playhead, transport.
void draw_timeline(Frame& frame, Rect rect, Services& services, StepModel& model, ScheduleState& schedule,
                   const UntilTools& until);

}  // namespace upsweep::app::step
