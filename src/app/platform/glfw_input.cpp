// GLFW's keys, characters and mouse as our events.
#include "app/platform/glfw_input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <string>

#include "app/platform/input.h"

namespace upsweep::app {
namespace {

struct Pair {
    int theirs;
    Key ours;
};
constexpr Pair named_keys[] = {
    {GLFW_KEY_LEFT, Key::left},       {GLFW_KEY_RIGHT, Key::right},         {GLFW_KEY_UP, Key::up},
    {GLFW_KEY_DOWN, Key::down},       {GLFW_KEY_HOME, Key::home},           {GLFW_KEY_END, Key::end},
    {GLFW_KEY_PAGE_UP, Key::page_up}, {GLFW_KEY_PAGE_DOWN, Key::page_down}, {GLFW_KEY_SPACE, Key::space},
    {GLFW_KEY_ENTER, Key::enter},     {GLFW_KEY_KP_ENTER, Key::enter},      {GLFW_KEY_ESCAPE, Key::escape},
    {GLFW_KEY_TAB, Key::tab},         {GLFW_KEY_BACKSPACE, Key::backspace}, {GLFW_KEY_DELETE, Key::remove},
    {GLFW_KEY_KP_ADD, Key::plus},     {GLFW_KEY_KP_SUBTRACT, Key::minus},   {GLFW_KEY_EQUAL, Key::plus},
    {GLFW_KEY_MINUS, Key::minus}};

Key offset(Key first, int by) { return Key(int(first) + by); }

Key unprinted_key(int key) {
    for (const Pair& pair : named_keys)
        if (pair.theirs == key) return pair.ours;
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return offset(Key::f1, key - GLFW_KEY_F1);
    if (key >= GLFW_KEY_A && key <= GLFW_KEY_Z) return offset(Key::a, key - GLFW_KEY_A);
    return Key::none;
}

// A key that prints something is named by what it prints in this layout.
Chord chord_of_key(int key, int scancode, int mods) {
    const char* name = glfwGetKeyName(key, scancode);
    // GLFW numbers keys that print by their US sign.
    Chord chord = chord_of({.place = key > 0 && key < 127 ? char(key) : '\0',
                            .prints = name != nullptr ? name : "",
                            .ctrl = (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0,
                            .shift = (mods & GLFW_MOD_SHIFT) != 0,
                            .alt = (mods & GLFW_MOD_ALT) != 0});
    if (chord.key == Key::none) chord.key = unprinted_key(key);
    if (chord.key == Key::plus || chord.key == Key::minus) chord.shift = false;
    return chord;
}

GlfwSink& sink_of(GLFWwindow* window) { return *static_cast<GlfwSink*>(glfwGetWindowUserPointer(window)); }

void on_key(GLFWwindow* window, int key, int scancode, int action, int mods) {
    KeyEvent event{{}, action != GLFW_RELEASE};
    // Held down alone it counts with the wheel.
    const bool control = key == GLFW_KEY_LEFT_CONTROL || key == GLFW_KEY_RIGHT_CONTROL ||
                         key == GLFW_KEY_LEFT_SUPER || key == GLFW_KEY_RIGHT_SUPER;
    if (control) {
        event.chord.ctrl = event.down;
        return sink_of(window).event(event);
    }
    event.chord = chord_of_key(key, scancode, mods);
    if (event.chord.key == Key::none) return;
    sink_of(window).event(event);
}

std::string utf8(unsigned code) {
    const auto byte = [](unsigned value) { return char(value); };
    if (code < 0x80) return {byte(code)};
    if (code < 0x800) return {byte(0xC0 | code >> 6), byte(0x80 | (code & 63))};
    if (code < 0x10000)
        return {byte(0xE0 | code >> 12), byte(0x80 | (code >> 6 & 63)), byte(0x80 | (code & 63))};
    return {byte(0xF0 | code >> 18), byte(0x80 | (code >> 12 & 63)), byte(0x80 | (code >> 6 & 63)),
            byte(0x80 | (code & 63))};
}

// GLFW counts in screen coordinates; ours are the framebuffer's pixels.
void on_move(GLFWwindow* window, double x, double y) {
    int width = 1, height = 1, pixel_width = 1, pixel_height = 1;
    glfwGetWindowSize(window, &width, &height);
    glfwGetFramebufferSize(window, &pixel_width, &pixel_height);
    const double sx = width > 0 ? double(pixel_width) / width : 1;
    const double sy = height > 0 ? double(pixel_height) / height : 1;
    sink_of(window).event(MouseMoveEvent{{float(x * sx), float(y * sy)}});
}

}  // namespace

void connect_input(GLFWwindow* window, GlfwSink& sink) {
    glfwSetWindowUserPointer(window, &sink);
    glfwSetKeyCallback(window, on_key);
    glfwSetCharCallback(window,
                        [](GLFWwindow* w, unsigned code) { sink_of(w).event(TextEvent{utf8(code)}); });
    glfwSetCursorPosCallback(window, on_move);
    glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int entered) {
        if (entered == GLFW_FALSE) sink_of(w).event(MouseMoveEvent{{-1, -1}});
    });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int mods) {
        sink_of(w).event(MouseButtonEvent{button, action == GLFW_PRESS, (mods & GLFW_MOD_SHIFT) != 0});
    });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
        sink_of(w).event(WheelEvent{float(x), float(y)});
    });
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
        if (count > 0) sink_of(w).event(DropEvent{paths[0]});
    });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { sink_of(w).refresh(); });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { sink_of(w).refresh(); });
    glfwSetWindowContentScaleCallback(window, [](GLFWwindow* w, float, float) { sink_of(w).refresh(); });
}

}  // namespace upsweep::app
