// Asking, judging, going to the next question; and picking an order.
#include "app/step/model/predict.h"

#include <fmt/format.h>

#include "app/step/model/typed_answer.h"
#include "emulator/trace/trace.h"
#include "questions/make.h"
#include "replay/data/picture.h"
#include "replay/structure/index.h"

namespace upsweep::app {

using questions::Question;

namespace {

/// One seed for all: the user's place decides the question.
constexpr uint64_t seed = 1;

/// How far it looks for a step that something can be asked about, in steps of the present size.
constexpr int farthest = 4000;

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
    // A step forward while it asks, by clicker or arrow, is the step that it asks about: it is revealed.
    const bool stepped = state_ == State::asking && seen_scenes_ == model_.scenes() &&
                         model_.moved_by_step() && model_.position()->step() == question_->after;
    if (stepped) enter();
    if (state_ != State::revealed || !stepped) ask(0);
}

/// The telling kinds first, and not the same one twice in a row.
void Predict::ask(size_t skip) {
    replay::StepPosition& at = *model_.position();
    if (followed_before_) at.follow(*followed_before_);
    followed_before_.reset();
    int64_t step = at.step();
    std::vector<Question> all;
    for (int i = 0; i < farthest && step < at.step_count(); ++i) {
        all = questions::questions_at(at, step, model_.grain(), seed);
        if (!all.empty()) break;
        const int64_t next = at.index().forward(step, model_.grain());
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
    stable_sort(all, [&](const Question& a, const Question& b) {
        const auto rank = [&](const Question& one) {
            return 2 * one.interest - (int(one.kind) == last_kind_ ? 3 : 0);
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
    // The stage follows the question's subject, where it can.
    replay::StepPosition& at = *model_.position();
    if (question_->array >= 0 && !is_followed()) {
        followed_before_ = at.following();
        at.follow(nth(at.trace().arrays, question_->array).name);
    }
    seen_moves_ = model_.moves();
    seen_scenes_ = model_.scenes();
}

void Predict::show(bool ahead) { model_.position()->set_ahead(ahead); }

bool Predict::is_followed() const { return int(model_.position()->picture().followed) == question_->array; }

void Predict::other() {
    if (state_ == State::asking) ask(skipped_ + 1);
}

void Predict::enter() {
    if (state_ == State::finished) return leave();
    if (state_ == State::revealed) {
        last_kind_ = int(question_->kind);
        return ask(0);
    }
    if (state_ != State::asking) return;
    looked_ = text_.find_first_not_of(" \t") == std::string::npos;
    right_ = false;
    if (!looked_) {
        try {
            right_ = questions::is_right(*question_, text_);
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
    const bool made = at.step() == question_->after;  // by the user, already
    if (!made && at.index().forward(at.step(), model_.grain()) == question_->after)
        model_.forward();
    else if (!made)
        model_.seek(question_->after);
    seen_moves_ = model_.moves();
}

bool Predict::is_chosen(int64_t number) const {
    return question_ && app::is_chosen(*question_, text_, number);
}

void Predict::choose(int64_t number) {
    if (state_ != State::asking) return;
    complaint_.clear();
    text_ = with_choice(*question_, text_, number);
}

bool Predict::type(char c) {
    if (state_ != State::asking) return state_ == State::revealed && c >= '0' && c <= '9';
    std::optional<std::string> text = with_typed(*question_, text_, c);
    if (!text) return false;
    complaint_.clear();
    text_ = std::move(*text);
    return true;
}

bool Predict::click_cell(emulator::ArrayId array, int64_t element) {
    if (state_ != State::asking) return false;
    const auto choice = choice_of_cell(*question_, array, element);
    if (choice) choose(*choice);
    return choice.has_value();
}

bool Predict::click_block(int64_t number) {
    if (state_ != State::asking) return false;
    const auto choice = choice_of_block(*question_, model_.position()->staged(), number);
    if (choice) choose(*choice);
    return choice.has_value();
}

bool Predict::hides_to_come() const { return state_ == State::asking && diagram_tells(*question_); }

std::vector<stage::StageMark> Predict::marks() const {
    if (!question_ || state_ == State::finished) return {};
    return answer_marks(*question_, text_,
                        state_ == State::asking ? Answering::asking
                        : looked_               ? Answering::looked
                        : right_                ? Answering::right
                                                : Answering::wrong);
}

using namespace scenes;

std::string OrderGame::begin() {
    leave();
    if (model_.position() == nullptr || model_.loading())
        return "Run a scene first; then pick who goes next.";
    const int64_t steps = model_.position()->step_count();
    if (steps > most_steps)
        return fmt::format(
            "This run has {} steps and runs again at every pick; choose a smaller one, up to {} steps.",
            steps, most_steps);
    scene_ = model_.scene_here();
    scene_.step = 0;
    try {
        game_ = std::make_unique<ScheduleGame>(scene_, Turn::block);
    } catch (const Error&) {
        // One block: its warps take turns.
    }
    try {
        if (!game_) game_ = std::make_unique<ScheduleGame>(scene_, Turn::warp);
    } catch (const Error& error) {
        return error.what();
    }
    show();
    return {};
}

void OrderGame::leave() {
    job_.cancel();
    game_.reset();
    search_.reset();
    failure_.clear();
}

void OrderGame::show() {
    model_.show(std::make_shared<const RunScene>(game_->run()));
    model_.seek(game_->step());
    scenes_ = model_.scenes();
}

void OrderGame::pick(int number) {
    if (!active() || looking()) return;
    search_.reset();
    game_->pick(number);
    show();
}

void OrderGame::take_back() {
    if (!active() || looking() || game_->picked().empty()) return;
    search_.reset();
    game_->undo();
    show();
}

void OrderGame::look_for_one() {
    if (!active() || looking()) return;
    search_.reset();
    failure_.clear();
    job_.start(
        "Looking for an order",
        [scene = scene_, turn = game_->turn()](Job& job) {
            constexpr int64_t orders = 500;
            return find_breaking_order(scene, turn, orders, job.cancel_flag());
        },
        [this](ScheduleSearch search) {
            search_ = std::move(search);
            if (!search_->failing) return;
            while (!game_->picked().empty()) game_->undo();
            for (const int number : search_->list) game_->pick(number);
            show();
        },
        [this](const std::string& sentence) { failure_ = sentence; });
}

std::string OrderGame::words() const {
    if (!active()) return {};
    if (looking()) return "Trying the orders.";
    if (!failure_.empty()) return failure_;
    if (search_ && !search_->failing)
        return search_->all ? fmt::format("None of the {} possible orders breaks it.", search_->tried)
                            : fmt::format("None of {} orders breaks it; there are more.", search_->tried);
    if (const std::string why = game_->broken(); !why.empty()) return "This order breaks it: " + why;
    if (game_->may_run().empty()) return "All are picked, and the result is right.";
    return "Find an order that breaks this kernel, or show that none can.";
}

void OrderGame::update() {
    if (active() && model_.scenes() != scenes_) leave();
}

}  // namespace upsweep::app
