// GLFW's callbacks to our input events.
#pragma once

#include "app/platform/input.h"

struct GLFWwindow;

namespace upsweep::app {

/// Sets the window's callbacks; every event goes to `sink`, which must outlive the window. `refresh` is
/// called when the window's contents are lost or its size changes.
struct GlfwSink {
    std::function<void(const InputEvent&)> event;
    std::function<void()> refresh;
};
void connect_input(GLFWwindow* window, GlfwSink& sink);

}  // namespace upsweep::app
