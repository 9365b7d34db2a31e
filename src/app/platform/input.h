// Input as our own events: filled by GLFW or by the off-screen driver, so that tests need no display, and
// ImGui's changing input interface is met in one place.
#pragma once

#include <imgui.h>

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <variant>

namespace upsweep::app {

enum class Key {
    none,
    left,
    right,
    up,
    down,
    home,
    end,
    page_up,
    page_down,
    space,
    enter,
    escape,
    tab,
    backspace,
    remove,
    f1,
    f2,
    f3,
    f4,
    f5,
    f6,
    f7,
    f8,
    f9,
    f10,
    f11,
    f12,
    // Letters, digits and signs are named by what is printed on them, lower case.
    a,
    b,
    c,
    d,
    e,
    f,
    g,
    h,
    i,
    j,
    k,
    l,
    m,
    n,
    o,
    p,
    q,
    r,
    s,
    t,
    u,
    v,
    w,
    x,
    y,
    z,
    d0,
    d1,
    d2,
    d3,
    d4,
    d5,
    d6,
    d7,
    d8,
    d9,
    plus,
    minus,
    question,
    slash,
    comma,
    period,
    count
};

/// A key with its modifiers, as in a key map.
struct Chord {
    Key key = Key::none;
    bool ctrl = false, shift = false, alt = false;
    friend bool operator==(const Chord&, const Chord&) = default;
};

/// Reads "Ctrl+K", "Right", "F3", "?", "Shift+Tab". Throws UsageError for a name it does not know.
Chord parse_chord(std::string_view text);
/// As the help sheet and buttons write it: "Ctrl K", "F3", "←".
std::string to_string(Chord chord);

struct KeyEvent {
    Chord chord;
    bool down = true;
};
struct TextEvent {
    std::string utf8;
};
struct MouseMoveEvent {
    ImVec2 at;
};
struct MouseButtonEvent {
    int button = 0;
    bool down = true;
    bool shift = false;
};
struct WheelEvent {
    float x = 0, y = 0;
};
struct DropEvent {
    std::string path;
};

using InputEvent = std::variant<KeyEvent, TextEvent, MouseMoveEvent, MouseButtonEvent, WheelEvent, DropEvent>;

/// Hands an event to ImGui (mouse, text, and the keys that its text fields use). Call before NewFrame.
void feed_imgui(const InputEvent& event);
/// Keys and typed characters, in their order, before ImGui gets them.
struct KeyReader {
    /// Whether it keeps the event to itself, however many of them a frame has.
    std::function<bool(const InputEvent&)> keeps;
    /// Every key and every text comes here once.
    std::function<void(const InputEvent&)> read;
};
/// Events on their way to ImGui. A button or key that goes down and up between two frames would never have
/// been down (ImGui looks once a frame), so its second change waits for the next frame, and all that follows
/// it. So does a key behind a click, which decides who gets it.
class InputQueue {
  public:
    void add(const InputEvent& event) { waiting_.push_back(event); }
    /// Feeds what this frame can take. Call before NewFrame. Returns true if some is left for the next.
    bool feed_frame(const KeyReader& reader);

  private:
    std::deque<InputEvent> waiting_;
};

/// Tells ImGui (1.86) which of its keys is which of ours. Call once for each context.
void map_imgui_keys();

/// A key that was pressed, as a platform tells it. `place`: what the key prints on a US keyboard, 'A' or '1';
/// 0 for a key that prints nothing there. `prints`: what it prints in the layout in use, without Shift; empty
/// where that is not known.
struct PressedKey {
    char place = 0;
    std::string_view prints = {};
    bool ctrl = false, shift = false, alt = false;
};
/// The chord of a key that prints; of another one without a key. Where Shift belongs to the sign (a digit of
/// a French or Czech keyboard, +), the chord is without it.
Chord chord_of(const PressedKey& pressed);

}  // namespace upsweep::app
