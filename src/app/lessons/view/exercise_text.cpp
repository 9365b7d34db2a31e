// The exercise page's left half: the task, the text, and the frame around the student's part.
#include <algorithm>
#include <string>
#include <utility>

#include "app/lessons/view/exercise_view.h"
#include "app/lessons/view/lessons_view.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "core/ranges.h"

namespace upsweep::app {

using exercises::Kind;

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
    const bool both = text_width(frame, type::number, name) + note + frame.em(1) <= head.width();
    draw_elided(frame, {head.min.x, head.centre().y}, head.width() - (both ? note + frame.em(1) : 0),
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
        const float wide = text_width(frame, type::head, "your part") + frame.em(1);
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
