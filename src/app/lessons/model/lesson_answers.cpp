// What the open page asks, and what was answered.
#include <algorithm>
#include <numeric>

#include "app/lessons/model/lesson_model.h"
#include "app/step/model/typed_answer.h"
#include "core/error.h"
#include "emulator/trace/trace.h"
#include "replay/data/picture.h"

namespace upsweep::app {

using QuestionKind = lessons::Question::Kind;

bool LessonModel::is_typed() const {
    return has_question() &&
           (question().kind == QuestionKind::quiz || question().kind == QuestionKind::number);
}

bool LessonModel::is_checked() const {
    return asks() && (is_typed() || question().kind == QuestionKind::sort);
}

void LessonModel::answer(std::size_t choice) {
    if (!has_question() || is_typed() || choice >= question().choices.size()) return;
    Answers& answers = own_answers();
    const bool known = std::find(answers.tried.begin(), answers.tried.end(), choice) != answers.tried.end();
    if (known || answers.settled()) return;
    nudged_ = false;
    answers.tried.push_back(choice);
    answers.solved = question().choices[choice].right;
}

void LessonModel::choose(std::int64_t number) {
    if (!asks() || number < 0) return;
    Answers& answers = own_answers();
    nudged_ = false;
    answers.complaint.clear();
    const auto item = static_cast<std::size_t>(number);
    if (question().kind == QuestionKind::quiz) {
        answers.text = with_choice(*question().asked, answers.text, number);
    } else if (question().kind == QuestionKind::sort) {
        if (item < question().items.size() && std::erase(answers.order, item) == 0)
            answers.order.push_back(item);
    } else {
        answer(item);
    }
}

bool LessonModel::is_chosen(std::int64_t number) const {
    if (!has_question()) return false;
    if (question().kind == QuestionKind::quiz)
        return app::is_chosen(*question().asked, answers().text, number);
    const std::vector<std::size_t>& order = answers().order;
    return std::find(order.begin(), order.end(), static_cast<std::size_t>(number)) != order.end();
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

bool LessonModel::click_cell(emulator::ArrayId array, std::int64_t element) {
    if (!asks()) return false;
    if (question().kind == QuestionKind::quiz) {
        const auto choice = choice_of_cell(*question().asked, array, element);
        if (choice) choose(*choice);
        return choice.has_value();
    }
    return false;
}

bool LessonModel::click_block(std::int64_t number) {
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
    const auto found = std::find_if(arrays.begin(), arrays.end(), is_called);
    return found == arrays.end() ? -1 : static_cast<int>(found - arrays.begin());
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
        static_cast<int>(position()->picture().followed) != question().asked->array)
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
    return static_cast<int>(std::count_if(lesson_->pages.begin(), lesson_->pages.end(),
                                          [](const auto& one) { return one.question.has_value(); }));
}

int LessonModel::question_number() const {
    return static_cast<int>(std::count_if(lesson_->pages.begin(), lesson_->pages.begin() + page_ + 1,
                                          [](const auto& one) { return one.question.has_value(); }));
}

void LessonModel::reveal() {
    if (!has_question()) return;
    Answers& answers = own_answers();
    answers.looked = !answers.solved;
    answers.complaint.clear();
    if (question().kind == QuestionKind::sort) {
        answers.order.resize(question().items.size());
        std::iota(answers.order.begin(), answers.order.end(), std::size_t{0});
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

}  // namespace upsweep::app
