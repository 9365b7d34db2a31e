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

constexpr double arrow_seconds = 0.3;
constexpr float foot_em = 4.5F, both_em = 56;  // heights of the bars; width that text and scene need

// What the scene shows, in words: the phase it stands in.
std::string scene_title(const StepPosition& at) {
    const emulator::Trace& trace = at.trace();
    std::string name = at.run().algorithm->title.data();
    if (at.step() > 0 && at.step() < at.step_count()) {
        const auto step = static_cast<std::size_t>(at.ahead() ? at.step() : at.step() - 1);
        const std::string& phase = trace.phases[trace.steps[step].phase].name;
        name = phase.substr(0, phase.find(':'));
    }
    return name + ", n = " + std::to_string(at.run().scene.parameters.extent.width);
}

// Few cells are drawn larger, as far as the space allows: a lesson is read from further away.
float stage_scale(const Frame& frame, Rect rect, const StepPosition& at) {
    const auto cells = static_cast<float>(at.trace().arrays[at.picture().followed].extent.width);
    const float wide = rect.width() / frame.em() / (14 + 4.8F * cells),
                high = rect.height() / frame.em() / 41;
    return std::clamp(std::min(wide, high), 1.0F, 1.4F);
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

LessonsView::~LessonsView() { *alive_ = false; }

void LessonsView::bind_keys() {
    keys_.bind("Space", "Reveal the step, then the next page", [this] { next(); });
    keys_.bind("PgDn", "Next page", [this] { turn(model_.page_number() + 1); });
    keys_.bind("PgUp", "Page before", [this] { turn(model_.page_number() - 1); });
    keys_.bind("Right", "One pass of the scene on", [this] { on(); });
    keys_.bind("Left", "One pass back", [this] { model_.back(), tab_ = 1; });
    keys_.bind("Home", "The scene as the page began", [this] { model_.rewind(), tab_ = 1; });
    keys_.bind("Down", "Scroll the page's text", [this] { scroll_by_ = 0.3F; });
    keys_.bind("Up", "Scroll the page's text back", [this] { scroll_by_ = -0.3F; });
    for (int i = 0; i < 9; ++i)
        keys_.bind(std::to_string(i + 1), "Answer " + std::to_string(i + 1),
                   [this, i] { model_.answer(static_cast<std::size_t>(i)); });
    keys_.bind("G", "Glossary: the words of all lessons", [this] { show_glossary(0); });
    keys_.bind("Backspace", "Back to the course", [this] { go_back(); });
}

void LessonsView::moved() { motion_ = 0; }

// Where text and scene take turns, each move shows what it changes.
void LessonsView::turn(int page) {
    model_.go(page);
    tab_ = 0;
}

void LessonsView::on() {
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
    if (motion_ < 1) motion_ = std::min(1.0, motion_ + dt / arrow_seconds);
    if (on_exercise()) exercise_.advance(dt);
    note_progress();
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

// The cell that is asked for, in the pass to come: to predict, right, or looked up.
std::vector<stage::StageMark> LessonsView::marks() const {
    if (!model_.before_answer()) return {};
    const lessons::PreparedQuestion& question = *model_.page().question;
    stage::StageMark mark;
    mark.cell = question.cell;
    mark.state = model_.answers().solved ? stage::CellState::right : stage::CellState::to_predict;
    if (model_.answers().settled()) mark.value = question.answer;
    return {mark};
}

// What the step does; before the question's pass, what is asked; at the start, how to go on.
std::string LessonsView::caption() const {
    const StepPosition& at = *model_.position();
    if (model_.before_answer()) {
        const lessons::PreparedQuestion& question = *model_.page().question;
        const std::string cell = "`" + std::to_string(question.cell) + "`";
        return at.sentence() + (model_.answers().settled()
                                    ? " Cell " + cell + " will hold `" + question.answer + "`."
                                    : " What will stand in cell " + cell + "?");
    }
    if (at.step() == 0) return "Nothing has run yet. Press Right: the first pass runs.";
    return at.sentence();
}

void LessonsView::draw_transport(Frame& frame, Rect rect) {
    const Pane pane(frame, "lessons.transport", rect, Role::bg0);
    frame.list()->AddRectFilled(rect.min, {rect.max.x, rect.min.y + snap(frame.px())},
                                frame.colour(Role::line));
    StepPosition& at = *model_.position();
    const float size = frame.em(2.2F), y = rect.centre().y;
    float x = rect.min.x + frame.em(1.5F);
    const auto place = [&] {
        const Rect box = Rect::sized({x, y - size / 2}, size, size);
        x += size + frame.em(0.4F);
        return box;
    };
    if (button(frame, "lessons.rewind", place(), "",
               {.icon = marks::to_start, .tip = "As the page began (Home)"}))
        model_.rewind();
    if (button(frame, "lessons.pass_back", place(), "",
               {.icon = marks::step_back, .tip = "One pass back (Left)"}))
        model_.back();
    if (button(frame, "lessons.pass_on", place(), "", {.icon = marks::step_on, .tip = "One pass on (Right)"}))
        on();
    x += frame.em(0.6F);
    draw_text(frame, {x, y}, type::body, frame.colour(Role::t2), "step");
    x += text_width(frame, type::body, "step ");
    const std::string now = std::to_string(at.step());
    draw_text(frame, {x, y}, {Face::mono_bold, 1.1F}, frame.colour(Role::t1), now);
    x += text_width(frame, {Face::mono_bold, 1.1F}, now) + frame.em(0.5F);
    draw_text(frame, {x, y}, type::number, frame.colour(Role::t2), "/ " + std::to_string(at.step_count()));
    if (tabbed_ && model_.has_question() && !model_.revealed()) {
        draw_next(frame, rect.inset(frame.em(1.5F), (rect.height() - size) / 2), x + frame.em(6));
        return;
    }
    const ButtonOptions open{};
    const float width = button_width(frame, "Open in Step", open);
    const Rect right(rect.max.x - frame.em(1.5F) - width, y - size / 2, rect.max.x - frame.em(1.5F),
                     y + size / 2);
    if (button(frame, "lessons.open", right, "Open in Step", open)) services_.show_scene(model_.scene());
}

stage::StageOptions LessonsView::stage_options() const {
    stage::StageOptions options;
    const double left = 1 - motion_;
    options.grown = static_cast<float>(1 - left * left * left);
    options.banks = false;
    return options;
}

void LessonsView::draw_scene(Frame& frame, Rect rect) {
    const Pane pane(frame, "lessons.scene", rect, Role::bg0);
    if (tabbed_) rect = draw_ask(frame, rect);
    const StepPosition& at = *model_.position();
    const float scale = stage_scale(frame, rect, at);
    const float margin = frame.em(frame.density >= Density::wide ? 1.5F : 1) * scale;  // the stage's own
    Rect rest = rect;
    const bool low = rect.height() < frame.em(22);  // the picture matters more than its title
    const Rect head = rest.cut_top(frame.em(low ? 0.5F : 3.4F)).inset(margin, 0);
    if (!low)
        draw_elided(frame, {head.min.x, head.centre().y}, head.width(), {Face::sans_bold, 1.25F},
                    frame.colour(Role::t1), scene_title(at));
    // Two lines of room whatever this step needs; more if it needs more.
    const auto caption = marked_runs({Face::sans, 1.1F}, {Role::t1}, this->caption());
    const float caption_height = paragraph_height(frame, rect.width() - 2 * margin, caption);
    const Rect words = rest.cut_bottom(std::max(frame.em(low ? 0 : 4), caption_height + frame.em(0.8F)))
                           .inset(margin, frame.em(0.4F));
    const auto marks = this->marks();
    stage::StageOptions options = stage_options();
    options.roomy = frame.density >= Density::wide;
    options.marks = marks;
    show_stage(frame, rest, "lessons", at, options, stage_, scale);
    draw_paragraph(frame, words.min, words.width(), caption);
}

void LessonsView::draw(Frame& frame) {
    if (draw_screen(frame)) return;
    Rect area = frame.area;
    if (model_.lesson() != nullptr && !model_.error().empty())
        draw_fault(frame, area.cut_top(frame.em(3.4F)));
    if (model_.lesson() == nullptr) {
        const Pane pane(frame, "lessons.empty", area, Role::bg0);
        if (!model_.error().empty())
            draw_empty_state(frame, area.min + ImVec2(frame.em(2), frame.em(2)), area.width() - frame.em(4),
                             "This lesson does not open", model_.error());
        return;
    }
    if (on_exercise()) return exercise_.draw(frame, area, *model_.page().exercise);
    tabbed_ = area.width() < frame.em(both_em);
    if (tabbed_)
        draw_tabs(frame, area);
    else
        draw_both(frame, area);
}

void LessonsView::draw_both(Frame& frame, Rect area) {
    const bool roomy = frame.density >= Density::wide;
    Rect text = area.cut_left(
        snap(roomy ? std::clamp(area.width() * 0.392F, frame.em(41), frame.em(57)) : area.width() * 0.47F));
    const Rect foot = text.cut_bottom(frame.em(foot_em));
    draw_text_pane(frame, text);
    draw_foot(frame, foot);
    const Rect transport = area.cut_bottom(frame.em(foot_em));
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
        draw_text(frame, {bar.min.x + margin, bar.centre().y}, type::number, frame.colour(Role::t2), page);
        const float x = bar.min.x + margin + number + frame.em(0.9F);
        draw_elided(frame, {x, bar.centre().y}, left - x - frame.em(1), type::strong, frame.colour(Role::t1),
                    tab_ == 0 ? model_.lesson()->title : model_.page().title);
    }
    const Rect foot = area.cut_bottom(frame.em(frame.low ? 3.4F : foot_em));
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
    if (!model_.has_question() || model_.revealed()) return rect;
    const float margin = frame.em(1), width = rect.width() - 2 * margin;
    const float wanted = lesson::short_question_height(frame, width, model_) + frame.em(0.8F);
    const Rect top = rect.cut_top(std::min(wanted, rect.height() * 0.5F));
    Pane pane(frame, "lessons.ask", top, Role::bg1, true);
    const ImVec2 corner(top.min.x + margin, pane.origin().y + frame.em(0.4F));
    pane.set_height(lesson::draw_short_question(frame, corner, width, model_) + frame.em(0.6F));
    return rect;
}

std::unique_ptr<View> make_lessons_view(Services& services) {
    return std::make_unique<LessonsView>(services);
}

}  // namespace upsweep::app
