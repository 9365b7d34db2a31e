// OpenGL without a display: EGL on Mesa's surfaceless platform or on a device. For pictures and tests.
#pragma once

#include "app/platform/gl_renderer.h"

namespace upsweep::app {

/// A current OpenGL 3.3 context and a framebuffer to draw into.
class Offscreen {
  public:
    /// What to do where neither it nor a window can be opened; empty where it draws without a display.
    static std::string_view without_window();
    /// Throws BackendMissing if there is no context here.
    Offscreen(int width, int height);
    ~Offscreen();
    Offscreen(const Offscreen&) = delete;
    Offscreen& operator=(const Offscreen&) = delete;

    void resize(int width, int height);
    int width() const;
    int height() const;
    Pixels read() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace upsweep::app
