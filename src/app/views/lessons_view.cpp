// Lessons: layout, keys, the scene's transport.
#include "app/views/lessons_view.h"

#include <algorithm>
#include <array>

#include "app/views/views.h"
#include "app/widgets/controls.h"
#include "app/widgets/marks.h"

namespace upsweep::app {
namespace {

constexpr double arrow_seconds = 0.3;
constexpr float foot_em = 4.5F;

// What the scene shows, in words: the phase it stands in.
std::string scene_title(const StepPosition& at) {
    const emulator::Trace& trace = at.trace();
    std::string name = at.run().algorithm->title.data();
    if (at.step() > 0 && at.step() < at.step_count()) {
        const auto step = static_cast<std::size_t>(at.step() - 1);
        const std::string& phase = trace.phases[trace.steps[step].phase].name;
        name = phase.substr(0, phase.find(':'));
    }
    return name + ", n = " + std::to_string(at.run().scene.parameters.extent.width);
}

// Beside the text; less where the window is narrow.
float side_margin(const Frame& frame, Rect rect) {
    const float least = frame.density >= Density::wide     ? 5.5F
                        : frame.density == Density::medium ? 2.2F
                                                           : 1.6F;
    return std::max(frame.em(least), (rect.width() - frame.em(46)) / 2);
}

// Few cells are drawn larger, as far as the space allows: a lesson is read from further away.
float stage_scale(const Frame& frame, Rect rect, const StepPosition& at) {
    const auto cells = static_cast<float>(at.trace().arrays[at.picture().followed].extent.width);
    const float wide = rect.width() / frame.em() / (14 + 4.8F * cells),
                high = rect.height() / frame.em() / 41;
    return std::clamp(std::min(wide, high), 1.0F, 1.4F);
}

}  // namespace

LessonsView::LessonsView(Services& services) : services_(services), model_(services.jobs) { bind_keys(); }

void LessonsView::bind_keys() {
    keys_.bind("Space", "Reveal the step, then the next page", [this] { model_.next(), moved(); });
    keys_.bind("PgDn", "Next page", [this] { model_.go(model_.page_number() + 1); });
    keys_.bind("PgUp", "Page before", [this] { model_.go(model_.page_number() - 1); });
    keys_.bind("Right", "One pass of the scene on", [this] { model_.forward(), moved(); });
    keys_.bind("Left", "One pass back", [this] { model_.back(); });
    keys_.bind("Home", "The scene as the page began", [this] { model_.rewind(); });
    for (int i = 0; i < 9; ++i)
        keys_.bind(std::to_string(i + 1), "Answer " + std::to_string(i + 1),
                   [this, i] { model_.answer(static_cast<std::size_t>(i)); });
}

void LessonsView::moved() { motion_ = 0; }

void LessonsView::advance(double dt) {
    if (model_.lesson() == nullptr && !model_.loading() && model_.error().empty())
        model_.open(wanted_lesson_, wanted_page_);
    if (motion_ < 1) motion_ = std::min(1.0, motion_ + dt / arrow_seconds);
}

void LessonsView::seek(std::int64_t page) {
    wanted_page_ = static_cast<int>(std::clamp<std::int64_t>(page - 1, 0, 1000));
    model_.go(wanted_page_);
}

std::optional<SeekRange> LessonsView::seek_range() const {
    if (model_.lesson() == nullptr) return std::nullopt;
    return SeekRange{"page", 1, model_.page_count()};
}

void LessonsView::pose() {
    if (model_.lesson() == nullptr) return;
    const auto& pages = model_.lesson()->pages;
    for (std::size_t i = 0; i < pages.size(); ++i)
        if (pages[i].question) model_.go(static_cast<int>(i));
}

// The cell that is asked for: to predict, then right; after the step, as it is.
std::vector<StageMark> LessonsView::marks() const {
    if (!model_.has_question() || model_.revealed()) return {};
    const lessons::PreparedQuestion& question = *model_.page().question;
    StageMark mark;
    mark.cell = question.cell;
    mark.state = model_.answers().solved ? CellState::right : CellState::to_predict;
    if (model_.answers().solved) mark.value = question.answer;
    return {mark};
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
        frame.list()->AddRectFilled(bar.min, bar.max, frame.colour(role), bar.height() / 2);
        if (state.hovered) tooltip(frame, model_.lesson()->pages[static_cast<std::size_t>(i)].title);
        if (state.focused) draw_focus(frame, bar, frame.em(0.1F));
        if (state.clicked) model_.go(i);
    }
}

void LessonsView::draw_text_pane(Frame& frame, Rect rect) {
    const Pane pane(frame, "lessons.text", rect, Role::bg1);
    const bool roomy = frame.density >= Density::wide;
    const float margin = side_margin(frame, rect);
    Rect head = rect.inset(margin, 0);
    head.min.y += frame.em(roomy ? 1.4F : 0.7F);
    const float y = head.min.y + frame.em(0.6F);
    const lessons::PreparedLesson& lesson = *model_.lesson();
    float x = head.min.x;
    draw_text(frame, {x, y}, type::body, frame.colour(Role::t2), lesson.chapter);
    x += text_width(frame, type::body, lesson.chapter) + frame.em(0.5F);
    marks::chevron_right(frame, Rect::around({x + frame.em(0.25F), y}, frame.em(0.5F), frame.em(0.5F)),
                         frame.colour(Role::t3));
    x += frame.em(1);
    const std::string number =
        "page " + std::to_string(model_.page_number() + 1) + " of " + std::to_string(model_.page_count());
    const float room = head.max.x - x - text_width(frame, type::body, number) - frame.em(1);
    draw_elided(frame, {x, y}, room, type::strong, frame.colour(Role::t1), lesson.title);
    draw_text(frame, {head.max.x, y}, type::body, frame.colour(Role::t2), number, Align::right);
    head.min.y = y + frame.em(1.3F);
    draw_progress(frame, {head.min.x, head.min.y, head.max.x, head.min.y + frame.em(0.3F)});

    Rect body = rect;
    body.min.y = head.min.y + frame.em(1.1F);
    draw_body(frame, body, margin);
}

// The page's text, and under it the question: at the end of the text where both fit, else kept in view at the
// foot while the text scrolls.
void LessonsView::draw_body(Frame& frame, Rect body, float margin) {
    const float width = body.width() - 2 * margin, left = body.min.x + margin;
    const bool asks = model_.has_question();
    const float question = asks ? lesson::question_height(frame, width, model_) : 0;
    // Where the page is low, everything scrolls together: two slits would show neither.
    const bool pinned =
        asks && height_ + question + frame.em(1.5F) > body.height() && body.height() >= frame.em(22);
    Rect card;
    if (pinned) card = body.cut_bottom(std::min(question + frame.em(1.2F), body.height() * 0.68F));
    {
        Pane text(frame, "lessons.page", body, Role::bg1, true);
        if (drawn_page_ != model_.page_number()) ImGui::SetScrollY(0);
        drawn_page_ = model_.page_number();
        bool open_in_step = false;
        const ImVec2 top(left, text.origin().y + frame.em(0.5F));
        height_ = lesson::draw_page(frame, top, width, model_, open_in_step) + frame.em(1);
        float used = height_ + frame.em(0.5F);
        if (asks && !pinned)
            used += lesson::draw_question(frame, {left, top.y + height_}, width, model_) + frame.em(0.5F);
        text.set_height(used);
        if (open_in_step) services_.show_scene(model_.scene());
    }
    if (!pinned) return;
    Pane pane(frame, "lessons.question", card, Role::bg1, true);
    frame.list()->AddRectFilled(card.min, {card.max.x, card.min.y + snap(frame.px())},
                                frame.colour(Role::line));
    const ImVec2 top(left, pane.origin().y + frame.em(0.6F));
    pane.set_height(lesson::draw_question(frame, top, width, model_) + frame.em(1.2F));
}

void LessonsView::draw_foot(Frame& frame, Rect rect) {
    const Pane pane(frame, "lessons.foot", rect, Role::bg1);
    frame.list()->AddRectFilled(rect.min, {rect.max.x, rect.min.y + snap(frame.px())},
                                frame.colour(Role::line));
    const float margin = side_margin(frame, rect);
    const Rect row = Rect(rect.min.x + margin, rect.centre().y - frame.em(1.1F), rect.max.x - margin,
                          rect.centre().y + frame.em(1.1F));
    ButtonOptions back{.icon = marks::step_back};
    if (model_.page_number() == 0) back.disabled = "This is the first page.";
    const float width = button_width(frame, "Back", back);
    if (button(frame, "lessons.back", Rect(row.min.x, row.min.y, row.min.x + width, row.max.y), "Back", back))
        model_.go(model_.page_number() - 1);
    const bool asks = model_.has_question() && !model_.revealed();
    const bool last = model_.page_number() + 1 == model_.page_count();
    const std::string_view label = asks ? "Reveal the step" : last ? "Open in Step" : "Next page";
    const ButtonOptions next{.primary = true, .icon = marks::step_on};
    const float wide = button_width(frame, label, next);
    const Rect right(row.max.x - wide, row.min.y, row.max.x, row.max.y);
    if (button(frame, "lessons.next", right, label, next)) {
        if (last && !asks)
            services_.show_scene(model_.scene());
        else
            model_.next(), moved();
    }
    const float hint = text_width(frame, type::label, "or press Space") + frame.em(1.5F);
    if ((!last || asks) && right.min.x - hint > row.min.x + width)
        draw_text(frame, {right.min.x - frame.em(0.9F), row.centre().y}, type::label, frame.colour(Role::t3),
                  "or press Space", Align::right);
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
        model_.forward(), moved();
    x += frame.em(0.6F);
    draw_text(frame, {x, y}, type::body, frame.colour(Role::t2), "step");
    x += text_width(frame, type::body, "step ");
    const std::string now = std::to_string(at.step());
    draw_text(frame, {x, y}, {Face::mono_bold, 1.1F}, frame.colour(Role::t1), now);
    x += text_width(frame, {Face::mono_bold, 1.1F}, now) + frame.em(0.5F);
    draw_text(frame, {x, y}, type::number, frame.colour(Role::t2), "/ " + std::to_string(at.step_count()));
    const ButtonOptions open{};
    const float width = button_width(frame, "Open in Step", open);
    const Rect right(rect.max.x - frame.em(1.5F) - width, y - size / 2, rect.max.x - frame.em(1.5F),
                     y + size / 2);
    if (button(frame, "lessons.open", right, "Open in Step", open)) services_.show_scene(model_.scene());
}

void LessonsView::draw_scene(Frame& frame, Rect rect) {
    const Pane pane(frame, "lessons.scene", rect, Role::bg0);
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
    const auto caption = marked_runs({Face::sans, 1.1F}, frame.colour(Role::t1), at.sentence());
    const float caption_height = paragraph_height(frame, rect.width() - 2 * margin, caption);
    const Rect words =
        rest.cut_bottom(std::max(frame.em(4), caption_height + frame.em(0.8F))).inset(margin, frame.em(0.4F));
    const auto marks = this->marks();
    StageOptions options;
    options.id = "lessons";
    const double left = 1 - motion_;
    options.grown = static_cast<float>(1 - left * left * left);
    options.banks = false;
    options.marks = marks;
    Theme larger = frame.theme.scaled(scale);
    Frame drawn{larger, frame.fonts, frame.items, rest, frame.density, frame.low, frame.time, frame.dt};
    stage_.draw(drawn, rest, at, options);
    draw_paragraph(frame, words.min, words.width(), caption);
}

// Room for one pane: the text or the picture.
void LessonsView::draw_low(Frame& frame, Rect area) {
    static constexpr std::array<std::string_view, 2> tabs = {"Text", "Picture"};
    const Rect strip = area.cut_top(snap(frame.em(2.75F)));
    {
        const Pane pane(frame, "lessons.tabs", strip, Role::bg1);
        segmented(frame, "lessons.tab", {strip.min.x + frame.em(1), strip.centre().y - frame.em(1)}, tabs,
                  tab_);
    }
    const Rect foot = area.cut_bottom(frame.em(foot_em));
    if (tab_ == 0) {
        draw_text_pane(frame, area);
        draw_foot(frame, foot);
    } else {
        draw_scene(frame, area);
        draw_transport(frame, foot);
    }
}

void LessonsView::draw(Frame& frame) {
    Rect area = frame.area;
    if (model_.lesson() == nullptr) {
        const Pane pane(frame, "lessons.empty", area, Role::bg0);
        if (!model_.error().empty())
            draw_empty_state(frame, area.min + ImVec2(frame.em(2), frame.em(2)), area.width() - frame.em(4),
                             "This lesson does not open", model_.error());
        return;
    }
    const bool both = area.width() >= frame.em(50);
    Rect text = both ? area.cut_left(snap(frame.density >= Density::wide
                                              ? std::clamp(area.width() * 0.392F, frame.em(41), frame.em(57))
                                              : area.width() * 0.47F))
                     : area;
    if (!both && area.height() < frame.em(52)) return draw_low(frame, area);
    if (!both) text = area.cut_top(area.height() * 0.55F);
    const Rect foot = text.cut_bottom(frame.em(foot_em));
    draw_text_pane(frame, text);
    draw_foot(frame, foot);
    const Rect transport = area.cut_bottom(frame.em(foot_em));
    draw_scene(frame, area);
    draw_transport(frame, transport);
    const Pane edge(frame, "lessons.edge",
                    {area.min.x, area.min.y, area.min.x + snap(frame.px()), transport.max.y}, Role::line);
}

void LessonsView::restore(const Settings& settings) {
    const std::string slug = settings.text("lessons.lesson", "");
    const auto& all = lessons::all_lessons();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].slug == slug) {
            wanted_lesson_ = i;
            wanted_page_ =
                static_cast<int>(std::clamp<std::int64_t>(settings.integer("lessons.page", 0), 0, 1000));
        }
}

void LessonsView::save(Settings& settings) const {
    // Before the lesson is ready, the page that was asked for.
    const auto& all = lessons::all_lessons();
    const bool ready = model_.lesson() != nullptr;
    if (!ready && wanted_lesson_ >= all.size()) return;
    settings.set("lessons.lesson", ready ? model_.lesson()->slug : all[wanted_lesson_].slug);
    settings.set("lessons.page", ready ? model_.page_number() : wanted_page_);
}

std::int64_t LessonsView::place() const {
    constexpr std::int64_t most_pages = 1000;
    return static_cast<std::int64_t>(wanted_lesson_) * most_pages +
           (model_.lesson() != nullptr ? model_.page_number() : wanted_page_);
}

std::unique_ptr<View> make_lessons_view(Services& services) {
    return std::make_unique<LessonsView>(services);
}

}  // namespace upsweep::app
