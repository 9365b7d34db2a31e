// Pages, answers, and the positions in the lesson's traces.
#include "app/lessons/model/lesson_model.h"

#include <algorithm>

#include "lessons/beside.h"

namespace upsweep::app {

using namespace replay;
using namespace scenes;

struct LessonModel::Loaded {
    std::shared_ptr<const lessons::PreparedLesson> lesson;
};

void LessonModel::open(std::size_t number, int page) {
    number_ = number;
    start([number] { return lessons::all_lessons().at(number); }, page);
}

void LessonModel::open_file(const std::string& path, int page) {
    number_ = lessons::all_lessons().size();
    start([path] { return lessons::with_files_beside(lessons::read_lesson(path), path); }, page);
}

void LessonModel::close() {
    if (job_) job_->cancel();
    job_.reset();
    error_.clear();
    lesson_.reset();
    positions_.clear();
    answers_.clear();
    page_ = 0;
}

void LessonModel::start(ReadLesson read, int page) {
    if (job_) job_->cancel();
    error_.clear();
    job_ = jobs_.start(
        "Preparing the lesson",
        [read = std::move(read)](Job& job) {
            const auto run = [&](const Scene& scene) {
                return std::make_shared<const RunScene>(run_scene(scene, job.cancel_flag()));
            };
            Loaded loaded;
            loaded.lesson = std::make_shared<lessons::PreparedLesson>(lessons::prepare(read(), run));
            return loaded;
        },
        [this, page](Loaded loaded) { put_in(std::move(loaded), page); },
        [this](const std::string& sentence) {
            job_.reset();
            error_ = sentence;
        });
}

void LessonModel::put_in(Loaded loaded, int page) {
    job_.reset();
    lesson_ = std::move(loaded.lesson);
    positions_.clear();
    for (const auto& run : lesson_->runs) {
        positions_.push_back(std::make_unique<StepPosition>(run));
        positions_.back()->set_grain(Grain::barrier);
    }
    answers_.assign(lesson_->pages.size(), {});
    go(page);
}

void LessonModel::go(int page) {
    if (!lesson_) return;
    page_ = std::clamp(page, 0, page_count() - 1);
    rewind();
}

StepPosition* LessonModel::position() {
    return lesson_ ? positions_[static_cast<std::size_t>(page().scene_number)].get() : nullptr;
}

const StepPosition* LessonModel::position() const {
    return lesson_ ? positions_[static_cast<std::size_t>(page().scene_number)].get() : nullptr;
}

void LessonModel::seek(std::int64_t step) {
    StepPosition* at = position();
    if (at == nullptr) return;
    nudged_ = false;
    at->seek(step);
    at->set_ahead(before_answer());
}

void LessonModel::rewind() {
    if (lesson_) seek(page().step);
}

/// The end of the next pass that writes something. A page may begin just before a barrier: the pass that ends
/// there has been shown. Where nothing more is written, the step stays.
std::int64_t LessonModel::next_change() const {
    const StepPosition& at = *position();
    std::int64_t next = at.step();
    while (next < at.step_count() && !at.index().writes_between(at.step(), next))
        next = at.index().forward(next, Grain::barrier);
    return at.index().writes_between(at.step(), next) ? next : at.step();
}

bool LessonModel::before_answer() const {
    return has_question() && !revealed() && next_change() >= page().question->after;
}

bool LessonModel::forward() {
    if (!lesson_) return false;
    if (before_answer() && !answers().settled()) {
        nudged_ = true;
        return false;
    }
    const std::int64_t next = next_change();
    const bool moves = next != position()->step();
    if (moves) seek(next);
    return moves;
}

bool LessonModel::back() {
    if (!lesson_ || position()->step() == 0) return false;
    seek(position()->index().back(position()->step(), Grain::barrier));
    return true;
}

Scene LessonModel::scene() {
    Scene scene = position()->run().scene;
    scene.step = position()->step();
    return scene;
}

void LessonModel::answer(std::size_t choice) {
    if (!has_question() || choice >= page().question->choices.size()) return;
    Answers& answers = answers_[static_cast<std::size_t>(page_)];
    const bool known = std::find(answers.tried.begin(), answers.tried.end(), choice) != answers.tried.end();
    if (known || answers.settled()) return;
    nudged_ = false;
    answers.tried.push_back(choice);
    answers.solved = page().question->choices[choice].right;
}

int LessonModel::question_count() const {
    return static_cast<int>(std::count_if(lesson_->pages.begin(), lesson_->pages.end(),
                                          [](const auto& one) { return one.question.has_value(); }));
}

int LessonModel::question_number() const {
    return static_cast<int>(std::count_if(lesson_->pages.begin(), lesson_->pages.begin() + page_ + 1,
                                          [](const auto& one) { return one.question.has_value(); }));
}

void LessonModel::reveal() {
    if (!has_question()) return;
    Answers& answers = answers_[static_cast<std::size_t>(page_)];
    answers.looked = !answers.solved;
    seek(page().question->after);
}

bool LessonModel::revealed() const { return has_question() && position()->step() >= page().question->after; }

bool LessonModel::next() {
    if (!lesson_) return false;
    if (has_question() && !revealed()) {
        reveal();
        return true;
    }
    if (page_ + 1 >= page_count()) return false;
    go(page_ + 1);
    return true;
}

}  // namespace upsweep::app
