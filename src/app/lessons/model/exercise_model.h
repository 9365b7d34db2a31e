// An exercise in the window: the student's text, its marks, the hints that are open, and the stage at the
// step where a rule fails. Needs no window.
#pragma once

#include "app/host/jobs.h"
#include "app/host/settings.h"
#include "app/step/model/code_document.h"
#include "editor/draft.h"
#include "exercises/gaps.h"
#include "exercises/mark.h"
#include "replay/position/position.h"

namespace upsweep::app {

/// Slugs of the exercises that were passed: those with "exercises.SLUG" true in the settings.
std::vector<std::string> exercises_passed(const Settings& settings);

/// Beside "exercises.SLUG" it keeps "exercise.SLUG.tries" and "exercise.SLUG.hints" in the settings, and the
/// text as a draft.
class ExerciseModel {
  public:
    /// `drafts`: the folder where texts are kept; none: nowhere. The settings have to outlive it.
    ExerciseModel(Jobs& jobs, Settings& settings, const std::optional<std::filesystem::path>& drafts);
    /// Keeps what is not kept yet.
    ~ExerciseModel();
    ExerciseModel(const ExerciseModel&) = delete;
    ExerciseModel& operator=(const ExerciseModel&) = delete;

    /// Opens an exercise with the text that was left; nothing happens where it is open.
    void open(std::string_view slug);
    /// Null until one was opened.
    const exercises::Exercise* exercise() const { return exercise_; }
    /// Why none opens, or why the last check came to no end.
    const std::string& error() const { return error_; }
    /// Lets time pass: as typing pauses, complaints are looked for and the text is kept.
    void advance(double seconds);
    /// Time passes until the text is kept.
    bool waits() const { return rested_ >= 0; }

    /// What is edited: the kernel's whole text, or what breaks it.
    CodeDocument& document() { return *document_; }
    /// The text was changed by a command of the editor. What it changed in the fixed part is taken back: then
    /// false.
    bool touch();
    /// The student's parts in the text as it is.
    const std::vector<exercises::Gap>& gaps() const { return gaps_; }
    /// This text instead, in one step that can be undone. False, and nothing happens, where its fixed part is
    /// another.
    bool put(const std::string& text);
    /// The starter again, in one step that can be undone.
    void reset();

    /// Marks the text in the background; nothing happens while that continues.
    void check();
    bool checking() const { return job_.busy(); }
    double progress() const { return job_.progress(); }
    void cancel() { job_.cancel(); }
    /// Null before the first check.
    const exercises::Marks* marks() const { return marks_ ? &*marks_ : nullptr; }
    /// The text is another than the one that was marked.
    bool stale() const { return marks_ && document_->now() != marked_; }
    bool passed() const;
    /// Honest tries so far.
    int tries() const { return tries_; }
    /// After two honest tries, or once it is passed.
    static constexpr int tries_before_solution = 2;
    bool may_show_solution() const { return tries_ >= tries_before_solution || passed(); }
    /// False in a build for students, and where the setting "exercises.solutions" is false.
    bool has_solution() const {
        return !exercise_->solution.empty() && settings_.flag("exercises.solutions", true);
    }
    bool solution_shown() const { return solution_shown_; }
    /// Puts the solution in the place of the text, or the text back. Nothing happens before it may.
    void show_solution(bool shown);

    /// Grows with every change of the settings that is worth writing at once.
    int64_t changes() const { return changes_; }

    int hints_open() const { return hints_; }
    /// The next one.
    void open_hint();

    /// What the stage shows: the row's scene, or the first case; null until it has run.
    replay::StepPosition* position() { return position_.get(); }
    const replay::StepPosition* position() const { return position_.get(); }
    /// The row whose scene is shown; -1: none.
    int row() const { return row_; }
    /// Goes to the step where a row fails. Nothing happens for a row without a scene.
    void show_row(int row);
    /// What the cases of a text to write begin with: "3, 1, 7, 0, …", and "n = 8"; none of an exercise to
    /// break.
    struct CaseWords {
        std::string input, values;
    };
    const std::vector<CaseWords>& cases() const { return cases_; }
    /// The case that the stage shows; -1: none of them.
    int shown_case() const;
    /// Shows the text at the beginning of this case. Nothing happens where it does not compile.
    void show_case(int number);
    /// One pass on or back, or to the beginning. False where the scene stays.
    bool forward();
    bool back();
    void rewind();
    /// As it is now, for the Step view.
    scenes::Scene scene() const;

  private:
    struct Shown {
        std::shared_ptr<const scenes::RunScene> run;
        int64_t step = 0;
    };
    struct Marked {
        exercises::Marks marks;
        std::optional<Shown> shown;
        int row = -1;
    };
    static Shown run_scene(const scenes::Scene& scene);
    static Marked marked(const exercises::Exercise& exercise, const std::string& text, Job& job);
    void take(Marked marked, const std::string& text);
    void put_in(Shown shown, bool statement);
    void look_at_cases();
    void keep();
    void look_for_gaps();
    std::string text_key(const char* what) const;

    Settings& settings_;
    std::optional<editor::DraftFolder> drafts_;
    const exercises::Exercise* exercise_ = nullptr;
    std::string error_;
    std::unique_ptr<CodeDocument> document_;
    std::vector<exercises::Gap> gaps_;
    std::string good_;  ///< the last text whose fixed part is as it was
    OwnJobs job_, showing_;
    std::optional<exercises::Marks> marks_;
    std::string marked_, last_try_, mine_;
    bool solution_shown_ = false;
    std::vector<CaseWords> cases_;
    std::vector<std::vector<std::string>> case_arguments_;  ///< of each case
    int tries_ = 0, hints_ = 0, row_ = -1, case_ = 0;
    double rested_ = -1;  ///< seconds since the last change that is not kept; -1: all is
    std::unique_ptr<replay::StepPosition> position_;
    int64_t changes_ = 0;
};

}  // namespace upsweep::app
