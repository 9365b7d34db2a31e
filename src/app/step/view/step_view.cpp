// The Step view: rail, stage, code, inspector, timeline, laid out by the window's width in E.
#include "app/step/view/step_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/step/view/show_stage.h"
#include "scenes/run_scene.h"
#include "scenes/trace_source.h"

namespace upsweep::app {

using namespace replay;
using namespace scenes;

using namespace step;

namespace {

constexpr double arrow_seconds = 0.18, fill_seconds = 0.12;

}  // namespace

StepView::StepView(Services& services) : services_(services), model_(services.jobs) { bind_keys(); }

bool StepView::animating() const {
    return model_.playing() || motion_ < 1 || code_.moving ||
           (model_.loading() && model_.loading_age() > 0.25);
}

bool StepView::ready() const {
    return !model_.loading() && (model_.position() != nullptr || !model_.error().empty());
}

void StepView::seek(std::int64_t step) {
    if (model_.position() != nullptr && !model_.loading()) {
        model_.seek(step);
    } else {
        wanted_step_ = step;
    }
}

std::optional<SeekRange> StepView::seek_range() const {
    if (model_.position() == nullptr) return std::nullopt;
    return SeekRange{"step", 0, model_.position()->step_count()};
}

void StepView::bind_keys() {
    keys_.bind("Space", "Play or pause", [this] { model_.set_playing(!model_.playing()); });
    keys_.bind("Right", "One step on", [this] { model_.forward(); });
    keys_.bind("Left", "One step back", [this] { model_.back(); });
    keys_.bind("Home", "To the beginning", [this] { model_.home(); });
    keys_.bind("End", "To the end", [this] { model_.end(); });
    keys_.bind("PgDn", "To the end of the phase", [this] { model_.next(Grain::phase); });
    keys_.bind("PgUp", "To the phase before", [this] { model_.previous(Grain::phase); });
    keys_.bind("F3", "Next finding", [this] { model_.next_finding(); });
    keys_.bind("Shift+F3", "Finding before", [this] { model_.previous_finding(); });
}

bool StepView::on_drop(const std::string& path) {
    if (!is_trace_file(path)) return false;
    open_trace(path);
    return true;
}

void StepView::open_trace(const std::string& path) {
    save(services_.settings);  // the algorithm that was shown is what comes back next time
    services_.notices.clear("trace");
    wanted_step_.reset();
    model_.open_trace(path,
                      [this](const std::string& sentence) { services_.notices.add(sentence, "trace"); });
}

/// The first kernel of the catalog, unless settings or a caller chose a scene before.
void StepView::open_first() {
    const Scene& scene = model_.scene();
    if (!scene.algorithm.empty() || !scene.trace_file.empty()) return;
    if (model_.loading() || !model_.error().empty()) return;
    if (catalog().empty()) return;
    model_.open(initial_scene(first_kernel()), false);
}

void StepView::advance(double dt) {
    open_first();
    if (wanted_step_ && model_.position() != nullptr && !model_.loading()) {
        model_.seek(*wanted_step_);
        wanted_step_.reset();
    }
    model_.advance(dt);
    if (motion_ < 1) motion_ = std::min(1.0, motion_ + dt / motion_seconds_);
    if (seen_moves_ == model_.moves()) return;
    // A single step forward lets its arrows grow; a jump, a scrub or fast play shows the end at once.
    seen_moves_ = model_.moves();
    const bool fast = model_.playing() && model_.steps_per_second() > 4;
    motion_ = model_.moved_by_step() && !fast ? 0 : 1;
    motion_seconds_ = arrow_seconds + fill_seconds;
    if (model_.playing()) motion_seconds_ = std::min(motion_seconds_, 0.4 / model_.steps_per_second());
}

const Option* StepView::cure() const {
    const StepPosition* at = model_.position();
    if (at == nullptr || at->run().algorithm == nullptr) return nullptr;
    for (const Option& option : at->run().algorithm->options)
        if (option.cures_bank_conflicts && at->run().scene.parameters.option(option.name) == option.lowest)
            return &option;
    return nullptr;
}

void StepView::turn_on(const Option& chosen) {
    change_scene(services_, model_, [&] {
        Parameters parameters = model_.scene().parameters;
        for (OptionValue& option : parameters.options)
            if (option.name == chosen.name) option.value = chosen.highest;
        return with_parameters(model_.scene(), parameters);
    });
}

void StepView::draw_loading(Frame& frame, Rect rect) {
    if (!model_.loading() || model_.loading_age() < 0.3) return;
    if (model_.position() != nullptr)
        frame.list()->AddRectFilled(rect.min, rect.max, frame.colour(Role::bg0, 0.5F));
    const Rect card = Rect::around(rect.centre(), frame.em(24), frame.em(4.2F)).snapped();
    frame.list()->AddRectFilled(card.min, card.max, frame.colour(Role::bg2), frame.em(0.5F));
    frame.list()->AddRect(card.min, card.max, frame.colour(Role::line), frame.em(0.5F));
    const auto percent = static_cast<int>(std::lround(100 * model_.loading_progress()));
    const std::string work = model_.scene().trace_file.empty() ? "Tracing" : "Opening";
    const std::string text = percent > 0 ? work + ", " + std::to_string(percent) + " %." : work + ".";
    draw_text(frame, {card.min.x + frame.em(1), card.min.y + frame.em(1.5F)}, type::body,
              frame.colour(Role::t1), text);
    const Rect bar(card.min.x + frame.em(1), card.max.y - frame.em(1.2F), card.max.x - frame.em(7),
                   card.max.y - frame.em(0.8F));
    frame.list()->AddRectFilled(bar.min, bar.max, frame.colour(Role::bg3), bar.height() / 2);
    const float done = bar.width() * static_cast<float>(std::clamp(model_.loading_progress(), 0.02, 1.0));
    frame.list()->AddRectFilled(bar.min, {bar.min.x + done, bar.max.y}, frame.colour(Role::t2),
                                bar.height() / 2);
    if (button(frame, "step.cancel",
               {card.max.x - frame.em(6), card.centre().y - frame.em(1), card.max.x - frame.em(1),
                card.centre().y + frame.em(1)},
               "Cancel"))
        model_.cancel();
}

void StepView::draw_stage(Frame& frame, Rect rect) {
    const Pane pane(frame, "step.stage", rect, Role::bg0);
    frame.items.add("step.stage", rect);
    const bool roomy = frame.density >= Density::wide;
    Rect rest = rect;
    const float margin = frame.em(roomy ? 1.5F : 1);
    draw_header(frame, rest.cut_top(frame.em(roomy ? 3.4F : 2.9F)).inset(margin, 0), services_, model_,
                header_);
    if (model_.position() == nullptr) {
        if (!model_.error().empty())
            draw_empty_state(frame, rest.min + ImVec2(margin, frame.em(2)), rest.width() - 2 * margin,
                             "This does not run", model_.error());
        draw_loading(frame, rest);
        return;
    }
    stage::StageOptions options;
    options.roomy = roomy;
    const double share = arrow_seconds / (arrow_seconds + fill_seconds);
    const double left = 1 - std::min(1.0, motion_ / share);
    options.grown = static_cast<float>(1 - left * left * left);
    const Option* cure = this->cure();
    const std::string action = cure != nullptr ? "Turn " + std::string(cure->name) + " on" : "";
    options.banks_action = action;
    const stage::StageEvents events = show_stage(frame, rest, "step", *model_.position(), options, stage_);
    if (events.cell) model_.jump_to_write(events.cell->first, events.cell->second);
    if (events.banks_action && cure != nullptr) turn_on(*cure);
    if (events.follow) model_.position()->follow(*events.follow);
    draw_loading(frame, rest);
}

void StepView::draw_right(Frame& frame, Rect rect) {
    if (frame.density == Density::full) {
        Rect side = rect.cut_right(rect.width() * 0.45F);
        draw_code(frame, rect, model_, code_);
        draw_inspector(frame, side, model_, inspector_);
    } else {
        const float wanted = inspector_height(frame, rect.width(), model_);
        const Rect below = rect.cut_bottom(std::min(wanted, rect.height() * 0.62F));
        draw_code(frame, rect, model_, code_);
        draw_inspector(frame, below, model_, inspector_);
    }
    const Pane edge(frame, "step.edge", {rect.min.x, rect.min.y, rect.min.x + 1, rect.max.y}, Role::line);
}

void StepView::draw_narrow(Frame& frame, Rect rect) {
    const Rect sentence = rect.cut_bottom(frame.em(3.6F));
    Rect bar = rect.cut_top(frame.em(2.6F));
    {
        const Pane pane(frame, "step.tabs", bar, Role::bg1);
        ButtonOptions menu;
        menu.chosen = rail_.open;
        const float width = button_width(frame, "Algorithms", menu);
        if (button(frame, "step.menu",
                   {bar.min.x + frame.em(1), bar.min.y + frame.em(0.3F), bar.min.x + frame.em(1) + width,
                    bar.max.y - frame.em(0.3F)},
                   "Algorithms", menu))
            rail_.open = !rail_.open;
        static constexpr std::array<std::string_view, 3> tabs = {"Stage", "Code", "Counts"};
        segmented(frame, "step.tab",
                  {bar.max.x - segmented_width(frame, tabs) - frame.em(1), bar.min.y + frame.em(0.3F)}, tabs,
                  tab_);
    }
    if (tab_ == 0)
        draw_stage(frame, rect);
    else if (tab_ == 1)
        draw_code(frame, rect, model_, code_);
    else
        draw_inspector(frame, rect, model_, inspector_);
    {
        const Pane pane(frame, "step.words", sentence, Role::bg1);
        frame.items.add("step.sentence", sentence);
        draw_sentence(frame, sentence.inset(frame.em(1), frame.em(0.4F)), model_);
    }
    if (rail_.open && draw_rail(frame, {rect.min.x, rect.min.y, rect.min.x + frame.em(15.5F), sentence.max.y},
                                services_, model_, rail_))
        rail_.open = false;
}

void StepView::draw(Frame& frame) {
    if (!model_.error().empty() && model_.error() != shown_error_ && model_.position() != nullptr)
        services_.notices.add(model_.error());
    shown_error_ = model_.error();
    if (std::exchange(rail_.wants_trace, false)) open_trace(rail_.trace_file);
    Rect area = frame.area;
    const Rect timeline = area.cut_bottom(frame.em(7.6F));
    if (frame.density <= Density::narrow) {
        draw_narrow(frame, area);
    } else {
        const bool roomy = frame.density >= Density::wide;
        const Rect rail = area.cut_left(frame.em(roomy ? 15.5F : 3.4F));
        const float width = area.width() + rail.width();
        const float right = frame.density == Density::full ? width * 0.42F
                            : roomy ? std::clamp(width * 0.325F, frame.em(34), frame.em(44))
                                    : frame.em(30);
        const Rect side = area.cut_right(right);
        draw_stage(frame, area);
        draw_right(frame, side);
        if (roomy)
            draw_rail(frame, rail, services_, model_, rail_);
        else
            draw_icon_rail(frame, rail, model_, rail_);
        const Rect over(rail.max.x, rail.min.y, rail.max.x + frame.em(15.5F), rail.max.y);
        if (!roomy && rail_.open && draw_rail(frame, over, services_, model_, rail_)) rail_.open = false;
    }
    draw_timeline(frame, timeline, model_);
}

void StepView::save(Settings& settings) const {
    const Scene& scene = model_.scene();
    settings.set("step.speed", model_.speed());
    if (scene.algorithm.empty()) return;
    settings.set("step.algorithm", scene.algorithm);
    settings.set("step.width", Settings::Value(scene.parameters.extent.width));
    settings.set("step.height", Settings::Value(scene.parameters.extent.height));
    settings.set("step.type", to_string(scene.parameters.types));
    std::string options;
    for (const OptionValue& option : scene.parameters.options)
        options += (options.empty() ? "" : ",") + option.name + "=" + std::to_string(option.value);
    settings.set("step.options", options);
    settings.set("step.lanes", scene.gpu.lanes);
    settings.set("step.banks", scene.gpu.banks);
    settings.set("step.multiprocessors", scene.gpu.multiprocessors);
    settings.set("step.places", scene.gpu.resident_blocks);
    settings.set("step.blocks", to_string(scene.gpu.schedule.blocks));
    settings.set("step.warps", to_string(scene.gpu.schedule.warps));
    const bool given = scene.input && scene.input_kind == InputKind::given && scene.input->count() <= 256;
    settings.set("step.input", given ? values_text(*scene.input, 256) : std::string());
    settings.set("step.input_kind", static_cast<int>(scene.input_kind));
    settings.set("step.seed", static_cast<std::int64_t>(scene.seed));
    if (model_.position() != nullptr) settings.set("step.step", Settings::Value(model_.position()->step()));
}

void StepView::restore(const Settings& settings) {
    model_.set_speed(settings.number("step.speed", 1));
    const std::string slug = settings.text("step.algorithm", "");
    if (slug.empty()) return;
    try {
        Scene scene = initial_scene(slug);
        scene.gpu.lanes = static_cast<int>(settings.integer("step.lanes", scene.gpu.lanes));
        scene.gpu.banks = static_cast<int>(settings.integer("step.banks", scene.gpu.banks));
        scene.gpu.multiprocessors = static_cast<int>(settings.integer("step.multiprocessors", 1));
        scene.gpu.resident_blocks = static_cast<int>(settings.integer("step.places", 1));
        const emulator::Schedule usual;
        scene.gpu.schedule = {
            emulator::parse_block_order(settings.text("step.blocks", to_string(usual.blocks))),
            emulator::parse_warp_order(settings.text("step.warps", to_string(usual.warps)))};
        Parameters parameters = scene.parameters;
        parameters.extent = {settings.integer("step.width", parameters.extent.width),
                             settings.integer("step.height", parameters.extent.height)};
        parameters.types = parse_element_types(settings.text("step.type", to_string(parameters.types)));
        const std::string options = "," + settings.text("step.options", "") + ",";
        for (OptionValue& option : parameters.options) {
            const std::size_t at = options.find("," + option.name + "=");
            if (at != std::string::npos)
                option.value = std::atoll(options.c_str() + at + option.name.size() + 2);
        }
        const std::vector<double> values = parse_values(settings.text("step.input", ""));
        scene.seed = static_cast<std::uint64_t>(settings.integer("step.seed", 1));
        const auto kind = static_cast<InputKind>(std::clamp<std::int64_t>(
            settings.integer("step.input_kind", 0), 0, static_cast<int>(InputKind::given)));
        scene.input_kind = kind == InputKind::given && values.empty() ? InputKind::usual : kind;
        scene = with_parameters(scene, parameters);
        for (std::size_t i = 0; i < values.size() && static_cast<std::int64_t>(i) < scene.input->count(); ++i)
            scene.input->set_number(static_cast<std::int64_t>(i), values[i]);
        scene.step = settings.integer("step.step", 0);
        model_.open(std::move(scene), false);
    } catch (const Error&) {
        // Settings of another version name what is no longer there: begin afresh.
    }
}

std::unique_ptr<View> make_step_view(Services& services) { return std::make_unique<StepView>(services); }

}  // namespace upsweep::app
