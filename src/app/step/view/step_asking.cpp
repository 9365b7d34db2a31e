// The question, its answer, its reason; who may run next, to be picked, and what came of it.
#include "app/step/view/step_asking.h"

#include <fmt/format.h>

#include "app/ui/marks.h"

namespace upsweep::app {

FieldEnd draw_answer_field(Frame& frame, std::string_view id, Rect rect, std::string& text,
                           std::string_view hint, std::string_view complaint, AnswerField& field) {
    if (std::exchange(field.wanted, false)) frame.items.wants_keyboard = true;
    text_field(frame, id, rect, text, hint, complaint);
    return field_end(field.typing);
}

std::optional<int64_t> draw_answer_buttons(Frame& frame, std::string_view id,
                                           const questions::Question& question, const std::string& text,
                                           const std::function<Rect(int64_t)>& place) {
    const AnswerButtons choices = answer_buttons(question);
    std::optional<int64_t> clicked;
    for (int64_t i = 0; i < choices.count; ++i) {
        const Rect rect = place(i);
        if (rect.empty()) break;
        const int64_t number = question.form == questions::Form::yes_no ? 1 - i : choices.first + i;
        const std::string label = button_label(question, number);
        if (button(frame, std::string(id) + "." + label, rect, label,
                   {.chosen = is_chosen(question, text, number)}))
            clicked = number;
    }
    return clicked;
}

std::vector<Run> item_runs(const questions::Question& question, size_t item) {
    return marked_runs({Face::sans, 1.05F}, {Role::t1},
                       std::string(1, char('A' + item)) + "   " + question.items[item]);
}

}  // namespace upsweep::app

namespace upsweep::app::step {

using questions::Form;
using questions::Question;

namespace {

namespace card {

constexpr float pad_em = 0.8F, head_em = 1.8F, row_em = 2.0F, gap_em = 0.5F;
constexpr TextStyle title{Face::sans_semibold, 1.1F}, words{Face::sans, 1.05F};

/// Its box, with an outline of that colour; returns it in whole pixels.
Rect draw_box(Frame& frame, Rect rect, Role line = Role::line2) {
    const Rect box = rect.snapped();
    frame.fill(box, Role::bg2, frame.em(0.5F));
    frame.outline(box, line, frame.em(0.5F), snap(frame.px()));
    return box;
}

}  // namespace card

std::vector<Run> ask_runs(const Predict& predict) {
    if (predict.state() == Predict::State::finished)
        return marked_runs(card::words, {Role::t1}, "No more questions in this run.");
    return marked_runs(card::words, {Role::t1}, predict.question().ask);
}

/// "Right." and why.
std::vector<Run> reason_runs(const Predict& predict) {
    const Question& question = predict.question();
    const std::string lead = predict.looked() ? "The answer is " + question.key_text + ". "
                             : predict.right()
                                 ? "Right: " + question.key_text + ". "
                                 : "It is " + question.key_text + ", not " + predict.text() + ". ";
    std::vector<Run> runs = marked_runs({Face::sans_semibold, 1.05F}, {Role::t1}, lead);
    const std::vector<Run> why = marked_runs(card::words, {Role::t1}, question.reason);
    append(runs, why);
    return runs;
}

float choice_width(const Frame& frame, const Question& question) {
    return frame.em(question.form == Form::yes_no ? 4.0F : 2.1F);
}

bool has_field(const Question& question) { return question.form != Form::yes_no; }

/// Whether the keyboard goes to the field as soon as the question comes: where there is nothing to click on
/// the card.
bool is_typed(const Question& question) { return answer_buttons(question).count == 0; }

void draw_head(Frame& frame, Rect row, const Predict& predict, bool score) {
    const float size = frame.em(1.05F), y = row.centre().y;
    const bool revealed = predict.state() == Predict::State::revealed;
    const Rect mark = Rect::around({row.min.x + size / 2, y}, size);
    if (revealed && predict.right())
        marks::tick(frame, mark, Role::right);
    else if (revealed && !predict.looked())
        marks::cross(frame, mark, Role::trouble);
    else
        marks::question(frame, mark, Role::t1);
    float x = row.min.x + frame.em(1.6F);
    const std::string_view title = "Predict";
    draw_text(frame, {x, y}, card::title, Role::t1, title);
    x += text_width(frame, card::title, title) + frame.em(0.9F);
    const PredictScore& all = predict.score();
    std::string told;
    if (score && all.asked > 0) {
        told = std::to_string(all.right) + " of " + std::to_string(all.asked) + " right";
        if (all.streak > 1) told += ", " + std::to_string(all.streak) + " in a row";
        draw_text(frame, {row.max.x, y}, type::label, Role::t2, told, Align::right);
    }
    const float room = row.max.x - x - text_width(frame, type::label, told) - frame.em();
    if (predict.state() != Predict::State::finished && room > frame.em(4))
        draw_elided(frame, {x, y}, room, type::label, Role::t3, questions::title_of(predict.question().kind));
}

void draw_choices(Frame& frame, Rect row, Predict& predict) {
    const float width = choice_width(frame, predict.question()), step = width + frame.em(0.3F);
    const auto chosen =
        draw_answer_buttons(frame, "step.predict.choice", predict.question(), predict.text(), [&](int64_t i) {
            const float x = row.min.x + step * float(i);
            return x + width <= row.max.x + 1 ? Rect(x, row.min.y, x + width, row.max.y) : Rect();
        });
    if (chosen) predict.choose(*chosen);
}

void draw_field(Frame& frame, Rect rect, Predict& predict, PredictCard& card, bool presented) {
    const Question& question = predict.question();
    const bool fresh = card.asked != question.ask || card.seen != &question;
    card.seen = &question;
    card.asked = question.ask;
    if (fresh && is_typed(question) && !presented) card.field.wanted = true;
    // The field has the keys: Enter and Escape mean what they mean beside it.
    const FieldEnd end = draw_answer_field(frame, "step.predict.answer", rect, predict.text(),
                                           answer_hint(question), predict.complaint(), card.field);
    if (end == FieldEnd::enter) predict.enter();
    if (end == FieldEnd::escape) predict.leave();
}

void draw_asking(Frame& frame, Rect row, Predict& predict, PredictCard& card, bool presented) {
    const ButtonOptions reveal{.primary = true, .hint = "Enter", .tip = "Run the step and say why"};
    const ButtonOptions skip{
        .disabled = predict.kinds() > 1 ? "" : "This is the only question about this step.",
        .tip = "Ask something else about this step"};
    const bool pressed = button(frame, "step.predict.enter",
                                row.cut_right(button_width(frame, "Reveal", reveal)), "Reveal", reveal);
    row.cut_right(frame.em(0.4F));
    bool skipped = false;
    if (row.width() > frame.em(24)) {
        skipped = button(frame, "step.predict.other", row.cut_right(button_width(frame, "Another", skip)),
                         "Another", skip);
        row.cut_right(frame.em(0.8F));
    }
    const Question& question = predict.question();
    const AnswerButtons choices = answer_buttons(question);
    const float wanted = float(choices.count) * (choice_width(frame, question) + frame.em(0.3F));
    if (choices.count > 0 && (wanted + frame.em(9) <= row.width() || !has_field(question))) {
        draw_choices(frame, row.cut_left(std::min(wanted, row.width())), predict);
        row.cut_left(frame.em(0.5F));
    }
    if (has_field(question))
        draw_field(frame, row.cut_left(std::min(row.width(), frame.em(16))), predict, card, presented);
    if (pressed)
        predict.enter();
    else if (skipped)
        predict.other();
}

}  // namespace

float predict_height(const Frame& frame, float width, const Predict& predict) {
    const float inner = width - 2 * frame.em(card::pad_em);
    float height = frame.em(2 * card::pad_em + card::head_em + card::gap_em) +
                   paragraph_height(frame, inner, ask_runs(predict));
    const bool finished = predict.state() == Predict::State::finished;
    if (!finished)
        for (size_t i = 0; i < predict.question().items.size(); ++i)
            height += paragraph_height(frame, inner, item_runs(predict.question(), i));
    if (predict.state() == Predict::State::revealed)
        height += paragraph_height(frame, inner, reason_runs(predict)) + frame.em(card::gap_em);
    if (!predict.complaint().empty())
        height += paragraph_height(frame, inner - frame.em(1.3F),
                                   marked_runs(type::label, {Role::trouble}, predict.complaint())) +
                  frame.em(0.3F);
    return std::ceil(height + frame.em(card::row_em + card::gap_em));
}

void draw_predict(Frame& frame, Rect rect, Predict& predict, PredictCard& card, bool presented) {
    const Rect box = card::draw_box(frame, rect.inset(0, frame.em(0.25F)));
    frame.items.note("step.predict", box);
    Rect rest = box.inset(frame.em(card::pad_em), frame.em(card::pad_em - 0.25F));
    draw_head(frame, rest.cut_top(frame.em(card::head_em)), predict, !presented);
    rest.cut_top(draw_paragraph(frame, rest.min, rest.width(), ask_runs(predict)));
    if (predict.state() == Predict::State::finished) {
        rest.cut_top(frame.em(card::gap_em));
        const ButtonOptions leave{.primary = true, .hint = "Enter"};
        Rect row = rest.cut_top(frame.em(card::row_em));
        if (button(frame, "step.predict.enter", row.cut_right(button_width(frame, "Leave", leave)), "Leave",
                   leave))
            predict.enter();
        return;
    }
    for (size_t i = 0; i < predict.question().items.size(); ++i)
        rest.cut_top(draw_paragraph(frame, rest.min, rest.width(), item_runs(predict.question(), i)));
    rest.cut_top(frame.em(card::gap_em));
    if (predict.state() == Predict::State::revealed) {
        frame.items.note("step.predict.reason", rest);
        rest.cut_top(draw_paragraph(frame, rest.min, rest.width(), reason_runs(predict)) +
                     frame.em(card::gap_em));
        Rect row = rest.cut_top(frame.em(card::row_em));
        const ButtonOptions next{.primary = true, .hint = "Enter"};
        if (button(frame, "step.predict.enter", row.cut_right(button_width(frame, "Next question", next)),
                   "Next question", next))
            predict.enter();
        return;
    }
    const Rect row = rest.cut_top(frame.em(card::row_em));
    rest.cut_top(
        field_error(frame, {rest.min.x, rest.min.y + frame.em(0.2F)}, rest.width(), predict.complaint()));
    draw_asking(frame, row, predict, card, presented);
}

// ---- Who may run next, to be picked; what came of it

namespace {

std::string picked_text(const scenes::ScheduleGame& game) {
    std::string text;
    for (const int number : game.picked())
        text += (text.empty() ? "picked: " : ", ") + std::to_string(number);
    return text;
}

void draw_head(Frame& frame, Rect row, const OrderGame& order) {
    const float y = row.centre().y;
    constexpr std::string_view title = "You are the scheduler";
    draw_text(frame, {row.min.x, y}, card::title, Role::t1, title);
    float x = row.min.x + text_width(frame, card::title, title) + frame.em(0.9F);
    const bool blocks = order.game().turn() == scenes::Turn::block;
    const std::string_view ask = blocks ? "Which block starts next?" : "Which warp has the next turn?";
    draw_text(frame, {x, y}, type::label, Role::t3, ask);
    x += text_width(frame, type::label, ask) + frame.em(1.5F);
    const std::string picked = picked_text(order.game());
    const float width = text_width(frame, type::label, picked);
    const float room = row.max.x - x;
    draw_elided(frame, {row.max.x - std::min(width, room), y}, room, type::label, Role::t2, picked);
}

/// The actions at the right end. Gives where they begin.
float draw_actions(Frame& frame, Rect row, OrderGame& order) {
    struct Action {
        std::string_view id, label, disabled;
        void (*act)(OrderGame&);
    };
    const bool none = order.game().picked().empty();
    const Action actions[] = {{"order.close", "Close", "", [](OrderGame& game) { game.leave(); }},
                              {"order.look", "Find one for me", order.looking() ? "It is searching." : "",
                               [](OrderGame& game) { game.look_for_one(); }},
                              {"order.back", "Take back", none ? "Nothing is picked." : "",
                               [](OrderGame& game) { game.take_back(); }}};
    float x = row.max.x;
    void (*chosen)(OrderGame&) = nullptr;
    for (const Action& action : actions) {
        const ButtonOptions options{.disabled = action.disabled};
        const float width = button_width(frame, action.label, options);
        if (button(frame, action.id, {x - width, row.min.y, x, row.max.y}, action.label, options))
            chosen = action.act;
        x -= width + frame.em(card::gap_em);
    }
    if (chosen != nullptr) chosen(order);
    return x;
}

void draw_picks(Frame& frame, Rect row, OrderGame& order) {
    const float width = frame.em(2.3F);
    float x = row.min.x;
    int picked = -1;
    for (const int number : order.game().may_run()) {
        if (x + width > row.max.x) break;
        const std::string label = std::to_string(number);
        if (button(frame, "order.pick." + label, {x, row.min.y, x + width, row.max.y}, label))
            picked = number;
        x += width + frame.em(card::gap_em);
    }
    if (picked >= 0) order.pick(picked);
}

}  // namespace

namespace {

std::vector<Run> order_runs(const OrderGame& order) {
    return {{order.words(), card::words, {order.broken() ? Role::trouble_text : Role::t1}}};
}

/// What came of the order, in as many lines as it takes.
float order_words_height(const Frame& frame, float width, const OrderGame& order) {
    return std::max(frame.em(card::row_em), paragraph_height(frame, width, order_runs(order)));
}

}  // namespace

float order_height(const Frame& frame, float width, const OrderGame& order) {
    const float room = width - 2 * frame.em(card::pad_em);
    return std::ceil(frame.em(2 * card::pad_em + card::head_em + card::row_em + 2 * card::gap_em) +
                     order_words_height(frame, room, order));
}

void draw_order(Frame& frame, Rect rect, OrderGame& order) {
    Rect rest = card::draw_box(frame, rect, order.broken() ? Role::trouble : Role::line2)
                    .inset(frame.em(card::pad_em));
    draw_head(frame, rest.cut_top(frame.em(card::head_em)), order);
    const Rect words = rest.cut_top(order_words_height(frame, rest.width(), order));
    const float used = paragraph_height(frame, words.width(), order_runs(order));
    draw_paragraph(frame, {words.min.x, words.centre().y - used / 2}, words.width(), order_runs(order));
    frame.items.note("order.words", words);
    rest.cut_top(frame.em(card::gap_em));
    Rect row = rest.cut_top(frame.em(card::row_em));
    row.max.x = draw_actions(frame, row, order);
    if (order.active()) draw_picks(frame, row, order);
}

}  // namespace upsweep::app::step
