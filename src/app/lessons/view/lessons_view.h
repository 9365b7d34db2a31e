// The Lessons view: a page of text at the left, its scene at the right.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/host/view.h"
#include "app/lessons/model/lesson_model.h"
#include "app/ui/text.h"
#include "stage/stage.h"

namespace upsweep::app {

namespace lesson {

/// Draws title and blocks from `top_left` downwards, `width` pixels wide; returns the height. Acts
/// on the model; sets `open_in_step` if that was asked for.
float draw_page(Frame& frame, ImVec2 top_left, float width, LessonModel& model, bool& open_in_step);
/// Only the question's card.
float draw_question(Frame& frame, ImVec2 top_left, float width, LessonModel& model);
/// The question, its answers and the last reason without a card, for beside a scene; and how high they are.
float draw_short_question(Frame& frame, ImVec2 top_left, float width, LessonModel& model);
float short_question_height(const Frame& frame, float width, const LessonModel& model);
/// How high the card is; before it is solved with room for the longest reason, so that no answer moves.
float question_height(const Frame& frame, float width, const LessonModel& model);
/// Runs in the styles of a page.
std::vector<Run> runs_of(const std::vector<lessons::Inline>& inlines, TextStyle style, Role colour);

}  // namespace lesson

class LessonsView : public View {
  public:
    explicit LessonsView(Services& services);

    std::string_view name() const override { return "lessons"; }
    std::string_view title() const override { return "Lessons"; }
    void draw(Frame& frame) override;
    void advance(double dt) override;
    bool animating() const override { return motion_ < 1; }
    bool ready() const override {
        return !model_.loading() && (model_.lesson() != nullptr || !model_.error().empty());
    }
    const KeyMap* keys() const override { return &keys_; }
    /// Every lesson.
    std::vector<PaletteEntry> offers() override;
    /// Goes to a page, from 0.
    void seek(std::int64_t page) override;
    std::optional<SeekRange> seek_range() const override;
    /// A page with a question.
    void pose() override;
    void restore(const Settings& settings) override;
    void save(Settings& settings) const override;
    std::int64_t place() const override;

    std::optional<stage::Page> page() const override;
    void draw_presented(Frame& frame) override;
    void present_on() override { next(); }
    void present_back() override;
    std::int64_t moment() const override;

    LessonModel& model() { return model_; }

  private:
    void bind_keys();
    void draw_text_pane(Frame& frame, Rect rect);
    void draw_progress(Frame& frame, Rect rect);
    void draw_body(Frame& frame, Rect body, float margin, bool asks);
    void draw_more(Frame& frame, Rect body, float margin, std::string_view what);
    void draw_foot(Frame& frame, Rect rect);
    void draw_next(Frame& frame, Rect row, float left);
    void draw_both(Frame& frame, Rect area);
    void draw_tabs(Frame& frame, Rect area);
    void draw_scene(Frame& frame, Rect rect);
    Rect draw_words(Frame& frame, Rect scene);
    Rect draw_ask(Frame& frame, Rect rect);
    void draw_transport(Frame& frame, Rect rect);
    stage::StageOptions stage_options() const;
    std::vector<stage::StageMark> marks() const;
    std::string caption() const;
    void turn(int page);
    void next();
    void on();
    void moved();

    Services& services_;
    LessonModel model_;
    KeyMap keys_;
    stage::StageState stage_;
    double motion_ = 1;
    int wanted_page_ = 0, drawn_page_ = -1;
    std::size_t wanted_lesson_ = 0;
    float height_ = 0;     ///< of the page's text without its question, pixels
    bool tabbed_ = false;  ///< the window shows text or scene, not both
    int tab_ = 0;          ///< 0: the page's text, 1: its scene
    float scroll_by_ = 0;  ///< asked for by a key or a button: parts of the text's height
};

std::unique_ptr<View> make_lessons_view(Services& services);

}  // namespace upsweep::app
