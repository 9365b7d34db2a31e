// Pages, answers, and the positions in the lesson's traces.
#include "app/lessons/model/lesson_model.h"

#include <numeric>

#include "app/step/model/typed_answer.h"
#include "emulator/trace/trace.h"
#include "lessons/beside.h"
#include "replay/data/picture.h"
#include "replay/structure/index.h"

namespace upsweep::app {

using namespace replay;
using namespace scenes;

void LessonModel::open(size_t number, int page) {
    number_ = number;
    start([number] { return lessons::all_lessons().at(number); }, page);
}

void LessonModel::open_file(const std::string& path, int page) {
    number_ = lessons::all_lessons().size();
    start([path] { return lessons::with_files_beside(lessons::read_lesson(path), path); }, page);
}

void LessonModel::close() {
    job_.cancel();
    error_.clear();
    both_.reset();
    figures_.clear();
    lesson_.reset();
    positions_.clear();
    answers_.clear();
    page_ = 0;
}

void LessonModel::start(ReadLesson read, int page) {
    error_.clear();
    job_.start(
        "Preparing the lesson",
        [read = std::move(read)](Job& job) {
            const auto run = [&](const Scene& scene) {
                return std::make_shared<const RunScene>(run_scene(scene, job.cancel_flag()));
            };
            return std::make_shared<const lessons::PreparedLesson>(lessons::prepare(read(), run));
        },
        [this, page](std::shared_ptr<const lessons::PreparedLesson> lesson) {
            put_in(std::move(lesson), page);
        },
        [this](const std::string& sentence) { error_ = sentence; });
}

void LessonModel::put_in(std::shared_ptr<const lessons::PreparedLesson> lesson, int page) {
    both_.reset();
    lesson_ = std::move(lesson);
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

LessonModel::LessonModel(Jobs& jobs) : jobs_(jobs), job_(jobs) {}
LessonModel::~LessonModel() = default;

StepPosition* LessonModel::position() {
    if (!lesson_) return nullptr;
    return both_ ? both_->left.position() : nth(positions_, page().scene_number).get();
}

const StepPosition* LessonModel::position() const {
    if (!lesson_) return nullptr;
    return both_ ? both_->left.position() : nth(positions_, page().scene_number).get();
}

Comparison* LessonModel::comparison() const { return both_ ? &both_->both : nullptr; }

// The runs are there already: both sides only show them.
void LessonModel::show_side_by_side() {
    both_.reset();
    if (!page().compare) return;
    const auto run_of = [&](int number) { return nth(lesson_->runs, number); };
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
        position = std::make_unique<StepPosition>(nth(lesson_->runs, figure.scene_number));
        position->set_grain(figure.look.zoom ? stage::step_of(*figure.look.zoom) : Grain::barrier);
        position->seek(figure.step);
    }
    return *position;
}

std::vector<int64_t> LessonModel::figure_stops(const lessons::Figure& figure) {
    const StepPosition& at = this->figure(figure);
    std::vector<int64_t> stops = {figure.step};
    while (stops.back() < figure.end) {
        const int64_t next = std::min(at.index().forward(stops.back(), at.grain()), figure.end);
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

void LessonModel::seek(int64_t step) {
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
        wanted = nth(at.trace().arrays, question().asked->array).name;
    if (at.following() != wanted) at.follow(wanted);
    at.set_example("", 0);
    if (!has_question()) return;
    if (question().kind == lessons::Question::Kind::value)
        at.set_example(question().array, question().cell);
    else if (question().asked && question().asked->array >= 0 && question().asked->element >= 0)
        at.set_example(nth(at.trace().arrays, question().asked->array).name, question().asked->element);
}

void LessonModel::rewind() {
    moved_on_ = false;
    if (lesson_) seek(page().step);
}

/// The end of the next pass that writes something. A page may begin just before a barrier: the pass that ends
/// there has been shown. Where nothing more is written, the step stays. Seen from the lanes each statement
/// counts.
int64_t LessonModel::next_change() const {
    const StepPosition& at = *position();
    int64_t next = at.step();
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
    if (both_) return note_moved(both_->both.forward());
    const int64_t next = next_change();
    const bool moves = next != position()->step();
    if (moves) seek(next);
    return note_moved(moves);
}

bool LessonModel::note_moved(bool moved) {
    if (moved) moved_on_ = !waits();
    return moved;
}

bool LessonModel::back() {
    if (!lesson_ || position()->step() == 0) return false;
    if (both_) return note_moved(both_->both.back());
    seek(position()->index().back(position()->step(), grain()));
    return note_moved(true);
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

// ---- What the open page asks, and what was answered

using QuestionKind = lessons::Question::Kind;

bool LessonModel::is_typed() const {
    return has_question() &&
           (question().kind == QuestionKind::quiz || question().kind == QuestionKind::number);
}

bool LessonModel::is_checked() const {
    return asks() && (is_typed() || question().kind == QuestionKind::sort);
}

void LessonModel::answer(size_t choice) {
    if (!has_question() || is_typed() || choice >= question().choices.size()) return;
    Answers& answers = own_answers();
    if (contains(answers.tried, choice) || answers.settled()) return;
    nudged_ = false;
    answers.tried.push_back(choice);
    answers.solved = question().choices[choice].right;
}

void LessonModel::choose(int64_t number) {
    if (!asks() || number < 0) return;
    Answers& answers = own_answers();
    nudged_ = false;
    answers.complaint.clear();
    const auto item = size_t(number);
    if (question().kind == QuestionKind::quiz) {
        answers.text = with_choice(*question().asked, answers.text, number);
    } else if (question().kind == QuestionKind::sort) {
        if (item < question().items.size() && std::erase(answers.order, item) == 0)
            answers.order.push_back(item);
    } else {
        answer(item);
    }
}

bool LessonModel::is_chosen(int64_t number) const {
    if (!has_question()) return false;
    if (question().kind == QuestionKind::quiz)
        return app::is_chosen(*question().asked, answers().text, number);
    return contains(answers().order, size_t(number));
}

void LessonModel::check() {
    if (!is_checked()) return;
    Answers& answers = own_answers();
    nudged_ = false;
    answers.complaint.clear();
    if (question().kind == QuestionKind::sort) {
        if (answers.order.size() < question().items.size()) {
            answers.complaint = "Choose all of them, in the order in which they happen.";
            return;
        }
        answers.solved = std::is_sorted(answers.order.begin(), answers.order.end());
        answers.judged = answers.solved ? "" : "this order";
        if (!answers.solved) answers.order.clear();
        return;
    }
    try {
        answers.solved = lessons::is_right(question(), answers.text);
        answers.judged = answers.solved ? "" : answers.text;
    } catch (const UsageError& error) {
        answers.complaint = error.what();
    }
}

bool LessonModel::click_cell(emulator::ArrayId array, int64_t element) {
    if (!asks()) return false;
    if (question().kind == QuestionKind::quiz) {
        const auto choice = choice_of_cell(*question().asked, array, element);
        if (choice) choose(*choice);
        return choice.has_value();
    }
    return false;
}

bool LessonModel::click_block(int64_t number) {
    if (!asks() || question().kind != QuestionKind::quiz) return false;
    const auto choice = choice_of_block(*question().asked, position()->staged(), number);
    if (choice) choose(*choice);
    return choice.has_value();
}

namespace {

/// The array of this name that a mark is in: the followed one where it has the name (each block may have
/// one so called), else the first. Negative: none, or none is named.
int marked_array(const replay::StepPosition& at, const std::string& name) {
    const auto& arrays = at.trace().arrays;
    const auto is_called = [&](const emulator::ArrayInfo& one) {
        return one.space != emulator::Space::local && (one.name == name || stage::array_key(one) == name);
    };
    const emulator::ArrayId followed = at.picture().followed;
    if (name.empty() || (followed < arrays.size() && is_called(arrays[followed]))) return -1;
    const auto found = find_if(arrays, is_called);
    return found == arrays.end() ? -1 : int(found - arrays.begin());
}

}  // namespace

std::vector<stage::StageMark> LessonModel::marks() const {
    if (!before_answer()) return {};
    if (question().kind == QuestionKind::value) {
        stage::StageMark mark;
        mark.cell = question().cell;
        mark.array = marked_array(*position(), question().array);
        mark.state = answers().solved ? stage::CellState::right : stage::CellState::to_predict;
        if (answers().settled()) mark.value = question().answer;
        return {mark};
    }
    if (question().kind != QuestionKind::quiz ||
        int(position()->picture().followed) != question().asked->array)
        return {};
    return answer_marks(*question().asked, answers().text,
                        answers().solved   ? Answering::right
                        : answers().looked ? Answering::looked
                                           : Answering::asking);
}

bool LessonModel::hides_to_come() const {
    return asks() && position()->step() < question().after && question().asked &&
           diagram_tells(*question().asked);
}

int LessonModel::question_count() const {
    return int(count_if(lesson_->pages, [](const auto& one) { return one.question.has_value(); }));
}

int LessonModel::question_number() const {
    return int(std::count_if(lesson_->pages.begin(), lesson_->pages.begin() + page_ + 1,
                             [](const auto& one) { return one.question.has_value(); }));
}

void LessonModel::reveal() {
    if (!has_question()) return;
    Answers& answers = own_answers();
    answers.looked = !answers.solved;
    answers.complaint.clear();
    if (question().kind == QuestionKind::sort) {
        answers.order.resize(question().items.size());
        std::iota(answers.order.begin(), answers.order.end(), size_t{0});
    }
    if (predicts()) seek(question().after);
}

bool LessonModel::predicts() const { return has_question() && question().after > question().before; }

bool LessonModel::asks_what_comes() const { return has_question() && question().asks_what_comes(); }

// A question about more than the next steps is over when it is settled, and shown where there is something to
// show.
bool LessonModel::revealed() const {
    if (!has_question()) return false;
    const bool shown = !predicts() || position()->step() >= question().after;
    return asks_what_comes() ? shown : shown && answers().settled();
}

bool LessonModel::waits() const { return has_question() && !revealed(); }

bool LessonModel::shows_question() const {
    return waits() || (has_question() && !asks_what_comes() && !moved_on_);
}

}  // namespace upsweep::app
