// The Step view: rail, stage, code, inspector, timeline, laid out by the window's width in E.
#include "app/step/view/step_view.h"

#include <tuple>

#include "app/step/view/step_stage.h"
#include "replay/data/blocks.h"
#include "replay/structure/staging.h"

namespace upsweep::app {

using namespace replay;
using namespace scenes;

using namespace step;

namespace {

constexpr double arrow_seconds = 0.18, fill_seconds = 0.12;

}  // namespace

void StepMotion::advance(double dt, const StepModel& model) {
    if (share_ < 1) share_ = std::min(1.0, share_ + dt / seconds_);
    if (seen_moves_ == model.moves()) return;
    seen_moves_ = model.moves();
    const bool fast = model.playing() && model.steps_per_second() > 4;
    share_ = model.moved_by_step() && !fast && !reduced_motion ? 0 : 1;
    seconds_ = arrow_seconds + fill_seconds;
    if (model.playing()) seconds_ = std::min(seconds_, 0.4 / model.steps_per_second());
}

float StepMotion::grown() const {
    return eased(std::min(1.0, share_ / (arrow_seconds / (arrow_seconds + fill_seconds))));
}

StepView::StepView(Services& services)
    : services_(services),
      model_(services.jobs),
      edits_(services.jobs, model_, services.drafts,
             [this](const std::string& sentence) { services_.notices.add(sentence, "draft"); }),
      cures_(services.jobs),
      asking_{Predict(model_)},
      order_(services.jobs, model_),
      stops_(services.jobs, model_),
      gpu_(services.jobs),
      over_{step::OpenState(services.jobs), step::HomeState(services.jobs), CellInquiry(model_)} {
    panes_.inspector.gpu = &gpu_;
    panes_.inspector.race = [this] { race_edit(); };
    services.look_first = [this](const FirstLook& look) { model_.look_first(look); };
    bind_keys();
}

bool StepView::animating() const {
    return model_.playing() || look_.motion.moving() || code_.moving || edits_.waits() || stops_.waits() ||
           panes_.rail.tries > 0 || (model_.loading() && model_.loading_age() > 0.25);
}

bool StepView::ready() const {
    const bool compared = !compare_.shown() || !compare_.both->right().loading();
    return !model_.loading() && compared && (model_.position() != nullptr || !model_.error().empty());
}

void StepView::seek(int64_t step) {
    if (model_.position() != nullptr && !model_.loading()) {
        model_.seek(step);
    } else {
        wanted_.step = step;
    }
}

std::optional<SeekRange> StepView::seek_range() const {
    if (model_.position() == nullptr) return std::nullopt;
    return SeekRange{"step", 0, model_.position()->step_count()};
}

bool StepView::close_overlay() {
    if (std::exchange(panes_.rail.open, false) || std::exchange(over_.open.shown, false) ||
        std::exchange(over_.home.shown, false) || over_.inquiry.leave_one() || close_predict())
        return true;
    if (compare_.shown() || order_.active()) {
        order_.leave();
        if (compare_.shown()) turn_compare();
        return true;
    }
    return false;
}

void StepView::bind_keys() {
    keys_.bind({
        {"Space", "Play or pause", [this] { model_.set_playing(!model_.playing()); }},
        {"Right", "One step forward", [this] { model_.forward(); }},
        {"Left", "One step back", [this] { model_.back(); }},
        {"Home", "To the beginning", [this] { model_.home(); }},
        {"End", "To the end", [this] { model_.end(); }},
        {"PgDn", "To the end of the phase", [this] { model_.next(Grain::phase); }},
        {"PgUp", "To the previous phase", [this] { model_.previous(Grain::phase); }},
    });
    using stage::Zoom;
    for (const auto& [key, help, zoom] :
         {std::tuple("1", "The plan: operations side by side", Zoom::plan),
          std::tuple("2", "The blocks of the launch", Zoom::blocks),
          std::tuple("3", "One block", Zoom::block), std::tuple("4", "Its lanes", Zoom::lanes)})
        keys_.bind(key, help, [this, zoom = zoom] { model_.set_zoom(zoom); });
    keys_.bind({
        {"V", "The view follows the size of step", [this] { model_.set_zoom({}); }},
        {"Ctrl+O", "Open a program, or begin a new one", [this] { show_open(); }},
        {"Ctrl+T", "Take home: scene, pictures, page", [this] { show_home(); }},
        {"Ctrl+Shift+C", "Copy as command", [this] { copy_as_command(services_, model_); }},
        {"Ctrl+K", "Find an algorithm, or what to compare",
         [this] { (compare_.shown() ? compare_.wants_find : panes_.rail.wants_find) = true; }},
        {"S", "Cells show what they hold", [this] { look_.symbols = !look_.symbols; }},
        {"C", "Compare two scenes, or stop comparing", [this] { turn_compare(); }},
        {"Ctrl+Z", "Undo the last change to the scene", [this] { model_.undo_scene(); }},
        {"Ctrl+Y Ctrl+Shift+Z", "Redo", [this] { model_.redo_scene(); }},
        {"F3", "Next finding", [this] { model_.next_finding(); }},
        {"Shift+F3", "Previous finding", [this] { model_.previous_finding(); }},
        {"Ctrl+Enter", "Run the code", [this] { edits_.run(true); }},
        {"Ctrl+R", "Revert the code to the original", [this] { edits_.revert(); }},
        {"Ctrl+S", "Save the program, or a copy", [this] { save_code(tools(), code_); }},
        {"Ctrl+E", "My edit, or the original",
         [this] {
             const bool mine = edits_.side() == CodeEdits::Side::mine;
             if (edits_.changed()) edits_.show(mine ? CodeEdits::Side::original : CodeEdits::Side::mine);
         }},
        {"R", "Race the changed kernel, as one more line", [this] { race_edit(); }},
        {"F9", "Breakpoint on the highlighted line", [this] { step::toggle_stop_here(tools(), code_); }},
        {"F5", "Forward to the next breakpoint", [this] { stops_.go(true, step::tell_until(until())); }},
        {"Shift+F5", "Back to the previous breakpoint",
         [this] { stops_.go(false, step::tell_until(until())); }},
        {"H", "History of the focused or written cell", [this] { turn_history(); }},
        {"U", "Run until …", [this] { until_.wants_open = true; }},
        {"P", "Predict the next step", [this] { turn_predict(); }},
        {"O", "You are the scheduler: pick who runs next", [this] { turn_order(); }},
    });
    asking_.keys = keys_;
    asking_.keys.bind("Enter", "Reveal, then the next question", [this] { asking_.predict.enter(); });
}

void StepView::advance(double dt) {
    open_first();
    if (wanted_.step && model_.position() != nullptr && !model_.loading()) {
        model_.seek(*wanted_.step);
        wanted_.step.reset();
    }
    if (wanted_.question && model_.position() != nullptr && !model_.loading())
        ask(*std::exchange(wanted_.question, {}));
    model_.advance(dt);
    if (GpuCheck::concerns(model_.scene())) gpu_.look_for_gpu();
    if (compare_.shown()) compare_.both->advance();
    asking_.predict.update();
    order_.update();
    stops_.update();
    over_.inquiry.update();
    edits_.advance(dt);
    show_own_text();
    look_.motion.advance(dt, model_);
}

void StepView::show_own_text() {
    const std::string file = edits_.own() ? edits_.main_file() : std::string();
    if (file == own_file_) return;
    own_file_ = file;
    if (!file.empty() && !wanted_.form) code_.form = CodeForm::full;
}

const Option* StepView::cure() const {
    const StepPosition* at = model_.position();
    if (at == nullptr || at->run().algorithm == nullptr) return nullptr;
    for (const Option& option : at->run().algorithm->options)
        if (option.cures_bank_conflicts &&
            at->run().scene.catalog().parameters.option(option.name) == option.lowest)
            return &option;
    return nullptr;
}

const Option* StepView::left_out() const {
    const StepPosition* at = model_.position();
    if (at == nullptr || at->run().algorithm == nullptr) return nullptr;
    for (const Option& option : at->run().algorithm->options)
        if (!option.slip.empty() &&
            at->run().scene.catalog().parameters.option(option.name) != option.initial)
            return &option;
    return nullptr;
}

void StepView::turn_on(const Option& chosen) {
    change_scene(services_, model_, [&] {
        Parameters parameters = model_.scene().catalog().parameters;
        parameters.set_option(chosen.name, chosen.slip.empty() ? chosen.highest : chosen.initial);
        return with_parameters(model_.scene(), parameters);
    });
}

void StepView::draw_loading(Frame& frame, Rect rect) {
    if (!model_.loading() || model_.loading_age() < 0.3) return;
    if (model_.position() != nullptr) frame.fill(rect, Colour(Role::bg0, 0.5F));
    const Rect card = Rect::around(rect.centre(), frame.em(24), frame.em(4.2F)).snapped();
    frame.fill(card, Role::bg2, frame.em(0.5F));
    frame.outline(card, Role::line, frame.em(0.5F));
    const auto percent = int(std::lround(100 * model_.loading_progress()));
    const std::string work = model_.scene().trace_file() == nullptr ? "Tracing" : "Opening";
    const std::string text = percent > 0 ? work + ", " + std::to_string(percent) + " %." : work + ".";
    draw_text(frame, {card.min.x + frame.em(), card.min.y + frame.em(1.5F)}, type::body, Role::t1, text);
    const Rect bar(card.min.x + frame.em(), card.max.y - frame.em(1.2F), card.max.x - frame.em(7),
                   card.max.y - frame.em(0.8F));
    frame.fill(bar, Role::bg3, bar.height() / 2);
    const float done = bar.width() * float(std::clamp(model_.loading_progress(), 0.02, 1.0));
    frame.fill(bar.left(done), Role::t2, bar.height() / 2);
    if (button(frame, "step.cancel",
               {card.max.x - frame.em(6), card.centre().y - frame.em(), card.max.x - frame.em(),
                card.centre().y + frame.em()},
               "Cancel"))
        model_.cancel();
}

stage::StageOptions StepView::stage_options() const {
    stage::StageOptions options;
    options.zoom = model_.zoom();
    options.symbols = look_.symbols;
    options.rounding = look_.rounding;
    options.grown = look_.motion.grown();
    return options;
}

void StepView::draw_compared(Frame& frame, Rect rect) {
    count_compared(compare_);
    const Rect foot = rect.cut_bottom(compare_foot_height(frame, compare_));
    draw_compare_code(frame, rect.cut_bottom(compare_code_height(frame)), compare_, model_);
    turn_wheel();
    stage::StageOptions options = stage_options();
    options.movable = false;
    options.foot = true;
    options.banks_alone = compare_.both->ready() && compare_.both->is_about_banks();
    for (const bool is_left : {true, false}) {
        const Rect half = is_left ? Rect(rect.min.x, rect.min.y, rect.centre().x, rect.max.y)
                                  : Rect(rect.centre().x, rect.min.y, rect.max.x, rect.max.y);
        const Pane pane(frame, is_left ? "step.left" : "step.right", half, Role::bg0);
        const Rect stage = draw_compare_head(frame, half, services_, compare_, model_, is_left);
        const StepModel& side = is_left ? model_ : compare_.both->right();
        if (side.position() == nullptr) continue;
        options.zoom = side.zoom();
        const stage::StageEvents events =
            show_stage(frame, stage, is_left ? "step" : "compare", *side.position(), options,
                       is_left ? look_.stage : compare_.right, stage_scale(frame, stage));
        if (is_left) obey(events);
    }
    frame.line({snap(rect.centre().x), rect.min.y + frame.em()},
               {snap(rect.centre().x), rect.max.y - frame.em()}, Role::line2, frame.px());
    draw_loading(frame, rect);
    draw_compare_foot(frame, foot, services_, model_, compare_);
}

void StepView::draw_stage(Frame& frame, Rect rect) {
    if (over_.open.shown) return draw_panel(frame, rect);
    if (over_.home.shown && model_.position() != nullptr)
        return draw_home(frame, rect, services_, model_, over_.home);
    if (over_.inquiry.shown() && model_.position() != nullptr)
        return draw_history_panel(frame, rect, model_, over_.inquiry);
    const Pane pane(frame, "step.stage", rect, Role::bg0);
    frame.items.note("step.stage", rect);
    const bool roomy = frame.density >= Density::wide;
    Rect rest = rect;
    const float margin = frame.em(roomy ? 1.5F : 1);
    const float header = header_height(frame, model_);
    draw_header(frame, rest.cut_top(header).inset(margin, 0), services_, model_, panes_.header);
    if (frame.density > Density::narrow) draw_zoom(frame, rest.cut_top(frame.em(2.6F)).inset(margin, 0));
    turn_wheel();
    if (model_.position() == nullptr) {
        if (!model_.error().empty())
            draw_failure(frame, rest.inset(margin, 0));
        else if (!model_.loading() && model_.scene().program() != nullptr)
            draw_empty_state(frame, {rest.min.x + margin, rest.min.y + margin}, rest.width() - 2 * margin,
                             "Nothing has run yet", "The run was cancelled. Ctrl+Enter starts it again.");
        draw_loading(frame, rest);
        return;
    }
    stage::StageOptions options = stage_options();
    options.roomy = roomy;
    options.foot = true;
    options.grows = true;
    options.legend = !look_.legend_seen;
    options.movable = model_.scene().trace_file() == nullptr;
    const Option* cure = this->cure();
    const std::string action = cure != nullptr ? "Turn " + std::string(cure->name) + " on" : "";
    options.banks_action = action;
    const Option* slip = left_out();
    const std::string cured = slip != nullptr ? "Put back: " + std::string(slip->leaves_out) : "";
    options.deadlock_cure = cured;
    if (const float foot = output_height(frame, model_, rest.height()); foot > 0)
        draw_output(frame, rest.cut_bottom(foot), services_, model_, panes_.output);
    Rect foot = rest.inset(margin, 0);
    draw_question(frame, foot, options);
    if (order_.active()) {
        const float gap = frame.em(0.4F);
        draw_order(frame, foot.cut_bottom(order_height(frame, foot.width(), order_) + 2 * gap).inset(0, gap),
                   order_);
    }
    rest.max.y = foot.max.y;
    const float scale = stage_scale(frame, rest);
    CellPointer pointer;
    stage::StageEvents events =
        show_stage(frame, rest, "step", *model_.position(), options, look_.stage, scale, &pointer);
    if (drag_input(frame, pointer.held)) events.cell.reset();
    obey(events);
    ask_about(pointer.asked);
    draw_loading(frame, rest);
}

/// A line that was clicked beside the findings.
void StepView::open_clicked_line() {
    const emulator::SourceRange where = std::exchange(panes_.inspector.opens, {});
    if (where.file < 0) return;
    open_line(code_, model_, where);
    panes_.tab = 1;
}

void StepView::draw_right(Frame& frame, Rect rect) {
    // A finding's words are in one place: under its line, over the stuck blocks, else beside the list.
    const StepPosition* at = model_.position();
    const bool card = code_.form == CodeForm::full && model_.finding_here() >= 0 &&
                      step::finding_on_card(model_) == model_.finding_here();
    const bool banner = at != nullptr && model_.shown_zoom() == stage::Zoom::blocks &&
                        at->staged().blocks() > 1 && !at->blocks().deadlock.empty();
    panes_.inspector.told = card || banner;
    if (frame.density == Density::full) {
        Rect side = rect.cut_right(rect.width() * 0.45F);
        draw_code(frame, rect, tools(), code_);
        draw_inspector(frame, side, model_, panes_.inspector);
    } else {
        const float wanted = inspector_height(frame, rect.width(), model_);
        // An open finding is read to its end, with the cure; in the full form it is under its line, and
        // the code gets the room for it.
        const bool finding = model_.finding_here() >= 0, low = frame.density < Density::wide;
        const float share = is_edited() ? (finding && low ? 0.18F : 0.4F) : finding ? 0.68F : 0.62F;
        const float corner = corner_height(frame, services_, model_.scene(), panes_.corner);
        // Where a finding is read to its end, the Race has to wait.
        if (corner > 0 && !finding && wanted + corner < rect.height() * 0.62F)
            draw_corner(frame, rect.cut_bottom(corner), services_, model_.scene(), panes_.corner);
        const Rect below = rect.cut_bottom(std::min(wanted, rect.height() * share));
        draw_code(frame, rect, tools(), code_);
        draw_inspector(frame, below, model_, panes_.inspector);
    }
    const Pane edge(frame, "step.edge", {rect.min.x, rect.min.y, rect.min.x + 1, rect.max.y}, Role::line);
}

void StepView::draw_narrow(Frame& frame, Rect rect) {
    const Rect sentence = rect.cut_bottom(frame.em(is_short(frame) ? 3.1F : 3.6F));
    Rect bar = rect.cut_top(frame.em(2.6F));
    {
        const Pane pane(frame, "step.tabs", bar, Role::bg1);
        const ButtonOptions menu{.chosen = panes_.rail.open};
        const float width = button_width(frame, "Algorithms", menu);
        if (button(frame, "step.menu",
                   {bar.min.x + frame.em(), bar.min.y + frame.em(0.3F), bar.min.x + frame.em() + width,
                    bar.max.y - frame.em(0.3F)},
                   "Algorithms", menu))
            panes_.rail.open = !panes_.rail.open;
        static constexpr std::array<std::string_view, 3> tabs = {"Stage", "Code", "Counts"};
        const float left = bar.max.x - segmented_width(frame, tabs) - frame.em();
        segmented(frame, "step.tab", {left, bar.min.y + frame.em(0.3F)}, tabs, panes_.tab);
        if (panes_.tab == 0)
            draw_zoom(frame, {bar.min.x + frame.em(2) + width, bar.min.y, left - frame.em(), bar.max.y});
    }
    if (panes_.tab == 0)
        draw_stage(frame, rect);
    else if (panes_.tab == 1)
        draw_code(frame, rect, tools(), code_);
    else
        draw_inspector(frame, rect, model_, panes_.inspector);
    {
        const Pane pane(frame, "step.words", sentence, Role::bg1);
        frame.items.note("step.sentence", sentence);
        draw_sentence(frame, sentence.inset(frame.em(), frame.em(is_short(frame) ? 0.1F : 0.4F)), model_);
    }
    if (panes_.rail.open &&
        draw_rail(frame, {rect.min.x, rect.min.y, rect.min.x + frame.em(15.5F), sentence.max.y}, services_,
                  model_, panes_.rail, panes_.header.schedule))
        panes_.rail.open = false;
}

void StepView::draw(Frame& frame) {
    focus_ = frame.items.focus;
    if (model_.error() != shown_error_) {
        // What was said of a text that is gone goes with it.
        services_.notices.clear("run");
        if (!model_.error().empty() && model_.position() != nullptr)
            services_.notices.add(model_.error(), "run");
    }
    shown_error_ = model_.error();
    if (std::exchange(panes_.rail.wants_trace, false)) open_trace(panes_.rail.trace_file);
    if (std::exchange(panes_.rail.wants_open, false)) show_open();
    panes_.rail.opening = over_.open.shown;
    choose_words();
    // Beside the user's own program the catalog makes room for its code, and beside a history for the tree.
    const bool listed = frame.density >= Density::wide && !model_.scene().program() && !over_.inquiry.shown();
    if (panes_.rail.wants_find && !listed) panes_.rail.open = true;
    Rect area = frame.area;
    const Rect timeline = area.cut_bottom(timeline_height(frame, model_));
    if (compare_.shown()) {
        draw_compared(frame, area);
    } else if (frame.density <= Density::narrow) {
        draw_narrow(frame, area);
    } else {
        const bool roomy = frame.density >= Density::wide;
        const Rect rail = area.cut_left(frame.em(listed ? 15.5F : icon_rail_em));
        const float width = area.width() + rail.width();
        const float right = frame.density == Density::full ? width * 0.42F
                            : roomy ? std::clamp(width * (is_edited() ? 0.39F : 0.325F), frame.em(34),
                                                 frame.em(is_edited() ? 47 : 44))
                                    : frame.em(is_edited() ? 34 : 30);
        const Rect side = area.cut_right(right);
        draw_stage(frame, area);
        draw_right(frame, side);
        if (listed)
            draw_rail(frame, rail, services_, model_, panes_.rail, panes_.header.schedule);
        else
            draw_icon_rail(frame, rail, model_, panes_.rail);
        const Rect over(rail.max.x, rail.min.y, rail.max.x + frame.em(15.5F), rail.max.y);
        if (!listed && panes_.rail.open &&
            draw_rail(frame, over, services_, model_, panes_.rail, panes_.header.schedule))
            panes_.rail.open = false;
    }
    draw_timeline(frame, timeline, services_, model_, panes_.header.schedule, until());
    open_clicked_line();
    for (const std::function<void()>& action : std::exchange(code_.later, {})) action();
}

std::unique_ptr<View> make_step_view(Services& services) { return std::make_unique<StepView>(services); }

// ---- Ways to look at a scene in the Step view: compared, asked for, or with an order that is picked

bool StepView::close_predict() {
    const bool active = asking_.predict.active();
    asking_.predict.leave();
    return active;
}

void StepView::turn_compare() {
    asking_.predict.leave();
    order_.leave();
    over_.inquiry.close();
    step::toggle_compare(services_, model_, compare_);
}

/// What begins now is about the scene that is shown, not about the one before the comparison.
void StepView::leave_compare_for_its_left() {
    compare_.before.reset();
    if (compare_.shown()) turn_compare();
}

void StepView::turn_predict() {
    order_.leave();
    leave_compare_for_its_left();
    over_.inquiry.close();
    asking_.predict.toggle();
}

void StepView::turn_order() {
    if (order_.active()) return order_.leave();
    asking_.predict.leave();
    leave_compare_for_its_left();
    services_.notices.clear("order");
    if (const std::string why = order_.begin(); !why.empty()) services_.notices.add(why, "order");
}

bool StepView::on_answer(const KeyEvent& event) {
    const Chord& chord = event.chord;
    if (!asking_.predict.active() || !event.down || chord.ctrl || chord.alt) return false;
    if (chord.key == Key::backspace) return asking_.predict.type('\b');
    const std::string name = to_string(Chord{chord.key});
    return name.size() == 1 && asking_.predict.type(char(std::tolower(static_cast<unsigned char>(name[0]))));
}

void StepView::ask_about(const std::optional<replay::CellPlace>& cell) {
    if (!cell || asking_.predict.active()) return;
    over_.close_files();
    panes_.tab = 0;
    over_.inquiry.ask(cell->first, cell->second);
}

void StepView::turn_history() {
    if (over_.inquiry.shown()) return over_.inquiry.close();
    if (model_.position() == nullptr || asking_.predict.active()) return;
    services_.notices.clear("history");
    constexpr std::string_view prefix = "step.";
    if (focus_.starts_with(prefix))
        if (const auto cell = stage::cell_of(*model_.position(), focus_.substr(prefix.size())))
            return ask_about(cell);
    over_.close_files();
    if (!over_.inquiry.ask_here())
        services_.notices.add("This step writes no cell; right-click one, or reach it with Tab and press H.",
                              "history");
}

void StepView::ask(bool revealed) {
    if (model_.position() == nullptr || model_.loading() || wanted_.step) {
        wanted_.question = revealed;
        return;
    }
    if (!asking_.predict.active()) asking_.predict.toggle();
    if (!revealed || asking_.predict.state() != Predict::State::asking) return;
    asking_.predict.text() = asking_.predict.question().key_text;
    asking_.predict.enter();
}

void StepView::show_awaited(stage::StageOptions& options) {
    look_.asked.clear();
    if (const auto awaited = model_.awaited()) look_.asked.push_back(*awaited);
    options.marks = look_.asked;
}

void StepView::draw_question(Frame& frame, Rect& rest, stage::StageOptions& options, bool presented) {
    if (!asking_.predict.active()) return show_awaited(options);
    const float margin = presented ? frame.em(1.2F) : 0;
    const float wanted = step::predict_height(frame, rest.width() - 2 * margin, asking_.predict);
    const Rect card = rest.cut_bottom(std::min(wanted, rest.height())).inset(margin, 0);
    step::draw_predict(frame, card, asking_.predict, asking_.card, presented);
    look_.asked = asking_.predict.marks();
    options.marks = look_.asked;
    options.to_come = !asking_.predict.hides_to_come();
    options.banks = asking_.predict.state() != Predict::State::asking;
}

}  // namespace upsweep::app
