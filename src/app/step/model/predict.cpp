// Asking, judging, going on.
#include "app/step/model/predict.h"

#include <algorithm>

#include "core/error.h"
#include "questions/make.h"

namespace upsweep::app {

using questions::Answer;
using questions::Form;
using questions::Kind;
using questions::Question;

namespace {

/// One seed for all: where somebody stands decides what is asked.
constexpr std::uint64_t seed = 1;

/// How far it looks for a step that something can be asked about, in steps of the present size.
constexpr int farthest = 4000;

bool is_list(Form form) {
    return form == Form::cells || form == Form::lanes || form == Form::warps || form == Form::inputs;
}

/// Letters of an order as far as they are given.
std::string letters_of(const std::string& text) {
    std::string letters;
    for (const char c : text)
        if (c >= 'A' && c <= 'Z') letters += c;
    return letters;
}

}  // namespace

void Predict::toggle() {
    if (active()) return leave();
    if (model_.position() == nullptr) return;
    model_.set_playing(false);
    score_ = {};
    last_kind_ = -1;
    ask(0);
}

void Predict::leave() {
    if (!active()) return;
    state_ = State::off;
    question_.reset();
    if (replay::StepPosition* at = model_.position()) {
        at->set_ahead(false);
        if (followed_before_) at->follow(*followed_before_);
    }
    followed_before_.reset();
}

void Predict::update() {
    if (!active() || (seen_moves_ == model_.moves() && seen_scenes_ == model_.scenes())) return;
    if (seen_scenes_ != model_.scenes()) followed_before_.reset();
    if (model_.position() == nullptr) return leave();
    ask(0);
}

/// The telling kinds first, and not the same one twice in a row.
void Predict::ask(std::size_t skip) {
    replay::StepPosition& at = *model_.position();
    if (followed_before_) at.follow(*followed_before_);
    followed_before_.reset();
    std::int64_t step = at.step();
    std::vector<Question> all;
    for (int i = 0; i < farthest && step < at.step_count(); ++i) {
        all = questions::questions_at(at, step, model_.grain(), seed);
        if (!all.empty()) break;
        const std::int64_t next = at.index().forward(step, model_.grain());
        if (next <= step) break;
        step = next;
    }
    if (all.empty()) {
        state_ = State::finished;
        question_.reset();
        at.set_ahead(false);
        seen_moves_ = model_.moves();
        seen_scenes_ = model_.scenes();
        return;
    }
    if (step != at.step()) model_.seek(step);
    std::stable_sort(all.begin(), all.end(), [&](const Question& a, const Question& b) {
        const auto rank = [&](const Question& one) {
            return 2 * one.interest - (static_cast<int>(one.kind) == last_kind_ ? 3 : 0);
        };
        return rank(a) > rank(b);
    });
    offered_ = all.size();
    skipped_ = skip % all.size();
    put_in(std::move(all[skipped_]));
}

void Predict::put_in(Question question) {
    question_ = std::move(question);
    text_.clear();
    complaint_.clear();
    right_ = looked_ = false;
    state_ = State::asking;
    show(true);
    // What the stage follows is what is asked about, where it can.
    replay::StepPosition& at = *model_.position();
    if (question_->array >= 0 && !is_followed()) {
        followed_before_ = at.following();
        at.follow(at.trace().arrays[static_cast<std::size_t>(question_->array)].name);
    }
    seen_moves_ = model_.moves();
    seen_scenes_ = model_.scenes();
}

void Predict::show(bool ahead) { model_.position()->set_ahead(ahead); }

bool Predict::is_followed() const {
    return static_cast<int>(model_.position()->picture().followed) == question_->array;
}

void Predict::other() {
    if (state_ == State::asking) ask(skipped_ + 1);
}

void Predict::enter() {
    if (state_ == State::finished) return leave();
    if (state_ == State::revealed) {
        last_kind_ = static_cast<int>(question_->kind);
        return ask(0);
    }
    if (state_ != State::asking) return;
    looked_ = text_.find_first_not_of(" \t") == std::string::npos;
    right_ = false;
    if (!looked_) {
        try {
            right_ = questions::is_right(*question_, questions::parse_answer(*question_, text_));
        } catch (const UsageError& error) {
            complaint_ = error.what();
            return;
        }
    }
    complaint_.clear();
    ++score_.asked;
    score_.right += right_ ? 1 : 0;
    score_.streak = right_ ? score_.streak + 1 : 0;
    score_.best = std::max(score_.best, score_.streak);
    state_ = State::revealed;
    make_step();
}

void Predict::make_step() {
    show(false);
    const replay::StepPosition& at = *model_.position();
    if (at.index().forward(at.step(), model_.grain()) == question_->after)
        model_.forward();
    else
        model_.seek(question_->after);
    seen_moves_ = model_.moves();
}

std::optional<Answer> Predict::answer() const {
    try {
        return questions::parse_answer(*question_, text_);
    } catch (const UsageError&) {
        return {};
    }
}

bool Predict::is_chosen(std::int64_t number) const {
    if (!question_) return false;
    if (question_->form == Form::order)
        return letters_of(text_).find(static_cast<char>('A' + number)) != std::string::npos;
    const std::optional<Answer> now = answer();
    if (!now) return false;
    if (question_->form == Form::yes_no) return now->yes == (number != 0);
    return std::find(now->numbers.begin(), now->numbers.end(), number) != now->numbers.end();
}

void Predict::choose(std::int64_t number) {
    if (state_ != State::asking) return;
    complaint_.clear();
    const Form form = question_->form;
    if (form == Form::yes_no) {
        text_ = number != 0 ? "yes" : "no";
    } else if (form == Form::order) {
        std::string letters = letters_of(text_);
        const char letter = static_cast<char>('A' + number);
        if (std::erase(letters, letter) == 0) letters += letter;
        text_.clear();
        for (const char c : letters) text_ += (text_.empty() ? "" : " ") + std::string(1, c);
    } else if (is_list(form)) {
        Answer now = answer().value_or(Answer{});
        const auto at = std::lower_bound(now.numbers.begin(), now.numbers.end(), number);
        if (at != now.numbers.end() && *at == number)
            now.numbers.erase(at);
        else
            now.numbers.insert(at, number);
        text_ = now.numbers.empty() ? "" : questions::to_text(*question_, now);
    } else {
        text_ = std::to_string(number);
    }
}

bool Predict::click_cell(emulator::ArrayId array, std::int64_t element) {
    if (state_ != State::asking) return false;
    const bool cells = question_->form == Form::cells && static_cast<int>(array) == question_->array;
    const bool inputs = question_->form == Form::inputs && static_cast<int>(array) == question_->inputs;
    if (cells || inputs) choose(element);
    return cells || inputs;
}

bool Predict::click_block(std::int64_t number) {
    if (state_ != State::asking || question_->form != Form::block) return false;
    const replay::StagedLaunch& staged = model_.position()->staged();
    if (number < 0 || number >= staged.blocks()) return false;
    choose(question_->kind == Kind::next_block ? staged.block_of(number) : number);
    return true;
}

bool Predict::hides_diagram() const {
    return state_ == State::asking &&
           (question_->kind == Kind::cells_written || question_->kind == Kind::order);
}

std::vector<stage::StageMark> Predict::marks() const {
    using stage::CellState;
    std::vector<stage::StageMark> marks;
    if (!question_ || state_ == State::finished) return marks;
    const bool asking = state_ == State::asking;
    if (question_->form == Form::cells) {
        const std::vector<std::int64_t> chosen = answer().value_or(Answer{}).numbers;
        const std::vector<std::int64_t>& key = question_->key.numbers;
        const auto in = [](const std::vector<std::int64_t>& all, std::int64_t one) {
            return std::binary_search(all.begin(), all.end(), one);
        };
        for (const std::int64_t cell : chosen)
            marks.push_back({cell,
                             asking          ? CellState::to_predict
                             : in(key, cell) ? CellState::right
                                             : CellState::wrong,
                             "", "", question_->array});
        // Those that nobody chose.
        for (const std::int64_t cell : key)
            if (!asking && !in(chosen, cell))
                marks.push_back(
                    {cell, looked_ ? CellState::right : CellState::wrong, "", "", question_->array});
        return marks;
    }
    if (question_->element < 0 || (question_->form != Form::value && question_->form != Form::inputs))
        return marks;
    const bool value = question_->form == Form::value;
    stage::StageMark mark{question_->element, CellState::to_predict, "", "", question_->array};
    if (!asking) {
        mark.state = right_ || looked_ ? CellState::right : CellState::wrong;
        mark.value = right_ || looked_ ? question_->key_text : text_;
        if (mark.state == CellState::wrong) mark.note = value ? question_->key.text : question_->key_text;
    }
    marks.push_back(mark);
    return marks;
}

}  // namespace upsweep::app
