// EGL set-up and a framebuffer object.
#include "app/platform/offscreen.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <array>

#include "app/platform/gl.h"
#include "core/error.h"
#include "system/dynamic_library.h"

namespace upsweep::app {
namespace {

/// EGL's functions, from its library if there is one: without it only pictures are missing.
struct Egl {
    Egl() {
        const system::DynamicLibrary library(
            std::array<std::filesystem::path, 2>{"libEGL.so.1", "libEGL.so"});
        there = library.find("eglGetDisplay", get_display) && library.find("eglInitialize", initialize) &&
                library.find("eglGetProcAddress", get_address) && library.find("eglBindAPI", bind_api) &&
                library.find("eglChooseConfig", choose_config) &&
                library.find("eglCreateContext", create_context) &&
                library.find("eglDestroyContext", destroy_context) &&
                library.find("eglMakeCurrent", make_current);
    }
    bool there = false;
    decltype(&eglGetDisplay) get_display = nullptr;
    decltype(&eglInitialize) initialize = nullptr;
    decltype(&eglGetProcAddress) get_address = nullptr;
    decltype(&eglBindAPI) bind_api = nullptr;
    decltype(&eglChooseConfig) choose_config = nullptr;
    decltype(&eglCreateContext) create_context = nullptr;
    decltype(&eglDestroyContext) destroy_context = nullptr;
    decltype(&eglMakeCurrent) make_current = nullptr;
};

const Egl& egl() {
    static const Egl functions;
    return functions;
}

// Mesa's own platform first; where a driver has no such thing, the first device that initialises.
EGLDisplay open_display() {
    const auto get =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(egl().get_address("eglGetPlatformDisplayEXT"));
    if (get == nullptr) return egl().get_display(EGL_DEFAULT_DISPLAY);
    const auto usable = [](EGLDisplay display) {
        return display != EGL_NO_DISPLAY && egl().initialize(display, nullptr, nullptr) == EGL_TRUE;
    };
    EGLDisplay display = get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (usable(display)) return display;
    const auto query = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(egl().get_address("eglQueryDevicesEXT"));
    EGLDeviceEXT devices[16];
    EGLint count = 0;
    if (query != nullptr && query(16, devices, &count) == EGL_TRUE)
        for (EGLint i = 0; i < count; ++i) {
            display = get(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr);
            if (usable(display)) return display;
        }
    return EGL_NO_DISPLAY;
}

[[noreturn]] void missing(const char* what) {
    throw BackendMissing(std::string("Pictures cannot be drawn here: ") + what +
                         "; install Mesa's software renderer (libegl-mesa0, libgl1-mesa-dri).");
}

void* get_address(const char* name) { return reinterpret_cast<void*>(egl().get_address(name)); }

EGLContext make_context(EGLDisplay display) {
    egl().bind_api(EGL_OPENGL_API);
    const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
                             EGL_NONE};
    EGLConfig config = EGL_NO_CONFIG_KHR;
    EGLint found = 0;
    egl().choose_config(display, wanted, &config, 1, &found);
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                              3,
                              EGL_CONTEXT_MINOR_VERSION,
                              3,
                              EGL_CONTEXT_OPENGL_PROFILE_MASK,
                              EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                              EGL_NONE};
    return egl().create_context(display, found > 0 ? config : EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
}

}  // namespace

struct Offscreen::State {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    int width = 0, height = 0;
    unsigned framebuffer = 0, colour = 0;
};

std::string_view Offscreen::without_window() { return {}; }

Offscreen::Offscreen(int width, int height) : state_(std::make_unique<State>()) {
    State& s = *state_;
    if (!egl().there) missing("EGL is missing");
    s.display = open_display();
    if (s.display == EGL_NO_DISPLAY) missing("EGL cannot open a display");
    s.context = make_context(s.display);
    if (s.context == EGL_NO_CONTEXT) missing("EGL cannot make an OpenGL 3.3 context");
    if (egl().make_current(s.display, EGL_NO_SURFACE, EGL_NO_SURFACE, s.context) != EGL_TRUE)
        missing("EGL cannot make a context without a surface");
    load_gl(get_address);
    glGenFramebuffers(1, &s.framebuffer);
    glGenRenderbuffers(1, &s.colour);
    resize(width, height);
}

Offscreen::~Offscreen() {
    glDeleteRenderbuffers(1, &state_->colour);
    glDeleteFramebuffers(1, &state_->framebuffer);
    egl().make_current(state_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    egl().destroy_context(state_->display, state_->context);
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
