// The page's other half: its scene, or two of them on one clock, with what the step does and the transport.
#include <algorithm>
#include <cctype>
#include <optional>

#include "app/lessons/view/lessons_view.h"
#include "app/step/view/show_stage.h"
#include "app/step/view/step_compare.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "emulator/trace/trace.h"
#include "replay/position/counts.h"
#include "replay/structure/plan.h"
#include "replay/words/sentence.h"

namespace upsweep::app {

using namespace replay;

namespace {

constexpr float beside_em = 58;  ///< width from which two stages are side by side, not one over the other
constexpr float lowest_diagram_em = 22;  ///< of one of two stages: what is lower shows the cells alone
constexpr float row_stage_em = 11, other_stage_em = 25;  ///< what one needs: cells alone, or cards and grids
constexpr std::size_t most_counts = 4;

// What the scene shows, in words: the phase it is in.
std::string scene_title(const StepPosition& at) {
    const emulator::Trace& trace = at.trace();
    std::string name = at.run().algorithm != nullptr ? std::string(at.run().algorithm->title) : "";
    if (at.step() > 0 && at.step() < at.step_count()) {
        const auto step = static_cast<std::size_t>(at.ahead() ? at.step() : at.step() - 1);
        const std::string& phase = trace.phases[trace.steps[step].phase].name;
        name = phase.substr(0, phase.find(':'));
    }
    if (at.run().algorithm == nullptr)  // at both ends its kernel's name
        return name.empty() && !trace.launches.empty() ? trace.launches[at.launch()].name : name;
    const Extent extent = at.run().scene.catalog().parameters.extent;
    return name + (extent.height > 1
                       ? ", " + std::to_string(extent.width) + " × " + std::to_string(extent.height)
                       : ", n = " + std::to_string(extent.width));
}

// Few cells are drawn larger, as far as the space allows: a lesson is read from further away.
float stage_scale(const Frame& frame, Rect rect, const StepPosition& at, const lessons::Look& look) {
    if (look.zoom.value_or(stage::Zoom::block) != stage::Zoom::block)
        return std::clamp(std::min(rect.width() / frame.em(60), rect.height() / frame.em(42)), 1.0F, 1.3F);
    const auto cells = static_cast<float>(at.trace().arrays[at.picture().followed].extent.width);
    const float wide = rect.width() / frame.em() / (14 + 4.8F * cells),
                high = rect.height() / frame.em() / 41;
    return std::clamp(std::min(wide, high), 1.0F, 1.4F);
}

// One of two stages: smaller where it has less room than it needs.
float side_scale(const Frame& frame, Rect rect, const lessons::Look& look) {
    const bool row = look.zoom.value_or(stage::Zoom::block) == stage::Zoom::block;
    return std::clamp(rect.height() / frame.em(row ? row_stage_em : other_stage_em), 0.6F, 1.0F);
}

void draw_line_above(Frame& frame, Rect rect) {
    frame.list()->AddRectFilled(rect.min, {rect.max.x, rect.min.y + snap(frame.px())},
                                frame.colour(Role::line));
}

// Two plans share one clock if one of them has several streams.
double compared_ticks(LessonModel& model) {
    Comparison* both = model.comparison();
    if (both == nullptr || model.page().look.zoom != stage::Zoom::plan) return 0;
    const StepPosition *left = model.position(), *right = both->right().position();
    if (left == nullptr || right == nullptr) return 0;
    const PlanOperations &one = left->plan(), &other = right->plan();
    return std::max(one.streams(), other.streams()) > 1 ? std::max(one.ticks(), other.ticks()) : 0;
}

}  // namespace

// What the step does; before the question's pass, the question; at the start, how to continue.
std::string LessonsView::caption() const {
    if (model_.page().race || model_.page().playground) return {};
    const StepPosition& at = *model_.position();
    if (model_.before_answer() && model_.page().question->kind == lessons::Question::Kind::value) {
        const lessons::PreparedQuestion& question = *model_.page().question;
        std::string cell = "cell `" + std::to_string(question.cell) + "`";
        for (const emulator::ArrayInfo& array : at.trace().arrays)
            if (array.name == question.array) cell = cell_name(array, question.cell);
        if (!model_.answers().settled()) return at.sentence() + " What will " + cell + " contain?";
        cell.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(cell.front())));
        return at.sentence() + " " + cell + " will contain `" + question.answer + "`.";
    }
    if (at.step() == 0)
        return at.diagram().serial ? "Nothing has run yet. Press → to start the loop."
                                   : "Nothing has run yet. Press → to run the first pass.";
    return at.sentence();
}

void LessonsView::draw_transport(Frame& frame, Rect rect) {
    const Pane pane(frame, "lessons.transport", rect, Role::bg0);
    draw_line_above(frame, rect);
    const float size = frame.em(2.2F), y = rect.centre().y;
    float x = rect.min.x + frame.em(1.5F);
    const bool steps = !model_.page().race && !model_.page().playground;
    if (steps) x = draw_steps(frame, x, y, size);
    if (tabbed_ && model_.waits()) {
        draw_next(frame, rect.inset(frame.em(1.5F), (rect.height() - size) / 2), x + frame.em(6));
        return;
    }
    const std::string_view label = model_.page().race         ? "Open in Race"
                                   : model_.page().playground ? "Open in Playground"
                                                              : "Open in Step";
    const float width = button_width(frame, label);
    const Rect right(rect.max.x - frame.em(1.5F) - width, y - size / 2, rect.max.x - frame.em(1.5F),
                     y + size / 2);
    if (button(frame, "lessons.open", right, label)) open_scene();
}

float LessonsView::draw_steps(Frame& frame, float x, float y, float size) {
    StepPosition& at = *model_.position();
    const auto place = [&] {
        const Rect box = Rect::sized({x, y - size / 2}, size, size);
        x += size + frame.em(0.4F);
        return box;
    };
    if (button(frame, "lessons.rewind", place(), "",
               {.icon = marks::to_start, .tip = "Back to the start of the page (Home)"}))
        model_.rewind();
    if (button(frame, "lessons.pass_back", place(), "",
               {.icon = marks::step_back, .tip = "One pass back (Left)"}))
        model_.back();
    if (button(frame, "lessons.pass_on", place(), "",
               {.icon = marks::step_on, .tip = "One pass forward (Right)"}))
        on();
    x += frame.em(0.6F);
    draw_text(frame, {x, y}, type::body, frame.colour(Role::t2), "step");
    x += text_width(frame, type::body, "step ");
    const std::string now = std::to_string(at.step());
    draw_text(frame, {x, y}, {Face::mono_bold, 1.1F}, frame.colour(Role::t1), now);
    x += text_width(frame, {Face::mono_bold, 1.1F}, now) + frame.em(0.5F);
    draw_text(frame, {x, y}, type::number, frame.colour(Role::t2), "/ " + std::to_string(at.step_count()));
    return x;
}

stage::StageOptions LessonsView::stage_options() const {
    stage::StageOptions options;
    const double left = 1 - motion_;
    options.grown = static_cast<float>(1 - left * left * left);
    const lessons::Look& look = model_.page().look;
    options.zoom = look.zoom;
    options.symbols = symbols_.value_or(look.symbols);
    options.banks = look.zoom.has_value();
    options.to_come = !model_.hides_to_come();
    return options;
}

// Under each scene in the same signs as in its cells.
void LessonsView::choose_words() {
    const bool symbols = stage_options().symbols;
    if (model_.position() != nullptr) model_.position()->set_symbols(symbols);
    Comparison* both = model_.comparison();
    if (both != nullptr && both->right().position() != nullptr)
        both->right().position()->set_symbols(symbols);
}

// A stage of the page, on which cells and blocks answer the question.
void LessonsView::draw_page_stage(Frame& frame, Rect rect, bool presenting) {
    const StepPosition& at = *model_.position();
    const auto marks = model_.marks();
    stage::StageOptions options = stage_options();
    options.roomy = frame.density >= Density::wide && !model_.comparison();
    options.presenting = presenting && !model_.comparison();  // each of two has half of the room
    options.marks = marks;
    if (model_.comparison() && rect.height() < frame.em(lowest_diagram_em)) options.diagram = false;
    options.plan_ticks = compared_ticks(model_);
    const bool whole = !presenting && !model_.comparison();
    const lessons::Look& look = model_.page().look;
    const float scale = whole                            ? stage_scale(frame, rect, at, look)
                        : model_.comparison() != nullptr ? side_scale(frame, rect, look)
                                                         : 1;
    const stage::StageEvents events = show_stage(frame, rect, "lessons", at, options, stage_, scale);
    if (events.cell) model_.click_cell(events.cell->first, events.cell->second);
    if (events.block) model_.click_block(*events.block);
    pick_lanes(frame);
}

// The names of lanes over the registers answer which ones take part.
void LessonsView::pick_lanes(Frame& frame) {
    if (!model_.asks() || !model_.page().question->asked) return;
    const questions::Question& asked = *model_.page().question->asked;
    if (asked.form != questions::Form::lanes) return;
    for (std::int64_t lane = 0; lane < asked.limit; ++lane) {
        const std::optional<Rect> place = frame.items.find("lessons.lane." + std::to_string(lane));
        if (!place) continue;
        const Interaction state = interact(frame, "lessons.pick.lane." + std::to_string(lane), *place);
        if (state.hovered) tooltip(frame, "Click if this lane takes part");
        if (state.hovered || model_.is_chosen(lane))
            frame.list()->AddRect(place->min, place->max, frame.colour(Role::ink), frame.em(0.25F), 0,
                                  frame.px(model_.is_chosen(lane) ? 3.0F : 1.5F));
        if (state.clicked) model_.choose(lane);
    }
}

void LessonsView::draw_scene(Frame& frame, Rect rect) {
    const Pane pane(frame, "lessons.scene", rect, Role::bg0);
    if (tabbed_) rect = draw_ask(frame, rect);
    if (model_.page().race) return draw_race(frame, rect);
    if (model_.page().playground) return draw_playground(frame, rect);
    if (model_.comparison() != nullptr) return draw_compared(frame, rect, false);
    const StepPosition& at = *model_.position();
    const float scale = stage_scale(frame, rect, at, model_.page().look);
    const float margin = frame.em(frame.density >= Density::wide ? 1.5F : 1) * scale;  // the stage's own
    Rect rest = rect;
    const bool low = rect.height() < frame.em(22);  // the picture matters more than its title
    const Rect head = rest.cut_top(frame.em(low ? 0.5F : 3.4F)).inset(margin, 0);
    if (!low)
        draw_elided(frame, {head.min.x, head.centre().y}, head.width(), {Face::sans_bold, 1.25F},
                    frame.colour(Role::t1), scene_title(at));
    // Two lines of room whatever this step needs; more if it needs more. Seen from the lanes the stage says
    // it.
    const bool told = at.step() > 0 && model_.page().look.zoom == stage::Zoom::lanes;
    const auto caption = marked_runs({Face::sans, 1.1F}, {Role::t1}, told ? "" : this->caption());
    const float caption_height = paragraph_height(frame, rect.width() - 2 * margin, caption);
    const float room = told ? 0 : std::max(frame.em(low ? 0 : 4), caption_height + frame.em(0.8F));
    const Rect words = rest.cut_bottom(room).inset(margin, frame.em(0.4F));
    draw_page_stage(frame, rest, false);
    draw_paragraph(frame, words.min, words.width(), caption);
}

// One side: its caption, its step, what it does, and its stage.
void LessonsView::draw_side(Frame& frame, Rect rect, bool is_left, bool words) {
    Comparison& both = *model_.comparison();
    const lessons::PreparedCompare& compare = *model_.page().compare;
    const StepPosition* at = is_left ? model_.position() : both.right().position();
    if (at == nullptr) return;
    const Pane pane(frame, is_left ? "lessons.left" : "lessons.right", rect, Role::bg0);
    const float margin = frame.em(frame.density >= Density::wide ? 1.5F : 1);
    const Rect head = rect.cut_top(frame.em(2.4F)).inset(margin, 0);
    const std::string step = std::to_string(at->step()) + " / " + std::to_string(at->step_count());
    draw_text(frame, {head.max.x, head.centre().y}, type::number, frame.colour(Role::t2), step, Align::right);
    draw_elided(frame, {head.min.x, head.centre().y},
                head.width() - text_width(frame, type::number, step) - frame.em(1), {Face::sans_bold, 1.15F},
                frame.colour(Role::t1), is_left ? compare.left : compare.right);
    if (words) {
        const auto caption = marked_runs({Face::sans, 1}, {Role::t1},
                                         at->step() == 0 ? "Nothing has run yet." : at->sentence());
        const float high = paragraph_height(frame, head.width(), caption);
        const Rect place = rect.cut_bottom(std::max(frame.em(1.9F), high + frame.em(0.5F))).inset(margin, 0);
        draw_paragraph(frame, place.min, place.width(), caption);
    }
    if (is_left) return draw_page_stage(frame, rect, false);
    stage::StageOptions options = stage_options();
    options.roomy = false;
    options.plan_ticks = compared_ticks(model_);
    if (rect.height() < frame.em(lowest_diagram_em)) options.diagram = false;
    show_stage(frame, rect, "compare", *at, options, right_stage_,
               side_scale(frame, rect, model_.page().look));
}

namespace {

// Whether a count tells what the page asks: its number, or which of the sides it is.
bool tells(const ComparedCount& row, const lessons::PreparedPage& page) {
    const std::string& answer = page.question->answer;
    if (answer == page.compare->left || answer == page.compare->right) return row.better() != 0;
    for (const std::int64_t number : {row.left, row.right, row.left_total, row.right_total})
        if (std::to_string(number) == answer) return true;
    return false;
}

}  // namespace

// Side by side, or one over the other where the room is narrow; under both what each counts.
void LessonsView::draw_compared(Frame& frame, Rect rect, bool presenting) {
    Comparison& both = *model_.comparison();
    if (!both.ready()) return;
    const bool beside = rect.width() >= frame.em(beside_em);
    const bool tall = !beside && model_.page().look.zoom.value_or(stage::Zoom::block) !=
                                     stage::Zoom::block;  // two tall stages need all the height
    if (!presenting && !tall && rect.height() >= frame.em(30)) {
        std::vector<ComparedCount> rows = both.counts();
        if (model_.asks())
            std::erase_if(rows, [&](const ComparedCount& row) { return tells(row, model_.page()); });
        rows.resize(std::min(rows.size(), most_counts));
        Rect foot = rect.cut_bottom(step::compare_counts_height(frame, rows.size()) + frame.em(2));
        draw_line_above(frame, foot);
        foot = foot.inset(frame.em(1.5F), frame.em(0.4F));
        const Rect clock = foot.cut_bottom(frame.em(1.5F));
        const lessons::PreparedCompare& compare = *model_.page().compare;
        const step::SideNames names{{compare.left, compare.right}, !beside};
        draw_elided(frame, {clock.min.x, clock.centre().y}, clock.width(), type::label,
                    frame.colour(Role::t2),
                    step::clock_words(frame, type::label, clock.width(), both, names));
        if (!rows.empty()) step::draw_compare_counts(frame, foot, both, rows, names);
    }
    const ImVec2 middle = rect.centre();
    const Rect first = beside ? Rect(rect.min.x, rect.min.y, snap(middle.x), rect.max.y)
                              : Rect(rect.min.x, rect.min.y, rect.max.x, snap(middle.y));
    const Rect second = beside ? Rect(snap(middle.x), rect.min.y, rect.max.x, rect.max.y)
                               : Rect(rect.min.x, snap(middle.y), rect.max.x, rect.max.y);
    draw_side(frame, first, true, !presenting && !tall);
    draw_side(frame, second, false, !presenting && !tall);
    const float inset = frame.em(1);
    const Rect edge =
        beside ? Rect(second.min.x, rect.min.y + inset, second.min.x + snap(frame.px()), rect.max.y - inset)
               : Rect(rect.min.x + inset, second.min.y, rect.max.x - inset, second.min.y + snap(frame.px()));
    const Pane line(frame, "lessons.between", edge, Role::line2);
}

}  // namespace upsweep::app
