// Controls that hold a value: text field, slider, box to tick.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

#include "app/ui/controls.h"
#include "app/ui/marks.h"

namespace upsweep::app {
namespace {

constexpr int typed_rests = 4;  // frames that a field may take to get the keyboard

int resize_text(ImGuiInputTextCallbackData* data) {
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        auto& text = *static_cast<std::string*>(data->UserData);
        text.resize(static_cast<std::size_t>(data->BufTextLen));
        data->Buf = text.data();
    }
    return 0;
}

// Where a value is between low and high, 0 … 1, and back.
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

bool text_field(Frame& frame, std::string_view id, Rect rect, std::string& text, std::string_view empty,
                std::string_view error) {
    rect = rect.snapped();
    frame.items.add(id, rect);
    reveal_focus(frame, id, rect);
    ImFont* font = frame.fonts.get(type::code.face, frame.em(type::code.em));
    ImGui::PushFont(font);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {frame.em(0.6F), std::max(0.0F, (rect.height() - font->FontSize) / 2)});
    ImGui::SetCursorScreenPos(rect.min);
    ImGui::SetNextItemWidth(rect.width());
    if (frame.items.wants_keyboard || (frame.items.focus == id && frame.items.activate))
        ImGui::SetKeyboardFocusHere();
    frame.items.wants_keyboard = false;
    const std::string label = "##" + std::string(id);
    const bool entered =
        ImGui::InputText(label.c_str(), text.data(), text.capacity() + 1,
                         ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_EnterReturnsTrue |
                             ImGuiInputTextFlags_AutoSelectAll,
                         resize_text, &text);
    const bool active = ImGui::IsItemActive(), left = ImGui::IsItemDeactivatedAfterEdit();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    if (text.empty() && !empty.empty())
        draw_elided(frame, {rect.min.x + frame.em(0.6F), rect.centre().y}, rect.width() - frame.em(1.2F),
                    type::label, Role::t3, empty);
    if (!error.empty()) frame.outline(rect, Role::trouble, frame.em(0.375F), frame.px(2));
    if (active || frame.items.focus == id) draw_focus(frame, rect, frame.em(0.375F));
    // In a menu a click on a row ends the typing; only Enter means it.
    return entered || (left && !frame.items.in_menu);
}

bool enter_pressed() {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter)) ||
           ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter));
}

FieldEnd field_end(bool& typing) {
    const bool active = ImGui::IsItemActive();
    if (!std::exchange(typing, active) || active) return FieldEnd::none;
    if (enter_pressed()) return FieldEnd::enter;
    const bool escape = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
    return escape ? FieldEnd::escape : FieldEnd::left;
}

float field_error(Frame& frame, ImVec2 at, float width, std::string_view error) {
    if (error.empty()) return 0;
    const float mark = frame.em(0.85F), indent = frame.em(1.3F);
    marks::finding(frame, Rect::around({at.x + mark / 2, at.y + frame.em(0.72F)}, mark, mark), Role::trouble);
    return draw_paragraph(frame, {at.x + indent, at.y}, width - indent,
                          marked_runs(type::label, {Role::trouble}, error)) +
           frame.em(0.3F);
}

namespace {

// Reads `text` as a number from low to high; nothing if it is not.
std::optional<float> read_value(const std::string& text, float low, float high,
                                const SliderOptions& options) {
    std::string number = text;
    if (const std::size_t at = number.find(options.suffix); !options.suffix.empty() && at != number.npos)
        number.resize(at);
    char* end = nullptr;
    const float value = std::strtof(number.c_str(), &end);
    if (end == number.c_str() || *end != '\0' || !(value >= low && value <= high)) return std::nullopt;
    return options.whole ? std::round(value) : value;
}

// The text that replaces a slider's value while it is typed. Enter takes it; what is not a value stays, with
// the reason, until the user fixes or leaves it.
void type_value(Frame& frame, Rect rect, float& value, float low, float high, const SliderOptions& options) {
    TypedValue& typed = frame.items.typed;
    rect.min.x = std::min(rect.min.x, rect.max.x - frame.em(4.6F));  // over the track's end, to see all of it
    frame.items.wants_keyboard = typed.age == 0;
    const bool taken = text_field(frame, typed.id, rect, typed.text, {}, typed.error);
    const bool active = ImGui::IsItemActive();
    typed.age = active ? typed_rests : typed.age + 1;
    if (!typed.error.empty()) {
        ImGui::SetNextWindowPos({rect.max.x, rect.min.y - frame.em(0.4F)}, 0, {1, 1});
        tooltip(frame, typed.error);
    }
    if (taken) {
        if (const auto read = read_value(typed.text, low, high, options)) {
            value = *read;
            typed = {};
        } else if (typed.error.empty()) {
            typed.error =
                "Write a number from " + value_text(low, options) + " to " + value_text(high, options) + ".";
            typed.age = 0;
        } else {
            typed = {};
        }
    } else if (!active && typed.age > typed_rests) {
        typed = {};
    }
}

void slider_value(Frame& frame, std::string_view id, Rect rect, float& value, float low, float high,
                  const SliderOptions& options) {
    const std::string name = std::string(id) + ".value";
    if (frame.items.typed.id == name) return type_value(frame, rect, value, low, high, options);
    const Interaction state = interact(frame, name, rect);
    if (state.hovered) {
        frame.fill(rect, Role::bg3, frame.em(0.25F));
        tooltip(frame, "Click to type it");
    }
    if (state.focused) draw_focus(frame, rect, frame.em(0.25F));
    const std::string text = value_text(value, options);
    draw_text(frame, {rect.max.x - frame.em(0.25F), rect.centre().y}, type::number, Role::t1, text,
              Align::right);
    if (state.clicked)
        frame.items.typed = {.id = name, .text = text.substr(0, text.size() - options.suffix.size())};
}

/// Where keys take a slider: of whole numbers by ones, else from tick to tick, or by hundredths of the track.
float slid(float value, int steps, float low, float high, const SliderOptions& options) {
    if (options.whole) return std::clamp(value + static_cast<float>(steps), low, high);
    if (options.ticks.empty()) {
        const float share = share_of(value, low, high, options.logarithmic);
        return value_at(std::clamp(share + 0.01F * static_cast<float>(steps), 0.0F, 1.0F), low, high,
                        options);
    }
    constexpr float same = 1e-4F;  // of a value that is on a tick
    for (int i = 0; i < std::abs(steps); ++i) {
        std::optional<float> next;
        for (const float tick : options.ticks) {
            const bool ahead = steps > 0 ? tick > value + same : tick < value - same;
            if (ahead && (!next || std::abs(tick - value) < std::abs(*next - value))) next = tick;
        }
        value = std::clamp(next.value_or(steps > 0 ? high : low), low, high);
    }
    return value;
}

}  // namespace

bool slider(Frame& frame, std::string_view id, Rect rect, float& value, float low, float high,
            const SliderOptions& options) {
    Rect track = rect;
    const float before = value;
    if (options.value_width_em > 0) {
        const Rect field = track.cut_right(frame.em(options.value_width_em));
        slider_value(frame, id, field, value, low, high, options);
        track.max.x -= frame.em(0.45F);
    }
    const Interaction state = interact(frame, id, track);
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
    if (state.focused) {
        frame.items.slides = true;
        if (const int steps = std::exchange(frame.items.slide, 0); steps != 0)
            value = slid(value, steps, low, high, options);
    }
    const float x = track.min.x + track.width() * share_of(value, low, high, options.logarithmic);
    draw_track(frame, track, x, value, low, high, options, state.hovered || state.held);
    if (state.focused)
        draw_focus(frame, Rect::around({x, track.centre().y}, frame.em(1.1F)), frame.em(0.55F));
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
        marks::tick(frame, square.inset(frame.em(0.2F)), Role::on_ink);
    } else {
        list.AddRectFilled(square.min, square.max, frame.colour(state.hovered ? Role::bg3 : Role::bg2),
                           frame.em(0.2F));
        list.AddRect(square.min, square.max, frame.colour(Role::line2), frame.em(0.2F), 0, snap(frame.px()));
    }
    draw_text(frame, {square.max.x + frame.em(0.45F), rect.centre().y}, type::body, Role::t1, label);
    if (state.focused) draw_focus(frame, square, frame.em(0.2F));
    return state.clicked;
}

}  // namespace upsweep::app
