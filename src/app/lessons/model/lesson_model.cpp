// Pages, answers, and the positions in the lesson's traces.
#include "app/lessons/model/lesson_model.h"

#include <algorithm>

#include "emulator/trace/trace.h"
#include "lessons/beside.h"
#include "replay/structure/index.h"

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
    both_.reset();
    figures_.clear();
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
    both_.reset();
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
    figures_.clear();
    show_side_by_side();
    if (!both_) position()->set_grain(grain());
    rewind();
}

struct LessonModel::SideBySide {
    explicit SideBySide(Jobs& jobs) : left(jobs), both(jobs, left) {}
    StepModel left;
    Comparison both;
};

LessonModel::LessonModel(Jobs& jobs) : jobs_(jobs) {}
LessonModel::~LessonModel() = default;

StepPosition* LessonModel::position() {
    if (!lesson_) return nullptr;
    return both_ ? both_->left.position() : positions_[static_cast<std::size_t>(page().scene_number)].get();
}

const StepPosition* LessonModel::position() const {
    if (!lesson_) return nullptr;
    return both_ ? both_->left.position() : positions_[static_cast<std::size_t>(page().scene_number)].get();
}

Comparison* LessonModel::comparison() const { return both_ ? &both_->both : nullptr; }

// The runs are there already: both sides only show them.
void LessonModel::show_side_by_side() {
    both_.reset();
    if (!page().compare) return;
    const auto run_of = [&](int number) { return lesson_->runs[static_cast<std::size_t>(number)]; };
    both_ = std::make_unique<SideBySide>(jobs_);
    both_->left.show(run_of(page().scene_number));
    both_->both.right().show(run_of(page().compare->scene_number));
    both_->left.set_grain(grain());
    both_->left.set_zoom(page().look.zoom);
    both_->both.set_clock(page().compare->clock);
}

StepPosition& LessonModel::figure(const lessons::Figure& figure) {
    auto& position = figures_[&figure];
    if (!position) {
        position =
            std::make_unique<StepPosition>(lesson_->runs[static_cast<std::size_t>(figure.scene_number)]);
        position->set_grain(figure.look.zoom ? stage::step_of(*figure.look.zoom) : Grain::barrier);
        position->seek(figure.step);
    }
    return *position;
}

std::vector<std::int64_t> LessonModel::figure_stops(const lessons::Figure& figure) {
    const StepPosition& at = this->figure(figure);
    std::vector<std::int64_t> stops = {figure.step};
    while (stops.back() < figure.end) {
        const std::int64_t next = std::min(at.index().forward(stops.back(), at.grain()), figure.end);
        if (next <= stops.back()) break;
        // What writes nothing looks the same.
        if (at.grain() != Grain::statement && next < figure.end &&
            !at.index().writes_between(stops.back(), next))
            stops.back() = next;
        else
            stops.push_back(next);
    }
    return stops;
}

Grain LessonModel::grain() const {
    return page().look.zoom ? stage::step_of(*page().look.zoom) : Grain::barrier;
}

void LessonModel::seek(std::int64_t step) {
    StepPosition* at = position();
    if (at == nullptr) return;
    nudged_ = false;
    if (both_) {
        both_->left.seek(step);
        both_->both.advance();
    } else {
        at->seek(step);
    }
    at->set_ahead(before_answer());
    follow_question();
}

// What the stage follows, and what the sentence takes as its example, is the question's subject, where it can
// be.
void LessonModel::follow_question() {
    StepPosition& at = *position();
    std::string wanted;
    if (before_answer() && question().asked && question().asked->array >= 0)
        wanted = at.trace().arrays[static_cast<std::size_t>(question().asked->array)].name;
    if (at.following() != wanted) at.follow(wanted);
    at.set_example("", 0);
    if (!has_question()) return;
    if (question().kind == lessons::Question::Kind::value)
        at.set_example(question().array, question().cell);
    else if (question().asked && question().asked->array >= 0 && question().asked->element >= 0)
        at.set_example(at.trace().arrays[static_cast<std::size_t>(question().asked->array)].name,
                       question().asked->element);
}

void LessonModel::rewind() {
    if (lesson_) seek(page().step);
}

/// The end of the next pass that writes something. A page may begin just before a barrier: the pass that ends
/// there has been shown. Where nothing more is written, the step stays. Seen from the lanes each statement
/// counts.
std::int64_t LessonModel::next_change() const {
    const StepPosition& at = *position();
    std::int64_t next = at.step();
    if (grain() == Grain::statement) return at.index().forward(next, Grain::statement);
    while (next < at.step_count() && !at.index().writes_between(at.step(), next))
        next = at.index().forward(next, grain());
    return at.index().writes_between(at.step(), next) ? next : at.step();
}

bool LessonModel::before_answer() const {
    return asks_what_comes() && !revealed() && next_change() >= question().after;
}

bool LessonModel::forward() {
    if (!lesson_) return false;
    if (before_answer() && !answers().settled()) {
        nudged_ = true;
        return false;
    }
    nudged_ = false;
    if (both_) return both_->both.forward();
    const std::int64_t next = next_change();
    const bool moves = next != position()->step();
    if (moves) seek(next);
    return moves;
}

bool LessonModel::back() {
    if (!lesson_ || position()->step() == 0) return false;
    if (both_) return both_->both.back();
    seek(position()->index().back(position()->step(), grain()));
    return true;
}

Scene LessonModel::scene() {
    Scene scene = position()->run().scene;
    scene.step = position()->step();
    return scene;
}

bool LessonModel::next() {
    if (!lesson_) return false;
    if (waits()) {
        reveal();
        return true;
    }
    if (page_ + 1 >= page_count()) return false;
    go(page_ + 1);
    return true;
}

}  // namespace upsweep::app
