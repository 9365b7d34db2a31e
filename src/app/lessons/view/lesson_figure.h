// Small pictures from a trace in a lesson's text; some of them move when they are asked to.
#pragma once

#include <map>

#include "app/lessons/model/lesson_model.h"
#include "app/lessons/view/lesson_prose.h"
#include "app/ui/frame.h"
#include "stage/stage.h"

namespace upsweep::app::lesson {

/// What figures keep between frames.
struct Figures {
    std::map<const lessons::Figure*, stage::StageState> stages = {};
    const lessons::Figure* playing = nullptr;  ///< the one that moves; null: none
    double seconds = 0;                        ///< since it began
};

/// The first figure of the page that can move; null if none exists.
const lessons::Figure* first_moving(const lessons::PreparedPage& page);
/// Begins to play it, over and over, or ends.
void toggle_play(Figures& figures, const lessons::Figure& figure);

/// Draws the figure and its caption; returns the height.
float draw_figure(Frame& frame, ImVec2 at, float width, const lessons::Figure& figure, LessonModel& model,
                  Figures& figures, Prose& prose);

}  // namespace upsweep::app::lesson
