// Controls that hold a value: text field, slider, box to tick.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "app/widgets/controls.h"
#include "app/widgets/marks.h"

namespace upsweep::app {
namespace {

int resize_text(ImGuiInputTextCallbackData* data) {
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        auto& text = *static_cast<std::string*>(data->UserData);
        text.resize(static_cast<std::size_t>(data->BufTextLen));
        data->Buf = text.data();
    }
    return 0;
}

// Where a value stands between low and high, 0 … 1, and back.
float share_of(float value, float low, float high, bool logarithmic) {
    if (logarithmic) return std::log(value / low) / std::log(high / low);
    return (value - low) / (high - low);
}

float value_at(float share, float low, float high, const SliderOptions& options) {
    const float value = options.logarithmic ? low * std::pow(high / low, share) : low + share * (high - low);
    return std::clamp(options.whole ? std::round(value) : value, low, high);
}

std::string value_text(float value, const SliderOptions& options) {
    char text[32];
    std::snprintf(text, sizeof text, options.whole ? "%.0f" : "%.3g", static_cast<double>(value));
    return text + std::string(options.suffix);
}

void draw_track(Frame& frame, Rect track, float x, float value, float low, float high,
                const SliderOptions& options, bool lit) {
    const float y = track.centre().y, half = frame.em(0.14F);
    ImDrawList& list = *frame.list();
    list.AddRectFilled({track.min.x, y - half}, {track.max.x, y + half}, frame.colour(Role::bg3), half);
    list.AddRectFilled({track.min.x, y - half}, {x, y + half}, frame.colour(Role::t2), half);
    for (float tick : options.ticks) {
        const float at = snap(track.min.x + track.width() * share_of(tick, low, high, options.logarithmic));
        list.AddLine({at, y + frame.em(0.45F)}, {at, y + frame.em(0.7F)}, frame.colour(Role::line2),
                     frame.px());
    }
    list.AddCircleFilled({x, y}, frame.em(lit ? 0.6F : 0.55F), frame.colour(Role::ink));
    (void)value;
}

}  // namespace

bool text_field(Frame& frame, std::string_view id, Rect rect, std::string& text, std::string_view empty) {
    rect = rect.snapped();
    frame.items.add(id, rect);
    ImFont* font = frame.fonts.get(type::code.face, frame.em(type::code.em));
    ImGui::PushFont(font);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {frame.em(0.6F), std::max(0.0F, (rect.height() - font->FontSize) / 2)});
    ImGui::SetCursorScreenPos(rect.min);
    ImGui::SetNextItemWidth(rect.width());
    if (frame.items.focus == id && frame.items.activate) ImGui::SetKeyboardFocusHere();
    const std::string label = "##" + std::string(id);
    const bool entered = ImGui::InputText(
        label.c_str(), text.data(), text.capacity() + 1,
        ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_EnterReturnsTrue, resize_text, &text);
    const bool active = ImGui::IsItemActive(), left = ImGui::IsItemDeactivatedAfterEdit();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    if (text.empty() && !active && !empty.empty())
        draw_text(frame, {rect.min.x + frame.em(0.6F), rect.centre().y}, type::label, frame.colour(Role::t3),
                  empty);
    if (active || frame.items.focus == id) draw_focus(frame, rect, frame.em(0.375F));
    return entered || left;
}

bool slider(Frame& frame, std::string_view id, Rect rect, float& value, float low, float high,
            const SliderOptions& options) {
    Rect track = rect;
    if (options.value_width_em > 0) {
        const Rect field = track.cut_right(frame.em(options.value_width_em));
        draw_text(frame, {field.max.x, field.centre().y}, type::number, frame.colour(Role::t1),
                  value_text(value, options), Align::right);
        track.max.x -= frame.em(0.45F);
    }
    const Interaction state = interact(frame, id, track);
    const float before = value;
    track = track.inset(frame.em(0.55F), 0);
    if (state.held) {
        const float share = (ImGui::GetIO().MousePos.x - track.min.x) / std::max(1.0F, track.width());
        value = value_at(std::clamp(share, 0.0F, 1.0F), low, high, options);
    }
    if (state.hovered && ImGui::GetIO().MouseWheel != 0) {
        const float share =
            share_of(value, low, high, options.logarithmic) + ImGui::GetIO().MouseWheel * 0.02F;
        const float moved = value_at(std::clamp(share, 0.0F, 1.0F), low, high, options);
        const float step = options.whole ? std::copysign(1.0F, ImGui::GetIO().MouseWheel) : 0;
        value = options.whole && moved == value ? std::clamp(value + step, low, high) : moved;
    }
    const float x = track.min.x + track.width() * share_of(value, low, high, options.logarithmic);
    draw_track(frame, track, x, value, low, high, options, state.hovered || state.held);
    if (state.focused)
        draw_focus(frame, Rect::around({x, track.centre().y}, frame.em(1.1F), frame.em(1.1F)),
                   frame.em(0.55F));
    return value != before;
}

bool checkbox(Frame& frame, std::string_view id, Rect rect, std::string_view label, bool& ticked) {
    const Interaction state = interact(frame, id, rect);
    if (state.clicked) ticked = !ticked;
    const float size = frame.em(1.0F);
    const Rect square = Rect::sized({rect.min.x, rect.centre().y - size / 2}, size, size).snapped();
    ImDrawList& list = *frame.list();
    if (ticked) {
        list.AddRectFilled(square.min, square.max, frame.colour(Role::ink), frame.em(0.2F));
        marks::tick(frame, square.inset(frame.em(0.2F)), frame.colour(Role::on_ink));
    } else {
        list.AddRectFilled(square.min, square.max, frame.colour(state.hovered ? Role::bg3 : Role::bg2),
                           frame.em(0.2F));
        list.AddRect(square.min, square.max, frame.colour(Role::line2), frame.em(0.2F), 0, snap(frame.px()));
    }
    draw_text(frame, {square.max.x + frame.em(0.45F), rect.centre().y}, type::body, frame.colour(Role::t1),
              label);
    if (state.focused) draw_focus(frame, square, frame.em(0.2F));
    return state.clicked;
}

}  // namespace upsweep::app
