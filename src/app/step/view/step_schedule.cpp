// The schedule and what an entry leaves out: as lines under the title where there is room, else as menus.
#include <algorithm>
#include <cctype>

#include "app/step/view/step_chips.h"
#include "app/step/view/step_parts.h"
#include "core/ranges.h"

namespace upsweep::app::step {

using namespace scenes;

namespace {

constexpr float step_schedule_line_em = 2.5F, label_em = 6.5F;

RunOrders orders_of(const StepModel& model) {
    const replay::StepPosition* at = model.position();
    if (at == nullptr) return {};
    return run_orders(at->trace(), at->launch());
}

const emulator::Order& order_of(const emulator::ToyGpu& gpu, std::string_view id) {
    return id == "blocks" ? gpu.schedule.blocks : gpu.schedule.warps;
}

void choose(Services& services, StepModel& model, std::string_view id, const std::string& word) {
    change_scene(services, model,
                 [&] { return with_gpu(model.scene(), with_setting(model.scene().gpu, id, word)); });
}

void leave_out(Services& services, StepModel& model, const LeftOut& one, bool out) {
    change_scene(services, model, [&] {
        const Scene& scene = model.scene();
        const Algorithm& algorithm = find_algorithm(scene.slug());
        return with_parameters(scene, with_left_out(algorithm, scene.catalog().parameters, one.option, out));
    });
}

std::string sentence_of(std::string_view slip) {
    std::string text(slip);
    if (!text.empty()) text[0] = char(std::toupper(static_cast<unsigned char>(text[0])));
    return text + ".";
}

/// The seed or the list of an order, to be typed. True when it was taken.
bool draw_typed(Frame& frame, Rect field, Services& services, StepModel& model, ScheduleState& state,
                const std::string& id) {
    const emulator::Order& order = order_of(model.scene().gpu, id);
    TypedText& typed = state[id];
    const std::string now = typed_part(order);
    if (typed.shown != now) typed = {now, now, {}};
    const bool random = order.kind == emulator::Order::Kind::random;
    if (!text_field(frame, "step.setting." + id + ".text", field, typed.text,
                    random ? "a seed: 7" : "numbers: 3,0,1", typed.error) ||
        typed.text == now)
        return false;
    typed.error = try_scene(services, model, [&] {
        return with_gpu(model.scene(),
                        with_setting(model.scene().gpu, id, with_typed_part(order, typed.text)));
    });
    return typed.error.empty();
}

void head_in_menu(Frame& frame, std::string_view text) {
    draw_text(frame, ImGui::GetCursorScreenPos() + ImVec2(frame.em(0.5F), frame.em(0.9F)), type::head,
              Role::t2, text);
    ImGui::Dummy({1, frame.em(1.6F)});
}

/// Where the switches of a line begin, and how many fit on each line; more than two lines are too many.
std::vector<Rect> places_of(const Frame& frame, const std::vector<LeftOut>& switches, Rect rect) {
    std::vector<Rect> places;
    float x = rect.min.x + frame.em(label_em), y = rect.min.y;
    for (const LeftOut& one : switches) {
        const float width = text_width(frame, type::body, one.what) + frame.em(1.6F);
        if (x + width > rect.max.x && x > rect.min.x + frame.em(label_em)) {
            x = rect.min.x + frame.em(label_em);
            y += frame.em(2);
        }
        places.push_back(Rect::sized({x, y}, width, frame.em(2)));
        x += width + frame.em(1);
    }
    return places;
}

std::vector<LeftOut> switches_of(const Scene& scene) {
    if (scene.entry() == nullptr) return {};
    return left_out(find_algorithm(scene.slug()), scene.catalog().parameters);
}

bool shows_order(const StepModel& model) {
    return model.position() != nullptr && has_block_order(model.position()->trace());
}

void draw_order_line(Frame& frame, Rect line, Services& services, StepModel& model, ScheduleState& state) {
    const GpuSetting setting = gpu_setting(model.scene().gpu, "blocks", orders_of(model));
    draw_text(frame, {line.min.x, line.centre().y}, type::body, Role::t2, "Start order");
    std::vector<std::string_view> labels;
    int chosen = 0;
    const emulator::Order::Kind kind = model.scene().gpu.schedule.blocks.kind;
    const bool typed = kind == emulator::Order::Kind::random || kind == emulator::Order::Kind::list;
    for (size_t i = 0; i < setting.choices.size(); ++i) {
        const GpuChoice& choice = setting.choices[i];
        if (choice.word == setting.word) chosen = int(i);
        const bool list = choice.word.compare(0, 5, "list:") == 0;
        labels.push_back(list ? std::string_view("by hand") : std::string_view(choice.label));
    }
    float x = line.min.x + frame.em(label_em);
    if (segmented(frame, "step.setting.blocks", {x, line.min.y}, labels, chosen))
        choose(services, model, "blocks", nth(setting.choices, chosen).word);
    x += segmented_width(frame, labels) + frame.em(0.8F);
    if (typed) {
        const float room = std::min(frame.em(kind == emulator::Order::Kind::list ? 12 : 6), line.max.x - x);
        const Rect field = Rect::sized({x, line.min.y + frame.em(0.05F)}, room, frame.em(1.9F));
        if (room > frame.em(4)) draw_typed(frame, field, services, model, state, "blocks");
        x += room + frame.em(0.8F);
        const std::string& error = state["blocks"].error;
        if (!error.empty()) {
            draw_elided(frame, {x, line.centre().y}, line.max.x - x, type::label, Role::trouble, error);
            return;
        }
    }
    if (line.max.x - x > frame.em(9))
        draw_elided(frame, {x, line.centre().y}, line.max.x - x, type::label, Role::t2, setting.means);
}

void draw_left_out_lines(Frame& frame, Rect rect, Services& services, StepModel& model,
                         const std::vector<LeftOut>& switches) {
    draw_text(frame, {rect.min.x, rect.min.y + frame.em(1)}, type::body, Role::t2, "Leave out");
    const std::vector<Rect> places = places_of(frame, switches, rect);
    for (size_t i = 0; i < switches.size(); ++i) {
        const LeftOut& one = switches[i];
        bool out = one.out;
        if (checkbox(frame, "step.left_out." + std::string(one.option), places[i], one.what, out))
            leave_out(services, model, one, out);
        if (under_mouse(places[i])) tooltip(frame, sentence_of(one.slip));
    }
}

}  // namespace

bool has_lines(const Frame& frame) { return frame.density >= Density::wide && !frame.low; }

float schedule_height(const Frame& frame, const StepModel& model, float width) {
    if (!has_lines(frame) || model.scene().trace_file() != nullptr) return 0;
    float height = shows_order(model) ? frame.em(step_schedule_line_em) : 0;
    const std::vector<LeftOut> switches = switches_of(model.scene());
    if (!switches.empty())
        height += places_of(frame, switches, Rect(0, 0, width, 0)).back().max.y + frame.em(0.5F);
    return height;
}

void draw_schedule(Frame& frame, Rect rect, Services& services, StepModel& model, ScheduleState& state) {
    if (shows_order(model)) {
        const Rect line = rect.cut_top(frame.em(step_schedule_line_em));
        draw_order_line(frame, Rect(line.min.x, line.min.y, line.max.x, line.min.y + frame.em(2)), services,
                        model, state);
    }
    const std::vector<LeftOut> switches = switches_of(model.scene());
    if (!switches.empty()) draw_left_out_lines(frame, rect, services, model, switches);
}

bool setting_menu(Frame& frame, Services& services, StepModel& model, ScheduleState& state,
                  std::string_view id) {
    const GpuSetting setting = gpu_setting(model.scene().gpu, id, orders_of(model));
    const std::string name = "step.setting." + std::string(id);
    bool done = false;
    if (setting.is_order() && !typed_part(order_of(model.scene().gpu, id)).empty()) {
        const Rect field = menu_field(frame);
        done = draw_typed(frame, field, services, model, state, std::string(id));
        after_field(frame, field, state[std::string(id)].error);
    }
    for (const GpuChoice& choice : setting.choices) {
        if (!menu_row(frame, name + "." + choice.word, choice.label, choice.word == setting.word)) continue;
        choose(services, model, id, choice.word);
        done = true;
    }
    return done;
}

bool schedule_menu(Frame& frame, Services& services, StepModel& model, ScheduleState& state) {
    bool done = false;
    for (const std::string_view id :
         {"blocks", "warps", "lanes_proceed", "weak_memory", "multiprocessors", "resident_blocks"}) {
        head_in_menu(frame, gpu_setting(model.scene().gpu, id).title);
        done |= setting_menu(frame, services, model, state, id);
    }
    return done;
}

bool left_out_menu(Frame& frame, Services& services, StepModel& model) {
    for (const LeftOut& one : switches_of(model.scene())) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const Rect row =
            Rect::sized(at, std::max(frame.em(8), ImGui::GetContentRegionAvail().x), frame.em(2));
        bool out = one.out;
        if (checkbox(frame, "step.left_out." + std::string(one.option), row.inset(frame.em(0.4F), 0),
                     one.what, out))
            leave_out(services, model, one, out);
        if (under_mouse(row)) tooltip(frame, sentence_of(one.slip));
        ImGui::SetCursorScreenPos({at.x, row.max.y});
    }
    return false;
}

std::string schedule_in_words(const emulator::ToyGpu& gpu) {
    const emulator::ToyGpu usual;
    std::vector<std::string> changed;
    for (const std::string_view id : {"blocks", "warps", "weak_memory", "lanes_proceed"}) {
        const GpuSetting now = gpu_setting(gpu, id);
        if (now.word == gpu_setting(usual, id).word) continue;
        const std::string label = short_label(now);
        changed.push_back(id == "weak_memory" ? "weak memory" : id == "warps" ? "warps " + label : label);
    }
    if (changed.empty()) return "in order";
    return changed.size() == 1 ? changed.front() : std::to_string(changed.size()) + " changes";
}

float draw_warps_chip(Frame& frame, ImVec2 at, float right, Services& services, StepModel& model,
                      ScheduleState& state) {
    if (model.scene().trace_file() != nullptr) return at.x;
    const GpuSetting warps = gpu_setting(model.scene().gpu, "warps");
    const float width = chip_width(frame, "warps", warps.label);
    if (at.x + width > right) return at.x;
    chip(frame, "step.warps", {at.x, snap(at.y - frame.em(0.875F))}, "warps", warps.label, 15,
         [&] { return setting_menu(frame, services, model, state, "warps"); });
    return at.x + width + frame.em(1);
}

}  // namespace upsweep::app::step
