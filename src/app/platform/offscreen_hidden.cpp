// Where there is no EGL: a window that is never shown, and a framebuffer object of its context.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/platform/gl.h"
#include "app/platform/offscreen.h"
#include "core/error.h"

namespace upsweep::app {
namespace {

[[noreturn]] void missing() { throw BackendMissing(std::string(Offscreen::without_window())); }

}  // namespace

struct Offscreen::State {
    GLFWwindow* window = nullptr;
    int width = 0, height = 0;
    unsigned framebuffer = 0, colour = 0;
};

std::string_view Offscreen::without_window() {
    return "Upsweep cannot draw here, because OpenGL 3.3 is missing. Install the driver that the maker of "
           "the "
           "graphics card offers, start Upsweep at the computer itself instead of over a remote desktop, "
           "open "
           "upsweep.html in a browser, or use the commands, which work without (upsweep --help).";
}

Offscreen::Offscreen(int width, int height) : state_(std::make_unique<State>()) {
    State& s = *state_;
    if (glfwInit() == GLFW_FALSE) missing();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    s.window = glfwCreateWindow(64, 64, "Upsweep", nullptr, nullptr);
    glfwDefaultWindowHints();
    if (s.window == nullptr) missing();
    glfwMakeContextCurrent(s.window);
    load_gl([](const char* name) { return reinterpret_cast<void*>(glfwGetProcAddress(name)); });
    glGenFramebuffers(1, &s.framebuffer);
    glGenRenderbuffers(1, &s.colour);
    resize(width, height);
}

Offscreen::~Offscreen() {
    glDeleteRenderbuffers(1, &state_->colour);
    glDeleteFramebuffers(1, &state_->framebuffer);
    glfwDestroyWindow(state_->window);
}

void Offscreen::resize(int width, int height) {
    State& s = *state_;
    s.width = width;
    s.height = height;
    glBindRenderbuffer(GL_RENDERBUFFER, s.colour);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, s.framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, s.colour);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw Error("A picture of {} × {} is too large for OpenGL here; ask for a smaller one.", width,
                    height);
}

int Offscreen::width() const { return state_->width; }
int Offscreen::height() const { return state_->height; }
Pixels Offscreen::read() const { return read_pixels(state_->width, state_->height); }

}  // namespace upsweep::app
