// Lessons: the page's half: head, progress, text, question, and the bar under them.
#include <algorithm>
#include <utility>

#include "app/lessons/view/lessons_view.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"

namespace upsweep::app {

using namespace replay;

namespace {

constexpr float least_text_em = 11;  // what a question at the foot must leave of the text

// Beside the text; less where the window is narrow.
float side_margin(const Frame& frame, Rect rect) {
    const float least = frame.density >= Density::wide     ? 5.5F
                        : frame.density == Density::medium ? 2.2F
                                                           : 1.6F;
    return std::max(frame.em(least), (rect.width() - frame.em(46)) / 2);
}

}  // namespace

void LessonsView::draw_progress(Frame& frame, Rect rect) {
    const int count = model_.page_count();
    const float gap = frame.em(0.35F),
                width = (rect.width() - gap * static_cast<float>(count - 1)) / static_cast<float>(count);
    float x = rect.min.x;
    for (int i = 0; i < count; ++i, x += width + gap) {
        const Rect touch(x, rect.min.y - frame.em(0.75F), x + width, rect.max.y + frame.em(0.75F));
        const Interaction state = interact(frame, "lessons.page." + std::to_string(i + 1), touch);
        const Role role = i <= model_.page_number() ? Role::ink : state.hovered ? Role::line2 : Role::bg3;
        const Rect bar = Rect(x, rect.min.y, x + width, rect.max.y).snapped();
        frame.list()->AddRectFilled(bar.min, bar.max, frame.colour(role), bar.height() / 2);
        if (state.hovered) tooltip(frame, model_.lesson()->pages[static_cast<std::size_t>(i)].title);
        if (state.focused) draw_focus(frame, bar, frame.em(0.1F));
        if (state.clicked) turn(i);
    }
}

void LessonsView::draw_text_pane(Frame& frame, Rect rect) {
    const Pane pane(frame, "lessons.text", rect, Role::bg1);
    const bool roomy = frame.density >= Density::wide;
    const float margin = side_margin(frame, rect);
    if (tabbed_) {  // lesson and page stand beside the tabs
        draw_progress(frame, Rect(rect.min.x + margin, rect.min.y + frame.em(0.5F), rect.max.x - margin,
                                  rect.min.y + frame.em(0.8F)));
        rect.min.y += frame.em(1.2F);
        draw_body(frame, rect, margin, model_.has_question());
        return;
    }
    Rect head = rect.inset(margin, 0);
    head.min.y += frame.em(roomy ? 1.4F : 0.7F);
    const float y = head.min.y + frame.em(0.6F);
    const std::string number =
        "page " + std::to_string(model_.page_number() + 1) + " of " + std::to_string(model_.page_count());
    draw_crumbs(frame, {head.min.x, y}, head.width() - text_width(frame, type::body, number) - frame.em(1));
    draw_text(frame, {head.max.x, y}, type::body, frame.colour(Role::t2), number, Align::right);
    head.min.y = y + frame.em(1.3F);
    draw_progress(frame, {head.min.x, head.min.y, head.max.x, head.min.y + frame.em(0.3F)});

    Rect body = rect;
    body.min.y = head.min.y + frame.em(1.1F);
    draw_body(frame, body, margin, model_.has_question());
}

// The page's text, and under it the question: at the end of the text where both fit; else kept in view at the
// foot while the text scrolls, if that leaves some lines of it; else at its end again.
void LessonsView::draw_body(Frame& frame, Rect body, float margin, bool asks, bool presenting) {
    const float width = body.width() - 2 * margin, left = body.min.x + margin;
    const float question = asks ? lesson::question_height(frame, width, model_) : 0;
    const float card_height = question + frame.em(1.2F);
    const bool pinned = asks && height_ + question + frame.em(1.5F) > body.height() &&
                        body.height() - card_height >= frame.em(least_text_em);
    Rect card;
    if (pinned) card = body.cut_bottom(card_height);
    {
        Pane text(frame, "lessons.page", body, Role::bg1, true);
        if (drawn_page_ != model_.page_number()) ImGui::SetScrollY(0);
        drawn_page_ = model_.page_number();
        if (scroll_by_ != 0) ImGui::SetScrollY(ImGui::GetScrollY() + scroll_by_ * body.height());
        scroll_by_ = 0;
        bool open_in_step = false;
        lesson::Prose prose{lessons::course_glossary()};
        const ImVec2 top(left, text.origin().y + frame.em(0.5F));
        // The class does not see what is for the teacher alone.
        const bool notes = std::exchange(page_state_.notes, page_state_.notes && !presenting);
        height_ =
            lesson::draw_page(frame, top, width, model_, prose, page_state_, open_in_step) + frame.em(1);
        page_state_.notes = notes;
        float used = height_ + frame.em(0.5F);
        if (asks && !pinned)
            used +=
                lesson::draw_question(frame, {left, top.y + height_}, width, model_, field_) + frame.em(0.5F);
        text.set_height(used);
        draw_more(frame, body, margin, asks && !pinned ? "Question" : "More");
        if (open_in_step) services_.show_scene(model_.scene());
        if (!prose.followed.empty()) follow(prose.followed);
    }
    if (!pinned) return;
    Pane pane(frame, "lessons.question", card, Role::bg1, true);
    frame.list()->AddRectFilled(card.min, {card.max.x, card.min.y + snap(frame.px())},
                                frame.colour(Role::line));
    const ImVec2 top(left, pane.origin().y + frame.em(0.6F));
    pane.set_height(lesson::draw_question(frame, top, width, model_, field_) + frame.em(1.2F));
}

// Text below the edge: it fades out, and a button says so and scrolls.
void LessonsView::draw_more(Frame& frame, Rect body, float margin, std::string_view what) {
    if (ImGui::GetScrollMaxY() - ImGui::GetScrollY() < frame.em(0.8F)) return;
    const ButtonOptions options{.icon = marks::chevron_down, .tip = "There is more text below (Down)"};
    const float width = button_width(frame, what, options), height = frame.em(1.7F);
    const ImU32 ground = frame.colour(Role::bg1), clear = frame.colour(Role::bg1, 0);
    const float fade = body.max.y - frame.em(2.6F);
    const float right = body.max.x - frame.em(0.5F);  // the scroll bar stays
    frame.list()->AddRectFilledMultiColor({body.min.x, fade}, {right, body.max.y}, clear, clear, ground,
                                          ground);
    const float end = body.max.x - margin, bottom = body.max.y - frame.em(0.3F);
    if (button(frame, "lessons.more", Rect(end - width, bottom - height, end, bottom), what, options))
        scroll_by_ = 0.75F;
}

void LessonsView::draw_foot(Frame& frame, Rect rect) {
    const Pane pane(frame, "lessons.foot", rect, Role::bg1);
    frame.list()->AddRectFilled(rect.min, {rect.max.x, rect.min.y + snap(frame.px())},
                                frame.colour(Role::line));
    const float margin = side_margin(frame, rect);
    const Rect row = Rect(rect.min.x + margin, rect.centre().y - frame.em(1.1F), rect.max.x - margin,
                          rect.centre().y + frame.em(1.1F));
    ButtonOptions back{.icon = marks::step_back};
    const bool first = model_.page_number() == 0;
    const lessons::Lesson* before = first ? neighbour(-1) : nullptr;
    const std::string tip = before != nullptr ? before->title : "";
    back.tip = tip;
    if (first && before == nullptr) back.disabled = "This is the first page.";
    const std::string_view words = before != nullptr ? "Lesson before" : "Back";
    const float width = button_width(frame, words, back);
    if (button(frame, "lessons.back", Rect(row.min.x, row.min.y, row.min.x + width, row.max.y), words,
               back)) {
        if (before != nullptr)
            open_neighbour(-1);
        else
            turn(model_.page_number() - 1);
    }
    draw_next(frame, row, row.min.x + width);
}

// What is predicted is shown by the step; what is asked has an answer.
static std::string_view reveal_label(const LessonModel& model) {
    const lessons::PreparedQuestion& question = *model.page().question;
    return question.after > question.before ? "Reveal the step" : "Show the answer";
}

// The button that goes on, at the row's right, and, where it leaves room behind `left`, its key.
void LessonsView::draw_next(Frame& frame, Rect row, float left) {
    const bool asks = model_.waits();
    const bool last = model_.page_number() + 1 == model_.page_count();
    const lessons::Lesson* following = last ? neighbour(1) : nullptr;
    const std::string_view label = asks                   ? reveal_label(model_)
                                   : following != nullptr ? "Next lesson"
                                   : last                 ? "Open in Step"
                                                          : "Next page";
    const std::string tip = !asks && following != nullptr ? following->title : "";
    const ButtonOptions next{.primary = true, .icon = marks::step_on, .tip = tip};
    const float wide = button_width(frame, label, next);
    const Rect right(row.max.x - wide, row.min.y, row.max.x, row.max.y);
    if (button(frame, "lessons.next", right, label, next)) {
        if (last && !asks && following == nullptr)
            open_scene();
        else
            this->next();
    }
    const float hint = text_width(frame, type::label, "or press Space") + frame.em(1.5F);
    if ((!last || asks) && right.min.x - hint > left)
        draw_text(frame, {right.min.x - frame.em(0.9F), row.centre().y}, type::label, frame.colour(Role::t3),
                  "or press Space", Align::right);
}

}  // namespace upsweep::app
