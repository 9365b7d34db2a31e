// The course page: chapters with a card a lesson, whose pictures are made in the background, and the plan of
// a class beside them.
#pragma once

#include "app/host/view.h"
#include "app/lessons/model/course_model.h"
#include "app/ui/controls.h"
#include "canvas/canvas.h"
#include "lessons/lesson.h"
#include "stage/page.h"

namespace upsweep::app {

class CoursePictures {
  public:
    explicit CoursePictures(Jobs& jobs) : job_(jobs) {}

    /// Begins, unless it has begun. The lessons have to outlive the job.
    void start(std::span<const lessons::Lesson> lessons);
    /// All are made, or could not be.
    bool ready() const { return begun_ && !job_.busy(); }
    /// Null until it is made, and where it could not be.
    const canvas::Picture* of(size_t lesson) const;
    /// The first sentence that says why one could not be made; empty if none exists.
    const std::string& failure() const { return failure_; }
    /// How many recordings of the Race come with the program and could be read; -1: not looked at yet.
    int recordings() const { return recordings_; }

  private:
    std::vector<std::optional<canvas::Picture>> pictures_;
    OwnJobs job_;
    std::string failure_;
    int recordings_ = -1;
    bool begun_ = false;
};

/// What the course page asks of who shows it.
struct CourseDoors {
    std::function<void(lessons::LessonPlace)> lesson;
    std::function<void()> glossary, how_written, own, handout;
};

class CourseView {
  public:
    CourseView(Services& services, CourseModel& model, CourseDoors doors);

    void draw(Frame& frame);
    /// Begins what is made in the background.
    void advance();
    bool ready() const { return pictures_.ready(); }

    /// Keys: the card to the side or above; scrolling by parts of the height.
    void move(int right, int down);
    void scroll(float by) { scroll_by_ = by; }
    /// Of a narrow window: the lessons or the plan.
    void turn_tab() { tab_ = 1 - tab_; }
    const CoursePictures& pictures() const { return pictures_; }

    /// Presented: one item of the plan.
    stage::Page plan_page() const;
    void draw_plan_item(Frame& frame);

    /// File that the handout was written to; empty: none was.
    std::string handout;
    /// File of the lesson of the user's own that was opened; empty: none was.
    std::string own;

  private:
    struct Grid;
    Grid grid_for(const Frame& frame, float width) const;
    void draw_lessons(Frame& frame, Rect area);
    float draw_head(Frame& frame, Rect row);
    float draw_continue(Frame& frame, Rect row, bool beside);
    void draw_chapter(Frame& frame, Rect area, const lessons::Chapter& chapter, size_t number, bool aside);
    void draw_card(Frame& frame, Rect card, size_t lesson);
    void draw_card_words(Frame& frame, Rect words, size_t lesson);
    struct ExerciseBox {
        lessons::ExercisePlace place;
        Rect room;  ///< that takes the pointer
        Interaction state;
    };
    std::vector<ExerciseBox> exercise_boxes(Frame& frame, Rect words, size_t lesson);
    void draw_exercise(Frame& frame, const ExerciseBox& exercise);
    void draw_own_card(Frame& frame, Rect card);

    void draw_plan(Frame& frame, Rect area);
    float draw_plan_head(Frame& frame, Rect row);
    float draw_item(Frame& frame, Rect row, size_t number);
    float item_words(Frame& frame, ImVec2 at, float width, const lessons::PlanItem& item, bool whole,
                     bool draw);
    bool link(Frame& frame, std::string_view id, ImVec2 at, float width, std::string_view words,
              std::string_view disabled = {});
    struct Check {
        bool good;
        std::string words;
    };
    std::vector<Check> checks(const Frame& frame) const;
    float draw_checks(Frame& frame, Rect row);
    void draw_plan_foot(Frame& frame, Rect row);

    Services& services_;
    CourseModel& model_;
    CourseDoors doors_;
    CoursePictures pictures_;
    int tab_ = 0;               ///< of a narrow window: 0 the lessons, 1 the plan
    bool plan_alone_ = false;   ///< the plan has the window; arrows and Enter are its
    bool reveal_item_ = false;  ///< the plan's item that was chosen by an arrow
    int columns_ = 3;
    float scroll_by_ = 0;
    bool reveal_ = false;  ///< the chosen card is to be scrolled to
    float drawn_height_ = 0;
};

/// A line across with a height of one pixel.
void draw_rule(Frame& frame, float left, float right, float y);
/// Until the row is in the pane that is being drawn.
void scroll_to(const Frame& frame, Rect row);

}  // namespace upsweep::app
