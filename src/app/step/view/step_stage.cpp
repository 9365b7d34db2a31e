// The stage in the window: layout by its module, drawing by ImGui; and from how far it is seen: the control
// above it, the wheel, and clicks that go nearer.
#include "app/step/view/step_stage.h"

#include "app/step/view/step_view.h"
#include "app/ui/canvas_painter.h"
#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"

namespace upsweep::app {

bool is_changeable_input(const replay::StepPosition& at, emulator::ArrayId array) {
    constexpr int64_t most_cells = 4096;  // the run comes back while the hand moves
    const scenes::Scene& scene = at.run().scene;
    return scene.entry() != nullptr && scene.catalog().input &&
           scene.catalog().input->count() <= most_cells && int(array) == at.trace().plan.input.index;
}

stage::StageEvents show_stage(Frame& frame, Rect rect, std::string_view prefix,
                              const replay::StepPosition& at, const stage::StageOptions& options,
                              stage::StageState& state, float scale, CellPointer* pointer) {
    const canvas::Picture picture = stage::draw_stage(box_of(rect), scale * frame.em(), at, options, state);
    paint(frame, picture);
    canvas::Touch touched = touch(frame, picture, prefix);
    // Controls that are buttons of the window are where the picture leaves room for them.
    for (const auto& [name, label] :
         {std::pair("banks.action", options.banks_action), std::pair("deadlock.cure", options.deadlock_cure)})
        if (const canvas::Hit* place = picture.find(name))
            if (button(frame, std::string(prefix) + "." + place->name, rect_of(place->box), label)) {
                touched.name = place->name;
                touched.clicked = true;
            }
    const CellPointer::Cell cell =
        touched.hovered || touched.held ? stage::cell_of(at, touched.name) : std::nullopt;
    if (pointer != nullptr && touched.hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right))
        pointer->asked = cell;
    if (pointer != nullptr && touched.held) pointer->held = cell;
    // Nothing lies over the cells: what is known of the one under the pointer is in the foot line.
    state.fact = touched.hovered && !state.dragging ? stage::tip_of(touched, at) : "";
    if (pointer != nullptr && cell && is_changeable_input(at, cell->first))
        state.fact += std::string(state.fact.empty() ? "" : " ") + "Drag it up or down to change the input.";
    if (options.foot) frame.items.note(std::string(prefix) + ".fact", rect.bottom(frame.em(1.5F)));
    stage::StageEvents events = stage::events_of(touched, picture, at, state);
    if (!options.movable) return events;
    // The place where a dragged block would go; a drag follows the hand.
    if (const auto place = stage::drag_block(touched, picture, at, state, events)) {
        const Rect edge = rect_of(place->edge).snapped();
        frame.fill(edge, Role::ink);
        const Rect card = rect_of(place->card.moved(touched.at - state.pressed_at)).snapped();
        frame.outline(card, Role::ink, frame.em(0.45F), frame.px(2));
    }
    return events;
}

using namespace replay;

using namespace step;

float step::stage_scale(const Frame& frame, Rect rect) {
    // So many E are enough for every picture of the catalog; in eighths, so that few sizes of type are baked.
    constexpr float wide = 66, high = 50, most = 2;
    const float room = std::min(rect.width() / frame.em(wide), rect.height() / frame.em(high));
    return std::clamp(std::floor(room * 8) / 8, 1.0F, most);
}

/// "View [plan | blocks | block | lanes]", what it follows, and at the right whether cells show symbols.
/// Words that find no room are left out.
void StepView::draw_zoom(Frame& frame, Rect rect) {
    if (model_.position() == nullptr) return;
    static constexpr std::array<std::string_view, 4> names = {"plan", "blocks", "block", "lanes"};
    const float y = rect.centre().y, word = text_width(frame, type::body, "View") + frame.em(0.7F);
    const float wide = segmented_width(frame, names);
    if (wide > rect.width()) return;
    float x = rect.min.x;
    if (x + word + wide + frame.em(8) < rect.max.x) {
        draw_text(frame, {x, y}, type::body, Role::t2, "View");
        x += word;
    }
    int chosen = int(model_.shown_zoom());
    if (segmented(frame, "step.zoom", {x, y - frame.em()}, names, chosen))
        model_.set_zoom(stage::Zoom(chosen));
    x += wide + frame.em();
    rect.max.x = draw_symbols(frame, rect, x) - frame.em();
    const std::string_view note = model_.zoom() ? "chosen by hand; V follows the step again"
                                                : "follows the step: launch, phase, barrier, statement";
    const std::string_view shorter = model_.zoom() ? "chosen by hand" : "follows the step";
    for (const std::string_view text : {note, shorter}) {
        if (x + text_width(frame, type::small, text) > rect.max.x) continue;
        draw_text(frame, {x, y}, type::small, Role::t3, text);
        break;
    }
}

/// Toggles at the right end, where `left` leaves room for them; returns where they begin.
float StepView::draw_symbols(Frame& frame, Rect rect, float left) {
    const emulator::Trace& trace = model_.position()->trace();
    const ScalarType type = trace.arrays.empty() ? ScalarType::u32 : trace.plan[trace.plan.output].type;
    float right = rect.max.x;
    const auto toggle = [&](std::string_view id, std::string_view label, bool& on, std::string_view hint,
                            std::string_view tip) {
        const ButtonOptions how{.chosen = on, .hint = hint, .tip = tip};
        const float width = button_width(frame, label, how), y = rect.centre().y;
        if (right - width < left) return;
        if (button(frame, id, {right - width, y - frame.em(), right, y + frame.em()}, label, how)) on = !on;
        right -= width + frame.em(0.5F);
    };
    toggle("step.symbols", "Symbols", look_.symbols, "S",
           "Cells show what they hold: 3…7 is the sum of inputs 3 to 7.");
    if (look_.symbols && (type == ScalarType::f32 || type == ScalarType::f64))
        toggle("step.rounding", "Rounding", look_.rounding, "",
               "Cells show how far they are from the exact sum of their inputs.");
    rect.max.x = right;
    return draw_home_button(frame, rect, left);
}

/// At the right end, where `left` leaves room for it; returns where it begins.
float StepView::draw_home_button(Frame& frame, Rect rect, float left) {
    const ButtonOptions how = {
        .tip = "The scene as a command or a file, as pictures, as a page for any browser."};
    const float width = button_width(frame, "Take home", how), y = rect.centre().y;
    if (rect.max.x - width < left) return rect.max.x;
    if (button(frame, "step.home.open", {rect.max.x - width, y - frame.em(), rect.max.x, y + frame.em()},
               "Take home", how))
        show_home();
    return rect.max.x - width - frame.em(0.5F);
}

void StepView::turn_wheel() {
    const ImGuiIO& io = ImGui::GetIO();
    if (!io.KeyCtrl || model_.position() == nullptr || !ImGui::IsWindowHovered()) {
        look_.wheel = 0;
        return;
    }
    // A touchpad turns in small parts; one notch is one level.
    look_.wheel += io.MouseWheel;
    if (look_.wheel >= 1) model_.look_nearer();
    if (look_.wheel <= -1) model_.look_farther();
    if (std::abs(look_.wheel) >= 1) look_.wheel = 0;
}

void StepView::obey(const stage::StageEvents& events) {
    const Option* cure = this->cure();
    const Option* slip = left_out();
    if (events.cell && asking_.predict.click_cell(events.cell->first, events.cell->second)) return;
    if (events.block && asking_.predict.click_block(*events.block)) return;
    if (events.cell) model_.go_to_cell(events.cell->first, events.cell->second);
    if (events.block) model_.go_to_block(*events.block);
    if (events.seek) model_.go_to_operation(*events.seek);
    if (events.drop) move_block(*events.drop);
    if (events.follow) model_.position()->follow(*events.follow);
    if (events.banks_action && cure != nullptr) turn_on(*cure);
    if (events.deadlock_cure && slip != nullptr) turn_on(*slip);
}

/// A cell of the input goes up and down by ones with the hand; the run is made again as it goes. True while
/// it does, so that letting go is no click.
bool StepView::drag_input(const Frame& frame, const CellPointer::Cell& held) {
    std::optional<InputDrag>& drag = look_.drag;
    const float y = ImGui::GetIO().MousePos.y;
    if (!drag && held && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && model_.position() != nullptr &&
        is_changeable_input(*model_.position(), held->first) && !asking_.predict.active())
        drag = {held->second, model_.scene().catalog().input->number(held->second), y};
    if (!drag) return false;
    const bool moved = drag->steps != 0 || drag->moved;
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        drag.reset();
        return moved;
    }
    const auto steps = int(std::lround((drag->y - y) / frame.em(0.9F)));
    if (steps == drag->steps) return moved;
    drag->steps = steps;
    drag->moved = true;
    step::change_scene(services_, model_, [&] {
        scenes::Scene scene = model_.scene();
        scenes::CatalogRun& run = scene.catalog();
        if (!run.input || drag->element >= run.input->count()) return scene;
        const ScalarType type = run.input->type();
        const double least = type == ScalarType::u8 || type == ScalarType::u32 ? 0 : -1e6;
        const double most = type == ScalarType::u8 ? 255 : 1e6;
        run.input->set_number(drag->element, std::clamp(drag->from + steps, least, most));
        run.input_kind = scenes::InputKind::given;
        return scene;
    });
    return true;
}

/// The same scene at the same step: the blocks that have begun keep their order.
void StepView::move_block(const stage::BlockDrop& drop) {
    const StepPosition& at = *model_.position();
    const BlocksPicture& blocks = at.blocks();
    const auto begun =
        count_if(blocks.cards, [](const BlockCard& card) { return card.state != BlockState::waiting; });
    try {
        scenes::Scene scene = model_.scene();
        const std::string order = moved_block_order(at.trace(), at.launch(), size_t(begun), drop);
        scene.gpu = with_setting(scene.gpu, "blocks", order);
        scene = scenes::with_gpu(scene, scene.gpu);
        scene.step = at.step();
        model_.open(std::move(scene), false);
        services_.notices.clear();
    } catch (const Error& error) {
        services_.notices.add(error.what());
    }
}

// ---- The Step view presented to a class: a page with the stage and nothing else

std::optional<stage::Page> StepView::page() const {
    if (compare_.shown() && compare_.both->ready()) return step::page_of_both(compare_, model_);
    if (model_.position() != nullptr) {
        stage::Page shown = stage::page_of(*model_.position(), model_.shown_zoom());
        // The question has the page's foot: what the step does is its answer, or comes with the reason.
        if (asking_.predict.active()) shown.sentence.clear(), shown.counts.clear();
        return shown;
    }
    stage::Page page;
    page.subject = model_.error().empty() ? "Step" : "This does not run";
    page.fault = !model_.error().empty();
    page.sentence = model_.error();
    return page;
}

// What the step does is said in the same signs as in the cells.
void StepView::choose_words() {
    const bool symbols = look_.symbols && !look_.rounding;
    if (model_.position() != nullptr) model_.position()->set_symbols(symbols);
    replay::StepPosition* right = compare_.shown() ? compare_.both->right().position() : nullptr;
    if (right != nullptr) right->set_symbols(symbols);
}

void StepView::draw_presented(Frame& frame) {
    const Pane pane(frame, "step.presented", frame.area, Role::bg0);
    frame.items.note("step.stage", frame.area);
    turn_wheel();
    choose_words();
    if (compare_.shown() && compare_.both->ready()) {
        draw_both_presented(frame, frame.area);
    } else if (model_.position() != nullptr) {
        stage::StageOptions options = stage_options();
        options.presenting = true;
        Rect rest = frame.area;
        draw_question(frame, rest, options, true);
        obey(show_stage(frame, rest, "step", *model_.position(), options, look_.stage));
    }
    draw_loading(frame, frame.area);
}

void StepView::draw_both_presented(Frame& frame, Rect rect) {
    step::count_compared(compare_);
    stage::StageOptions options = stage_options();
    options.presenting = true;
    options.banks_alone = compare_.both->is_about_banks();
    const Rect clock = rect.cut_bottom(frame.em(1.7F)).inset(frame.em(1.55F), 0);
    const std::vector<Rect> halves = step::presented_halves(frame, rect);
    const Rect& second = halves[1];
    const bool beside = second.min.x > halves[0].min.x;
    const TextStyle small{Face::sans, 1};
    const step::SideNames names{compare_captions(model_.scene(), compare_.both->right().scene()), !beside};
    draw_elided(frame, {clock.min.x, clock.min.y + frame.em(0.9F)}, clock.width(), small, Role::t2,
                step::clock_words(frame, small, clock.width(), *compare_.both, names));
    for (const bool is_left : {true, false}) {
        const StepModel& side = is_left ? model_ : compare_.both->right();
        const Rect stage =
            step::draw_presented_side(frame, halves[is_left ? 0 : 1], compare_, model_, is_left);
        options.zoom = side.zoom();
        const float scale = step::presented_scale(frame, stage, *side.position(), side.shown_zoom());
        const stage::StageEvents events =
            show_stage(frame, stage, is_left ? "step" : "compare", *side.position(), options,
                       is_left ? look_.stage : compare_.right, scale);
        if (is_left) obey(events);
    }
    const ImVec2 end = beside ? ImVec2(second.min.x, second.max.y) : ImVec2(second.max.x, second.min.y);
    frame.line(snap(second.min), snap(end), Role::line2, frame.px());
}

void StepView::presenting(bool on) {
    if (!on) return;
    look_.presented_from = model_.shown_zoom();
    look_.presented_comparing = compare_.shown();
}

// What was begun while presenting ends before presenting does.
bool StepView::look_back() {
    if (over_.inquiry.leave_one() || close_predict()) return true;
    if (compare_.shown() && !look_.presented_comparing) {
        turn_compare();
        return true;
    }
    return model_.position() != nullptr && model_.shown_zoom() > look_.presented_from &&
           model_.look_farther();
}

}  // namespace upsweep::app
