// The exercise page: layout, keys and the stage.
#include "app/lessons/view/exercise_view.h"

#include <fmt/format.h>

#include "app/step/view/step_stage.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "app/ui/plot_parts.h"
#include "emulator/trace/trace.h"
#include "lessons/markdown.h"

namespace upsweep::app {

using exercises::Kind;
using exercises::State;

namespace {

constexpr double arrow_seconds = 0.3;
constexpr float exercise_view_foot_em = 4.2F, both_em = 56, least_checks_em = 9.6F;
constexpr float presented_text = 0.44F;  ///< of the width; the scene has the rest
constexpr float presented_scale = 0.6F;  ///< of task and text, beside the scene's type

/// "Down-sweep, n = 8": the phase that the scene is in, at its beginning the kernel's name; with what the
/// case on the stage holds.
std::string title_of(const ExerciseModel& model) {
    const replay::StepPosition& at = *model.position();
    const emulator::Trace& trace = at.trace();
    std::string name = model.exercise()->launch.kernel;
    if (at.step() > 0) name = trace.phases[nth(trace.steps, at.step() - 1).phase].name;
    name = name.substr(0, name.find(':'));
    const int shown = model.shown_case();
    return shown < 0 ? name : name + ", " + nth(model.cases(), shown).values;
}

}  // namespace

ExerciseView::ExerciseView(Services& services, ExerciseDoors doors)
    : services_(services),
      doors_(std::move(doors)),
      model_(services.jobs, services.settings, services.drafts) {
    bind_keys();
}

void ExerciseView::bind_keys() {
    keys_.bind({
        {"Ctrl+Enter", "Check the exercise", [this] { check(); }},
        {"PgDn Space", "Next page", [this] { doors_.next(); }},
        {"PgUp", "Previous page", [this] { doors_.back(); }},
        {"Right", "One step forward",
         [this] {
             if (model_.forward()) moved();
             tab_ = 1;
         }},
        {"Left", "One step back", [this] { model_.back(), tab_ = 1; }},
        {"Home", "The step where the rule fails, or the beginning", [this] { model_.rewind(), tab_ = 1; }},
        {"H", "Open the next hint",
         [this] {
             if (model_.exercise() != nullptr) model_.open_hint();
             tab_ = 2;
         }},
    });
}

void ExerciseView::check() {
    if (model_.exercise() == nullptr) return;
    model_.check();
    tab_ = 2;
}

void ExerciseView::open(const std::string& slug) {
    model_.open(slug);
    if (drawn_ == slug) return take_given(slug);
    drawn_ = slug;
    editor_ = std::make_unique<CodeEditorState>();
    kernel_state_ = std::make_unique<CodeEditorState>();
    kernel_.reset();
    task_.clear();
    hints_.clear();
    tab_ = 0;
    const exercises::Exercise* exercise = model_.exercise();
    if (exercise == nullptr) return;
    task_ = lessons::parse_markdown("exercises/" + exercise->file, exercise->task_line, exercise->task);
    for (const exercises::Hint& hint : exercise->hints)
        hints_.push_back(lessons::parse_inline("exercises/" + exercise->file, 1, hint.text));
    if (exercise->kind == Kind::break_it) kernel_ = std::make_unique<editor::Editor>(exercise->kernel);
    // The part that is the student's, whatever is above it.
    show_part();
}

// The reader's own text is one Ctrl+Z away.
void ExerciseView::take_given(const std::string& slug) {
    if (!given_ || given_->exercise != slug || model_.exercise() == nullptr) return;
    const std::string text = std::exchange(given_, {})->text;
    const std::string own = model_.document().now();
    if (!model_.put(text))
        services_.notices.add("The link's text changes what this exercise keeps fixed, so it is not shown.",
                              "link");
    else if (own != text && own != model_.exercise()->starter)
        services_.notices.add_done("The text comes from the link; Ctrl+Z brings yours back.", "link");
}

/// Scrolls to the first part of the text that is the student's.
void ExerciseView::show_part() {
    if (editor_ == nullptr || model_.gaps().empty()) return;
    // The middle of it is in view, and so are both ends as far as there is room.
    const exercises::Gap& gap = model_.gaps().front();
    editor_->wanted = size_t((gap.first + gap.end) / 2);
    editor_->wanted_at_once = true;
}

void ExerciseView::advance(double dt) {
    if (motion_ < 1) motion_ = std::min(1.0, motion_ + dt / arrow_seconds);
    model_.advance(dt);
    stuck_ = services_.jobs.idle();
}

void ExerciseView::draw(Frame& frame, Rect area, const std::string& slug) {
    open(slug);
    presented_ = 0;
    if (model_.exercise() == nullptr) {
        const Pane pane(frame, "exercise.empty", area, Role::bg0);
        draw_empty_state(frame, area.min + ImVec2(frame.em(2), frame.em(2)), area.width() - frame.em(4),
                         "This exercise cannot be opened", model_.error());
        return;
    }
    if (area.width() < frame.em(both_em))
        draw_tabs(frame, area);
    else
        draw_wide(frame, area);
}

void ExerciseView::draw_wide(Frame& frame, Rect area) {
    const Rect foot = area.cut_bottom(frame.em(frame.low ? 3.2F : exercise_view_foot_em));
    const bool wide = frame.density >= Density::wide;
    const float hints_width = snap(area.width() * 0.366F);
    const float wanted =
        checks_height(frame, area.width() - hints_width, area.height() * (wide ? 0.33F : 0.3F));
    Rect low = area.cut_bottom(snap(std::max(wanted, frame.em(least_checks_em))));
    Rect text = area.cut_left(snap(area.width() * (wide ? 0.392F : 0.47F)));
    draw_text(frame, text);
    draw_stage(frame, area);
    const Rect hints = low.cut_right(hints_width);
    draw_checks(frame, low);
    draw_hints(frame, hints);
    draw_foot(frame, foot);
    const Pane edge(frame, "exercise.edge",
                    {area.min.x, area.min.y, area.min.x + snap(frame.px()), area.max.y}, Role::line);
}

void ExerciseView::draw_tabs(Frame& frame, Rect area) {
    static constexpr std::array<std::string_view, 3> names = {"Text", "Scene", "Checks"};
    const Rect bar = area.cut_top(frame.em(2.6F));
    {
        const Pane pane(frame, "exercise.tabs", bar, Role::bg1);
        segmented(frame, "exercise.tab", {bar.min.x + frame.em(), bar.min.y + frame.em(0.3F)}, names, tab_);
    }
    const Rect foot = area.cut_bottom(frame.em(frame.low ? 3.2F : exercise_view_foot_em));
    if (tab_ == 0) draw_text(frame, area);
    if (tab_ == 1) draw_stage(frame, area);
    if (tab_ == 2) {
        const Rect hints = area.cut_bottom(snap(area.height() * 0.45F));
        draw_checks(frame, area);
        draw_hints(frame, hints);
    }
    draw_foot(frame, foot);
}

/// The row whose failure the stage shows now; null: it shows another moment.
const exercises::Row* ExerciseView::failure() const {
    const exercises::Marks* marks = model_.marks();
    if (marks == nullptr || model_.row() < 0) return nullptr;
    const exercises::Row& row = nth(marks->rows, model_.row());
    return row.scene && row.scene->step == model_.position()->step() ? &row : nullptr;
}

/// What the step does; at a rule that fails, how it fails.
std::string ExerciseView::caption() const {
    const replay::StepPosition& at = *model_.position();
    if (const exercises::Row* row = failure()) return row->sentence;
    if (at.step() == 0)
        return model_.exercise()->kind == Kind::write
                   ? "Starter code, not run yet. Press → to step."
                   : "The kernel in its usual order, not run yet. Press → to step.";
    return at.sentence();
}

void ExerciseView::draw_stage(Frame& frame, Rect rect) {
    const Pane pane(frame, "exercise.stage", rect, Role::bg0);
    const float margin = frame.margin();
    if (model_.position() == nullptr) {
        if (!stuck_) return;
        draw_empty_state(frame, rect.min + ImVec2(margin, margin), rect.width() - 2 * margin,
                         "Nothing to show yet",
                         "This code does not compile. Change your part and press Check.");
        return;
    }
    draw_stage_head(frame, rect.cut_top(frame.em(3)).inset(margin, 0));
    draw_caption(frame, rect, margin, {Face::sans, 1.05F});
    draw_notes(frame, rect, margin, {Face::sans, 1}, false);
    draw_scene(frame, rect, false);
}

/// Where the scene is, what it runs on, and its buttons.
void ExerciseView::draw_stage_head(Frame& frame, Rect head) {
    const replay::StepPosition& at = *model_.position();
    const std::string title = title_of(model_);
    const std::string now = std::to_string(at.step()), all = "/ " + std::to_string(at.step_count());
    const float y = head.centre().y, size = frame.em(1.9F);
    const auto place = [&] { return head.cut_right(size + frame.em(0.3F)); };
    const auto box = [&](Rect strip) { return Rect::sized({strip.min.x, y - size / 2}, size, size); };
    if (button(frame, "exercise.on", box(place()), "",
               {.icon = marks::step_on, .tip = "One step forward (Right)"}))
        step_on();
    if (button(frame, "exercise.stage_back", box(place()), "",
               {.icon = marks::step_back, .tip = "One step back (Left)"}))
        model_.back();
    if (button(frame, "exercise.rewind", box(place()), "",
               {.icon = marks::to_start, .tip = "Where the rule fails, or the beginning (Home)"}))
        model_.rewind();
    const float count = text_width(frame, type::body, "step") + text_width(frame, type::number_strong, now) +
                        text_width(frame, type::number, all) + frame.em(2.5F);
    draw_input(frame, head, frame.em(8) + count);
    const TextStyle bold{Face::sans_bold, 1.25F};
    const float room = head.width() - count;
    const float used = draw_elided(frame, {head.min.x, y}, room, bold, Role::t1,
                                   without_tails(frame, bold, title, room, ", "));
    float x = head.min.x + used + frame.em(1.2F);
    const auto word = [&](TextStyle style, Role colour, const std::string& text) {
        app::draw_text(frame, {x, y}, style, colour, text);
        x += text_width(frame, style, text) + frame.em(0.35F);
    };
    word(type::body, Role::t2, "step");
    word(type::number_strong, Role::t1, now);
    word(type::number, Role::t2, all);
}

/// The input that the scene runs on, to be changed for that of another case; nothing where less than `least`
/// would be left of the head.
void ExerciseView::draw_input(Frame& frame, Rect& head, float least) {
    const int shown = model_.shown_case();
    if (shown < 0) return;
    const auto& cases = model_.cases();
    const std::string& input = nth(cases, shown).input;
    const float wide = chip_width(frame, "input", input);
    if (head.width() - wide - frame.em() < least) return;
    const Rect place = head.cut_right(wide + frame.em(0.8F));
    std::optional<int> chosen;
    chip(frame, "exercise.input", {place.min.x, snap(head.centre().y - frame.em(0.875F))}, "input", input, 17,
         [&] {
             for (int i = 0; i < int(cases.size()); ++i) {
                 const ExerciseModel::CaseWords& one = nth(cases, i);
                 if (menu_row(frame, "exercise.input." + std::to_string(i), one.values + ": " + one.input,
                              i == shown))
                     chosen = i;
             }
             return chosen.has_value();
         });
    if (!chosen) return;
    model_.show_case(*chosen);
    stage_ = {};
}

/// What the step does, at the rectangle's lower end, which it cuts off.
void ExerciseView::draw_caption(Frame& frame, Rect& rect, float margin, TextStyle style) {
    const auto caption = marked_runs(style, {Role::t1}, this->caption());
    const float high = paragraph_height(frame, rect.width() - 2 * margin, caption);
    const Rect words =
        rect.cut_bottom(std::max(frame.em(3.2F), high + frame.em())).inset(margin, frame.em(0.5F));
    frame.fill({words.min.x, words.min.y - frame.em(0.5F), words.max.x,
                words.min.y - frame.em(0.5F) + snap(frame.px())},
               Role::line);
    draw_paragraph(frame, words.min, words.width(), caption);
}

namespace {

/// A note's number on a disc, as it is now before the note and at its cell.
void draw_number(Frame& frame, ImVec2 centre, int number) {
    frame.disc(centre, frame.em(0.6F), Role::trouble);
    app::draw_text(frame, centre, type::head, Role::bg0, std::to_string(number), Align::centre);
}

}  // namespace

/// Who did what to the cell of a race, above the caption.
void ExerciseView::draw_notes(Frame& frame, Rect& rect, float margin, TextStyle style, bool presenting) {
    notes_ = replay::race_notes(model_.position()->trace(), model_.position()->step());
    // Where the stage shows whole cells the notes are beside theirs.
    if (!notes_ || stage::shows_passes(*model_.position(), stage_options(frame, presenting))) return;
    const float line = frame.em(style.em * 1.6F);
    Rect rest = rect.cut_bottom(2 * line + frame.em(0.6F)).inset(margin, frame.em(0.3F));
    for (int number = 1; number <= 2; ++number) {
        const Rect row = rest.cut_top(line);
        frame.items.note("exercise.note." + std::to_string(number), row);
        draw_number(frame, {row.min.x + frame.em(0.6F), row.centre().y}, number);
        const float left = row.min.x + frame.em(1.6F);
        const float used = draw_elided(frame, {left, row.centre().y}, row.max.x - left, style, Role::t1,
                                       nth(notes_->notes, number - 1));
        if (const float next = left + used + frame.em(0.7F); number == 2 && next < row.max.x)
            draw_elided(frame, {next, row.centre().y}, row.max.x - next, style, Role::trouble, notes_->lacks);
    }
}

stage::StageOptions ExerciseView::stage_options(const Frame& frame, bool presenting) const {
    const emulator::Trace& trace = model_.position()->trace();
    stage::StageOptions options;
    options.grown = eased(motion_);
    options.banks = false;
    options.presenting = presenting;
    options.roomy = frame.density >= Density::wide;
    options.zoom = trace.launches.front().grid.count() > 1 ? stage::Zoom::blocks : stage::Zoom::block;
    options.passes = !presenting;
    return options;
}

void ExerciseView::draw_scene(Frame& frame, Rect rect, bool presenting) {
    const replay::StepPosition& at = *model_.position();
    std::vector<stage::StageMark> marks;
    stage::StageOptions options = stage_options(frame, presenting);
    if (notes_ && !stage::shows_passes(at, options))
        marks.push_back({notes_->element, stage::CellState::wrong, {}, {}, int(notes_->array)});
    if (const exercises::Row* row = failure(); row != nullptr && row->wrong) {
        const auto& arrays = at.trace().arrays;
        const auto found = find_if(arrays, [&](const emulator::ArrayInfo& array) {
            return array.name == row->wrong->array && array.space == emulator::Space::global;
        });
        if (found != arrays.end())
            marks.push_back(
                {row->wrong->element, stage::CellState::wrong, {}, {}, int(found - arrays.begin())});
    }
    options.marks = marks;
    options.race = notes_ ? &*notes_ : nullptr;
    show_stage(frame, rect, "exercise", at, options, stage_);
    if (!notes_ || stage::shows_passes(at, options)) return;
    const std::optional<Rect> cell =
        frame.items.find("exercise." + stage::cell_name(at.trace(), notes_->array, notes_->element));
    if (!cell) return;
    for (int number = 1; number <= 2; ++number)
        draw_number(frame, {cell->max.x - frame.em(1.2F * float(2 - number)), cell->min.y}, number);
}

void ExerciseView::draw_presented(Frame& frame, Rect area, const std::string& slug) {
    open(slug);
    if (model_.exercise() == nullptr) return draw(frame, area, slug);
    // Its lines are broken once more in the first frame.
    if (presented_ < 3) show_part(), ++presented_;
    {
        // A kernel's lines are longer than a lecture's type has room for; the scene keeps that type.
        Theme smaller = frame.theme;
        smaller.set(frame.theme.kind(), frame.em() * presented_scale);
        Frame text{smaller,       frame.fonts, frame.items, frame.area,
                   frame.density, frame.low,   frame.time,  frame.dt};
        draw_text(text, area.cut_left(snap(area.width() * presented_text)), true);
        frame.theme.set(frame.theme.kind(), frame.em());
    }
    const Pane pane(frame, "exercise.stage", area, Role::bg0);
    if (model_.position() == nullptr) return;
    draw_caption(frame, area, frame.em(1.2F), {Face::sans, 1.35F});
    draw_notes(frame, area, frame.em(1.2F), {Face::sans, 1.1F}, true);
    draw_scene(frame, area, true);
}

bool ExerciseView::step_on() {
    if (model_.position() == nullptr || !model_.forward()) return false;
    moved();
    return true;
}

bool ExerciseView::step_back() { return model_.position() != nullptr && model_.back(); }

// ---- The bar under the exercise page

void ExerciseView::draw_foot(Frame& frame, Rect rect) {
    const Pane pane(frame, "exercise.foot", rect, Role::bg1);
    frame.fill(rect.top(snap(frame.px())), Role::line);
    const bool roomy = frame.density >= Density::wide, tiny = frame.density == Density::tiny;
    const float margin = frame.em(roomy ? 3 : 1.2F), y = rect.centre().y, gap = frame.em(0.5F);
    const auto place = [&](float left, float wide) {
        return Rect(left, y - frame.em(1.05F), left + wide, y + frame.em(1.05F));
    };
    float x = rect.min.x + margin;
    const auto put = [&](std::string_view id, std::string_view label, const ButtonOptions& options) {
        const float wide = button_width(frame, label, options);
        const bool clicked = button(frame, id, place(x, wide), label, options);
        x += wide + gap;
        return clicked;
    };
    if (put("lessons.back", tiny ? "" : "Back", {.icon = marks::step_back, .tip = "Previous page (PgUp)"}))
        doors_.back();
    x += frame.em(roomy ? 3 : 0.5F);
    if (put("exercise.reset", "Reset",
            {.icon = marks::back_to, .tip = "Puts your part back as it was at the start"}))
        model_.reset();
    if (model_.checking()) {
        if (put("exercise.cancel", "Stop", {.icon = marks::stop})) model_.cancel();
    } else if (put("exercise.check", "Check",
                   {.primary = !model_.passed() || model_.stale(),
                    .icon = marks::play,
                    .hint = roomy ? "Ctrl+Enter" : "",
                    .tip = "Runs your answer under many schedules: Ctrl+Enter"})) {
        check();
    }
    const bool may = model_.may_show_solution();
    const std::string why = fmt::format("Opens after {} tries that compile and differ from the previous one.",
                                        ExerciseModel::tries_before_solution);
    ButtonOptions solution{.chosen = model_.solution_shown()};
    if (!may) solution.disabled = why, solution.icon = marks::lock;
    if (model_.has_solution() && put("exercise.solution",
                                     model_.solution_shown() ? "My answer"
                                     : tiny                  ? "Solution"
                                                             : "Show solution",
                                     solution))
        model_.show_solution(!model_.solution_shown());

    float right = rect.max.x - margin;
    const ButtonOptions next{
        .primary = model_.passed() && !model_.stale(), .icon = marks::step_on, .tip = "PgDn"};
    const std::string_view onwards = tiny ? "Next" : "Next page";
    float wide = button_width(frame, onwards, next);
    right -= wide;
    if (button(frame, "lessons.next", place(right, wide), onwards, next)) doors_.next();
    if (model_.position() != nullptr && !tiny) {
        wide = button_width(frame, "Open in Step", {});
        right -= wide + gap;
        if (button(frame, "exercise.open", place(right, wide), "Open in Step", {}))
            services_.open(model_.scene());
    }
    const std::string says =
        model_.passed() && !model_.stale() ? "Passed."
        : may || !model_.has_solution()
            ? std::string()
            : fmt::format("opens after {} tries; {}", ExerciseModel::tries_before_solution,
                          model_.tries() == 0 ? "none yet" : fmt::format("this was try {}", model_.tries()));
    if (right - x > frame.em(6))
        draw_elided(frame, {x + frame.em(0.4F), y}, right - x - frame.em(), type::label,
                    model_.passed() ? Role::right : Role::t3, says);
}

}  // namespace upsweep::app
