// Lessons: layout, keys, the scene's transport.
#include "app/lessons/view/lessons_view.h"

#include <algorithm>
#include <array>

#include "app/step/view/show_stage.h"
#include "app/ui/controls.h"
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
    keys_.bind("Space", "Reveal the step, then the next page", [this] { next(); });
    keys_.bind("PgDn", "Next page", [this] { turn(model_.page_number() + 1); });
    keys_.bind("PgUp", "Previous page", [this] { turn(model_.page_number() - 1); });
    keys_.bind("Right", "One pass forward", [this] { on(); });
    keys_.bind("Left", "One pass back", [this] {
        if (turn_playground(-1)) return;
        model_.back();
        tab_ = 1;
    });
    keys_.bind("Home", "Back to the start of the page", [this] { model_.rewind(), tab_ = 1; });
    keys_.bind("Down", "Scroll the text down", [this] { scroll_by_ = 0.3F; });
    keys_.bind("Up", "Scroll the text up", [this] { scroll_by_ = -0.3F; });
    for (int digit = 0; digit <= 9; ++digit)
        keys_.bind(std::to_string(digit), "Answer " + std::to_string(digit),
                   [this, digit] { lesson::press_digit(model_, digit); });
    keys_.bind("S", "Cells show values, or the inputs that they hold (3…7)", [this] {
        if (model_.lesson() != nullptr) symbols_ = !symbols_.value_or(model_.page().look.symbols);
    });
    keys_.bind("A", "Play or stop the figure", [this] { play_figure(); });
    keys_.bind("N", "Teacher's notes for this page", [this] { page_state_.notes = !page_state_.notes; });
    keys_.bind("G", "Glossary of all lessons", [this] { show_glossary(0); });
    keys_.bind("Backspace", "Back to the course", [this] { go_back(); });
}

void LessonsView::moved() { motion_ = 0; }

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

void LessonsView::seek(std::int64_t page) {
    wanted_page_ = static_cast<int>(std::clamp<std::int64_t>(page - 1, 0, 1000));
    model_.go(wanted_page_);
}

std::optional<SeekRange> LessonsView::seek_range() const {
    if (screen_ != Screen::lesson || model_.lesson() == nullptr) return std::nullopt;
    return SeekRange{"page", 1, model_.page_count()};
}

void LessonsView::pose() {
    if (screen_ != Screen::lesson || model_.lesson() == nullptr || own_shown_) return;
    const auto& pages = model_.lesson()->pages;
    for (std::size_t i = 0; i < pages.size(); ++i)
        if (pages[i].question) model_.go(static_cast<int>(i));
}

void LessonsView::draw(Frame& frame) {
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
        const float margin = frame.em(1);
        const float left = bar.max.x - segmented_width(frame, names) - margin;
        segmented(frame, "lessons.tab", {left, bar.min.y + frame.em(0.3F)}, names, tab_);
        const std::string page =
            std::to_string(model_.page_number() + 1) + "/" + std::to_string(model_.page_count());
        const float number = text_width(frame, type::number, page);
        draw_text(frame, {bar.min.x + margin, bar.centre().y}, type::number, Role::t2, page);
        const float x = bar.min.x + margin + number + frame.em(0.9F);
        draw_elided(frame, {x, bar.centre().y}, left - x - frame.em(1), type::strong, Role::t1,
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

// The open question over the scene, so that it can be answered with the cells in view. Returns what is left.
Rect LessonsView::draw_ask(Frame& frame, Rect rect) {
    if (!model_.waits()) return rect;
    const float margin = frame.em(1), width = rect.width() - 2 * margin;
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

}  // namespace upsweep::app
