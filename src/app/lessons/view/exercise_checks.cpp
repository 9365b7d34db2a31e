// The exercise page's text, and its lower half: a row a rule, and the hints.

#include <fmt/format.h>

#include "app/lessons/view/lessons_view.h"
#include "app/ui/marks.h"

namespace upsweep::app {

using exercises::Kind;
using exercises::Marks;
using exercises::Row;
using exercises::State;

namespace {

float panel_margin(const Frame& frame) { return frame.em(frame.density >= Density::wide ? 3 : 1.2F); }

void draw_top_line(Frame& frame, Rect rect) { frame.fill(rect.top(snap(frame.px())), Role::line); }

constexpr float panel_head_em = 2.3F;

/// "Checks  4 of 5 met, try 1". Returns the height.
float draw_panel_head(Frame& frame, ImVec2 at, float width, std::string_view title, const std::string& says) {
    const float y = at.y + frame.em(1.3F);
    app::draw_text(frame, {at.x, y}, {Face::sans_bold, 1.1F}, Role::t1, title);
    const float left = at.x + text_width(frame, {Face::sans_bold, 1.1F}, title) + frame.em(0.8F);
    draw_elided(frame, {left, y}, at.x + width - left, type::label, Role::t2, says);
    return frame.em(panel_head_em);
}

std::string summary(const ExerciseModel& model) {
    if (model.checking()) return fmt::format("running, {} %", int(model.progress() * 100));
    if (!model.error().empty()) return model.error();
    const Marks* marks = model.marks();
    if (marks == nullptr) return "press Check to run your answer";
    const auto met = count_if(marks->rows, [](const Row& row) { return row.state == State::met; });
    std::string text = fmt::format("{} of {} met", met, marks->rows.size());
    if (model.tries() > 0) text += fmt::format(", try {}", model.tries());
    if (model.stale()) text += "; your answer has changed since";
    return text;
}

/// What is at a row's right end.
std::string figure_of(const Row& row) {
    if (row.state == State::failed && row.scene) return fmt::format("step {}", row.scene->step);
    return row.figure;
}

void draw_open_sign(Frame& frame, Rect sign) {
    frame.list()->AddCircle(sign.centre(), sign.width() * 0.35F, frame.colour(Role::t3), 0, snap(frame.px()));
}

constexpr float title_left_em = 1.4F, sentence_line = 1.3F;

/// Where the rows' sentences begin, from the rows' left: behind the longest title, as far as that leaves them
/// the larger half.
float sentences_left(const Frame& frame, const std::vector<Row>& rows, float width) {
    float longest = 0;
    for (const Row& row : rows) longest = std::max(longest, text_width(frame, type::strong, row.title));
    const float left = frame.em(title_left_em);
    return left + std::min(longest + frame.em(0.6F), std::max(width * 0.45F - left, frame.em(4)));
}

/// A rule's sentence, in as many lines as it needs.
struct RowLayout {
    std::vector<Run> sentence;
    float middle = 0, width = 0;  ///< where it begins, from the rows' left, and its room; pixels
    float height = 0;             ///< of the row
};

/// `marked`: the row has been looked at, and has a figure at its end.
RowLayout lay_out(const Frame& frame, const Row& row, float middle, float width, bool marked) {
    float end = width;
    if (marked)
        end -= frame.em(0.9F) + text_width(frame, type::number_strong, figure_of(row)) + frame.em(0.8F);
    const Role ink = marked && row.state == State::failed ? Role::t1 : Role::t2;
    const bool open = marked && row.state == State::open;
    RowLayout laid{marked_runs(type::body, {ink}, open ? "not checked yet" : row.sentence), middle,
                   end - middle};
    laid.height = paragraph_height(frame, laid.width, laid.sentence, sentence_line) +
                  frame.em(1.8F - type::body.em * sentence_line);
    return laid;
}

void draw_words(Frame& frame, ImVec2 at, const Row& row, const RowLayout& laid, Role title) {
    const float left = frame.em(title_left_em), y = at.y + frame.em(0.9F);
    draw_elided(frame, {at.x + left, y}, laid.middle - left - frame.em(0.4F), type::strong, title, row.title);
    draw_paragraph(frame, {at.x + laid.middle, y - frame.em(type::body.em * sentence_line / 2)}, laid.width,
                   laid.sentence, sentence_line);
}

/// What will be looked at. Returns the height.
float draw_row_to_come(Frame& frame, ImVec2 at, float width, float middle, const Row& row) {
    const RowLayout laid = lay_out(frame, row, middle, width, false);
    const float size = frame.em(0.85F), y = at.y + frame.em(0.9F);
    draw_open_sign(frame, Rect::around({at.x + frame.em(0.4F), y}, size));
    draw_words(frame, at, row, laid, Role::t1);
    frame.items.note("exercise.to_come." + row.key, Rect::sized(at, width, laid.height));
    return laid.height;
}

constexpr float panel_foot_em = 0.6F, tried_em = 0.4F;

}  // namespace

void ExerciseView::draw_checks(Frame& frame, Rect rect) {
    Pane pane(frame, "exercise.checks", rect, Role::bg0, true);
    draw_top_line(frame, rect);
    const float margin = panel_margin(frame), width = rect.width() - 2 * margin;
    ImVec2 at(rect.min.x + margin, pane.origin().y);
    at.y += draw_panel_head(frame, at, width, "Checks", summary(model_));
    const Marks* marks = model_.marks();
    if (marks == nullptr) {
        const std::vector<Row> rows = exercises::rows_to_come(*model_.exercise());
        const float middle = sentences_left(frame, rows, width);
        for (const Row& row : rows) at.y += draw_row_to_come(frame, at, width, middle, row);
    } else {
        const float middle = sentences_left(frame, marks->rows, width);
        for (int i = 0; i < int(marks->rows.size()); ++i) at.y += draw_row(frame, at, width, middle, i);
        at.y += frame.em(tried_em);
        at.y += draw_paragraph(frame, at, width, marked_runs(type::label, {Role::t3}, marks->tried));
    }
    pane.set_height(at.y - pane.origin().y + frame.em(panel_foot_em));
}

/// Pixels that the checks take in a panel of that width; where that is more than `most`, as many as end
/// between two rows.
float ExerciseView::checks_height(const Frame& frame, float panel, float most) const {
    const Marks* marks = model_.marks();
    const std::vector<Row> rows =
        marks != nullptr ? marks->rows : exercises::rows_to_come(*model_.exercise());
    const float width = panel - 2 * panel_margin(frame), middle = sentences_left(frame, rows, width);
    float height = frame.em(panel_head_em), whole_rows = height;
    for (const Row& row : rows) {
        height += lay_out(frame, row, middle, width, marks != nullptr).height;
        if (height <= most) whole_rows = height;
    }
    if (marks != nullptr)
        height += frame.em(tried_em) +
                  paragraph_height(frame, width, marked_runs(type::label, {Role::t3}, marks->tried));
    height += frame.em(panel_foot_em);
    return height <= most ? height : whole_rows;
}

float ExerciseView::draw_row(Frame& frame, ImVec2 at, float width, float middle, int number) {
    const Row& row = nth(model_.marks()->rows, number);
    const RowLayout laid = lay_out(frame, row, middle, width, true);
    const float height = laid.height, overhang = frame.em(0.7F);
    const Rect rect = Rect::sized({at.x - overhang, at.y}, width + 2 * overhang, height).snapped();
    const Interaction touch = interact(frame, "exercise.row." + row.key, rect);
    const bool current = model_.row() == number && row.scene.has_value();
    if (current || (touch.hovered && row.scene))
        frame.fill(rect, current ? Role::bg3 : Role::bg2, frame.em(0.25F));
    if (current && row.state == State::failed) frame.fill(rect.left(snap(frame.px(3))), Role::trouble);
    const float y = at.y + frame.em(0.9F), size = frame.em(0.85F);
    const Rect sign = Rect::around({at.x + frame.em(0.4F), y}, size);
    if (row.state == State::met) marks::tick(frame, sign, Role::right);
    if (row.state == State::failed) marks::fault(frame, sign, Role::trouble);
    if (row.state == State::open) draw_open_sign(frame, sign);
    float right = rect.max.x - overhang;
    if (row.scene) {
        const float chevron = frame.em(0.55F);
        marks::chevron_right(frame, Rect::around({right - chevron / 2, y}, chevron), Role::t2);
    }
    right -= frame.em(0.9F);
    app::draw_text(frame, {right, y}, type::number_strong, Role::t1, figure_of(row), Align::right);
    draw_words(frame, at, row, laid, row.state == State::open ? Role::t3 : Role::t1);
    if (touch.focused) draw_focus(frame, rect, frame.em(0.25F));
    if (touch.clicked && row.scene) {
        model_.show_row(number);
        tab_ = 1;
        moved();
    }
    return height;
}

void ExerciseView::draw_hints(Frame& frame, Rect rect) {
    Pane pane(frame, "exercise.hints", rect, Role::bg0, true);
    draw_top_line(frame, rect);
    frame.fill(rect.left(snap(frame.px())), Role::line);
    const float margin = frame.em(), width = rect.width() - 2 * margin;
    const auto& hints = model_.exercise()->hints;
    const int open = model_.hints_open();
    ImVec2 at(rect.min.x + margin, pane.origin().y);
    at.y += draw_panel_head(frame, at, width, "Hints", fmt::format("{} of {} opened", open, hints.size()));
    for (int i = 0; i < int(hints.size()); ++i) {
        const exercises::Hint& hint = nth(hints, i);
        const bool shown = i < open, next = i == open;
        const auto words = shown ? lesson::runs_of(nth(hints_, i), type::body, Role::t2) : std::vector<Run>{};
        const float inside = width - frame.em(3.4F);
        const float high =
            frame.em(2.2F) + (shown ? paragraph_height(frame, inside, words) + frame.em(0.3F) : 0);
        const Rect card = Rect::sized(at, width, high).snapped();
        if (shown) frame.fill(card, Role::bg2, frame.em(0.4F));
        frame.outline(card, Role::line, frame.em(0.4F), snap(frame.px()));
        const float y = card.min.y + frame.em(1.1F), radius = frame.em(0.6F);
        const ImVec2 disc(card.min.x + frame.em(1.1F), y);
        const Role ink = shown ? Role::ink : next ? Role::t1 : Role::t3;
        if (shown)
            frame.disc(disc, radius, ink);
        else
            frame.list()->AddCircle(disc, radius, frame.colour(ink), 0, snap(frame.px(2)));
        app::draw_text(frame, disc, type::head, shown ? Role::on_ink : ink, std::to_string(i + 1),
                       Align::centre);
        const float left = card.min.x + frame.em(2.3F);
        float right = card.max.x - frame.em(0.7F);
        if (next) {
            const float wide = button_width(frame, "open", {});
            const Rect place(right - wide, y - frame.em(0.85F), right, y + frame.em(0.85F));
            if (button(frame, "exercise.hint", place, "open", {.tip = "H"})) model_.open_hint();
            right -= wide + frame.em(0.6F);
        } else if (!shown) {
            const float size = frame.em(0.85F);
            marks::lock(frame, Rect::around({right - size / 2, y}, size), Role::t3);
            right -= size + frame.em(0.6F);
        }
        const float used = draw_elided(frame, {left, y}, right - left, type::strong,
                                       shown || next ? Role::t1 : Role::t3, hint.title);
        // A teaser is there whole or not at all.
        const float teaser = left + used + frame.em(0.6F);
        if (!shown && teaser + text_width(frame, type::label, hint.teaser) <= right)
            app::draw_text(frame, {teaser, y}, type::label, Role::t3, hint.teaser);
        if (shown) draw_paragraph(frame, {left, card.min.y + frame.em(2)}, inside, words);
        at.y += high + frame.em(0.4F);
    }
    pane.set_height(at.y - pane.origin().y + frame.em(0.4F));
}

namespace {

constexpr std::string_view editor_id = "exercise.editor";
constexpr float code_line_em = 1.19F, answer_em = 5.2F;

}  // namespace

float ExerciseView::draw_task(Frame& frame, ImVec2 at, float width, bool presenting) {
    const bool roomy = presenting || (frame.density >= Density::wide && !frame.low);
    const float top = at.y;
    const TextStyle title = roomy ? TextStyle{Face::sans_bold, 2} : TextStyle{Face::sans_bold, 1.5F};
    at.y += draw_paragraph(frame, at, width, {{model_.exercise()->title, title, {Role::t1}}}, 1.25F) +
            frame.em(0.5F);
    const TextStyle body = roomy ? type::lesson : TextStyle{Face::sans, 1.02F};
    for (const lessons::Block& block : task_)
        at.y += draw_paragraph(frame, at, width, lesson::runs_of(block.inlines, body, Role::t1), 1.45F) +
                frame.em(0.5F);
    return at.y - top;
}

/// Pixels in which all of the text is seen: a short one leaves its room to the task.
float ExerciseView::text_height(const Frame& frame) {
    const auto lines = [](const std::string& text) {
        return float(std::count(text.begin(), text.end(), '\n') + 1);
    };
    constexpr float around_em = 4;  // its head, its margins and the frame of the student's part
    if (model_.exercise()->kind == Kind::write)
        return frame.em(around_em + code_line_em * lines(model_.document().now()));
    return frame.em(around_em + answer_em + code_line_em * lines(model_.exercise()->kernel));
}

void ExerciseView::draw_text(Frame& frame, Rect rect, bool presenting) {
    const Pane pane(frame, "exercise.text", rect, Role::bg1);
    const float margin = frame.em(presenting ? 1.55F : frame.density >= Density::wide ? 3 : 1.2F);
    if (doors_.head && !presenting) rect.min.y += doors_.head(frame, rect.inset(margin, 0));
    const float width = rect.width() - 2 * margin;
    // The text has room for some lines first, fewer in a small window; the task scrolls where both do not
    // fit.
    const bool roomy = frame.density >= Density::wide;
    const float wanted = model_.exercise()->kind == Kind::write
                             ? std::min(rect.height() * 0.56F, frame.em(roomy ? 20 : 14))
                             : std::min(rect.height() * 0.66F, frame.em(roomy ? 26 : 18));
    const float least = std::min(wanted, text_height(frame));
    Rect task = rect.cut_top(rect.height() - least);
    {
        Pane words(frame, "exercise.task", task, Role::bg1, true);
        if (std::exchange(scroll_task_, false))
            ImGui::SetScrollY(ImGui::GetScrollY() + 0.75F * task.height());
        const ImVec2 at(task.min.x + margin, words.origin().y + frame.em(0.4F));
        const float used = draw_task(frame, at, width, presenting) + frame.em(0.4F);
        words.set_height(used);
        scroll_task_ = lesson::draw_more(frame, "exercise.more", task, margin, "More");
        // A short task leaves its room to the text.
        if (used < task.height()) rect.min.y -= task.height() - used;
    }
    const Rect card = Rect(rect.min.x + margin - frame.em(0.8F), rect.min.y + frame.em(0.3F),
                           rect.max.x - margin + frame.em(0.8F), rect.max.y - frame.em(0.8F))
                          .snapped();
    draw_editor(frame, card);
}

void ExerciseView::draw_editor(Frame& frame, Rect rect) {
    const bool breaks = model_.exercise()->kind == Kind::break_it;
    Pane pane(frame, "exercise.card", rect, Role::bg0);
    frame.outline(rect, Role::line, frame.em(0.4F), snap(frame.px()));
    Rect body = rect.inset(frame.px(2));
    if (breaks) {
        const Rect answer = body.cut_bottom(frame.em(answer_em));
        draw_kernel(frame, body);
        body = answer;
    }
    const Rect head = body.cut_top(frame.em(2)).inset(frame.em(0.9F), 0);
    const std::string_view says = breaks ? "your part" : "your part is editable, the rest is fixed";
    const float note = text_width(frame, type::small, says);
    const std::string& name = model_.document().name();
    const bool both = text_width(frame, type::number, name) + note + frame.em() <= head.width();
    draw_elided(frame, {head.min.x, head.centre().y}, head.width() - (both ? note + frame.em() : 0),
                type::number, Role::t1, name);
    if (both) app::draw_text(frame, {head.max.x, head.centre().y}, type::small, Role::t3, says, Align::right);

    CodeDressing dressing;
    dressing.right_em = 0.6F;
    dressing.keeps_keyboard = rect;
    for (const editor::Complaint& one : model_.document().checks().complaints())
        dressing.sentences.push_back(one.sentence);
    const exercises::Marks* marks = model_.marks();
    if (marks != nullptr && !model_.stale() && !breaks)
        for (const exercises::Row& row : marks->rows)
            if (row.state == exercises::State::failed && row.line > 0)
                dressing.faulty.push_back(size_t(row.line) - 1);
    parts_.assign(model_.gaps().size(), {});
    dressing.gutter = [&](size_t line, Rect row) {
        for (size_t i = 0; i < model_.gaps().size(); ++i) {
            const exercises::Gap& gap = model_.gaps()[i];
            // The comments that begin and end it are on its frame.
            if (int(line) < gap.first - 1 || int(line) > gap.end) continue;
            Span& part = parts_[i];
            if (part.bottom == 0) part.top = row.min.y;
            part.top = std::min(part.top, row.min.y);
            part.bottom = std::max(part.bottom, row.max.y);
        }
        if (!contains(dressing.faulty, line)) return;
        const Rect box = Rect::around({row.min.x + frame.em(0.55F), row.centre().y}, frame.em(0.8F));
        marks::fault(frame, box, Role::trouble);
    };
    if (code_editor(frame, editor_id, body, model_.document().text(), *editor_, dressing) &&
        !model_.touch()) {
        editor_->rows = {};
        services_.notices.add("You can change only the framed part.");
    }
    draw_parts(frame, body);
}

/// A frame around each part that is in view, and its name.
void ExerciseView::draw_parts(Frame& frame, Rect rect) {
    frame.list()->PushClipRect(rect.min, rect.max, true);
    for (const Span& part : parts_) {
        if (part.bottom <= part.top) continue;
        const Rect box = Rect(rect.min.x + frame.em(2.6F), part.top - frame.em(0.05F),
                              rect.max.x - frame.em(0.7F), part.bottom + frame.em(0.05F))
                             .snapped();
        frame.outline(box, Role::ink, frame.em(0.3F), snap(frame.px(2)));
        const float wide = text_width(frame, type::head, "your part") + frame.em();
        // On the last line, whose comment is short: it covers none of the text.
        const Rect pill = Rect(box.max.x - wide - frame.em(0.4F), box.max.y - frame.em(1.15F),
                               box.max.x - frame.em(0.4F), box.max.y + frame.em(0.1F));
        frame.fill(pill, Role::ink, pill.height() / 2);
        app::draw_text(frame, pill.centre(), type::head, Role::on_ink, "your part", Align::centre);
    }
    frame.list()->PopClipRect();
}

/// The kernel that is to be broken: to be read, not changed.
void ExerciseView::draw_kernel(Frame& frame, Rect rect) {
    if (kernel_ == nullptr) return;
    const Rect head = rect.cut_top(frame.em(2)).inset(frame.em(0.9F), 0);
    app::draw_text(frame, {head.min.x, head.centre().y}, type::number, Role::t1, model_.exercise()->code);
    app::draw_text(frame, {head.max.x, head.centre().y}, type::small, Role::t3, "the kernel is read-only",
                   Align::right);
    CodeDressing dressing;
    dressing.read_only = true;
    dressing.right_em = 0.6F;
    code_editor(frame, "exercise.kernel", rect, *kernel_, *kernel_state_, dressing);
    frame.fill(rect.bottom(snap(frame.px())), Role::line);
}

}  // namespace upsweep::app
