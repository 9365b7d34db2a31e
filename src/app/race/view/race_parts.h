// The parts of the Race view: what each draws, and how they share the room.
#pragma once

#include "app/race/model/race_model.h"
#include "app/race/model/race_split.h"
#include "app/race/model/race_why.h"
#include "app/ui/text.h"

namespace upsweep::app {

/// What was clicked that is not the model's business.
enum class RaceAction : uint8_t { none, start, pause, cancel, guess, reveal, export_csv, export_json };

/// What the rail keeps from frame to frame.
struct RaceRailState {
    bool open = false;                   ///< where it is not always in sight
    bool to_settings = false;            ///< scroll to the settings in the next frame
    bool more[4] = {};                   ///< by CurveSource: all of the group's lines are listed
    std::string path, path_error;        ///< of a recording that is being typed, and why it was not taken
    std::string name, name_error;        ///< that the recording is being given
    int named = -1;                      ///< the recording that `name` is of
    std::string exported;                ///< the file last written
    bool presets = false;                ///< the tree of presets is shown instead
    std::map<std::string, bool> closed;  ///< papers of it
};

/// Pixels at the right end of the headline's two rows that something else takes.
struct HeadRoom {
    float first = 0, second = 0;
};

/// The headline, what it compares, and the plot: all that a lecture needs, in any rectangle. Nothing beside
/// it is drawn; mouse and labels work.
void draw_race_lecture(Frame& frame, Rect rect, RaceModel& model, HeadRoom room = {});

/// In place of the plot: bars or strips of one size, or the heat map.
void draw_race_way(Frame& frame, Rect rect, RaceModel& model);

/// Launches and copies over time, of the line that the model has chosen.
void draw_race_strip(Frame& frame, Rect rect, RaceModel& model);
/// Lines under the roofs of the recording's GPU.
void draw_race_roofline(Frame& frame, Rect rect, RaceModel& model);
/// What a part of the time is filled with: stripes.
void draw_stripes(Frame& frame, Rect box, ImU32 colour);
/// The colour, as transparent as that.
ImU32 faint(ImU32 colour, float alpha);

/// A row of bars: whose look, how long, and its number in words.
struct RowBar {
    PlotSeries look;
    double value = 0;
    std::string text;
};
/// In the order that is given, over one axis from 0. The field is noted under `id`.
void draw_row_bars(Frame& frame, Rect rect, const std::string& id, const std::string& caption,
                   const std::vector<RowBar>& bars, const NumberText& tick);
/// One line's times over widths and heights.
void draw_race_heat(Frame& frame, Rect rect, const RaceHeat& heat);

/// A paper's experiment: heading, and its panels.
void draw_race_paper(Frame& frame, Rect rect, RaceModel& model, HeadRoom room = {});
/// Its panels alone.
void draw_race_panels(Frame& frame, Rect rect, RaceModel& model);
/// Under it: what the paper says, what this machine says, and so what became of the claim.
void draw_race_claims(Frame& frame, Rect rect, RaceModel& model);
float race_claims_height(const Frame& frame, float width, const RaceModel& model);
/// In the rail: all presets, paper by paper.
void draw_race_tree(Frame& frame, Rect rect, RaceModel& model, RaceRailState& state);

/// A cause of the page "Why is it slow?" whose line or lesson was clicked.
struct WhyClick {
    enum class Kind : uint8_t { none, line, learn } kind = Kind::none;
    int cause = 0;
};
WhyClick draw_race_why(Frame& frame, Rect rect, RaceWhy& why, HeadRoom room = {});
/// For a class: what it takes, and the bars, whose sentence is on the page.
void draw_presented_why(Frame& frame, Rect rect, const RaceWhy& why);
/// Pixels at the right that times over n, the model's error and the counts take; 0: they are left out.
float race_why_pane_width(const Frame& frame);
/// "2²⁰" of a power of two.
std::string power_text(int64_t number);
/// Beside it: the model's constants.
void draw_race_why_rail(Frame& frame, Rect rect, const RaceWhy& why);

/// The plot alone, or what takes its place.
void draw_race_plot(Frame& frame, Rect rect, RaceModel& model);

/// Over draw_race_lecture's rows: plot modes in the first, start and progress in the second.
RaceAction draw_race_controls(Frame& frame, Rect rect, RaceModel& model);
HeadRoom race_controls_room(const Frame& frame, const RaceModel& model);

/// Left: experiment, lines with their looks, settings, recordings.
RaceAction draw_race_rail(Frame& frame, Rect rect, RaceModel& model, RaceRailState& state);
/// The rail folded to icons.
void draw_race_icons(Frame& frame, Rect rect, RaceRailState& state);
/// The rows of a menu that chooses a recording, or opens one by its path. True if one was chosen.
bool recording_menu(Frame& frame, RaceModel& model, RaceRailState& state);

/// Under the plot: one row a shown line.
void draw_race_table(Frame& frame, Rect rect, RaceModel& model);
float race_table_height(const Frame& frame, const RaceModel& model);

/// How a curve looks in lists.
PlotSeries look_of(const RaceCurve& curve);

}  // namespace upsweep::app
