// Input events: names of keys, and handing events to ImGui of either interface.
#include "app/platform/input.h"

#include <array>
#include <set>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"

namespace upsweep::app {
namespace {

constexpr std::array<std::string_view, size_t(Key::count)> key_names{
    "",    "Left",      "Right",  "Up", "Down", "Home", "End", "PgUp", "PgDn", "Space", "Enter", "Esc",
    "Tab", "Backspace", "Delete", "F1", "F2",   "F3",   "F4",  "F5",   "F6",   "F7",    "F8",    "F9",
    "F10", "F11",       "F12",    "A",  "B",    "C",    "D",   "E",    "F",    "G",     "H",     "I",
    "J",   "K",         "L",      "M",  "N",    "O",    "P",   "Q",    "R",    "S",     "T",     "U",
    "V",   "W",         "X",      "Y",  "Z",    "0",    "1",   "2",    "3",    "4",     "5",     "6",
    "7",   "8",         "9",      "+",  "-",    "?",    "/",   ",",    "."};

Key key_named(std::string_view name) {
    for (size_t i = 1; i < key_names.size(); ++i)
        if (key_names[i] == name) return Key(i);
    throw UsageError("There is no key {}; use names such as Right, Space, F3, K or ?.", in_quotes(name));
}

bool take(std::string_view& text, std::string_view prefix) {
    if (text.substr(0, prefix.size()) != prefix) return false;
    text.remove_prefix(prefix.size());
    return true;
}

std::string shown_name(Key key) {
    switch (key) {
        case Key::left:
            return "←";
        case Key::right:
            return "→";
        case Key::up:
            return "↑";
        case Key::down:
            return "↓";
        default:
            return std::string(nth(key_names, key));
    }
}

struct InputPair {
    Key ours;
    ImGuiKey theirs;
};
// Only what ImGui's text fields and menus use.
constexpr InputPair imgui_keys[] = {{Key::left, ImGuiKey_LeftArrow},
                                    {Key::right, ImGuiKey_RightArrow},
                                    {Key::up, ImGuiKey_UpArrow},
                                    {Key::down, ImGuiKey_DownArrow},
                                    {Key::home, ImGuiKey_Home},
                                    {Key::end, ImGuiKey_End},
                                    {Key::page_up, ImGuiKey_PageUp},
                                    {Key::page_down, ImGuiKey_PageDown},
                                    {Key::space, ImGuiKey_Space},
                                    {Key::enter, ImGuiKey_Enter},
                                    {Key::escape, ImGuiKey_Escape},
                                    {Key::tab, ImGuiKey_Tab},
                                    {Key::backspace, ImGuiKey_Backspace},
                                    {Key::remove, ImGuiKey_Delete},
                                    {Key::a, ImGuiKey_A},
                                    {Key::c, ImGuiKey_C},
                                    {Key::v, ImGuiKey_V},
                                    {Key::x, ImGuiKey_X},
                                    {Key::y, ImGuiKey_Y},
                                    {Key::z, ImGuiKey_Z}};

void feed_key(const KeyEvent& event) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(ImGuiMod_Ctrl, event.chord.ctrl);
    io.AddKeyEvent(ImGuiMod_Shift, event.chord.shift);
    io.AddKeyEvent(ImGuiMod_Alt, event.chord.alt);
    for (const InputPair& pair : imgui_keys)
        if (pair.ours == event.chord.key) io.AddKeyEvent(pair.theirs, event.down);
#else
    io.KeyCtrl = event.chord.ctrl;
    io.KeyShift = event.chord.shift;
    io.KeyAlt = event.chord.alt;
    nth(io.KeysDown, event.chord.key) = event.down;
#endif
}

/// Whether ImGui has the key the other way. One that is held down comes again and again, which changes
/// nothing.
bool changes(const KeyEvent& event) {
#if IMGUI_VERSION_NUM >= 18700
    (void)event;
    return true;
#else
    return nth(ImGui::GetIO().KeysDown, event.chord.key) != event.down;
#endif
}

void feed_mouse(const InputEvent& event) {
    ImGuiIO& io = ImGui::GetIO();
    if (const auto* move = std::get_if<MouseMoveEvent>(&event)) {
#if IMGUI_VERSION_NUM >= 18700
        io.AddMousePosEvent(move->at.x, move->at.y);
#else
        io.MousePos = move->at;
#endif
    } else if (const auto* button = std::get_if<MouseButtonEvent>(&event)) {
#if IMGUI_VERSION_NUM >= 18700
        io.AddKeyEvent(ImGuiMod_Shift, button->shift);
        io.AddMouseButtonEvent(button->button, button->down);
#else
        io.KeyShift = button->shift;
        if (button->button >= 0 && button->button < 5) io.MouseDown[button->button] = button->down;
#endif
    } else if (const auto* wheel = std::get_if<WheelEvent>(&event)) {
#if IMGUI_VERSION_NUM >= 18700
        io.AddMouseWheelEvent(wheel->x, wheel->y);
#else
        io.MouseWheelH += wheel->x;
        io.MouseWheel += wheel->y;
#endif
    }
}

}  // namespace

Chord parse_chord(std::string_view text) {
    Chord chord;
    for (bool more = true; more;) {
        more = false;
        if (take(text, "Ctrl+")) more = chord.ctrl = true;
        if (take(text, "Shift+")) more = chord.shift = true;
        if (take(text, "Alt+")) more = chord.alt = true;
    }
    chord.key = key_named(text);
    return chord;
}

Chord chord_of(const PressedKey& pressed) {
    Chord chord{Key::none, pressed.ctrl, pressed.shift, pressed.alt};
    const auto nth = [](Key first, char c, char of) { return Key(int(first) + c - of); };
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const char c = pressed.prints.size() == 1 ? pressed.prints[0] : '\0';
    if (is_digit(pressed.place) && !pressed.prints.empty() && !is_digit(c) && pressed.shift) {
        chord.key = nth(Key::d0, pressed.place, '0');
        chord.shift = false;
        return chord;
    }
    if (c >= 'a' && c <= 'z')
        chord.key = nth(Key::a, c, 'a');
    else if (is_digit(c))
        chord.key = nth(Key::d0, c, '0');
    else if (c != '\0' && std::string_view("+-/,.").find(c) != std::string_view::npos)
        chord.key = key_named(pressed.prints);
    else if (is_digit(pressed.place))
        chord.key = nth(Key::d0, pressed.place, '0');
    // Shift is often needed to reach a sign at all; it is then part of the sign.
    if (chord.key == Key::plus || chord.key == Key::minus) chord.shift = false;
    return chord;
}

std::string to_string(Chord chord) {
    std::string text;
    if (chord.ctrl) text += "Ctrl ";
    if (chord.alt) text += "Alt ";
    if (chord.shift) text += "Shift ";
    return text + shown_name(chord.key);
}

void map_imgui_keys() {
#if IMGUI_VERSION_NUM < 18700
    for (const InputPair& pair : imgui_keys) ImGui::GetIO().KeyMap[pair.theirs] = int(pair.ours);
#endif
}

bool InputQueue::feed_frame(const KeyReader& reader) {
    std::set<int> buttons;
    std::set<Key> keys;
    bool kept_some = false;
    while (!waiting_.empty()) {
        const InputEvent event = waiting_.front();
        const auto* key = std::get_if<KeyEvent>(&event);
        if (const auto* button = std::get_if<MouseButtonEvent>(&event)) {
            if (!buttons.insert(button->button).second) return true;
        } else if (std::holds_alternative<MouseMoveEvent>(event)) {
            if (!buttons.empty()) return true;  // a click happens where the pointer was
        } else if (key != nullptr || std::holds_alternative<TextEvent>(event)) {
            if (!buttons.empty()) return true;
            const bool kept = reader.keeps(event);
            // What was kept is read while the frame is drawn, and comes first.
            if (!kept && kept_some && key != nullptr && key->down) return true;
            if (!kept && key != nullptr && changes(*key) && !keys.insert(key->chord.key).second) return true;
            reader.read(event);
            if (kept) {
                kept_some = true;
                waiting_.pop_front();
                continue;
            }
        }
        feed_imgui(event);
        waiting_.pop_front();
    }
    return false;
}

void feed_imgui(const InputEvent& event) {
    if (const auto* key = std::get_if<KeyEvent>(&event)) {
        feed_key(*key);
    } else if (const auto* text = std::get_if<TextEvent>(&event)) {
        ImGui::GetIO().AddInputCharactersUTF8(text->utf8.c_str());
    } else {
        feed_mouse(event);
    }
}

}  // namespace upsweep::app
