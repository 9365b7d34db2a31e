// Parts of a lesson's page: paragraphs whose words do something (links lead on, words of the glossary explain
// themselves); small pictures from a trace, some of which move when they are asked to; how its question is
// answered, the same under the text and beside a scene.
#pragma once

#include <set>

#include "app/lessons/model/lesson_model.h"
#include "app/step/view/step_asking.h"
#include "lessons/course_glossary.h"
#include "stage/stage.h"

namespace upsweep::app::lesson {

/// Of one page, while it is drawn.
struct Prose {
    const lessons::Glossary& glossary;
    std::set<size_t> told = {};  ///< entries whose word was dotted on this page already
    int links = 0;               ///< drawn so far: the names of their controls
    bool sources = false;        ///< titles of other people's texts: they use no word of the glossary
    std::string followed = {};   ///< where the link that was clicked leads
};

/// Like draw_paragraph. A word of the glossary is dotted where it is first, and shows its sentence under
/// the pointer wherever it is. Returns the height.
float draw_prose(Frame& frame, ImVec2 top_left, float width, const std::vector<lessons::Inline>& words,
                 TextStyle style, float line, Prose& prose);

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

/// Draws from `at` downwards, `width` pixels wide; returns the height, which is answers_height().
float draw_answers(Frame& frame, ImVec2 at, float width, LessonModel& model, AnswerField& field);
float answers_height(const Frame& frame, float width, const LessonModel& model);

/// What is under the answers: that the step waits for one, the reason of the one that was tried last, or,
/// of a question settled by looking, the right one's without its praise.
std::vector<lessons::Inline> reason_of(const LessonModel& model);

/// A digit was pressed: the answer, item, lane … of that number. False if there is no such one.
bool press_digit(LessonModel& model, int digit);

/// The same page with another E, which `theme` keeps.
Frame with_size(const Frame& frame, Theme& theme, float size);

}  // namespace upsweep::app::lesson
