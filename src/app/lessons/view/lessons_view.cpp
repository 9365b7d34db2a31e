// Lessons: layout, keys, the scene's transport.
#include "app/lessons/view/lessons_view.h"

#include <fmt/format.h>

#include "app/step/view/step_stage.h"
#include "app/ui/marks.h"

namespace upsweep::app {

using namespace replay;
using namespace scenes;

namespace {

constexpr double lessons_view_arrow_seconds = 0.3;
constexpr float lessons_view_both_em = 56;  // width that text and scene need

/// How high the bars under text and scene are, in E.
float lessons_view_foot_em(const Frame& frame) {
    if (frame.density == Density::tiny) return frame.low ? 3.4F : 4.5F;
    return frame.density >= Density::wide ? 4.5F : 3.6F;
}

}  // namespace

LessonsView::LessonsView(Services& services)
    : services_(services),
      model_(services.jobs),
      course_model_(lessons::all_lessons(), lessons::class_plans(), services.settings),
      course_(services, course_model_, doors()),
      exercise_(services, exercise_doors()),
      glossary_(lessons::course_glossary(), lessons::all_lessons()) {
    bind_keys();
    bind_course_keys();
}

void LessonsView::bind_keys() {
    keys_.bind({
        {"Space", "Reveal the step, then the next page", [this] { next(); }},
        {"PgDn", "Next page", [this] { turn(model_.page_number() + 1); }},
        {"PgUp", "Previous page", [this] { turn(model_.page_number() - 1); }},
        {"Right", "One pass forward", [this] { on(); }},
        {"Left", "One pass back",
         [this] {
             if (turn_playground(-1)) return;
             model_.back();
             tab_ = 1;
         }},
        {"Home", "Back to the start of the page", [this] { model_.rewind(), tab_ = 1; }},
        {"Down", "Scroll the text down", [this] { scroll_by_ = 0.3F; }},
        {"Up", "Scroll the text up", [this] { scroll_by_ = -0.3F; }},
    });
    for (int digit = 0; digit <= 9; ++digit)
        keys_.bind(std::to_string(digit), "Answer " + std::to_string(digit),
                   [this, digit] { lesson::press_digit(model_, digit); });
    keys_.bind({
        {"S", "Cells show values, or the inputs that they hold (3…7)",
         [this] {
             if (model_.lesson() != nullptr) symbols_ = !symbols_.value_or(model_.page().look.symbols);
         }},
        {"A", "Play or stop the figure", [this] { play_figure(); }},
        {"N", "Teacher's notes for this page", [this] { page_state_.notes = !page_state_.notes; }},
        {"G", "Glossary of all lessons", [this] { show_glossary(0); }},
        {"Backspace", "Back to the course",
         [this] {
             if (!erase()) go_back();
         }},
    });
}

void LessonsView::moved() { motion_ = reduced_motion ? 1 : 0; }

// Where text and scene take turns, each move shows what it changes.
void LessonsView::turn(int page) {
    model_.go(page);
    tab_ = 0;
}

void LessonsView::on() {
    if (turn_playground(1)) return;
    if (model_.forward()) moved();
    tab_ = 1;
}

void LessonsView::next() {
    const int page = model_.page_number();
    if (!model_.next()) {
        if (model_.lesson() != nullptr) open_neighbour(1);
        return;
    }
    tab_ = model_.page_number() == page ? 1 : 0;
    if (tab_ == 1) moved();
}

void LessonsView::advance(double dt) {
    if (screen_ == Screen::course) course_.advance();
    if (screen_ != Screen::lesson) return;
    const bool nothing = model_.lesson() == nullptr && !model_.loading() && model_.error().empty();
    if (asked_ || nothing) begin();
    // Figures and parts are those of the page that is open.
    if (model_.lesson() == nullptr || shown_page_ != &model_.page()) {
        shown_page_ = model_.lesson() == nullptr ? nullptr : &model_.page();
        page_state_.figures = {};
        field_ = {};
        symbols_.reset();
    }
    if (motion_ < 1) motion_ = std::min(1.0, motion_ + dt / lessons_view_arrow_seconds);
    if (on_exercise()) exercise_.advance(dt);
    set_up_parts(dt);
    if (page_state_.figures.playing != nullptr) page_state_.figures.seconds += dt;
    note_progress();
}

bool LessonsView::erase() {
    if (screen_ != Screen::lesson || !model_.asks() || !model_.is_typed() || model_.text().empty())
        return false;
    model_.text().pop_back();
    return true;
}

void LessonsView::press_enter() {
    if (model_.is_typed() && model_.answers().text.empty())
        field_.wanted = model_.asks();
    else
        model_.check();
}

void LessonsView::play_figure() {
    if (model_.lesson() == nullptr) return;
    if (const lessons::Figure* figure = lesson::first_moving(model_.page()))
        lesson::toggle_play(page_state_.figures, *figure);
}

void LessonsView::seek(int64_t page) {
    wanted_page_ = int(std::clamp<int64_t>(page - 1, 0, 1000));
    model_.go(wanted_page_);
}

std::optional<SeekRange> LessonsView::seek_range() const {
    if (screen_ != Screen::lesson || model_.lesson() == nullptr) return std::nullopt;
    return SeekRange{"page", 1, model_.page_count()};
}

void LessonsView::pose() {
    if (screen_ != Screen::lesson || model_.lesson() == nullptr || own_shown_) return;
    const auto& pages = model_.lesson()->pages;
    for (size_t i = 0; i < pages.size(); ++i)
        if (pages[i].question) model_.go(int(i));
}

void LessonsView::draw(Frame& frame) {
    fits_next_ = 0;
    if (draw_screen(frame)) return;
    // Enter is of the answer where no control has the focus.
    if (frame.items.activate && frame.items.focus.empty()) press_enter();
    Rect area = frame.area;
    if (model_.lesson() != nullptr && !model_.error().empty())
        draw_fault(frame, area.cut_top(frame.em(3.4F)));
    if (model_.lesson() == nullptr) {
        const Pane pane(frame, "lessons.empty", area, Role::bg0);
        if (!model_.error().empty())
            draw_empty_state(frame, area.min + ImVec2(frame.em(2), frame.em(2)), area.width() - frame.em(4),
                             "This lesson cannot be opened", model_.error());
        return;
    }
    if (on_exercise()) return exercise_.draw(frame, area, *model_.page().exercise);
    choose_words();
    tabbed_ = area.width() < frame.em(lessons_view_both_em);
    if (tabbed_)
        draw_tabs(frame, area);
    else
        draw_both(frame, area);
}

void LessonsView::draw_both(Frame& frame, Rect area) {
    const bool roomy = frame.density >= Density::wide;
    Rect text = area.cut_left(
        snap(roomy ? std::clamp(area.width() * 0.392F, frame.em(41), frame.em(57)) : area.width() * 0.47F));
    const Rect foot = text.cut_bottom(frame.em(lessons_view_foot_em(frame)));
    draw_text_pane(frame, text);
    draw_foot(frame, foot);
    const Rect transport = area.cut_bottom(frame.em(lessons_view_foot_em(frame)));
    draw_scene(frame, area);
    draw_transport(frame, transport);
    const Pane edge(frame, "lessons.edge",
                    {area.min.x, area.min.y, area.min.x + snap(frame.px()), transport.max.y}, Role::line);
}

// A narrow window shows the page or its scene; keys and buttons that move one of them bring it up.
void LessonsView::draw_tabs(Frame& frame, Rect area) {
    static constexpr std::array<std::string_view, 2> names = {"Page", "Scene"};
    Rect bar = area.cut_top(frame.em(2.6F));
    {
        const Pane pane(frame, "lessons.tabs", bar, Role::bg1);
        const float margin = frame.em();
        const float left = bar.max.x - segmented_width(frame, names) - margin;
        segmented(frame, "lessons.tab", {left, bar.min.y + frame.em(0.3F)}, names, tab_);
        const std::string page =
            std::to_string(model_.page_number() + 1) + "/" + std::to_string(model_.page_count());
        const float number = text_width(frame, type::number, page);
        draw_text(frame, {bar.min.x + margin, bar.centre().y}, type::number, Role::t2, page);
        const float x = bar.min.x + margin + number + frame.em(0.9F);
        draw_elided(frame, {x, bar.centre().y}, left - x - frame.em(), type::strong, Role::t1,
                    tab_ == 0 ? model_.lesson()->title : model_.page().title);
    }
    const Rect foot = area.cut_bottom(frame.em(lessons_view_foot_em(frame)));
    if (tab_ == 0) {
        draw_text_pane(frame, area);
        draw_foot(frame, foot);
    } else {
        draw_scene(frame, area);
        draw_transport(frame, foot);
    }
}

// The question over the scene, so that it can be answered with the cells in view. Returns what is left.
Rect LessonsView::draw_ask(Frame& frame, Rect rect) {
    if (!model_.shows_question()) return rect;
    const float margin = frame.em(), width = rect.width() - 2 * margin;
    const float wanted = lesson::short_question_height(frame, width, model_) + frame.em(0.8F);
    const Rect top = rect.cut_top(std::min(wanted, rect.height() * 0.5F));
    Pane pane(frame, "lessons.ask", top, Role::bg1, true);
    const ImVec2 corner(top.min.x + margin, pane.origin().y + frame.em(0.4F));
    pane.set_height(lesson::draw_short_question(frame, corner, width, model_, field_) + frame.em(0.6F));
    return rect;
}

std::unique_ptr<View> make_lessons_view(Services& services) {
    return std::make_unique<LessonsView>(services);
}

// ---- Lessons: the page's half: head, progress, text, question, and the bar under them

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
    if (!nth(pages, page).exercise) return {};
    const auto is_one = [](const auto& one) { return one.exercise.has_value(); };
    const auto all = count_if(pages, is_one);
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
        at.x += frame.em();
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

/// Crumbs and the page's number with their capitals' middle at `y`, the progress `under_em` below that.
void LessonsView::draw_head(Frame& frame, Rect head, float y, float under_em) {
    const std::string number =
        "page " + std::to_string(model_.page_number() + 1) + " of " + std::to_string(model_.page_count());
    draw_crumbs(frame, {head.min.x, y}, head.width() - text_width(frame, type::body, number) - frame.em());
    draw_text(frame, {head.max.x, y}, type::body, Role::t2, number, Align::right);
    draw_progress(frame, {head.min.x, y + frame.em(under_em), head.max.x, y + frame.em(under_em + 0.3F)});
}

void LessonsView::draw_progress(Frame& frame, Rect rect) {
    const int count = model_.page_count();
    const float gap = frame.em(0.35F), width = (rect.width() - gap * float(count - 1)) / float(count);
    float x = rect.min.x;
    for (int i = 0; i < count; ++i, x += width + gap) {
        const Rect touch(x, rect.min.y - frame.em(0.75F), x + width, rect.max.y + frame.em(0.75F));
        const Interaction state = interact(frame, "lessons.page." + std::to_string(i + 1), touch);
        const Role role = i <= model_.page_number() ? Role::ink : state.hovered ? Role::line2 : Role::bg3;
        const Rect bar = Rect(x, rect.min.y, x + width, rect.max.y).snapped();
        frame.fill(bar, role, bar.height() / 2);
        if (state.hovered) tooltip(frame, nth(model_.lesson()->pages, i).title);
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
    draw_head(frame, head, y, 1.3F);
    Rect body = rect;
    body.min.y = y + frame.em(2.4F);
    draw_body(frame, body, margin, model_.has_question());
}

namespace {

// How often something was said of the page's answers.
size_t said_of(const Answers& answers) {
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
        const size_t said = asks ? said_of(model_.answers()) : 0;
        if (!presenting && std::exchange(said_, said) < said && !at_foot) reveal_card_ = 2;
        bool open_in_step = false;
        lesson::Prose prose{lessons::course_glossary()};
        const ImVec2 top(left, text.origin().y + frame.em(0.5F));
        // The class does not see what is for the teacher alone.
        const bool notes = std::exchange(page_state_.notes, page_state_.notes && !presenting);
        page_state_.sources = !presenting;
        height_ = lesson::draw_page(frame, top, width, model_, prose, page_state_, open_in_step) + frame.em();
        page_state_.notes = notes;
        if (asks && !at_foot)
            lesson::draw_question(frame, {left, top.y + height_}, width, model_, field_, lesson::Grows::down);
        if (reveal_card_ > 0 && --reveal_card_ == 0)
            ImGui::SetScrollY(std::max(ImGui::GetScrollY(),
                                       std::min(height_, height_ + room.now + frame.em() - body.height())));
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

void LessonsView::present_on() {
    const auto item = ptrdiff_t(course_model_.item());
    if (screen_ == Screen::course) return course_model_.go_to_item(item + 1);
    if (on_exercise() && exercise_.step_on()) return;
    next();
}

void LessonsView::present_back() {
    const auto item = ptrdiff_t(course_model_.item());
    if (screen_ == Screen::course) return course_model_.go_to_item(item - 1);
    if (on_exercise() && exercise_.step_back()) return;
    turn(model_.page_number() - 1);
}

int64_t LessonsView::moment() const {
    if (screen_ == Screen::course) return -1 - int64_t(course_model_.item());
    const replay::StepPosition* at = model_.lesson() == nullptr ? nullptr : model_.position();
    if (on_exercise()) at = exercise_.position();
    const int64_t step = at != nullptr ? at->step() : 0;
    constexpr int64_t most_pages = 1000;
    return step * most_pages + model_.page_number();
}

}  // namespace upsweep::app
