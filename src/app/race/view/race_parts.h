// The parts of the Race view: what each draws, and how they share the room.
#pragma once

#include "app/race/model/race_model.h"
#include "app/ui/frame.h"
#include "app/ui/text.h"

namespace upsweep::app {

/// What was clicked that is not the model's business.
enum class RaceAction : std::uint8_t { none, start, pause, cancel, export_csv, export_json };

/// The path of a recording that is being typed, and why it was not taken.
struct RecordingField {
    std::string path, error;
};

/// A line's label, cut where it must be, but never its "+ transfers".
void draw_line_label(Frame& frame, ImVec2 at, float width, TextStyle style, Role role, const RaceLine& line);
/// Left: experiment, lines with their looks, settings.
void draw_race_rail(Frame& frame, Rect rect, RaceModel& model, RecordingField& field);
/// Title, plot modes, start and progress.
RaceAction draw_race_head(Frame& frame, Rect rect, RaceModel& model);
/// Height in pixels that the head takes in this width.
float race_head_height(const Frame& frame);
/// The plot, or why there is none yet.
void draw_race_plot(Frame& frame, Rect rect, RaceModel& model);
/// Under the plot: one row a line for the shown size.
void draw_race_table(Frame& frame, Rect rect, const RaceModel& model);
float race_table_height(const Frame& frame, const RaceModel& model);
/// Right: speed-up bars, a sentence, export, what is counted. `exported` is the file last written.
RaceAction draw_race_side(Frame& frame, Rect rect, const RaceModel& model, const std::string& exported);

/// "recording: NVIDIA H200, driver …, 2026-11-21"; the commit stands in the side pane.
std::string recording_legend(const RaceRecordings::Entry& entry);
/// The rows of a menu that chooses a recording, or opens one by its path. True if one was chosen.
bool recording_menu(Frame& frame, RaceModel& model, RecordingField& field);
/// The shown recording, a row a time, with the targets that it was held to.
void draw_recorded_table(Frame& frame, Rect rect, const RaceModel& model);
float recorded_table_height(const Frame& frame, const RaceModel& model);

}  // namespace upsweep::app
