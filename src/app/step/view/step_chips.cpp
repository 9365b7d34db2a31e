// A line of chips, the fields in their menus, and the menu of "Until …" with its entries in the palette.

#include <fmt/format.h>

#include "app/step/view/step_parts.h"
#include "app/ui/marks.h"
#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/structure/index.h"

namespace upsweep::app::step {

namespace {

/// Blanks before the label make room for the mark.
std::string label_of(const Chip& one) { return one.guessed ? "     " + one.label : one.label; }

float width_of(const Frame& frame, const Chip& one) { return chip_width(frame, label_of(one), one.value); }

/// A ring with a question mark before the label: this is a guess, and colour is not needed to see it.
void draw_guess(Frame& frame, Rect box) {
    const float size = frame.em();
    marks::question(frame, Rect::around({box.min.x + frame.em(0.95F), box.centre().y}, size), Role::t2);
}

void draw_one(Frame& frame, const Chip& one, ImVec2 at) {
    const Rect box = Rect::sized(at, width_of(frame, one), frame.em(1.75F));
    chip(frame, one.id, at, label_of(one), one.value, one.menu_em, one.menu);
    if (one.guessed) draw_guess(frame, box);
    if (!one.tip.empty() && under_mouse(box)) tooltip(frame, one.tip);
}

/// Chips in a menu, a row each with its value; a click unfolds its choices under it, and folds the others.
bool draw_groups(Frame& frame, std::span<Chip> chips) {
    ImGuiStorage& kept = *ImGui::GetStateStorage();
    const ImGuiID key = ImGui::GetID("open");
    if (ImGui::IsWindowAppearing()) kept.SetInt(key, chips.size() == 1 ? 0 : -1);
    bool done = false;
    for (int i = 0; i < int(chips.size()); ++i) {
        Chip& one = nth(chips, i);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = std::max(frame.em(10), ImGui::GetContentRegionAvail().x);
        const Rect row = Rect::sized(at, width, frame.em(1.75F)).snapped();
        const bool open = kept.GetInt(key, -1) == i;
        if (rail_group(frame, "step.more." + one.id, row, one.label, open)) kept.SetInt(key, open ? -1 : i);
        const float left = row.min.x + frame.em(2.2F) + text_width(frame, type::head, one.label);
        draw_elided(frame, {row.max.x - frame.em(0.6F), row.centre().y}, row.max.x - frame.em(0.6F) - left,
                    type::code, Role::t2, one.value, Align::right);
        ImGui::SetCursorScreenPos({at.x, row.max.y});
        if (open) done = one.menu() || done;
    }
    return done;
}

}  // namespace

void draw_chips(Frame& frame, std::vector<Chip>& chips, float left, float right, float y, Align align) {
    const float gap = frame.em(0.5F), more = chip_width(frame, "", "…") + gap;
    size_t fit = 0;
    float width = 0;
    for (; fit < chips.size(); ++fit) {
        const float next = width + width_of(frame, chips[fit]) + gap;
        if (left + next + (fit + 1 < chips.size() ? more : 0) > right + gap) break;
        width = next;
    }
    const bool hidden = fit < chips.size();
    float x = align == Align::left ? left : right - width + gap - (hidden ? more : 0);
    for (size_t i = 0; i < fit; ++i) {
        draw_one(frame, chips[i], {x, y});
        x += width_of(frame, chips[i]) + gap;
    }
    if (!hidden) return;
    chip(frame, "step.more", {x, y}, "", "…", 22,
         [&] { return draw_groups(frame, std::span(chips).subspan(fit)); });
}

std::string shown_value(const std::string& text) {
    constexpr size_t longest_value = 16;
    constexpr std::string_view list = "values:";
    if (!text.starts_with(list)) return one_line(text, longest_value);
    const std::string numbers = text.substr(list.size());
    constexpr size_t most = 8;
    if (numbers.size() <= most) return one_line(numbers, longest_value);
    const size_t cut = numbers.find_last_of(",;", most);
    return cut == std::string::npos ? one_line(numbers, longest_value) : numbers.substr(0, cut + 1) + "…";
}

std::string dim_text(const Dim3& dim) {
    std::string text = std::to_string(dim.x);
    if (dim.y > 1 || dim.z > 1) text += "×" + std::to_string(dim.y);
    if (dim.z > 1) text += "×" + std::to_string(dim.z);
    return text;
}

Rect menu_field(const Frame& frame) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    return Rect::sized(at, std::max(frame.em(8), ImGui::GetContentRegionAvail().x), frame.em(1.9F));
}

void after_field(Frame& frame, Rect field, const std::string& error) {
    const ImVec2 below(field.min.x, field.max.y + frame.em(0.3F));
    const float used = field_error(frame, below, field.width(), error);
    ImGui::SetCursorScreenPos(below);
    if (used > 0) ImGui::Dummy({field.width(), used});
}

bool field_in_menu(Frame& frame, const std::string& id, TypedText& typed, std::string_view hint,
                   const std::function<std::string(const std::string&)>& apply) {
    const Rect field = menu_field(frame);
    bool done = false;
    if (text_field(frame, id, field, typed.text, hint, typed.error) && !typed.text.empty()) {
        typed.error = apply(typed.text);
        done = typed.error.empty();
        if (done) typed.text.clear();
    }
    if (typed.text.empty()) typed.error.clear();
    after_field(frame, field, typed.error);
    return done;
}

bool text_menu(Frame& frame, const std::string& id, TypedText& typed, const std::string& now,
               std::string_view hint, std::string_view reset_id, std::string_view reset,
               const std::function<std::string(const std::string&)>& apply) {
    if (typed.shown != now || ImGui::IsWindowAppearing()) typed = {now, now, {}};
    const Rect field = menu_field(frame);
    bool done = false;
    const auto take = [&](const std::string& text) {
        typed.error = apply(text);
        done = typed.error.empty();
    };
    if (text_field(frame, id + ".text", field, typed.text, hint, typed.error) && typed.text != now)
        take(typed.text);
    after_field(frame, field, typed.error);
    if (!reset.empty() && menu_row(frame, id + "." + std::string(reset_id), reset, false)) take("");
    return done;
}

std::string named(const std::vector<std::string>& list, const std::string& name) {
    for (const std::string& one : list)
        if (one.starts_with(name + "=")) return one.substr(name.size() + 1);
    return {};
}

void set_named(std::vector<std::string>& list, const std::string& name, const std::string& text) {
    std::erase_if(list, [&](const std::string& one) { return one.starts_with(name + "="); });
    if (!text.empty()) list.push_back(name + "=" + text);
}

namespace {

constexpr float menu_em = 37;

void head(Frame& frame, std::string_view text) {
    draw_text(frame, ImGui::GetCursorScreenPos() + ImVec2(frame.em(0.5F), frame.em()), type::head, Role::t2,
              text);
    ImGui::Dummy({1, frame.em(1.7F)});
}

/// What is worth running until from here, with what it is called.
struct Suggestion {
    std::string text, says;
};
std::vector<Suggestion> suggestions(const StepModel& model) {
    std::vector<Suggestion> all;
    const replay::StepPosition* at = model.position();
    if (at == nullptr) return all;
    const emulator::Trace& trace = at->trace();
    if (!at->index().barriers().empty()) all.push_back({"barrier", "the next barrier"});
    if (!at->index().findings().empty()) all.push_back({"finding", "the next finding"});
    constexpr size_t most_phases = 5;
    std::vector<std::string> seen;
    for (const emulator::Phase& phase : trace.phases) {
        const std::string name = replay::short_phase_name(phase.name);
        const bool kernel = trace.launch_of(phase.operation) >= 0;
        if (!kernel || phase.end_step <= phase.first_step || seen.size() >= most_phases) continue;
        if (contains(seen, name)) continue;
        seen.push_back(name);
        all.push_back({"phase " + name, name + " begins"});
    }
    if (at->staged().blocks() > 1) {
        const std::string block = std::to_string(at->staged().block_of(at->staged().blocks() - 1));
        all.push_back({"block " + block + " starts", "the last block starts"});
        all.push_back({"block " + std::to_string(at->block()) + " ends", "the current block ends"});
    }
    return all;
}

void run_until(const UntilTools& tools, const std::string& text, bool on) {
    tools.notices.clear("until");
    tools.stops.run_until(text, on, tell_until(tools));
}

/// What is typed, tried first: a text that cannot be read keeps the menu open.
bool try_typed(const UntilTools& tools, const std::function<void(const std::string&)>& act) {
    try {
        const std::string text = scenes::to_text(scenes::parse_stop(tools.state.text));
        tools.state.error.clear();
        act(text);
        return true;
    } catch (const UsageError& error) {
        tools.state.error = error.what();
        return false;
    }
}

bool draw_typed(Frame& frame, const UntilTools& tools) {
    UntilState& state = tools.state;
    const Rect field = menu_field(frame);
    text_field(frame, "step.until.text", field, state.text, "sums[3] = 14   line 16   stride == 4",
               state.error);
    const bool entered = field_end(state.typing) == FieldEnd::enter;
    after_field(frame, field, state.error);
    const ImVec2 at = ImGui::GetCursorScreenPos() + ImVec2(0, frame.em(0.3F));
    float x = at.x;
    const auto place = [&](std::string_view label, const ButtonOptions& options) {
        const float width = button_width(frame, label, options);
        const Rect rect = Rect::sized({x, at.y}, width, frame.em(2));
        x += width + frame.em(0.5F);
        return rect;
    };
    const ButtonOptions on{.hint = "Enter"}, back{.hint = "Shift+Enter"}, keep{};
    bool done = false;
    const bool shift = ImGui::GetIO().KeyShift;
    if (button(frame, "step.until.on", place("Run forward", on), "Run forward", on) || (entered && !shift))
        done = try_typed(tools, [&](const std::string& text) { run_until(tools, text, true); });
    if (button(frame, "step.until.back", place("Run back", back), "Run back", back) || (entered && shift))
        done = try_typed(tools, [&](const std::string& text) { run_until(tools, text, false); });
    if (button(frame, "step.until.keep", place("Keep as breakpoint", keep), "Keep as breakpoint", keep))
        try_typed(tools, [&](const std::string& text) { tools.stops.add(text); });
    ImGui::SetCursorScreenPos({at.x, at.y + frame.em(2.2F)});
    ImGui::Dummy({1, 1});
    return done;
}

/// How often a breakpoint stops, or why it never does.
std::string counted(const Stops::Entry& entry) {
    if (!entry.places) return "looking …";
    const size_t count = entry.places->steps.size();
    if (count == 0) return "never";
    return count == 1 ? "once" : std::to_string(count) + " times";
}

/// A row a breakpoint: a click goes to its next place; the cross takes it away.
bool draw_stops(Frame& frame, const UntilTools& tools) {
    size_t removed = tools.stops.all().size();
    bool done = false;
    for (size_t i = 0; i < tools.stops.all().size(); ++i) {
        const Stops::Entry& entry = tools.stops.all()[i];
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = std::max(frame.em(10), ImGui::GetContentRegionAvail().x), high = frame.em(1.75F);
        const Rect cross = Rect::sized({at.x + width - high, at.y}, high, high);
        const Rect row = Rect::sized(at, width - high - frame.em(0.2F), high).snapped();
        const Interaction touch = interact(frame, fmt::format("step.until.stop.{}", i), row);
        if (touch.hovered || touch.focused) frame.fill(row, Role::bg3, frame.em(0.25F));
        const float y = row.centre().y;
        frame.disc({row.min.x + frame.em(0.9F), y}, frame.em(0.36F), Role::trouble);
        const std::string count = counted(entry);
        const float room = row.width() - frame.em(2.6F) - text_width(frame, type::label, count);
        draw_elided(frame, {row.min.x + frame.em(1.7F), y}, room, type::code, Role::t1, entry.text);
        draw_text(frame, {row.max.x - frame.em(0.5F), y}, type::label, Role::t2, count, Align::right);
        if (touch.hovered && entry.places && !entry.places->missing.empty())
            tooltip(frame, entry.places->missing);
        if (touch.clicked) {
            run_until(tools, entry.text, !ImGui::GetIO().KeyShift);
            done = true;
        }
        const ButtonOptions remove{.icon = marks::cross, .tip = "Remove this breakpoint", .bare = true};
        if (button(frame, fmt::format("step.until.remove.{}", i), cross, "", remove)) removed = i;
        ImGui::SetCursorScreenPos({at.x, at.y + high});
    }
    ImGui::Dummy({1, 1});
    if (removed < tools.stops.all().size()) tools.stops.remove(removed);
    return done;
}

bool draw_menu(Frame& frame, const UntilTools& tools) {
    head(frame, "Run until");
    bool done = draw_typed(frame, tools);
    const std::vector<Suggestion> all = suggestions(tools.model);
    for (size_t i = 0; i < all.size(); ++i)
        if (menu_row(frame, fmt::format("step.until.try.{}", i), all[i].says, false, all[i].text)) {
            run_until(tools, all[i].text, !ImGui::GetIO().KeyShift);
            done = true;
        }
    if (tools.stops.all().empty()) {
        head(frame, "No breakpoints yet: click beside a line of the code, or press F9");
        return done;
    }
    head(frame, "Breakpoints (F5 forward, Shift+F5 back)");
    return draw_stops(frame, tools) || done;
}

}  // namespace

Told tell_until(const UntilTools& tools) {
    return [&notices = tools.notices](const std::string& sentence) { notices.add(sentence, "until"); };
}

float draw_until_button(Frame& frame, ImVec2 at, float right, const UntilTools& tools) {
    const bool wanted = std::exchange(tools.state.wants_open, false);
    const ButtonOptions options{.tip =
                                    "Run forward or back until something happens (U); breakpoints (F9, F5)"};
    const float width = button_width(frame, "Until …", options);
    if (tools.model.position() == nullptr || at.x + width > right) return at.x;
    const Rect rect = Rect::sized({at.x, at.y - frame.em()}, width, frame.em(2)).snapped();
    const bool pressed = button(frame, "step.until", rect, "Until …", options);
    if (pressed || wanted) tools.state.error.clear();
    menu_at(frame, "step.until", rect, menu_em, pressed || wanted, [&] { return draw_menu(frame, tools); });
    return at.x + width + frame.em();
}

std::vector<PaletteEntry> until_offers(const UntilTools& tools) {
    if (tools.model.position() == nullptr) return {};
    std::vector<PaletteEntry> offers;
    offers.push_back({.title = "Run until …",
                      .kind = "Until",
                      .keys = "U",
                      .also = "type until sums[3] = 14, until line 16, until stride == 4",
                      .run = [&state = tools.state] { state.wants_open = true; },
                      .verb = "until",
                      .take = [tools](const std::string& text) { run_until(tools, text, true); }});
    offers.push_back({.title = "Run back until …",
                      .kind = "Until",
                      .also = "type back until sums[3] = 14",
                      .run = [&state = tools.state] { state.wants_open = true; },
                      .verb = "back until",
                      .take = [tools](const std::string& text) { run_until(tools, text, false); }});
    for (const Suggestion& one : suggestions(tools.model))
        offers.push_back({.title = "Run until " + one.says,
                          .kind = "Until",
                          .also = one.text,
                          .run = [tools, text = one.text] { run_until(tools, text, true); }});
    return offers;
}

}  // namespace upsweep::app::step
