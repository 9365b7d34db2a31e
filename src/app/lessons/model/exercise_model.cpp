// Exercises in the window.
#include "app/lessons/model/exercise_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/words.h"
#include "emulator/trace/trace.h"
#include "exercises/facts.h"
#include "exercises/trial.h"
#include "programs/arguments.h"
#include "replay/structure/index.h"
#include "scenes/run_scene.h"

namespace upsweep::app {

using exercises::Exercise;
using exercises::Kind;
using exercises::Marks;

namespace {

constexpr double rest_seconds = 0.4;

constexpr size_t shown_numbers = 4;  ///< of a case's input

/// A case to look at, with this text; nothing where the text does not compile.
std::optional<scenes::Scene> scene_of(const Exercise& exercise, size_t number, const std::string& text) {
    try {
        const std::string& kernel = exercise.kind == Kind::write ? text : exercise.kernel;
        return exercises::Trial(exercise, exercise.cases[number], kernel).scene(exercise.gpu, 0);
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// "3, 1, 7, 0, …"
std::string first_numbers(const std::vector<double>& numbers) {
    const size_t shown = std::min(numbers.size(), shown_numbers);
    std::string text =
        fmt::format("{}", fmt::join(numbers.begin(), numbers.begin() + ptrdiff_t(shown), ", "));
    return numbers.size() > shown ? text + ", …" : text;
}

}  // namespace

std::vector<std::string> exercises_passed(const Settings& settings) {
    std::vector<std::string> slugs;
    for (const Exercise& exercise : exercises::all_exercises())
        if (settings.flag("exercises." + exercise.slug, false)) slugs.push_back(exercise.slug);
    return slugs;
}

ExerciseModel::ExerciseModel(Jobs& jobs, Settings& settings,
                             const std::optional<std::filesystem::path>& drafts)
    : settings_(settings), job_(jobs), showing_(jobs) {
    // Isolated from the drafts of programs, which Step offers to open.
    if (drafts) drafts_.emplace(*drafts / "exercises");
}

ExerciseModel::~ExerciseModel() { keep(); }

std::string ExerciseModel::text_key(const char* what) const {
    return "exercise." + exercise_->slug + "." + what;
}

void ExerciseModel::open(std::string_view slug) {
    if (exercise_ != nullptr && exercise_->slug == slug) return;
    cancel();
    showing_.cancel();
    keep();
    exercise_ = nullptr;
    error_.clear();
    try {
        exercise_ = &exercises::find_exercise(slug);
    } catch (const Error& error) {
        error_ = error.what();
        return;
    }
    document_ = std::make_unique<CodeDocument>(
        exercise_->kind == Kind::write ? exercise_->code : exercises::answer_name(*exercise_),
        exercise_->starter);
    tries_ = int(settings_.integer(text_key("tries"), 0));
    hints_ =
        int(std::clamp<int64_t>(settings_.integer(text_key("hints"), 0), 0, std::ssize(exercise_->hints)));
    marks_.reset();
    marked_.clear();
    last_try_.clear();
    solution_shown_ = false;
    row_ = -1;
    position_.reset();
    good_ = exercise_->starter;
    if (drafts_)
        if (const auto draft = drafts_->find(exercise_->slug);
            draft && draft->base == text_hash(exercise_->starter))
            document_->put(draft->text);
    document_->refresh();
    look_for_gaps();
    good_ = document_->now();
    rested_ = -1;
    look_at_cases();
    show_case(0);
}

void ExerciseModel::look_at_cases() {
    cases_.clear();
    case_arguments_.clear();
    if (exercise_->kind != Kind::write) return;
    for (const exercises::Case& one : exercise_->cases) {
        cases_.push_back({first_numbers(exercises::input_of(*exercise_, one)), exercises::words_of(one)});
        case_arguments_.push_back(exercises::program_of(*exercise_, one).arguments);
    }
}

int ExerciseModel::shown_case() const {
    if (!position_) return -1;
    const auto* program = position_->run().scene.program();
    const auto found = program != nullptr
                           ? std::find(case_arguments_.begin(), case_arguments_.end(), program->arguments)
                           : case_arguments_.end();
    return found == case_arguments_.end() ? -1 : int(found - case_arguments_.begin());
}

void ExerciseModel::look_for_gaps() {
    gaps_ =
        exercise_->kind == Kind::write ? exercises::gaps_of(document_->now()) : std::vector<exercises::Gap>{};
}

bool ExerciseModel::touch() {
    document_->refresh();
    bool kept = true;
    if (exercise_->kind == Kind::write &&
        !exercises::same_fixed_lines(exercise_->starter, document_->now())) {
        kept = false;
        document_->text().undo();
        document_->refresh();
        if (!exercises::same_fixed_lines(exercise_->starter, document_->now())) document_->put(good_);
        document_->refresh();
    }
    good_ = document_->now();
    solution_shown_ = solution_shown_ && good_ == exercise_->solution;
    look_for_gaps();
    rested_ = 0;
    return kept;
}

bool ExerciseModel::put(const std::string& text) {
    if (exercise_->kind == Kind::write && !exercises::same_fixed_lines(exercise_->starter, text))
        return false;
    if (text == document_->now()) return true;
    document_->put(text);
    touch();
    return true;
}

void ExerciseModel::reset() {
    document_->put(exercise_->starter);
    touch();
}

void ExerciseModel::advance(double seconds) {
    if (exercise_ == nullptr || rested_ < 0) return;
    rested_ += seconds;
    if (rested_ < rest_seconds) return;
    keep();
    if (exercise_->kind != Kind::write) return;
    if (const auto revision = document_->checks().begin(document_->text())) {
        const exercises::Values values = exercises::values_of(*exercise_, exercise_->cases.front());
        std::vector<std::string> definitions;
        for (const std::string& text : exercise_->launch.definitions)
            definitions.push_back(exercises::fill_in(text, values));
        const std::string now = document_->now();
        document_->checks().deliver(
            document_->text(), *revision,
            editor::check_text(document_->name(), now, programs::parse_definitions(definitions),
                               [](const std::string& name) -> std::string {
                                   throw Error("The exercise has no file {}.", name);
                               }));
    }
}

void ExerciseModel::keep() {
    if (exercise_ == nullptr || rested_ < 0) return;
    rested_ = -1;
    if (!drafts_) return;
    // The solution is not the student's work.
    const std::string& text = solution_shown_ ? mine_ : document_->now();
    try {
        if (text == exercise_->starter)
            drafts_->drop(exercise_->slug);
        else
            drafts_->keep({exercise_->slug, text_hash(exercise_->starter), text});
    } catch (const Error&) {
        // A folder that cannot be written to: the text lives as long as the window.
        drafts_.reset();
    }
}

ExerciseModel::Shown ExerciseModel::run_scene(const scenes::Scene& scene) {
    const emulator::Limits limits = {
        .steps = scene.program()->max_steps.value_or(exercises::limits_of_a_run.steps)};
    return {std::make_shared<const scenes::RunScene>(scenes::run_scene(scene, nullptr, nullptr, limits)),
            scene.step};
}

void ExerciseModel::show_case(int number) {
    const auto scene = scene_of(*exercise_, size_t(number), document_->now());
    if (!scene) return;
    row_ = -1;
    case_ = number;
    showing_.start(
        "Running the exercise", [scene = *scene](Job&) { return run_scene(scene); },
        [this](Shown shown) { put_in(std::move(shown), false); });
}

void ExerciseModel::put_in(Shown shown, bool statement) {
    position_ = std::make_unique<replay::StepPosition>(std::move(shown.run));
    position_->set_grain(statement ? replay::Grain::statement : replay::Grain::barrier);
    position_->seek(shown.step);
}

ExerciseModel::Marked ExerciseModel::marked(const Exercise& exercise, const std::string& text, Job& job) {
    Marked marked;
    marked.marks =
        exercises::mark(exercise, text, job.cancel_flag(), [&](double share) { job.set_progress(share); });
    const exercises::Row* wanted = exercises::first_failed(marked.marks);
    if (wanted == nullptr && exercise.kind == Kind::break_it) wanted = &marked.marks.rows.back();
    if (wanted != nullptr && wanted->scene) {
        marked.shown = run_scene(*wanted->scene);
        marked.row = int(wanted - marked.marks.rows.data());
        return marked;
    }
    if (const auto scene = scene_of(exercise, 0, text)) {
        marked.shown = run_scene(*scene);
        marked.shown->step = marked.shown->run->trace->step_count();
    }
    return marked;
}

void ExerciseModel::check() {
    if (exercise_ == nullptr || checking()) return;
    error_.clear();
    document_->refresh();
    const std::string text = document_->now();
    job_.start(
        "Marking the exercise",
        [exercise = exercise_, text](Job& job) { return marked(*exercise, text, job); },
        [this, text](Marked done) { take(std::move(done), text); },
        [this](const std::string& sentence) { error_ = sentence; });
}

void ExerciseModel::take(Marked done, const std::string& text) {
    marks_ = std::move(done.marks);
    marked_ = text;
    if (!solution_shown_) {
        if (exercises::is_honest_try(*exercise_, text, last_try_, *marks_)) {
            settings_.set(text_key("tries"), ++tries_);
            ++changes_;
            last_try_ = text;
        }
        if (marks_->passed && !passed()) {
            settings_.set("exercises." + exercise_->slug, true);
            ++changes_;
        }
    }
    row_ = done.row;
    if (!done.shown) return;
    showing_.cancel();
    put_in(std::move(*done.shown), done.row >= 0);
}

bool ExerciseModel::passed() const {
    return exercise_ != nullptr && settings_.flag("exercises." + exercise_->slug, false);
}

void ExerciseModel::show_solution(bool shown) {
    if (shown == solution_shown_ || (shown && (!has_solution() || !may_show_solution()))) return;
    if (shown) mine_ = document_->now();
    document_->put(shown ? exercise_->solution : mine_);
    touch();
    solution_shown_ = shown;
}

void ExerciseModel::open_hint() {
    if (hints_ >= int(exercise_->hints.size())) return;
    settings_.set(text_key("hints"), ++hints_);
    ++changes_;
}

void ExerciseModel::show_row(int row) {
    if (!marks_ || row < 0 || row >= int(marks_->rows.size())) return;
    const exercises::Row& wanted = nth(marks_->rows, row);
    if (!wanted.scene) return;
    row_ = row;
    showing_.start(
        "Running the step", [scene = *wanted.scene](Job&) { return run_scene(scene); },
        [this](Shown shown) { put_in(std::move(shown), true); });
}

bool ExerciseModel::forward() {
    if (!position_) return false;
    const int64_t before = position_->step();
    position_->seek(position_->index().forward(before, position_->grain()));
    return position_->step() != before;
}

bool ExerciseModel::back() {
    if (!position_) return false;
    const int64_t before = position_->step();
    position_->seek(position_->index().back(before, position_->grain()));
    return position_->step() != before;
}

void ExerciseModel::rewind() {
    if (!position_) return;
    const bool at_row = marks_ && row_ >= 0;
    position_->seek(at_row ? nth(marks_->rows, row_).scene->step : 0);
}

scenes::Scene ExerciseModel::scene() const {
    scenes::Scene scene = position_->run().scene;
    scene.step = position_->step();
    return scene;
}

}  // namespace upsweep::app
