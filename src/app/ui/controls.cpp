// Buttons, segments, chips, fields: own drawing over invisible buttons.
#include "app/ui/controls.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/marks.h"

namespace upsweep::app {
namespace {

constexpr float pad_em = 0.75F;           // between a button's edge and its text
constexpr float controls_gap_em = 0.45F;  // label to value, icon to text
constexpr float chevron_em = 0.55F;       // width of a chip's chevron

TextStyle button_style(const ButtonOptions& options) {
    return options.chosen || options.primary ? type::strong : type::body;
}

float corner(const Frame& frame) { return frame.em(0.375F); }

void box(Frame& frame, Rect rect, const Colour& fill, const Colour& line, float rounding) {
    frame.fill(rect, fill, rounding);
    const float width = snap(frame.px()), half = width / 2;
    frame.outline({rect.min.x + half, rect.min.y + half, rect.max.x - half, rect.max.y - half}, line,
                  rounding, width);
}

void draw_button_box(Frame& frame, Rect rect, const ButtonOptions& options, bool hovered) {
    const bool dead = !options.disabled.empty();
    if (options.bare && !hovered && !options.chosen) return;
    if (dead) return box(frame, rect, Role::bg1, Role::line, corner(frame));
    if (options.primary) {
        const Colour ink(Role::ink, hovered ? 0.88F : 1);
        frame.fill(rect, ink, corner(frame));
        return;
    }
    const Role fill = options.chosen || hovered ? Role::bg3 : Role::bg2;
    box(frame, rect, fill, options.chosen ? Role::line2 : Role::line, corner(frame));
}

float content_width(const Frame& frame, std::string_view label, const ButtonOptions& options) {
    float width = 0;
    if (options.icon != nullptr) width += frame.em(0.9F);
    if (!label.empty()) width += text_width(frame, button_style(options), label);
    if (options.icon != nullptr && !label.empty()) width += frame.em(controls_gap_em);
    if (!options.hint.empty()) width += frame.em(0.6F) + text_width(frame, type::code, options.hint);
    return width;
}

}  // namespace

void reveal_focus(Frame& frame, std::string_view id, Rect rect) {
    Items& items = frame.items;
    if (items.focus.empty() || items.focus != id) return;
    const ImDrawList& list = *frame.list();
    items.focus_clip = Rect(list.GetClipRectMin(), list.GetClipRectMax()).inset(-frame.px(3));
    if (!std::exchange(items.reveal, false)) return;
    const Rect pane(ImGui::GetWindowPos(), ImGui::GetWindowPos() + ImGui::GetWindowSize());
    const float space = frame.em(0.5F), above = rect.min.y - space - pane.min.y;
    const float below = rect.max.y + space - pane.max.y;
    if (above < 0)
        ImGui::SetScrollY(ImGui::GetScrollY() + above);
    else if (below > 0)
        ImGui::SetScrollY(ImGui::GetScrollY() + std::min(below, above));
}

void ring_focus(Frame& frame) {
    const std::optional<Rect> rect = frame.items.find(frame.items.focus);
    if (!rect || frame.items.ring || frame.items.focus.empty()) return;
    ImDrawList& over = *ImGui::GetForegroundDrawList();
    const Rect clip = frame.items.focus_clip;
    over.PushClipRect(clip.min, clip.max);
    over.AddRect(rect->min, rect->max, frame.colour(Role::ink), frame.em(0.25F), 0, frame.px(2));
    over.PopClipRect();
    frame.items.ring = rect;
}

Interaction interact(Frame& frame, std::string_view id, Rect rect) {
    frame.items.add(id, rect);
    reveal_focus(frame, id, rect);
    Interaction result;
    if (rect.empty()) return result;
    ImGui::SetCursorScreenPos(rect.min);
    ImGui::PushID(id.data(), id.data() + id.size());
    result.clicked = ImGui::InvisibleButton("##control", rect.size());
    result.hovered = ImGui::IsItemHovered();
    result.held = ImGui::IsItemActive();
    ImGui::PopID();
    if (ImGui::IsItemClicked()) frame.items.focus.clear();
    result.focused = !frame.items.focus.empty() && frame.items.focus == id;
    if (result.focused && frame.items.activate) result.clicked = true;
    return result;
}

void draw_focus(Frame& frame, Rect rect, float rounding) {
    const float away = frame.px(2) + frame.px(1);
    const Rect ring = rect.inset(-away);
    frame.outline(ring, Role::ink, rounding + away, frame.px(2));
    frame.items.ring = rect;
}

float button_width(const Frame& frame, std::string_view label, const ButtonOptions& options) {
    return snap(content_width(frame, label, options) + 2 * frame.em(pad_em));
}

bool button(Frame& frame, std::string_view id, Rect rect, std::string_view label,
            const ButtonOptions& options) {
    rect = rect.snapped();
    const Interaction state = interact(frame, id, rect);
    const bool dead = !options.disabled.empty();
    draw_button_box(frame, rect, options, state.hovered);
    const Role text = dead ? Role::t3 : options.primary ? Role::on_ink : Role::t1;
    float x = rect.centre().x - content_width(frame, label, options) / 2;
    const float y = rect.centre().y;
    if (options.icon != nullptr) {
        const float size = frame.em(0.9F);
        options.icon(frame, Rect::around({x + size / 2, y}, size).snapped(), text);
        x += size + (label.empty() ? 0 : frame.em(controls_gap_em));
    }
    draw_text(frame, {x, y}, button_style(options), text, label);
    x += text_width(frame, button_style(options), label) + frame.em(0.6F);
    if (!options.hint.empty())
        draw_text(frame, {x, y}, type::code, options.primary ? Role::on_ink : Role::t3, options.hint);
    if (state.focused) draw_focus(frame, rect, corner(frame));
    if (state.hovered && dead)
        tooltip(frame, options.disabled);
    else if (state.hovered && !options.tip.empty())
        tooltip(frame, options.tip);
    return state.clicked && !dead;
}

float segmented_width(const Frame& frame, std::span<const std::string_view> labels) {
    float width = 0;
    for (std::string_view label : labels)
        width += text_width(frame, type::strong, label) + 2 * frame.em(0.65F);
    return snap(width + frame.em(0.25F));
}

bool segmented(Frame& frame, std::string_view id, ImVec2 at, std::span<const std::string_view> labels,
               int& chosen) {
    const Rect whole = Rect::sized(at, segmented_width(frame, labels), frame.em(2)).snapped();
    box(frame, whole, Role::bg2, Role::line, corner(frame));
    const int before = chosen;
    Rect rest = whole.inset(frame.em(0.125F));
    for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
        const std::string_view label = labels[static_cast<std::size_t>(i)];
        const Rect part =
            rest.cut_left(text_width(frame, type::strong, label) + 2 * frame.em(0.65F)).snapped();
        const Interaction state = interact(frame, std::string(id) + "." + std::to_string(i), part);
        if (state.clicked) chosen = i;
        const bool on = i == before;
        if (on) box(frame, part, Role::bg3, Role::line2, frame.em(0.3F));
        const Role text = on || state.hovered ? Role::t1 : Role::t2;
        draw_text(frame, part.centre(), on ? type::strong : type::body, text, label, Align::centre);
        if (state.focused) draw_focus(frame, part, corner(frame));
    }
    return chosen != before;
}

float chip_width(const Frame& frame, std::string_view label, std::string_view value) {
    return snap(text_width(frame, type::label, label) + text_width(frame, type::code, value) +
                frame.em(2 * 0.6F + 2 * controls_gap_em + chevron_em));
}

bool chip(Frame& frame, std::string_view id, ImVec2 at, std::string_view label, std::string_view value,
          float menu_width_em, const std::function<bool()>& menu) {
    const Rect rect = Rect::sized(at, chip_width(frame, label, value), frame.em(1.75F)).snapped();
    const Interaction state = interact(frame, id, rect);
    const bool open = ImGui::IsPopupOpen((std::string(id) + ".menu").c_str());
    box(frame, rect, state.hovered || open ? Role::bg3 : Role::bg2, Role::line, corner(frame));
    const float y = rect.centre().y;
    float x = rect.min.x + frame.em(0.6F);
    draw_text(frame, {x, y}, type::label, Role::t3, label);
    x += text_width(frame, type::label, label) + frame.em(controls_gap_em);
    draw_text(frame, {x, y}, type::code, Role::t1, value);
    const float size = frame.em(chevron_em);
    marks::chevron_down(frame, Rect::around({rect.max.x - frame.em(0.6F) - size / 2, y}, size, size),
                        Role::t3);
    if (state.focused) draw_focus(frame, rect, corner(frame));
    return menu_at(frame, id, rect, menu_width_em, state.clicked, menu);
}

bool menu_at(Frame& frame, std::string_view id, Rect anchor, float width_em, bool open,
             const std::function<bool()>& menu) {
    const std::string popup = std::string(id) + ".menu";
    if (open) ImGui::OpenPopup(popup.c_str());
    if (!ImGui::IsPopupOpen(popup.c_str())) return false;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float margin = frame.em(0.5F), gap = frame.em(0.25F);
    const float left =
        std::clamp(anchor.min.x, margin, std::max(margin, window.x - margin - frame.em(width_em)));
    const float below = window.y - margin - anchor.max.y - gap, above = anchor.min.y - gap - margin;
    const bool upwards = below < frame.em(12) && above > below;
    ImGui::SetNextWindowPos(snap(ImVec2(left, upwards ? anchor.min.y - gap : anchor.max.y + gap)), 0,
                            {0, upwards ? 1.0F : 0.0F});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {window.x, std::max(frame.em(4), upwards ? above : below)});
    const float pad = snap(frame.em(0.3F));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, pad});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    bool closed = false;
    if (ImGui::BeginPopup(popup.c_str(), ImGuiWindowFlags_NoMove)) {
        frame.items.in_menu = true;
        if (ImGui::IsWindowAppearing()) {
            frame.items.focus.clear();
            frame.items.wants_keyboard = true;
        }
        ImGui::Dummy({frame.em(width_em - 0.6F), 0});
        closed = menu();
        // A window with a limit has whole pixels: a fraction more inside it would make it scroll.
        const ImVec2 end = ImGui::GetCursorScreenPos();
        ImGui::SetCursorScreenPos({end.x, std::ceil(end.y)});
        frame.items.in_menu = frame.items.wants_keyboard = false;
        if (closed || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) {
            frame.items.focus.clear();
            ImGui::CloseCurrentPopup();
        }
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar(2);
    return closed;
}

bool menu_row(Frame& frame, std::string_view id, std::string_view label, bool chosen, std::string_view hint) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const Rect rect = Rect::sized(at, std::max(width, frame.em(6)), frame.em(1.75F)).snapped();
    const Interaction state = interact(frame, id, rect);
    if (state.hovered || state.focused) frame.fill(rect, Role::bg3, frame.em(0.25F));
    const float y = rect.centre().y;
    if (chosen) {
        const float size = frame.em(0.6F);
        marks::tick(frame, Rect::around({rect.min.x + frame.em(0.6F), y}, size, size), Role::t1);
    }
    draw_text(frame, {rect.min.x + frame.em(1.3F), y}, chosen ? type::strong : type::body, Role::t1, label);
    if (!hint.empty())
        draw_text(frame, {rect.max.x - frame.em(0.5F), y}, type::code, Role::t3, hint, Align::right);
    ImGui::SetCursorScreenPos({at.x, rect.max.y});
    return state.clicked;
}

}  // namespace upsweep::app
