// The Lessons view: the course, and of a lesson a page of text at the left, its scene at the right; beside
// them pages of words: the glossary, and how lessons are written.
#pragma once

#include "app/lessons/model/file_watch.h"
#include "app/lessons/view/course_view.h"
#include "app/lessons/view/exercise_view.h"
#include "app/lessons/view/lesson_page.h"
#include "app/playground/view/playground_view.h"
#include "app/race/view/race_view.h"
#include "lessons/course_glossary.h"
#include "stage/stage.h"

namespace upsweep::app {

class GlossaryView {
  public:
    GlossaryView(const lessons::Glossary& glossary, std::span<const lessons::Lesson> lessons)
        : glossary_(glossary), lessons_(lessons) {}

    /// Gives the page whose link was clicked; sets `back` if the lessons were asked for.
    std::optional<lessons::LessonPlace> draw(Frame& frame, bool& back);
    void scroll(float by) { scroll_by_ = by; }
    /// Shows the entry of this name at the top when it is drawn next.
    void go_to(size_t entry) { wanted_ = entry; }

  private:
    const lessons::Glossary& glossary_;
    std::span<const lessons::Lesson> lessons_;
    std::string typed_;
    std::optional<size_t> wanted_;
    float scroll_by_ = 0;
};

/// A text of docs/ as it is written: headings large, tables and code in Mono. Sets `back` if the lessons were
/// asked for.
void draw_document(Frame& frame, std::string_view title, std::string_view text, float scroll_by, bool& back);

namespace lesson {

/// What a page's text keeps between frames.
struct PageState {
    Figures figures = {};
    bool notes = false;   ///< the teacher's notes are shown
    bool sources = true;  ///< the list of them at the end is for readers, not for a class
};
/// Draws title and blocks from `top_left` downwards, `width` pixels wide; returns the height. Acts
/// on the model; sets `open_in_step` if that was wanted.
float draw_page(Frame& frame, ImVec2 top_left, float width, LessonModel& model, Prose& prose,
                PageState& state, bool& open_in_step);
/// What a page is written in: where text and scene share a small window smaller, as more of the page should
/// be seen at once.
TextStyle page_style(const Frame& frame);
/// Where the question's card has room for what is said of an answer: under the answers, or above them.
enum class Grows { down, up };
/// How high the card is, in pixels.
struct QuestionRoom {
    float bare = 0;  ///< question and answers alone
    float now = 0;   ///< with what it says now
    float most = 0;  ///< with the longest that it may say
};
QuestionRoom question_room(const Frame& frame, float width, const LessonModel& model);
/// Only the question's card, as high as `question_room().now`.
void draw_question(Frame& frame, ImVec2 top_left, float width, LessonModel& model, AnswerField& field,
                   Grows grows);
/// The question, its answers and the last reason without a card, for beside a scene; and how high they are.
float draw_short_question(Frame& frame, ImVec2 top_left, float width, LessonModel& model, AnswerField& field);
float short_question_height(const Frame& frame, float width, const LessonModel& model);
/// Where the pane that is being drawn scrolls on below its edge: the text fades out, and a button says `what`
/// there is. True if it was pressed.
bool draw_more(Frame& frame, std::string_view id, Rect body, float margin, std::string_view what);
/// Runs in the styles of a page.
std::vector<Run> runs_of(const std::vector<lessons::Inline>& inlines, TextStyle style, Role colour);

}  // namespace lesson

class LessonsView : public View, public Presentation, public ShotControls {
  public:
    explicit LessonsView(Services& services);

    std::string_view name() const override { return "lessons"; }
    std::string_view title() const override { return "Lessons"; }
    void draw(Frame& frame) override;
    void advance(double dt) override;
    bool animating() const override {
        return fits_next_ > 0 ||
               (screen_ == Screen::lesson && (motion_ < 1 || page_state_.figures.playing != nullptr ||
                                              (on_exercise() && exercise_.animating())));
    }
    bool ready() const override;
    const KeyMap* keys() const override;
    /// Every lesson, every word of the glossary, the course.
    std::vector<PaletteEntry> offers() override;
    /// The course, a lesson by its slug or its file, an exercise.
    void open(const scenes::Destination& to) override;
    /// The page, or the exercise with its text.
    std::optional<scenes::Destination> here() override;
    /// A lesson of the user's own.
    bool on_drop(const std::string& path) override;
    std::optional<SpeakerNotes> notes() const override;
    std::string failure() const override { return screen_ == Screen::lesson ? model_.error() : ""; }
    /// Back from a lesson to the course.
    /// A lesson stays: Escape also leaves the field of its answer.
    bool close_overlay() override {
        return (screen_ == Screen::glossary || screen_ == Screen::document) && (go_back(), true);
    }
    /// Goes to a page of the open lesson, from 1.
    void seek(int64_t page) override;
    std::optional<SeekRange> seek_range() const override;
    /// A page with a question.
    void pose() override;
    void restore(const Settings& settings) override;
    void save(Settings& settings) const override;
    int64_t place() const override;

    ShotControls& shot_controls() override { return *this; }
    Presentation& presentation() override { return *this; }
    std::optional<stage::Page> page() const override;
    void draw_presented(Frame& frame) override;
    void present_on() override;
    void present_back() override;
    bool erase() override;
    int64_t moment() const override;

    LessonModel& model() { return model_; }
    /// What pages show that are about the Playground; null before the first of them.
    PlaygroundView* playground() { return playground_.get(); }
    CourseModel& course() { return course_model_; }
    ExerciseModel& exercise() { return exercise_.model(); }
    /// The lesson of this slug at a page, from 1; 0: where the reader left it. Throws UsageError naming those
    /// that there are.
    void open_lesson(std::string_view slug, int page);
    /// The lesson of a file at a page, from 1; it is read again whenever the file changes.
    void open_own(const std::string& path, int page = 1);
    void show_course();

  private:
    enum class Screen { course, lesson, glossary, document };
    CourseDoors doors();
    void bind_course_keys();
    void open_at(lessons::LessonPlace place);
    void begin();
    void read_own_again();
    void follow(const std::string& link);
    void show_glossary(size_t entry);
    void go_back();
    void save_handout();
    bool open_neighbour(int by);
    const lessons::Lesson* neighbour(int by) const;
    bool draw_screen(Frame& frame);
    void draw_fault(Frame& frame, Rect rect);
    float draw_crumbs(Frame& frame, ImVec2 at, float room);
    void note_progress();
    /// The page that is shown is an exercise.
    bool on_exercise() const;
    ExerciseDoors exercise_doors();
    void bind_keys();
    void draw_text_pane(Frame& frame, Rect rect);
    void draw_head(Frame& frame, Rect head, float y, float under_em);
    void draw_progress(Frame& frame, Rect rect);
    void draw_body(Frame& frame, Rect body, float margin, bool asks, bool presenting = false);
    /// Presented: the body in type as large as its room takes.
    void draw_fitting_body(Frame& frame, Rect body);
    void draw_card(Frame& frame, Rect rect, float margin);
    void draw_foot(Frame& frame, Rect rect);
    void draw_next(Frame& frame, Rect row, float left);
    void draw_both(Frame& frame, Rect area);
    void draw_tabs(Frame& frame, Rect area);
    void draw_scene(Frame& frame, Rect rect);
    bool words_are_wide(const Frame& frame);
    Rect draw_words(Frame& frame, Rect scene, float share);
    Rect draw_ask(Frame& frame, Rect rect);
    void draw_transport(Frame& frame, Rect rect);
    float draw_steps(Frame& frame, float x, float y, float size);
    void choose_words();
    stage::StageOptions stage_options() const;
    void draw_page_stage(Frame& frame, Rect rect, bool presenting);
    float set_up_side(const Frame& frame, Rect rect, const replay::StepPosition& at, bool presenting,
                      stage::StageOptions& options);
    void set_up_blocks(stage::StageOptions& options, const replay::StepPosition& at) const;
    float choose_blocks_em(const Frame& frame, Rect rect);
    float side_head(const Frame& frame, bool presenting) const;
    void pick_lanes(Frame& frame);
    std::optional<std::array<CompareLead, 2>> leads_of(const Comparison& both) const;
    void draw_side(Frame& frame, Rect rect, bool is_left, bool words, bool presenting);
    void draw_compared(Frame& frame, Rect rect, bool presenting);
    void set_up_parts(double dt);
    void draw_race(Frame& frame, Rect rect);
    void draw_playground(Frame& frame, Rect rect);
    void draw_presented_part(Frame& frame, Rect scene);
    bool turn_playground(int by);
    void open_scene();
    void press_enter();
    void play_figure();
    std::string caption() const;
    void turn(int page);
    void next();
    void on();
    void moved();

    Services& services_;
    LessonModel model_;
    KeyMap keys_;
    stage::StageState stage_;
    stage::StageState right_stage_;  ///< of the other side, where a page compares
    lesson::PageState page_state_;
    AnswerField field_;
    std::unique_ptr<RaceView> race_;                     ///< of pages that show it; made when one is opened
    std::unique_ptr<PlaygroundView> playground_;         ///< the same
    const lessons::PreparedPage* parts_page_ = nullptr;  ///< the page that they were last set up for
    const lessons::PreparedPage* shown_page_ = nullptr;  ///< the page in the frame before
    std::optional<bool> symbols_ = {};                   ///< of the page, where a key has chosen it
    double motion_ = 1;
    int wanted_page_ = 0, drawn_page_ = -1;
    size_t wanted_lesson_ = 0;
    float height_ = 0;      ///< of the page's text without its question, pixels
    float blocks_em_ = 0;   ///< E of two presented scenes of blocks; 0: the page has none
    size_t text_room_ = 0;  ///< of a presented page, and the page and room that it was found for
    std::pair<const lessons::PreparedPage*, ImVec2> scaled_for_{};
    int fits_next_ = 0;    ///< frames until the page has its size and knows whether it scrolls
    bool tabbed_ = false;  ///< the window shows text or scene, not both
    int tab_ = 0;          ///< 0: the page's text, 1: its scene
    Screen screen_ = Screen::course, before_ = Screen::course;  ///< and where the glossary was opened from
    CourseModel course_model_;
    CourseView course_;
    ExerciseView exercise_;
    GlossaryView glossary_;
    KeyMap course_keys_, word_keys_;
    bool own_shown_ = false;  ///< the lesson is of a file
    bool asked_ = false;      ///< another lesson or page is to be opened
    std::string own_path_;
    std::unique_ptr<FileWatch> watch_;
    size_t said_ = SIZE_MAX;  ///< answers that were judged on the page when it was drawn last
    int reveal_card_ = 0;     ///< frames until the pane scrolls to the card at its end
    float scroll_by_ = 0;     ///< asked for by a key or a button: parts of the text's height
};

std::unique_ptr<View> make_lessons_view(Services& services);

}  // namespace upsweep::app
