// Buttons, segments, chips, fields: own drawing over invisible buttons.
#include "app/ui/controls.h"

#include <cstdio>
#include <cstdlib>

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
    const float away = frame.px(2) + frame.px();
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
    for (int i = 0; i < int(labels.size()); ++i) {
        const std::string_view label = nth(labels, i);
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
    marks::chevron_down(frame, Rect::around({rect.max.x - frame.em(0.6F) - size / 2, y}, size), Role::t3);
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
        marks::tick(frame, Rect::around({rect.min.x + frame.em(0.6F), y}, size), Role::t1);
    }
    draw_text(frame, {rect.min.x + frame.em(1.3F), y}, chosen ? type::strong : type::body, Role::t1, label);
    if (!hint.empty())
        draw_text(frame, {rect.max.x - frame.em(0.5F), y}, type::code, Role::t3, hint, Align::right);
    ImGui::SetCursorScreenPos({at.x, rect.max.y});
    return state.clicked;
}

// ---- Controls that hold a value: text field, slider, box to tick

namespace {

constexpr int typed_rests = 4;  // frames that a field may take to get the keyboard

int resize_text(ImGuiInputTextCallbackData* data) {
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        auto& text = *static_cast<std::string*>(data->UserData);
        text.resize(size_t(data->BufTextLen));
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
    std::snprintf(text, sizeof text, options.whole ? "%.0f" : "%.3g", double(value));
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
    marks::finding(frame, Rect::around({at.x + mark / 2, at.y + frame.em(0.72F)}, mark), Role::trouble);
    return draw_paragraph(frame, {at.x + indent, at.y}, width - indent,
                          marked_runs(type::label, {Role::trouble}, error)) +
           frame.em(0.3F);
}

namespace {

// Reads `text` as a number from low to high; nothing if it is not.
std::optional<float> read_value(const std::string& text, float low, float high,
                                const SliderOptions& options) {
    std::string number = text;
    if (const size_t at = number.find(options.suffix); !options.suffix.empty() && at != number.npos)
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
        plate(frame, typed.error);
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
    if (options.whole) return std::clamp(value + float(steps), low, high);
    if (options.ticks.empty()) {
        const float share = share_of(value, low, high, options.logarithmic);
        return value_at(std::clamp(share + 0.01F * float(steps), 0.0F, 1.0F), low, high, options);
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

Interaction text_link(Frame& frame, std::string_view id, ImVec2 at, TextStyle style, std::string_view words,
                      float under_em, bool dead) {
    const Rect rect(at.x, at.y - frame.em(0.8F), at.x + text_width(frame, style, words),
                    at.y + frame.em(0.8F));
    const Interaction state = interact(frame, id, rect);
    const Role colour = dead ? Role::t3 : state.hovered ? Role::t1 : Role::t2;
    draw_text(frame, at, style, colour, words);
    const float under = snap(at.y + frame.em(under_em));
    if (!dead) frame.fill({rect.min.x, under, rect.max.x, under + snap(frame.px())}, colour);
    if (state.focused) draw_focus(frame, rect, frame.em(0.25F));
    return state;
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
