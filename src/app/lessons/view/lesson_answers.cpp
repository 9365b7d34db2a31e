// Answers by kind.

#include "app/lessons/view/lessons_view.h"
#include "app/ui/canvas_painter.h"
#include "app/ui/marks.h"

namespace upsweep::app::lesson {

using lessons::Inline;
using lessons::PreparedQuestion;
using lessons::Style;
using QuestionKind = lessons::Question::Kind;
using stage::CellState;

namespace {

constexpr float answer_width = 5.2F, narrowest_answer = 3.6F, answer_height = 2.7F;  // E, of a cell
constexpr float row_gap = 0.4F, row_pad = 0.55F, plate_em = 2.3F;                    // of a sentence
constexpr float control_em = 2.1F;

const PreparedQuestion& question_of(const LessonModel& model) { return *model.page().question; }

CellState state_of(const lessons::Choice& choice, bool tried, const LessonModel& model) {
    if (tried) return choice.right ? CellState::right : CellState::wrong;
    if (choice.right && model.answers().looked) return CellState::to_predict;
    return model.answers().settled() ? CellState::earlier : CellState::idle;
}

bool was_tried(const LessonModel& model, size_t i) { return contains(model.answers().tried, i); }

// ---- Answers that are typed: the field, buttons for what is often chosen, and the button that judges

constexpr float field_em = 14, least_field_em = 3.5F, button_gap = 0.3F;  // E

AnswerButtons buttons_of(const LessonModel& model) {
    const PreparedQuestion& question = question_of(model);
    return question.asked && model.asks() ? answer_buttons(*question.asked) : AnswerButtons{};
}

bool is_yes_no(const LessonModel& model) {
    return question_of(model).asked && question_of(model).asked->form == questions::Form::yes_no;
}

float one_button(const Frame& frame, const LessonModel& model) {
    return frame.em(is_yes_no(model) ? 4 : 2.3F);
}

int64_t buttons_in_row(const Frame& frame, float width, const LessonModel& model) {
    const float gap = frame.em(button_gap);
    return std::max<int64_t>(1, int64_t((width + gap) / (one_button(frame, model) + gap)));
}

float buttons_height(const Frame& frame, float width, const LessonModel& model) {
    const int64_t count = buttons_of(model).count;
    if (count == 0) return 0;
    const int64_t in_row = buttons_in_row(frame, width, model);
    return float((count + in_row - 1) / in_row) * frame.em(control_em + button_gap) + frame.em(0.2F);
}

void draw_buttons(Frame& frame, ImVec2 at, float width, LessonModel& model) {
    if (buttons_of(model).count == 0) return;
    const int64_t in_row = buttons_in_row(frame, width, model);
    const auto chosen =
        draw_answer_buttons(frame, "lessons.choice", *question_of(model).asked, model.text(), [&](int64_t i) {
            const ImVec2 corner(at.x + float(i % in_row) * (one_button(frame, model) + frame.em(button_gap)),
                                at.y + float(i / in_row) * frame.em(control_em + button_gap));
            return Rect::sized(corner, one_button(frame, model), frame.em(control_em));
        });
    if (!chosen) return;
    model.choose(*chosen);
    if (is_yes_no(model)) model.check();
}

/// A unit that has no room beside the field is in it until something is typed.
void draw_field(Frame& frame, Rect rect, LessonModel& model, AnswerField& field, bool unit_inside) {
    const PreparedQuestion& question = question_of(model);
    std::string hint = unit_inside      ? question.unit
                       : question.asked ? answer_hint(*question.asked)
                                        : "a number";
    if (text_width(frame, type::body, hint) > rect.width() - frame.em(1.5F)) hint.clear();
    if (draw_answer_field(frame, "lessons.typed", rect, model.text(), hint, model.answers().complaint,
                          field) == FieldEnd::enter)
        model.check();
}

/// A value as a cell in this state.
void paint_cell(Frame& frame, Rect rect, CellState state, const std::string& value) {
    stage::Cell cell;
    cell.state = state;
    cell.value = value;
    cell.value_em = 1.45F;
    canvas::Canvas canvas(box_of(rect), frame.em());
    stage::draw_cell(canvas, box_of(rect), cell);
    paint(frame, canvas.finish());
}

/// Of the button that judges an answer.
ButtonOptions check_options() { return {.hint = "Enter", .tip = "Check your answer"}; }

/// The field, its unit and the button that judges; or the answer as a cell.
void draw_typed(Frame& frame, ImVec2 at, float width, LessonModel& model, AnswerField& field) {
    const PreparedQuestion& question = question_of(model);
    const float high = frame.em(control_em);
    if (!model.asks()) {
        const float wide = text_width(frame, {Face::mono_bold, 1.45F}, question.answer) + frame.em(3);
        const Rect cell =
            Rect::sized(at, std::min(width, std::max(wide, frame.em(answer_width))), frame.em(answer_height));
        paint_cell(frame, cell, model.answers().solved ? CellState::right : CellState::to_predict,
                   question.answer);
        draw_text(frame, {cell.max.x + frame.em(0.7F), cell.centre().y}, type::body, Role::t2, question.unit);
        return;
    }
    draw_buttons(frame, at, width, model);
    at.y += buttons_height(frame, width, model);
    if (is_yes_no(model)) return;
    const float check = button_width(frame, "Check", check_options());
    const float room = width - check - frame.em(0.6F);
    float unit = question.unit.empty() ? 0 : text_width(frame, type::body, question.unit) + frame.em(0.6F);
    const bool inside = unit > 0 && room - unit < frame.em(least_field_em);
    if (inside) unit = 0;
    const float wide = std::min(frame.em(field_em), room - unit);
    draw_field(frame, Rect::sized(at, wide, high), model, field, inside);
    if (unit > 0)
        draw_text(frame, {at.x + wide + frame.em(0.5F), at.y + high / 2}, type::body, Role::t2,
                  question.unit);
    if (button(frame, "lessons.check", Rect::sized({at.x + wide + unit + frame.em(0.6F), at.y}, check, high),
               "Check", check_options()))
        model.check();
}

float typed_height(const Frame& frame, float width, const LessonModel& model) {
    if (!model.asks()) return frame.em(answer_height + 0.8F);
    if (is_yes_no(model)) return buttons_height(frame, width, model) + frame.em(0.5F);
    return buttons_height(frame, width, model) + frame.em(control_em + 0.7F);
}

// ---- Values, as cells

void draw_value(Frame& frame, Rect rect, const lessons::Choice& choice, bool tried, LessonModel& model,
                size_t number) {
    const bool open = !tried && model.asks();
    frame.items.note("lessons.place." + std::to_string(number + 1), rect);
    Interaction state;
    if (open) state = interact(frame, "lessons.answer." + choice.value, rect);
    paint_cell(frame, rect, state_of(choice, tried, model), choice.value);
    if (open && state.hovered) frame.outline(rect, Role::ink, frame.em(0.25F), frame.px(2));
    if (state.focused) draw_focus(frame, rect, frame.em(0.25F));
    if (state.clicked) model.answer(number);
}

// Answers side by side, each at its place whatever was tried; as many in a row as the width takes.
struct AnswerGrid {
    size_t count, columns;
    float width, gap;

    AnswerGrid(const Frame& frame, float room, size_t answers) : count(answers), gap(frame.em(0.6F)) {
        const auto fit = size_t((room + gap) / (frame.em(narrowest_answer) + gap));
        columns = std::clamp<size_t>(fit, 1, std::max<size_t>(1, count));
        const auto n = float(columns);
        width = std::min(frame.em(answer_width), (room - (n - 1) * gap) / n);
    }
    float height(const Frame& frame) const {
        const auto rows = float((count + columns - 1) / columns);
        return rows * frame.em(answer_height + 0.6F) + frame.em(0.2F);
    }
};

void draw_values(Frame& frame, ImVec2 at, float width, LessonModel& model) {
    const auto& choices = question_of(model).choices;
    const AnswerGrid grid(frame, width, choices.size());
    for (size_t i = 0; i < choices.size(); ++i) {
        const auto column = float(i % grid.columns), row = float(i / grid.columns);
        const ImVec2 corner(at.x + column * (grid.width + grid.gap),
                            at.y + row * frame.em(answer_height + 0.6F));
        draw_value(frame, Rect::sized(corner, grid.width, frame.em(answer_height)), choices[i],
                   was_tried(model, i), model, i);
    }
}

// ---- Sentences, one under the other: to choose, or to put in order

std::vector<Run> row_runs(const LessonModel& model, size_t i) {
    constexpr TextStyle style{Face::sans, 1.1F};
    const PreparedQuestion& question = question_of(model);
    if (question.kind == QuestionKind::sort) return runs_of(question.items[i], style, Role::t1);
    return marked_runs(style, {Role::t1}, question.choices[i].value);
}

float row_height(const Frame& frame, float width, const LessonModel& model, size_t i) {
    const float words = paragraph_height(frame, width - frame.em(plate_em + row_pad), row_runs(model, i));
    return std::max(frame.em(2.2F), words + frame.em(2 * row_pad));
}

size_t rows_of(const LessonModel& model) {
    const PreparedQuestion& question = question_of(model);
    return question.kind == QuestionKind::sort ? question.items.size() : question.choices.size();
}

struct RowLook {
    CellState state = CellState::idle;
    std::string plate;  ///< at its left: its number
};

void draw_row(Frame& frame, Rect rect, const LessonModel& model, size_t i, const RowLook& look,
              bool hovered) {
    ImDrawList& list = *frame.list();
    const float rounding = frame.em(0.35F);
    const bool right = look.state == CellState::right, wrong = look.state == CellState::wrong;
    const bool strong = look.state == CellState::to_predict;
    list.AddRectFilled(rect.min, rect.max, frame.colour(hovered ? Role::bg3 : Role::bg1), rounding);
    const Role line = right               ? Role::right
                      : wrong             ? Role::trouble
                      : strong || hovered ? Role::ink
                                          : Role::line2;
    list.AddRect(rect.min, rect.max, frame.colour(line), rounding, 0,
                 right || wrong || strong ? frame.px(2) : snap(frame.px()));
    const ImVec2 plate(rect.min.x + frame.em(plate_em / 2), rect.centre().y);
    const Rect mark = Rect::around(plate, frame.em(0.9F));
    if (right && question_of(model).kind != QuestionKind::sort)
        marks::tick(frame, mark, Role::right);
    else if (wrong)
        marks::cross(frame, mark, Role::trouble);
    else
        draw_text(frame, plate, {Face::mono_bold, 1.1F}, Role::t2, look.plate, Align::centre);
    const float width = rect.width() - frame.em(plate_em + row_pad);
    const auto runs = row_runs(model, i);
    const float high = paragraph_height(frame, width, runs);
    draw_paragraph(frame, {rect.min.x + frame.em(plate_em), rect.centre().y - high / 2}, width, runs);
}

RowLook look_of(const LessonModel& model, size_t i, size_t row) {
    if (question_of(model).kind != QuestionKind::sort)
        return {state_of(question_of(model).choices[i], was_tried(model, i), model), std::to_string(row + 1)};
    const std::vector<size_t>& order = model.answers().order;
    const auto at = std::find(order.begin(), order.end(), i);
    RowLook look;
    look.plate = at == order.end() ? "–" : std::to_string(at - order.begin() + 1);
    look.state = model.answers().solved ? CellState::right
                 : at != order.end()    ? CellState::to_predict
                                        : CellState::idle;
    return look;
}

/// Positions from top to bottom: of a settled order in that order.
std::vector<size_t> row_order(const LessonModel& model) {
    std::vector<size_t> rows;
    for (size_t i = 0; i < rows_of(model); ++i) rows.push_back(i);
    const PreparedQuestion& question = question_of(model);
    return question.kind == QuestionKind::sort && !model.answers().settled() ? question.shown : rows;
}

/// Choices over the whole width of a page are beside each other.
struct RowColumns {
    size_t count = 1;
    float width, gap;  ///< pixels, of one and between two

    RowColumns(const Frame& frame, float room, const LessonModel& model)
        : width(room), gap(frame.em(row_gap)) {
        constexpr float wide_em = 46;
        const size_t rows = rows_of(model);
        if (room < frame.em(wide_em)) return;
        count = rows % 3 == 0 ? 3 : 2;
        width = (room - float(count - 1) * gap) / float(count);
    }
};

/// Of the rows side by side from this one on: as high as the highest.
float line_height(const Frame& frame, const RowColumns& columns, const LessonModel& model,
                  const std::vector<size_t>& rows, size_t first) {
    float high = 0;
    for (size_t row = first; row < std::min(first + columns.count, rows.size()); ++row)
        high = std::max(high, row_height(frame, columns.width, model, rows[row]));
    return high;
}

float draw_rows(Frame& frame, ImVec2 at, float room, LessonModel& model) {
    const float top = at.y, left = at.x;
    const std::vector<size_t> rows = row_order(model);
    const RowColumns columns(frame, room, model);
    float high = 0;
    for (size_t row = 0; row < rows.size(); ++row) {
        const size_t i = rows[row], column = row % columns.count;
        if (column == 0) high = line_height(frame, columns, model, rows, row);
        at.x = left + float(column) * (columns.width + columns.gap);
        const Rect rect = Rect::sized(at, columns.width, high).snapped();
        const bool open = model.asks() && !was_tried(model, i);
        frame.items.note("lessons.place." + std::to_string(row + 1), rect);
        Interaction state;
        if (open) state = interact(frame, "lessons.answer." + std::to_string(row + 1), rect);
        draw_row(frame, rect, model, i, look_of(model, i, row), state.hovered);
        if (state.focused) draw_focus(frame, rect, frame.em(0.35F));
        if (state.clicked) model.choose(int64_t(i));
        if (column + 1 == columns.count || row + 1 == rows.size()) at.y += rect.height() + columns.gap;
    }
    return at.y - top;
}

float rows_height(const Frame& frame, float width, const LessonModel& model) {
    const RowColumns columns(frame, width, model);
    const std::vector<size_t> rows = row_order(model);
    float height = 0;
    for (size_t row = 0; row < rows.size(); row += columns.count)
        height += line_height(frame, columns, model, rows, row) + columns.gap;
    return height;
}

// ---- Words

std::vector<Inline> with_lead(std::string lead, std::vector<Inline> rest) {
    rest.insert(rest.begin(), {std::move(lead), Style::strong});
    return rest;
}

std::vector<Inline> right_reason(const LessonModel& model) {
    const PreparedQuestion& question = question_of(model);
    if (!question.right().reason.empty()) return question.right().reason;
    if (question.kind == QuestionKind::sort) return with_lead("Right.", {{" That is the order."}});
    if (question.kind == QuestionKind::choice) return with_lead("Right.", {});
    return with_lead("Right.", {{" It is "}, {question.answer, Style::code}, {"."}});
}

}  // namespace

float answers_height(const Frame& frame, float width, const LessonModel& model) {
    switch (question_of(model).kind) {
        case QuestionKind::value:
            return AnswerGrid(frame, width, question_of(model).choices.size()).height(frame);
        case QuestionKind::choice:
            return rows_height(frame, width, model) + frame.em(0.3F);
        case QuestionKind::sort:
            return rows_height(frame, width, model) + (model.asks() ? frame.em(control_em + 0.4F) : 0) +
                   frame.em(0.3F);
        case QuestionKind::quiz:
        case QuestionKind::number:
            break;
    }
    float items = 0;
    if (question_of(model).asked)
        for (size_t i = 0; i < question_of(model).asked->items.size(); ++i) items += frame.em(1.6F);
    return typed_height(frame, width, model) + items;
}

float draw_answers(Frame& frame, ImVec2 at, float width, LessonModel& model, AnswerField& field) {
    const float height = answers_height(frame, width, model);
    const QuestionKind kind = question_of(model).kind;
    if (kind == QuestionKind::value) {
        draw_values(frame, at, width, model);
    } else if (kind == QuestionKind::choice) {
        draw_rows(frame, at, width, model);
    } else if (kind == QuestionKind::sort) {
        at.y += draw_rows(frame, at, width, model);
        if (!model.asks()) return height;
        const Rect place =
            Rect::sized(at, button_width(frame, "Check", check_options()), frame.em(control_em));
        if (button(frame, "lessons.check", place, "Check", check_options())) model.check();
    } else {
        // What the letters of an order stand for.
        const auto& asked = question_of(model).asked;
        for (size_t i = 0; asked && i < asked->items.size(); ++i, at.y += frame.em(1.6F))
            draw_paragraph(frame, at, width, item_runs(*asked, i));
        draw_typed(frame, at, width, model, field);
    }
    return height;
}

std::vector<Inline> reason_of(const LessonModel& model) {
    const Answers& answers = model.answers();
    const PreparedQuestion& question = question_of(model);
    if (model.nudged()) return with_lead("The next step shows it.", {{" Answer first, or reveal the step."}});
    if (answers.looked) {
        auto reason = right_reason(model);
        if (!reason.empty() && reason.front().style == Style::strong) reason.erase(reason.begin());
        return with_lead("Answer shown.", std::move(reason));
    }
    if (answers.solved && (model.is_typed() || question.kind == QuestionKind::sort))
        return right_reason(model);
    if (!answers.tried.empty()) {
        const lessons::Choice& choice = question.choices[answers.tried.back()];
        return choice.right ? right_reason(model) : choice.reason;
    }
    if (answers.judged.empty()) return {};
    if (question.kind == QuestionKind::sort)
        return with_lead("Not yet.", {{" They happen in a different order. What must come first?"}});
    if (const lessons::Choice* foreseen = question.foreseen(answers.judged)) return foreseen->reason;
    return with_lead("Not yet.",
                     {{" It is not "}, {answers.judged, Style::code}, {". Try again, or show the answer."}});
}

bool press_digit(LessonModel& model, int digit) {
    if (!model.asks()) return false;
    const PreparedQuestion& question = question_of(model);
    const AnswerButtons buttons = buttons_of(model);
    // Nothing to choose from: the digit is part of the number, without a click into its field.
    if (model.is_typed() && buttons.count == 0) {
        model.text() += char('0' + digit);
        return true;
    }
    if (question.kind == QuestionKind::quiz) {
        const bool letters = question.asked->form == questions::Form::order;
        const bool yes_no = question.asked->form == questions::Form::yes_no;
        const int64_t number = yes_no ? 2 - digit : letters ? digit - 1 : digit;
        if (number < buttons.first || number >= buttons.first + buttons.count) return false;
        model.choose(number);
        if (yes_no) model.check();
        return true;
    }
    const auto row = size_t(digit - 1);
    if (digit < 1 || row >= rows_of(model)) return false;
    model.choose(int64_t(question.kind == QuestionKind::sort ? question.shown[row] : row));
    return true;
}

// ---- The question's card: answers to choose, and the reason of the one that was tried last

using namespace replay;

namespace {

constexpr float why_em = 3, pad_em = 0.9F;  // E

// Room for why an answer cannot be read; 0 without.
float complaint_height(const Frame& frame, float width, const LessonModel& model) {
    const std::string& complaint = model.answers().complaint;
    if (complaint.empty()) return 0;
    return paragraph_height(frame, width - frame.em(1.3F),
                            marked_runs(type::label, {Role::trouble}, complaint)) +
           frame.em(0.3F);
}

// What is said of the last try: why it is not an answer, else its reason.
float said_height(const Frame& frame, float width, const LessonModel& model) {
    if (!model.answers().complaint.empty()) return complaint_height(frame, width, model) + frame.em(0.2F);
    const auto reason = reason_of(model);
    if (reason.empty()) return 0;
    return paragraph_height(frame, width, runs_of(reason, type::body, Role::t1)) + frame.em(0.5F);
}

float draw_said(Frame& frame, ImVec2 at, float width, const LessonModel& model) {
    if (const std::string& complaint = model.answers().complaint; !complaint.empty())
        field_error(frame, at, width, complaint);
    else if (const auto reason = reason_of(model); !reason.empty())
        draw_paragraph(frame, at, width, runs_of(reason, type::body, Role::t1));
    return said_height(frame, width, model);
}

// Of the longest reason that is known, and of what is said now.
float tallest_said(const Frame& frame, float width, const LessonModel& model) {
    float height = said_height(frame, width, model);
    for (const lessons::Choice& choice : model.page().question->choices)
        height =
            std::max(height, paragraph_height(frame, width, runs_of(choice.reason, type::body, Role::t1)) +
                                 frame.em(0.5F));
    return height;
}

float why_height(const Frame& frame, float width, const lessons::PreparedQuestion& question) {
    if (question.why.empty()) return 0;
    return frame.em(1.3F) +
           paragraph_height(frame, width - frame.em(why_em), runs_of(question.why, type::body, Role::t1));
}

float draw_why(Frame& frame, ImVec2 at, float width, const lessons::PreparedQuestion& question) {
    frame.fill({at.x, snap(at.y), at.x + width, snap(at.y) + snap(frame.px())}, Role::line2);
    const float y = at.y + frame.em(0.7F), x = at.x + frame.em(why_em);
    draw_text(frame, {at.x, y + frame.em(0.72F)}, type::strong, Role::t1, "Why");
    const auto runs = runs_of(question.why, type::body, Role::t1);
    return frame.em(0.7F) + draw_paragraph(frame, {x, y}, at.x + width - x, runs) + frame.em(0.6F);
}

float draw_head(Frame& frame, ImVec2 at, float width, const LessonModel& model) {
    const float y = at.y + frame.em(0.7F), size = frame.em();
    marks::question(frame, Rect::around({at.x + size / 2, y}, size), Role::t1);
    draw_text(frame, {at.x + frame.em(1.5F), y}, {Face::sans_semibold, 1.1F}, Role::t1,
              model.asks_what_comes() ? "Predict" : "Question");
    const std::string number = "question " + std::to_string(model.question_number()) + " of " +
                               std::to_string(model.question_count());
    draw_text(frame, {at.x + width, y}, type::label, Role::t3, number, Align::right);
    return frame.em(2);
}

/// The reason of a settled question, in full.
float draw_settled(Frame& frame, ImVec2 at, float width, const LessonModel& model) {
    const lessons::PreparedQuestion& question = *model.page().question;
    return model.answers().settled() && !question.why.empty() ? draw_why(frame, at, width, question) : 0;
}

// Where the card grows upwards its answers are last: what is said is above them.
void draw_content(Frame& frame, ImVec2 top_left, float width, float bottom, LessonModel& model,
                  AnswerField& field, Grows grows) {
    const lessons::PreparedQuestion& question = *model.page().question;
    ImVec2 at = top_left;
    at.y += draw_head(frame, at, width, model);
    at.y += draw_paragraph(frame, at, width, runs_of(question.ask, page_style(frame), Role::t1), 1.42F) +
            frame.em(0.7F);
    if (grows == Grows::down) at.y += draw_answers(frame, at, width, model, field);
    at.y += draw_said(frame, at, width, model);
    at.y += draw_settled(frame, at, width, model);
    // From the card's lower end, to the pixel: what comes above them may end between two.
    if (grows == Grows::up)
        draw_answers(frame, {at.x, snap(bottom - answers_height(frame, width, model))}, width, model, field);
}

/// Of the card without what is said of an answer.
float bare_height(const Frame& frame, float width, const LessonModel& model) {
    const auto ask = runs_of(model.page().question->ask, page_style(frame), Role::t1);
    return frame.em(2 * pad_em + 2.7F) + paragraph_height(frame, width, ask, 1.42F) +
           answers_height(frame, width, model);
}

}  // namespace

float draw_short_question(Frame& frame, ImVec2 top_left, float width, LessonModel& model,
                          AnswerField& field) {
    const auto ask = runs_of(model.page().question->ask, type::body, Role::t1);
    ImVec2 at = top_left;
    at.y += draw_paragraph(frame, at, width, ask) + frame.em(0.4F);
    at.y += draw_answers(frame, at, width, model, field);
    at.y += draw_said(frame, at, width, model);
    return at.y - top_left.y;
}

float short_question_height(const Frame& frame, float width, const LessonModel& model) {
    const auto ask = runs_of(model.page().question->ask, type::body, Role::t1);
    return paragraph_height(frame, width, ask) + frame.em(0.4F) + answers_height(frame, width, model) +
           said_height(frame, width, model);
}

QuestionRoom question_room(const Frame& frame, float width, const LessonModel& model) {
    const float why = why_height(frame, width, *model.page().question);
    QuestionRoom room;
    room.bare = bare_height(frame, width, model);
    room.now = room.bare + said_height(frame, width, model) + (model.answers().settled() ? why : 0);
    room.most = room.bare + tallest_said(frame, width, model) + why;
    return room;
}

void draw_question(Frame& frame, ImVec2 top_left, float width, LessonModel& model, AnswerField& field,
                   Grows grows) {
    const float out = frame.em(1.2F), pad = frame.em(pad_em);
    const Rect card = Rect(top_left.x - out, top_left.y, top_left.x + width + out,
                           top_left.y + question_room(frame, width, model).now)
                          .snapped();
    frame.fill(card, Role::bg2, frame.em(0.5F));
    frame.outline(card, Role::line2, frame.em(0.5F), snap(frame.px()));
    frame.items.note("lessons.card", card);
    const float bottom = top_left.y + question_room(frame, width, model).now - pad;
    draw_content(frame, {top_left.x, top_left.y + pad}, width, bottom, model, field, grows);
}

}  // namespace upsweep::app::lesson
