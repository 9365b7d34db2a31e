// A line of chips, and the fields in their menus.
#include "app/step/view/step_chips.h"

#include <algorithm>

#include "app/step/view/step_parts.h"
#include "app/ui/marks.h"
#include "core/quotes.h"

namespace upsweep::app::step {
namespace {

/// Blanks before the label make room for the mark.
std::string label_of(const Chip& one) { return one.guessed ? "     " + one.label : one.label; }

float width_of(const Frame& frame, const Chip& one) { return chip_width(frame, label_of(one), one.value); }

/// A ring with a question mark before the label: this is a guess, and colour is not needed to see it.
void draw_guess(Frame& frame, Rect box) {
    const float size = frame.em(1);
    marks::question(frame, Rect::around({box.min.x + frame.em(0.95F), box.centre().y}, size, size), Role::t2);
}

void draw_one(Frame& frame, const Chip& one, ImVec2 at) {
    const Rect box = Rect::sized(at, width_of(frame, one), frame.em(1.75F));
    chip(frame, one.id, at, label_of(one), one.value, one.menu_em, one.menu);
    if (one.guessed) draw_guess(frame, box);
    if (!one.tip.empty() && under_mouse(box)) tooltip(frame, one.tip);
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
    chip(frame, "step.more", {x, y}, "", "…", 20, [&] {
        for (size_t i = fit; i < chips.size(); ++i) {
            draw_text(frame, ImGui::GetCursorScreenPos() + ImVec2(frame.em(0.5F), frame.em(0.8F)), type::head,
                      Role::t2, chips[i].label + " " + chips[i].value);
            ImGui::Dummy({1, frame.em(1.6F)});
            if (chips[i].menu()) return true;
        }
        return false;
    });
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

}  // namespace upsweep::app::step
