// The stage's header: title, source, and the options as chips that change in place; the schedule and what an
// entry leaves out, as lines under the title where there is room, else as menus.
#include <cctype>
#include <cstdlib>

#include "app/step/view/step_parts.h"
#include "emulator/trace/trace.h"
#include "pipelines/parts/row_scans.h"
#include "scenes/figures.h"

namespace upsweep::app::step {

using namespace replay;
using namespace scenes;

namespace {

using Fact = std::pair<std::string, std::string>;

/// What the run was given, the most telling first: what does not fit is left out from the end.
std::vector<Fact> facts_of(const emulator::Trace& trace) {
    std::vector<Fact> facts;
    if (!trace.launches.empty()) {
        facts.emplace_back("grid", dim_text(trace.launches.front().grid));
        facts.emplace_back("block", dim_text(trace.launches.front().block));
    }
    facts.emplace_back("lanes a warp", std::to_string(trace.gpu.lanes));
    facts.emplace_back("banks", std::to_string(trace.gpu.banks));
    facts.emplace_back("schedule", to_string(trace.gpu.schedule));
    if (trace.gpu.weak_memory) facts.emplace_back("memory", "weak");
    if (trace.gpu.lanes_proceed != emulator::LanesProceed::since_volta)
        facts.emplace_back("diverged lanes", to_string(trace.gpu.lanes_proceed));
    return facts;
}

float fact_width(const Frame& frame, const Fact& fact) {
    return text_width(frame, type::label, fact.first) + frame.em(0.45F) +
           text_width(frame, type::code, fact.second);
}

/// While a trace file is shown: nothing to change, only what was run: kernel, file, launch.
void draw_trace_header(Frame& frame, Rect rect, const StepModel& model) {
    if (model.position() == nullptr || model.position()->run().scene.trace_file() == nullptr) return;
    const emulator::Trace& trace = model.position()->trace();
    const std::string file =
        std::filesystem::path(model.position()->run().scene.trace_file()->path).filename().string();
    const std::string title = trace.launches.empty() ? file : trace.launches.front().kernel.function;
    const float y = rect.centre().y, gap = frame.em();
    const TextStyle style = title_style(frame);
    const float title_width = std::min(text_width(frame, style, title), rect.width() * 0.5F);
    draw_elided(frame, {rect.min.x, y}, title_width + 1, style, Role::t1, title);

    float left = rect.min.x + title_width + gap;
    const std::string words = "trace in " + file;
    const float wanted = std::min(text_width(frame, type::label, words), (rect.max.x - left) * 0.5F);
    draw_elided(frame, {left, y + frame.em(0.1F)}, wanted + 1, type::label, Role::t3, words);
    left += wanted + 2 * gap;

    std::vector<Fact> facts = facts_of(trace);
    float width = 0;
    size_t fit = 0;
    for (; fit < facts.size(); ++fit) {
        const float next = width + fact_width(frame, facts[fit]) + (fit > 0 ? gap : 0);
        if (left + next > rect.max.x) break;
        width = next;
    }
    float x = rect.max.x - width;
    for (size_t i = 0; i < fit; ++i) {
        draw_text(frame, {x, y}, type::label, Role::t3, facts[i].first);
        const float value = x + text_width(frame, type::label, facts[i].first) + frame.em(0.45F);
        draw_text(frame, {value, y}, type::code, Role::t1, facts[i].second);
        x += fact_width(frame, facts[i]) + gap;
    }
}

struct Header {
    Frame& frame;
    Services& services;
    StepModel& model;
    HeaderState& state;

    const Scene& scene() const { return model.scene(); }
    const Algorithm& algorithm() const { return find_algorithm(scene().slug()); }
    void change(const std::function<void(Parameters&)>& edit) const {
        change_scene(services, model, [&] {
            Parameters parameters = scene().catalog().parameters;
            edit(parameters);
            return with_parameters(scene(), parameters);
        });
    }
};

std::string extent_text(const Algorithm& algorithm, Extent extent) {
    if (algorithm.shape == Shape::rows && extent.height == 1) return std::to_string(extent.width);
    return std::to_string(extent.width) + "×" + std::to_string(extent.height);
}

/// Reads "24", "24x8" or "24×8". Throws UsageError.
Extent parse_extent(const std::string& text, const Algorithm& algorithm) {
    char* end = nullptr;
    Extent extent{std::strtoll(text.c_str(), &end, 10), 1};
    std::string rest(end);
    if (algorithm.shape == Shape::matrix) extent.height = extent.width;
    for (const std::string_view times : {"x", "×", "X"}) {
        const size_t at = rest.find(times);
        if (at == std::string::npos) continue;
        extent.height = std::strtoll(rest.c_str() + at + times.size(), &end, 10);
        rest = end;
        break;
    }
    if (!rest.empty() && rest.find_first_not_of(' ') != std::string::npos)
        throw UsageError(in_quotes(text) + " is not a size; write 24, or 24x8 for a matrix.");
    return extent;
}

bool size_menu(Header& header) {
    const Algorithm& algorithm = header.algorithm();
    const auto apply = [&](const std::string& text) {
        return try_scene(header.services, header.model, [&] {
            Parameters parameters = header.scene().catalog().parameters;
            parameters.extent = parse_extent(text, algorithm);
            return with_parameters(header.scene(), parameters);
        });
    };
    bool done = field_in_menu(header.frame, "step.size.text", header.state.size,
                              algorithm.shape == Shape::rows ? "another n" : "another size, 12x5", apply);
    std::vector<Extent> choices;
    if (algorithm.shape == Shape::rows) {
        for (const int64_t n : {4, 8, 16, 32, 64, 128, 512}) choices.push_back({n, 1});
    } else {
        choices = {{4, 4}, {8, 4}, {8, 8}, {16, 8}, {16, 16}, {32, 32}};
    }
    for (const Extent extent : choices) {
        const std::string text = extent_text(algorithm, extent);
        if (!menu_row(header.frame, "step.size." + text, text,
                      extent == header.scene().catalog().parameters.extent))
            continue;
        header.change([&](Parameters& parameters) { parameters.extent = extent; });
        done = true;
    }
    return done;
}

bool type_menu(Header& header) {
    for (const ElementTypes types : header.algorithm().types) {
        const std::string text = to_string(types);
        if (!menu_row(header.frame, "step.type." + text, text,
                      types == header.scene().catalog().parameters.types))
            continue;
        header.change([&](Parameters& parameters) { parameters.types = types; });
        return true;
    }
    return false;
}

bool option_menu(Header& header, const Option& option) {
    std::vector<int64_t> values;
    if (option.automatic) values.push_back(0);
    for (int64_t value = option.lowest; value <= option.highest && values.size() < 14;
         value = option.power_of_two ? std::max<int64_t>(1, value * 2) : value + 1)
        if (!(option.automatic && value == 0)) values.push_back(value);
    const int64_t now = header.scene().catalog().parameters.option(option.name);
    draw_text(header.frame,
              ImGui::GetCursorScreenPos() + ImVec2(header.frame.em(0.5F), header.frame.em(0.7F)), type::small,
              Role::t3, option.title);
    ImGui::Dummy({1, header.frame.em(1.6F)});
    for (const int64_t value : values) {
        const std::string text = value_name(option, value);
        if (!menu_row(header.frame, "step.option." + std::string(option.name) + "." + text, text,
                      value == now))
            continue;
        header.change([&](Parameters& parameters) {
            for (OptionValue& one : parameters.options)
                if (one.name == option.name) one.value = value;
        });
        return true;
    }
    return false;
}

void set_input(Header& header, const std::function<void(Scene&)>& make) {
    change_scene(header.services, header.model, [&] {
        Scene scene = header.scene();
        make(scene);
        return scene;
    });
}

void set_input_kind(Header& header, InputKind kind) {
    set_input(header, [&](Scene& scene) {
        CatalogRun& run = scene.catalog();
        run.seed += kind == InputKind::random ? 1 : 0;
        run.input_kind = kind;
        run.input = make_input(header.algorithm(), run.parameters, kind, run.seed);
    });
}

/// The values that were typed; the rest is 0. Returns what is wrong with them, or nothing.
std::string set_typed_input(Header& header, const std::string& text) {
    return try_scene(header.services, header.model, [&] {
        Scene scene = header.scene();
        const std::vector<double> values = parse_values(text);
        CatalogRun& run = scene.catalog();
        Array input(run.parameters.types.input, stored_extent(run.parameters.extent, run.parameters.types));
        for (int64_t i = 0; i < std::min<int64_t>(input.count(), std::ssize(values)); ++i)
            input.set_number(i, nth(values, i));
        run.input_kind = InputKind::given;
        run.input = std::move(input);
        return scene;
    });
}

bool input_menu(Header& header) {
    Frame& frame = header.frame;
    bool done = field_in_menu(frame, "step.input.text", header.state.values, "your values: 3, 1, 7, 0",
                              [&](const std::string& text) { return set_typed_input(header, text); });
    struct Row {
        std::string_view id, label;
        InputKind kind;
    };
    static constexpr std::array<Row, 3> rows = {{{"step.input.usual", "usual values", InputKind::usual},
                                                 {"step.input.random", "random", InputKind::random},
                                                 {"step.input.ones", "all ones", InputKind::ones}}};
    for (const Row& row : rows) {
        if (!menu_row(frame, row.id, row.label, header.scene().catalog().input_kind == row.kind)) continue;
        set_input_kind(header, row.kind);
        done = true;
    }
    return done;
}

/// "block_rows" as people write it.
std::string words_of(std::string_view name) {
    std::string words(name);
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
}

std::vector<Chip> chips_of(Header& header) {
    const Scene& scene = header.scene();
    const Algorithm& algorithm = header.algorithm();
    const bool one_row = algorithm.shape == Shape::rows && scene.catalog().parameters.extent.height == 1;
    std::vector<Chip> chips;
    chips.push_back({"step.size", one_row ? "n" : "size",
                     extent_text(algorithm, scene.catalog().parameters.extent), 11,
                     [&header] { return size_menu(header); }});
    const std::string values = scene.catalog().input ? values_text(*scene.catalog().input, 4,
                                                                   operator_of(scene.catalog().parameters))
                                                     : "usual";
    chips.push_back({"step.input", "input", values, 20, [&header] { return input_menu(header); }});
    if (!has_lines(header.frame)) {
        const bool several =
            header.model.position() != nullptr && has_block_order(header.model.position()->trace());
        const Chip schedule{"step.schedule", "schedule", schedule_in_words(scene.gpu), 17, [&header] {
                                return schedule_menu(header.frame, header.services, header.model,
                                                     header.state.schedule);
                            }};
        chips.insert(chips.end() - (several ? 1 : 0), schedule);
    }
    if (const auto switches = left_out(algorithm, scene.catalog().parameters); !switches.empty()) {
        // A medium window's stage is the narrowest.
        const bool wordy = header.frame.density != Density::medium;
        const bool behind = chips.size() > 2 && chips[1].id == "step.schedule";
        chips.insert(chips.begin() + (behind ? 2 : 1),
                     {"step.left_out", "leave out",
                      wordy ? left_out_in_words(switches) : left_out_in_numbers(switches), 17,
                      [&header] { return left_out_menu(header.frame, header.services, header.model); }});
    }
    // Those with a slip are the switches that leave something out.
    for (const Option& option : algorithm.options)
        if (option.slip.empty())
            chips.push_back({"step.option." + std::string(option.name), words_of(option.name),
                             value_name(option, scene.catalog().parameters.option(option.name)), 15,
                             [&header, &option] { return option_menu(header, option); }});
    if (algorithm.types.size() > 1)
        chips.push_back({"step.type", "type", to_string(scene.catalog().parameters.types), 9,
                         [&header] { return type_menu(header); }});
    return chips;
}

}  // namespace

bool side_menu(Frame& frame, Services& services, StepModel& model, HeaderState& state) {
    Header header{frame, services, model, state};
    bool done = schedule_menu(frame, services, model, state.schedule);
    if (model.scene().entry() != nullptr)
        for (const Option& option : header.algorithm().options) done = option_menu(header, option) || done;
    return done;
}

float header_height(const Frame& frame, const StepModel& model) {
    const float title = frame.density >= Density::wide ? 3.4F : is_short(frame) ? 2.4F : 2.9F;
    const float chips = model.scene().program() ? program_chips_height(frame) : 0;
    return frame.em(title) + chips + schedule_height(frame, model);
}

void draw_header(Frame& frame, Rect rect, Services& services, StepModel& model, HeaderState& state) {
    if (model.scene().program()) return draw_program_header(frame, rect, services, model, state);
    if (model.scene().entry() == nullptr) return draw_trace_header(frame, rect, model);
    Header header{frame, services, model, state};
    if (has_lines(frame))
        draw_schedule(frame, rect.cut_bottom(schedule_height(frame, model)), services, model, state.schedule);
    const Algorithm& algorithm = header.algorithm();
    const float y = rect.centre().y, left = rect.min.x, right = rect.max.x;
    const TextStyle title = title_style(frame);
    const float title_width = text_width(frame, title, algorithm.title);
    std::vector<Chip> chips = chips_of(header);
    float wanted = -frame.em(0.5F);
    for (const Chip& one : chips) wanted += chip_width(frame, one.label, one.value) + frame.em(0.5F);
    const Figure* figure = figure_of(model.scene());
    const std::string_view from = figure != nullptr ? figure->title : algorithm.source;
    // A long source leaves half of the room to the chips.
    const float most = std::max(0.0F, right - left - title_width) / 2;
    const float source = frame.density >= Density::wide
                             ? std::min(text_width(frame, type::label, from) + frame.em(), most)
                             : 0;
    const float chips_left = std::max(left + title_width + source + frame.em(), right - wanted);

    draw_elided(frame, {left, y}, chips_left - left - frame.em(0.5F), title, Role::t1, algorithm.title);
    const float source_left = left + title_width + frame.em(), room = chips_left - source_left - frame.em();
    if (room > frame.em(9))
        draw_elided(frame, {source_left, y + frame.em(0.1F)}, room, type::label, Role::t3, from);
    draw_chips(frame, chips, chips_left, right, snap(y - frame.em(0.875F)), Align::right);
}

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
        const bool list = choice.word.starts_with("list:");
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

}  // namespace

bool has_lines(const Frame& frame) { return frame.density >= Density::wide && !frame.low; }

float schedule_height(const Frame& frame, const StepModel& model) {
    if (!has_lines(frame) || model.scene().trace_file() != nullptr || !shows_order(model)) return 0;
    return frame.em(step_schedule_line_em);
}

void draw_schedule(Frame& frame, Rect rect, Services& services, StepModel& model, ScheduleState& state) {
    if (!shows_order(model)) return;
    const Rect line = rect.cut_top(frame.em(step_schedule_line_em));
    draw_order_line(frame, Rect(line.min.x, line.min.y, line.max.x, line.min.y + frame.em(2)), services,
                    model, state);
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
    return at.x + width + frame.em();
}

}  // namespace upsweep::app::step
