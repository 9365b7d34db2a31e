// The Lessons view's state and behaviour: which page is open, what was answered, where its scene is.
// Needs no window.
#pragma once

#include "app/step/model/comparison.h"
#include "core/ranges.h"
#include "lessons/prepare.h"

namespace upsweep::app {

/// What was tried on one question.
struct Answers {
    std::vector<size_t> tried;  ///< positions in the question's choices, in the order of trying
    bool solved = false;
    bool looked = false;             ///< the step was revealed before the right answer was chosen
    std::string text = {};           ///< of a typed answer: what is in the field
    std::string complaint = {};      ///< why that is not an answer
    std::string judged = {};         ///< the typed answer, or the order, that was wrong last; empty: none
    std::vector<size_t> order = {};  ///< of a sort: positions in the question's items, as chosen so far
    bool settled() const { return solved || looked; }
};

class LessonModel {
  public:
    explicit LessonModel(Jobs& jobs);
    ~LessonModel();

    /// Prepares a lesson of the library in the background and opens it at a page.
    void open(size_t number, int page = 0);
    /// Reads a lesson of the user's own and opens it likewise; what is there stays until it is read, and
    /// where it cannot be. Kernels and programs that it names may lie beside it.
    void open_file(const std::string& path, int page = 0);
    /// Nothing is shown any more.
    void close();
    /// The lesson that was requested last.
    size_t number() const { return number_; }
    bool loading() const { return job_.busy(); }
    const std::string& error() const { return error_; }

    /// Null until the first lesson is there.
    const lessons::PreparedLesson* lesson() const { return lesson_.get(); }
    int page_count() const { return lesson_ ? int(lesson_->pages.size()) : 0; }
    int page_number() const { return page_; }
    const lessons::PreparedPage& page() const { return nth(lesson_->pages, page_); }
    /// Opens a page at its own moment; clamped to the lesson.
    void go(int page);

    /// Where the page's scene is; null until the lesson is there.
    replay::StepPosition* position();
    const replay::StepPosition* position() const;
    /// Both sides where the page compares two scenes, else null. The left one is the page's own.
    Comparison* comparison() const;
    /// The position of a figure in the page's text, which stands for itself. Made when it is first asked for.
    replay::StepPosition& figure(const lessons::Figure& figure);
    /// The places at which an animated figure stops, from its first to its last.
    std::vector<int64_t> figure_stops(const lessons::Figure& figure);

    /// One pass (or the step that goes with the page's zoom) on or back: to where something has changed.
    /// An open question holds the pass that would answer it: then forward() does nothing but nudge. False if
    /// the scene stays.
    bool forward();
    bool back();
    /// The last forward() was held back by the open question.
    bool nudged() const { return nudged_; }
    /// The pass that answers the page's question is the next one: the stage looks ahead.
    bool before_answer() const;
    /// Back to the page's own moment.
    void rewind();
    /// The scene as it is now, for the Step view.
    scenes::Scene scene();

    bool has_question() const { return lesson_ != nullptr && page().question.has_value(); }
    const Answers& answers() const { return nth(answers_, page_); }
    /// Chooses an answer; nothing happens if it was tried or the question is settled.
    void answer(size_t choice);
    /// The page asks, and neither an answer nor a look has settled it.
    bool asks() const { return has_question() && !answers().settled(); }
    /// The scene has a later moment that shows the answer.
    bool predicts() const;
    /// The page asks what the next steps do: these answer it, and the scene stops before them.
    bool asks_what_comes() const;
    /// The question is open, or its step not yet shown: Space shows it.
    bool waits() const;
    /// The question is beside the scene with its answers, or with what was right and why, until the scene is
    /// moved on. What the next steps do they tell themselves.
    bool shows_question() const;
    /// The answer is typed, or put together by buttons and clicks, and judged by check().
    bool is_typed() const;
    /// Whether the open question is one that check() judges.
    bool is_checked() const;
    /// What is in the field of a typed answer.
    std::string& text() { return nth(answers_, page_).text; }
    /// A number, lane, block … of a typed answer, or an item of a sort: put in, or taken out again.
    void choose(int64_t number);
    bool is_chosen(int64_t number) const;
    /// Judges a typed answer or an order. What cannot be read gets a complaint.
    void check();
    /// A place on the stage was clicked. False if it answers no question.
    bool click_cell(emulator::ArrayId array, int64_t element);
    bool click_block(int64_t number);
    /// The cells that are wanted, chosen, right or wrong.
    std::vector<stage::StageMark> marks() const;
    /// What the diagram outlines of the next steps would show what is wanted.
    bool hides_to_come() const;
    /// How many questions the lesson has, and which of them is the page's (from 1).
    int question_count() const;
    int question_number() const;
    /// Runs the scene to where the answer is. A question that is still open is settled by looking.
    void reveal();
    bool revealed() const;
    /// What Space and the primary button do: reveal the step, or turn the page. False on the last page.
    bool next();

  private:
    using ReadLesson = std::function<lessons::Lesson()>;
    void start(ReadLesson read, int page);
    void put_in(std::shared_ptr<const lessons::PreparedLesson> lesson, int page);
    void seek(int64_t step);
    void show_side_by_side();
    void follow_question();
    int64_t next_change() const;
    bool note_moved(bool moved);
    replay::Grain grain() const;
    const lessons::PreparedQuestion& question() const { return *page().question; }
    Answers& own_answers() { return nth(answers_, page_); }
    struct SideBySide;

    Jobs& jobs_;
    OwnJobs job_;
    size_t number_ = 0;
    std::string error_;
    std::shared_ptr<const lessons::PreparedLesson> lesson_;
    std::vector<std::unique_ptr<replay::StepPosition>> positions_;  ///< by scene number
    std::vector<Answers> answers_;
    std::unique_ptr<SideBySide> both_;  ///< of a page that compares
    std::map<const lessons::Figure*, std::unique_ptr<replay::StepPosition>> figures_;  ///< of the page
    int page_ = 0;
    bool nudged_ = false;
    bool moved_on_ = false;  ///< the scene, after the page's question was settled
};

}  // namespace upsweep::app
