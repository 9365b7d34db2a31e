// The exercise page: task and text at the left, the stage at the right, checks and hints under both.
#pragma once

#include "app/host/view.h"
#include "app/lessons/model/exercise_model.h"
#include "app/ui/code_editor.h"
#include "app/ui/text.h"
#include "lessons/lesson.h"
#include "replay/words/finding.h"
#include "stage/stage.h"

namespace upsweep::app {

/// What the lesson around the page does.
struct ExerciseDoors {
    std::function<void()> back, next;
    /// Draws where the page is in its lesson at the top of the rectangle; returns the height used.
    std::function<float(Frame&, Rect)> head = {};
};

class ExerciseView {
  public:
    ExerciseView(Services& services, ExerciseDoors doors);

    /// Draws the exercise of this slug into `area`, and does what is clicked.
    void draw(Frame& frame, Rect area, const std::string& slug);
    /// The same for a class: task, text and scene in large type, without checks, hints and buttons.
    void draw_presented(Frame& frame, Rect area, const std::string& slug);
    /// One step of the scene; false at its end, or its beginning.
    bool step_on();
    bool step_back();
    void advance(double dt);
    bool animating() const { return motion_ < 1 || (editor_ != nullptr && editor_->moving); }
    bool ready() const { return model_.exercise() == nullptr || model_.position() != nullptr || stuck_; }
    const KeyMap& keys() const { return keys_; }
    ExerciseModel& model() { return model_; }
    const replay::StepPosition* position() const { return model_.position(); }
    /// Shows this text once the exercise is drawn, in the place of the reader's own.
    void give(scenes::ExercisePage page) { given_ = std::move(page); }
    /// See ExerciseModel::changes().
    int64_t changes() const { return model_.changes(); }

  private:
    void open(const std::string& slug);
    void take_given(const std::string& slug);
    void show_part();
    void bind_keys();
    void check();
    void moved() { motion_ = reduced_motion ? 1 : 0; }

    // exercise_view.cpp: layout and stage
    void draw_wide(Frame& frame, Rect area);
    void draw_tabs(Frame& frame, Rect area);
    void draw_stage(Frame& frame, Rect rect);
    void draw_stage_head(Frame& frame, Rect head);
    void draw_input(Frame& frame, Rect& head, float least);
    stage::StageOptions stage_options(const Frame& frame, bool presenting) const;
    void draw_caption(Frame& frame, Rect& rect, float margin, TextStyle style);
    void draw_notes(Frame& frame, Rect& rect, float margin, TextStyle style, bool presenting);
    void draw_scene(Frame& frame, Rect rect, bool presenting);
    std::string caption() const;
    const exercises::Row* failure() const;
    // exercise_text.cpp: task, text, frame of the student's part
    void draw_text(Frame& frame, Rect rect, bool presenting = false);
    float text_height(const Frame& frame);
    float draw_task(Frame& frame, ImVec2 at, float width, bool presenting);
    void draw_editor(Frame& frame, Rect rect);
    void draw_kernel(Frame& frame, Rect rect);
    void draw_parts(Frame& frame, Rect rect);
    // exercise_checks.cpp: rows, hints
    void draw_checks(Frame& frame, Rect rect);
    float checks_height(const Frame& frame, float panel, float most) const;
    float draw_row(Frame& frame, ImVec2 at, float width, float middle, int number);
    void draw_hints(Frame& frame, Rect rect);
    // exercise_foot.cpp
    void draw_foot(Frame& frame, Rect rect);

    Services& services_;
    ExerciseDoors doors_;
    ExerciseModel model_;
    KeyMap keys_;
    std::unique_ptr<CodeEditorState> editor_, kernel_state_;
    std::unique_ptr<editor::Editor> kernel_;  ///< of an exercise that asks to break it
    stage::StageState stage_;
    std::optional<replay::RaceNotes> notes_;  ///< of a race at this step
    std::vector<lessons::Block> task_;
    std::vector<std::vector<lessons::Inline>> hints_;
    struct Span {
        float top = 0, bottom = 0;
    };
    std::vector<Span> parts_;  ///< of the student's parts in this frame, pixels
    std::optional<scenes::ExercisePage> given_;
    std::string drawn_;  ///< slug
    double motion_ = 1;
    int tab_ = 0;
    int presented_ = 0;         ///< frames since it is
    bool scroll_task_ = false;  ///< asked for by its button
    bool stuck_ = false;        ///< the text did not compile when the page was opened
};

}  // namespace upsweep::app
