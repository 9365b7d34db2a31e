// Lessons: the page's half: head, progress, text, question, and the bar under them.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

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

bool lesson::draw_more(Frame& frame, std::string_view id, Rect body, float margin, std::string_view what) {
    if (ImGui::GetScrollMaxY() - ImGui::GetScrollY() < frame.em(0.8F)) return false;
    const ButtonOptions options{.icon = marks::chevron_down, .tip = "More text below (Down)"};
    const float width = button_width(frame, what, options), height = frame.em(1.7F);
    const ImU32 ground = frame.colour(Role::bg1), clear = frame.colour(Role::bg1, 0);
    const float fade = body.max.y - frame.em(2.6F);
    const float right = body.max.x - frame.em(0.5F);  // the scroll bar stays
    frame.list()->AddRectFilledMultiColor({body.min.x, fade}, {right, body.max.y}, clear, clear, ground,
                                          ground);
    const float end = body.max.x - margin, bottom = body.max.y - frame.em(0.3F);
    return button(frame, id, Rect(end - width, bottom - height, end, bottom), what, options);
}

namespace {

// "Exercise 2 of 3", or "Exercise" where the lesson has only one; empty on another page.
std::string exercise_crumb(const lessons::PreparedLesson& lesson, int page) {
    const auto& pages = lesson.pages;
    if (!pages[static_cast<std::size_t>(page)].exercise) return {};
    const auto is_one = [](const auto& one) { return one.exercise.has_value(); };
    const auto all = std::count_if(pages.begin(), pages.end(), is_one);
    const auto number = std::count_if(pages.begin(), pages.begin() + page + 1, is_one);
    return all > 1 ? fmt::format("Exercise {} of {}", number, all) : "Exercise";
}

}  // namespace

// "Lessons › Prefix sums › Up and down the tree › Exercise": the first two lead to the course.
float LessonsView::draw_crumbs(Frame& frame, ImVec2 at, float room) {
    const lessons::PreparedLesson& lesson = *model_.lesson();
    const float end = at.x + room;
    const auto chevron = [&] {
        at.x += frame.em(0.5F);
        marks::chevron_right(frame, Rect::around({at.x + frame.em(0.25F), at.y}, frame.em(0.5F)), Role::t3);
        at.x += frame.em(1);
    };
    const auto crumb = [&](std::string_view id, const std::string& words) {
        const float wide = text_width(frame, type::body, words);
        const Rect rect(at.x, at.y - frame.em(0.9F), at.x + wide, at.y + frame.em(0.9F));
        const Interaction state = interact(frame, id, rect);
        draw_text(frame, at, type::body, state.hovered ? Role::t1 : Role::t2, words);
        if (state.hovered) tooltip(frame, "Back to the course (Backspace)");
        if (state.focused) draw_focus(frame, rect, frame.em(0.25F));
        at.x += wide;
        chevron();
        return state.clicked;
    };
    bool back = crumb("lessons.crumb.course", "Lessons");
    // Where there is little room, the title is the one that is needed.
    const std::string exercise = exercise_crumb(lesson, model_.page_number());
    const float last = exercise.empty() ? 0 : text_width(frame, type::strong, exercise) + frame.em(1.5F);
    const float title = text_width(frame, type::strong, lesson.title) + last;
    if (at.x + text_width(frame, type::body, lesson.chapter) + frame.em(1.5F) + title <= end)
        back = crumb("lessons.crumb.chapter", lesson.chapter) || back;
    // Beside an exercise's name the title is there whole or not at all.
    if (exercise.empty()) {
        at.x += draw_elided(frame, at, end - at.x, type::strong, Role::t1, lesson.title);
    } else {
        const float wide = text_width(frame, type::body, lesson.title);
        if (at.x + wide + last <= end) {
            draw_text(frame, at, type::body, Role::t2, lesson.title);
            at.x += wide;
            chevron();
        }
        frame.items.note("lessons.crumb.exercise",
                         Rect::around({at.x + last / 2, at.y}, last, frame.em(1.8F)));
        at.x += draw_elided(frame, at, end - at.x, type::strong, Role::t1, exercise);
    }
    if (back) show_course();
    return at.x;
}

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
        frame.fill(bar, role, bar.height() / 2);
        if (state.hovered) tooltip(frame, model_.lesson()->pages[static_cast<std::size_t>(i)].title);
        if (state.focused) draw_focus(frame, bar, frame.em(0.1F));
        if (state.clicked) turn(i);
    }
}

void LessonsView::draw_text_pane(Frame& frame, Rect rect) {
    const Pane pane(frame, "lessons.text", rect, Role::bg1);
    const bool roomy = frame.density >= Density::wide;
    const float margin = side_margin(frame, rect);
    if (tabbed_) {  // lesson and page are beside the tabs
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
    draw_text(frame, {head.max.x, y}, type::body, Role::t2, number, Align::right);
    head.min.y = y + frame.em(1.3F);
    draw_progress(frame, {head.min.x, head.min.y, head.max.x, head.min.y + frame.em(0.3F)});

    Rect body = rect;
    body.min.y = head.min.y + frame.em(1.1F);
    draw_body(frame, body, margin, model_.has_question());
}

namespace {

// How often something was said of the page's answers.
std::size_t said_of(const Answers& answers) {
    return answers.tried.size() + (answers.settled() ? 1U : 0U) + (answers.judged.empty() ? 0U : 1U) +
           (answers.complaint.empty() ? 0U : 1U);
}

}  // namespace

// The page's text, and its question. The answers stay where they are clicked, whatever is said of them, and
// no room is kept for what is not said yet:
// - Where text, question and the longest reason fit, the card follows the text and grows downwards.
// - Else the card is at the foot and grows upwards. Its answers are its last rows, so they keep their
//   place; the reason comes above them and the text, which scrolls, gives way.
// - Where the card would leave but a few lines of the text it is the end of it and scrolls with it.
void LessonsView::draw_body(Frame& frame, Rect body, float margin, bool asks, bool presenting) {
    const float width = body.width() - 2 * margin, left = body.min.x + margin;
    const float around = frame.em(1.2F);  // space over and under the card
    const lesson::QuestionRoom room =
        asks ? lesson::question_room(frame, width, model_) : lesson::QuestionRoom{};
    const bool at_foot = asks && height_ + room.most + frame.em(1.5F) > body.height() &&
                         body.height() - room.bare - around >= std::min(frame.em(least_text_em), height_);
    Rect card;
    if (at_foot) card = body.cut_bottom(std::min(room.now + around, body.height()));
    {
        Pane text(frame, "lessons.page", body, Role::bg1, true);
        if (drawn_page_ != model_.page_number()) ImGui::SetScrollY(0);
        if (drawn_page_ != model_.page_number()) said_ = SIZE_MAX, reveal_card_ = 0;
        drawn_page_ = model_.page_number();
        if (scroll_by_ != 0) ImGui::SetScrollY(ImGui::GetScrollY() + scroll_by_ * body.height());
        scroll_by_ = 0;
        // A card that ends the text comes into view with what is said of the answer: a frame later, when the
        // pane is as long as that.
        const std::size_t said = asks ? said_of(model_.answers()) : 0;
        if (!presenting && std::exchange(said_, said) < said && !at_foot) reveal_card_ = 2;
        bool open_in_step = false;
        lesson::Prose prose{lessons::course_glossary()};
        const ImVec2 top(left, text.origin().y + frame.em(0.5F));
        // The class does not see what is for the teacher alone.
        const bool notes = std::exchange(page_state_.notes, page_state_.notes && !presenting);
        height_ =
            lesson::draw_page(frame, top, width, model_, prose, page_state_, open_in_step) + frame.em(1);
        page_state_.notes = notes;
        if (asks && !at_foot)
            lesson::draw_question(frame, {left, top.y + height_}, width, model_, field_, lesson::Grows::down);
        if (reveal_card_ > 0 && --reveal_card_ == 0)
            ImGui::SetScrollY(std::max(ImGui::GetScrollY(),
                                       std::min(height_, height_ + room.now + frame.em(1) - body.height())));
        text.set_height(height_ + frame.em(0.5F) + (asks && !at_foot ? room.now + frame.em(0.5F) : 0));
        if (lesson::draw_more(frame, "lessons.more", body, margin, asks && !at_foot ? "Question" : "More"))
            scroll_by_ = 0.75F;
        if (open_in_step) services_.open(model_.scene());
        if (!prose.followed.empty()) follow(prose.followed);
    }
    if (at_foot) draw_card(frame, card, margin);
}

// The question at the foot of the text.
void LessonsView::draw_card(Frame& frame, Rect rect, float margin) {
    Pane pane(frame, "lessons.question", rect, Role::bg1, true);
    const float width = rect.width() - 2 * margin;
    const ImVec2 top(rect.min.x + margin, pane.origin().y + frame.em(0.6F));
    lesson::draw_question(frame, top, width, model_, field_, lesson::Grows::up);
    pane.set_height(lesson::question_room(frame, width, model_).now + frame.em(1.2F));
}

void LessonsView::draw_foot(Frame& frame, Rect rect) {
    const Pane pane(frame, "lessons.foot", rect, Role::bg1);
    frame.fill(rect.top(snap(frame.px())), Role::line);
    const float margin = side_margin(frame, rect);
    const Rect row = Rect(rect.min.x + margin, rect.centre().y - frame.em(1.1F), rect.max.x - margin,
                          rect.centre().y + frame.em(1.1F));
    ButtonOptions back{.icon = marks::step_back};
    const bool first = model_.page_number() == 0;
    const lessons::Lesson* before = first ? neighbour(-1) : nullptr;
    const std::string tip = before != nullptr ? before->title : "";
    back.tip = tip;
    if (first && before == nullptr) back.disabled = "This is the first page.";
    const std::string_view words = before != nullptr ? "Previous lesson" : "Back";
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

// The button that continues, at the row's right, and, where it leaves room behind `left`, its key.
void LessonsView::draw_next(Frame& frame, Rect row, float left) {
    const bool asks = model_.waits();
    const bool last = model_.page_number() + 1 == model_.page_count();
    const lessons::Lesson* following = last ? neighbour(1) : nullptr;
    const std::string_view label = asks && model_.asks_what_comes()     ? "Reveal the step"
                                   : asks && model_.answers().settled() ? "Show it"
                                   : asks                               ? "Show the answer"
                                   : following != nullptr               ? "Next lesson"
                                   : last                               ? "Open in Step"
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
        draw_text(frame, {right.min.x - frame.em(0.9F), row.centre().y}, type::label, Role::t3,
                  "or press Space", Align::right);
}

}  // namespace upsweep::app
