// The page's other half: its scene with what the step does and the transport; and the page presented.
#include <cctype>

#include "app/lessons/view/lessons_view.h"
#include "app/step/view/step_stage.h"
#include "app/ui/marks.h"
#include "emulator/trace/trace.h"
#include "replay/data/picture.h"
#include "replay/words/sentence.h"

namespace upsweep::app {

using namespace replay;

namespace {

// What the scene shows, in words: the phase it is in; at the end the kernel's last one, not the host's.
std::string scene_title(const StepPosition& at) {
    const emulator::Trace& trace = at.trace();
    std::string name = at.run().algorithm != nullptr ? std::string(at.run().algorithm->title) : "";
    if (at.step() > 0) {
        auto step = size_t(std::min(at.ahead() ? at.step() : at.step() - 1, at.step_count() - 1));
        while (at.step() == at.step_count() && step > 0 && trace.steps[step].kind == emulator::StepKind::host)
            --step;
        const std::string& phase = trace.phases[trace.steps[step].phase].name;
        name = phase.substr(0, phase.find(':'));
    }
    if (at.run().algorithm == nullptr)  // at its start its kernel's name
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
    const auto cells = float(at.trace().arrays[at.picture().followed].extent.width);
    const float wide = rect.width() / frame.em() / (14 + 4.8F * cells),
                high = rect.height() / frame.em() / 41;
    return std::clamp(std::min(wide, high), 1.0F, 1.4F);
}

/// In half of a page: as large as on a whole one. Lanes are smaller, so that more of a warp is in view.
float page_stage_scale(const lessons::Look& look) { return look.zoom == stage::Zoom::lanes ? 0.64F : 1; }

void draw_line_above(Frame& frame, Rect rect) { frame.fill(rect.top(snap(frame.px())), Role::line); }

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
        cell.front() = char(std::toupper(static_cast<unsigned char>(cell.front())));
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
    draw_text(frame, {x, y}, type::body, Role::t2, "step");
    x += text_width(frame, type::body, "step ");
    const std::string now = std::to_string(at.step());
    draw_text(frame, {x, y}, {Face::mono_bold, 1.1F}, Role::t1, now);
    x += text_width(frame, {Face::mono_bold, 1.1F}, now) + frame.em(0.5F);
    draw_text(frame, {x, y}, type::number, Role::t2, "/ " + std::to_string(at.step_count()));
    return x;
}

stage::StageOptions LessonsView::stage_options() const {
    stage::StageOptions options;
    options.grown = eased(motion_);
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
    options.marks = marks;
    float scale = 1;
    if (model_.comparison() != nullptr) {
        scale = set_up_side(frame, rect, at, presenting, options);
    } else {
        options.roomy = frame.density >= Density::wide;
        options.presenting = presenting;
        options.foot = !presenting && rect.height() > frame.em(24);
        scale = presenting ? page_stage_scale(model_.page().look)
                           : stage_scale(frame, rect, at, model_.page().look);
    }
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
    for (int64_t lane = 0; lane < asked.limit; ++lane) {
        const std::optional<Rect> place = frame.items.find("lessons.lane." + std::to_string(lane));
        if (!place) continue;
        const Interaction state = interact(frame, "lessons.pick.lane." + std::to_string(lane), *place);
        if (state.hovered) tooltip(frame, "Click if this lane takes part");
        if (state.hovered || model_.is_chosen(lane))
            frame.outline(*place, Role::ink, frame.em(0.25F), frame.px(model_.is_chosen(lane) ? 3.0F : 1.5F));
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
    const float margin = frame.margin() * scale;  // the stage's own
    Rect rest = rect;
    const bool low = rect.height() < frame.em(22);  // the picture matters more than its title
    const Rect head = rest.cut_top(frame.em(low ? 0.5F : 3.4F)).inset(margin, 0);
    if (!low)
        draw_elided(frame, {head.min.x, head.centre().y}, head.width(), {Face::sans_bold, 1.25F}, Role::t1,
                    scene_title(at));
    // Two lines of room, or as many as this step needs. Seen from the lanes the stage says it.
    const bool told = at.step() > 0 && model_.page().look.zoom == stage::Zoom::lanes;
    const auto caption = marked_runs({Face::sans, 1.1F}, {Role::t1}, told ? "" : this->caption());
    const float caption_height = paragraph_height(frame, rect.width() - 2 * margin, caption);
    const float room = told ? 0 : std::max(frame.em(low ? 0 : 4), caption_height + frame.em(0.8F));
    const Rect words = rest.cut_bottom(room).inset(margin, frame.em(0.4F));
    draw_page_stage(frame, rest, false);
    draw_paragraph(frame, words.min, words.width(), caption);
}

// ---- A lesson presented to a class: its page in large type, its scene beside it

namespace {

/// The text's part of the width, and its size: the first that shows all of it. A class can still read the
/// last.
struct TextRoom {
    float share, size;
};
/// Of the height, under the page, a question or what the step does, and under a scene.
constexpr float wide_words = 0.2F, wide_caption = 0.15F, scene_words = 0.5F;
constexpr std::array word_sizes{1.0F, 0.92F, 0.84F, 0.77F, 0.7F};
constexpr TextRoom text_rooms[] = {{0.42F, 1},     {0.42F, 0.92F}, {0.42F, 0.86F},
                                   {0.46F, 0.82F}, {0.48F, 0.78F}, {0.5F, 0.73F},
                                   {0.5F, 0.69F},  {0.54F, 0.69F}, {0.54F, 0.62F}};

}  // namespace

std::optional<stage::Page> LessonsView::page() const {
    if (screen_ == Screen::course) return course_.plan_page();
    if (screen_ != Screen::lesson) return std::nullopt;
    stage::Page page;
    if (model_.lesson() == nullptr) {
        page.subject = model_.error().empty() ? "Lessons" : "This lesson cannot be opened";
        page.fault = !model_.error().empty();
        page.sentence = model_.error();
        return page;
    }
    page.subject = model_.lesson()->title;
    page.place = model_.page_number() + 1;
    page.count = model_.page_count();
    return page;
}

// Two scenes of blocks, or over choices, need the height of words under them alone; so do long choices. Their
// words take the whole width of the page.
bool LessonsView::words_are_wide(const Frame& frame) {
    const lessons::PreparedPage& page = model_.page();
    using Kind = lessons::Question::Kind;
    const bool chooses =
        page.question && (page.question->kind == Kind::choice || page.question->kind == Kind::sort);
    if (model_.comparison() != nullptr) return chooses || page.look.zoom == stage::Zoom::blocks;
    if (!chooses || !model_.shows_question()) return false;
    Theme smaller = frame.theme;
    const Frame least = lesson::with_size(frame, smaller, word_sizes.back());
    const bool is_long = lesson::short_question_height(least, frame.area.width() / 2, model_) >
                         frame.area.height() * scene_words;
    frame.theme.set(frame.theme.kind(), frame.em());
    return is_long;
}

void LessonsView::draw_presented(Frame& frame) {
    if (fits_next_ > 0) --fits_next_;
    if (screen_ == Screen::course) return course_.draw_plan_item(frame);
    if (model_.lesson() == nullptr) return;
    if (on_exercise()) return exercise_.draw_presented(frame, frame.area, *model_.page().exercise);
    if (frame.items.activate && frame.items.focus.empty()) press_enter();
    choose_words();
    Rect scene = frame.area;
    const bool wide = words_are_wide(frame);
    if (wide) scene.max.y = draw_words(frame, scene, wide_words).min.y;
    const Rect text = scene.cut_left(snap(scene.width() * text_rooms[text_room_].share));
    {
        const Pane pane(frame, "lessons.text", text, Role::bg1);
        draw_fitting_body(frame, text);
    }
    // Two scenes need more of the height than one; and the one over an answer what it had before.
    const bool less =
        model_.comparison() != nullptr || (model_.shows_question() && model_.answers().settled());
    if (!wide) scene.max.y = draw_words(frame, scene, less ? 0.36F : scene_words).min.y;
    const Pane pane(frame, "lessons.scene", scene, Role::bg0);
    if (model_.page().race || model_.page().playground) return draw_presented_part(frame, scene);
    if (model_.comparison() != nullptr) return draw_compared(frame, scene, true);
    draw_page_stage(frame, scene, true);
}

// A plot and a picture need the room of a narrow half more than their words do.
void LessonsView::draw_presented_part(Frame& frame, Rect scene) {
    constexpr float enough_em = 28, least = 0.625F;
    const float size = std::clamp(std::floor(scene.width() / frame.em(enough_em) * 8) / 8, least, 1.0F);
    Theme smaller = frame.theme;
    Frame part = lesson::with_size(frame, smaller, size);
    if (model_.page().race)
        draw_race(part, scene);
    else
        draw_playground(part, scene);
    frame.theme.set(frame.theme.kind(), frame.em());
}

// The next smaller size in the next frame, until all of the page is seen.
void LessonsView::draw_fitting_body(Frame& frame, Rect body) {
    const std::pair now(&model_.page(), frame.area.size());
    if (now.first != scaled_for_.first || now.second.x != scaled_for_.second.x ||
        now.second.y != scaled_for_.second.y)
        scaled_for_ = now, text_room_ = 0;
    Theme smaller = frame.theme;
    Frame text = lesson::with_size(frame, smaller, text_rooms[text_room_].size);
    // The left edge is the title's; where there is little room the right one is nearer.
    const float margin = frame.em(text_room_ < 3 ? 1.55F : 0.8F);
    body.min.x += frame.em(1.55F) - margin;
    draw_body(text, body, margin, false, true);
    frame.theme.set(frame.theme.kind(), frame.em());
    if (height_ + text.em(0.5F) <= body.height() || text_room_ + 1 >= std::size(text_rooms)) return;
    ++text_room_;
    fits_next_ = 3;
}

/// Under the scene, in that part of its height: the question with its answers, else what the step does. Gives
/// where it is.
Rect LessonsView::draw_words(Frame& frame, Rect scene, float share) {
    const float margin = frame.em(share == wide_words ? 1.55F : 1.2F), width = scene.width() - 2 * margin;
    const bool asks = model_.shows_question();
    const auto caption = marked_runs({Face::sans, 1.1F}, {Role::t1}, this->caption());
    const float most = scene.height() * (share == wide_words && !asks ? wide_caption : share);
    Theme smaller = frame.theme;
    float wanted = 0, size = 1;
    for (const float next : word_sizes) {
        size = next;
        const Frame words = lesson::with_size(frame, smaller, size);
        wanted = (asks ? lesson::short_question_height(words, width, model_)
                       : paragraph_height(words, width, caption, 1.3F)) +
                 words.em();
        if (wanted <= most) break;
    }
    const float high = std::max(frame.em(share == wide_words ? 0 : 4.4F), wanted);
    const Rect rect = scene.cut_bottom(std::min(high, scene.height() * 0.55F));
    Frame words = lesson::with_size(frame, smaller, size);
    Pane pane(words, "lessons.ask", rect, Role::bg0, true);
    const ImVec2 corner(rect.min.x + margin, pane.origin().y + words.em(0.4F));
    if (asks)
        pane.set_height(lesson::draw_short_question(words, corner, width, model_, field_) + words.em(0.6F));
    else
        draw_paragraph(words, corner, width, caption, 1.3F);
    frame.theme.set(frame.theme.kind(), frame.em());
    return rect;
}

// ---- Pages whose scene is the Race or the Playground: the real ones, with what the page has chosen

namespace {

constexpr float least_controls_em = 36;

void draw_radius(Frame& frame, Rect& rect, PlaygroundTask& task) {
    Rect foot = rect.cut_bottom(frame.em(4.2F)).inset(frame.em(1.5F), 0);
    const float y = foot.centre().y;
    draw_text(frame, {foot.min.x, y}, type::body, Role::t1, "Radius");
    foot.cut_left(frame.em(4.5F));
    auto radius = float(task.value("radius"));
    const SliderOptions options{.whole = true};
    if (slider(frame, "lessons.radius", {foot.min.x, y - frame.em(), foot.max.x, y + frame.em()}, radius, 0,
               60, options))
        task.set("radius", int64_t(radius));
}

}  // namespace

// The Race and the Playground are there from the first page on that shows them.
void LessonsView::set_up_parts(double dt) {
    if (model_.lesson() == nullptr) return;
    const lessons::PreparedPage& page = model_.page();
    const bool fresh = parts_page_ != &page;
    parts_page_ = &page;
    // A missing name of a page is a notice; check-lesson refuses it.
    try {
        if (page.race) {
            if (!race_) race_ = std::make_unique<RaceView>(services_);
            if (fresh) race_->open(*page.race);
            race_->advance(dt);
        }
        if (page.playground) {
            if (!playground_) playground_ = std::make_unique<PlaygroundView>(services_);
            if (fresh) playground_->open(*page.playground);
            playground_->advance(dt);
        }
    } catch (const UsageError& error) {
        services_.notices.add(error.what(), "link");
    }
}

// The arrows do what they do in the Playground.
bool LessonsView::turn_playground(int by) {
    if (model_.lesson() == nullptr || !model_.page().playground || !playground_) return false;
    playground_->keys()->press(parse_chord(by < 0 ? "Left" : "Right"));
    return true;
}

void LessonsView::draw_race(Frame& frame, Rect rect) {
    if (!race_) return;
    RaceModel& race = race_->model();
    const Rect inner = rect.inset(frame.em(1.5F), frame.em());
    if (!race.machine_known()) {
        draw_empty_state(frame, inner.min, inner.width(), "Setting up the Race", "Looking for a GPU first.");
        return;
    }
    // In a narrow half the plot and its headline need all the room; the Race has the rest.
    if (inner.width() < frame.em(least_controls_em)) {
        draw_race_lecture(frame, inner, race);
        race.end_frame();
        return;
    }
    const RaceAction action = draw_race_controls(frame, inner, race);
    if (action == RaceAction::start) race.start();
    if (action == RaceAction::pause) race.toggle_pause();
    if (action == RaceAction::cancel) race.cancel();
    draw_race_lecture(frame, inner, race, race_controls_room(frame, race));
    race.end_frame();
    if (const auto scene = race.take_scene()) services_.open(*scene);
}

void LessonsView::draw_playground(Frame& frame, Rect rect) {
    if (!playground_) return;
    if (PlaygroundTask& task = playground_->panel().task(); task.find("radius"))
        draw_radius(frame, rect, task);
    if (const auto page = playground_->page(); page && !page->sentence.empty()) {
        const auto words = marked_runs({Face::sans, 1.1F}, {Role::t1}, page->sentence);
        const float width = rect.width() - frame.em(3);
        const float high = paragraph_height(frame, width, words) + frame.em(0.8F);
        const Rect place = rect.cut_bottom(high);
        draw_paragraph(frame, {place.min.x + frame.em(1.5F), place.min.y + frame.em(0.4F)}, width, words);
    }
    rect.cut_top(frame.em());
    Frame part = frame;
    part.area = rect;
    playground_->draw_presented(part);
}

void LessonsView::open_scene() {
    const lessons::PreparedPage& page = model_.page();
    if (page.race && !page.race->preset.empty()) return services_.open(*page.race);
    if (page.race && race_ && race_->model().machine_known())
        return services_.open(scenes::RacePlace{.experiment = race_->model().experiment().title});
    if (page.race) return services_.open(scenes::RacePlace{});
    if (page.playground && playground_) return services_.open(playground_->destination());
    services_.open(model_.scene());
}

}  // namespace upsweep::app
