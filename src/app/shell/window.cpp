// The window's loop.
#include "app/shell/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>
#include <utility>
#include <vector>

#include "app/platform/glfw_input.h"
#include "app/shell/app.h"
#include "app/shell/speaker.h"
#include "core/error.h"
#include "core/ranges.h"
#include "scenes/link.h"
#include "system/machine.h"
#include "system/quit_signals.h"

namespace upsweep::app {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr double shortest_frame_s = 1.0 / 60;  // where nothing else holds the loop back
constexpr double longest_sleep_s = 1;

// GLFW's library, from construction to destruction.
struct Library {
    Library() {
        // Asking first spares the user GLFW's own sentence.
        if (!system::has_display()) throw BackendMissing("This machine has no display");
        glfwSetErrorCallback([](int, const char*) {});
        if (glfwInit() == GLFW_FALSE) throw BackendMissing("The display cannot be reached");
    }
    ~Library() { glfwTerminate(); }
};

struct Handle {
    Handle(int width, int height, const char* title) {
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        glfwWindowHint(GLFW_SRGB_CAPABLE, GLFW_FALSE);
        glfwWindowHint(GLFW_DEPTH_BITS, 0);
        glfwWindowHint(GLFW_STENCIL_BITS, 0);
        window = glfwCreateWindow(width, height, title, nullptr, nullptr);
        if (window == nullptr) throw BackendMissing("The display has no OpenGL 3.3");
        glfwMakeContextCurrent(window);
        glfwSwapInterval(1);
        load_gl([](const char* name) { return reinterpret_cast<void*>(glfwGetProcAddress(name)); });
    }
    ~Handle() { glfwDestroyWindow(window); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    GLFWwindow* window;
};

float monitor_scale(GLFWwindow* window) {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window, &x, &y);
    return std::clamp(x, 1.0F, 4.0F);
}

// The window cannot be made smaller than what the views can be laid out in, at the usual size of type.
void limit_size(GLFWwindow* window) {
    int width = 0, height = 0, pixels_wide = 0, pixels_high = 0;
    glfwGetWindowSize(window, &width, &height);
    glfwGetFramebufferSize(window, &pixels_wide, &pixels_high);
    if (width < 1 || pixels_wide < 1) return;
    // Window sizes are counted in screen coordinates, which some systems scale by themselves.
    const float unit = monitor_scale(window) * float(width) / float(pixels_wide);
    const auto least = [unit](int pixels) { return int(std::lround(unit * float(pixels))); };
    glfwSetWindowSizeLimits(window, least(least_window_width), least(least_window_height), GLFW_DONT_CARE,
                            GLFW_DONT_CARE);
}

/// The window over the whole of its monitor, and back to where it was.
class WholeScreen {
  public:
    explicit WholeScreen(GLFWwindow* window) : window_(window) {}
    void set(bool whole) {
        if (whole == whole_) return;
        whole_ = whole;
        if (!whole) {
            glfwSetWindowMonitor(window_, nullptr, x_, y_, width_, height_, GLFW_DONT_CARE);
            return;
        }
        glfwGetWindowPos(window_, &x_, &y_);
        glfwGetWindowSize(window_, &width_, &height_);
        GLFWmonitor* monitor = monitor_under();
        const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
        if (mode != nullptr)
            glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    }
    /// The window's size when it is a window.
    std::pair<int, int> size() const {
        if (whole_) return {width_, height_};
        int width = 0, height = 0;
        glfwGetWindowSize(window_, &width, &height);
        return {width, height};
    }

  private:
    /// The monitor that shows the window's middle, else the first.
    GLFWmonitor* monitor_under() const {
        int count = 0;
        GLFWmonitor** monitors = glfwGetMonitors(&count);
        const int x = x_ + width_ / 2, y = y_ + height_ / 2;
        for (int i = 0; i < count; ++i) {
            int left = 0, top = 0;
            glfwGetMonitorPos(monitors[i], &left, &top);
            const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
            if (mode != nullptr && x >= left && x < left + mode->width && y >= top && y < top + mode->height)
                return monitors[i];
        }
        return glfwGetPrimaryMonitor();
    }

    GLFWwindow* window_;
    bool whole_ = false;
    int x_ = 0, y_ = 0, width_ = 0, height_ = 0;
};

/// The second window, while it is wanted. Keys that are pressed in it are the first one's: the speaker steps
/// from where the notes are.
class NotesWindow {
  public:
    NotesWindow(GLFWwindow* first, App& app) : first_(first), app_(app) {}
    ~NotesWindow() { close(); }

    /// Opens or closes it as the user wants, and draws it where a second has passed or something changed.
    void follow(bool changed) {
        if (handle_ && glfwWindowShouldClose(handle_->window) != GLFW_FALSE) app_.want_notes(false);
        if (!app_.notes_wanted()) return close();
        if (!handle_) open();
        if (!handle_) return;
        const auto second = int64_t(app_.talked());
        if (!changed && second == second_ && speaker_->settled()) return;
        second_ = second;
        glfwMakeContextCurrent(handle_->window);
        int width = 0, height = 0;
        glfwGetFramebufferSize(handle_->window, &width, &height);
        if (width > 0 && height > 0) {
            speaker_->draw(width, height, monitor_scale(handle_->window), app_.notes(), app_.talked());
            glfwSwapBuffers(handle_->window);
        }
        glfwMakeContextCurrent(first_);
    }
    bool shown() const { return handle_ != nullptr; }

  private:
    void open() {
        try {
            handle_ = std::make_unique<Handle>(900, 620, "Upsweep: speaker's notes");
        } catch (const Error& error) {
            app_.want_notes(false);
            app_.notices().add(error.what(), "notes");
            glfwMakeContextCurrent(first_);
            return;
        }
        glfwSwapInterval(0);  // the first window sets the pace
        speaker_ = std::make_unique<Speaker>();
        connect_input(handle_->window, sink_);
        glfwMakeContextCurrent(first_);
    }
    void close() {
        if (!handle_) return;
        glfwMakeContextCurrent(handle_->window);
        speaker_.reset();
        handle_.reset();
        glfwMakeContextCurrent(first_);
    }

    GLFWwindow* first_;
    App& app_;
    GlfwSink sink_{
        [this](const InputEvent& event) {
            if (std::holds_alternative<KeyEvent>(event) || std::holds_alternative<TextEvent>(event))
                app_.handle(event);
        },
        [this] { second_ = -2; }};
    std::unique_ptr<Handle> handle_;
    std::unique_ptr<Speaker> speaker_;  ///< ends before the window
    int64_t second_ = -2;
};

void connect_clipboard(GLFWwindow* window) {
    ImGuiIO& io = ImGui::GetIO();
    io.ClipboardUserData = window;
    io.GetClipboardTextFn = [](void* w) { return glfwGetClipboardString(static_cast<GLFWwindow*>(w)); };
    io.SetClipboardTextFn = [](void* w, const char* text) {
        glfwSetClipboardString(static_cast<GLFWwindow*>(w), text);
    };
}

// How long frames took; printed on request.
class FrameTimes {
  public:
    void add(double seconds) { times_.push_back(seconds); }
    void print() {
        if (times_.empty()) return;
        sort(times_);
        std::printf("%zu frames, median %.1f ms, 95th percentile %.1f ms\n", times_.size(),
                    times_[times_.size() / 2] * 1e3, times_[times_.size() * 95 / 100] * 1e3);
    }

  private:
    std::vector<double> times_;
};

class Loop {
  public:
    Loop(const WindowOptions& options, GLFWwindow* window, App& app, const system::QuitSignals& signals)
        : options_(options),
          window_(window),
          app_(app),
          signals_(signals),
          whole_(window),
          notes_(window, app) {}

    bool dirty = true;

    void run(Clock::time_point started) {
        start_ = started;
        while (glfwWindowShouldClose(window_) == GLFW_FALSE && !app_.wants_to_close() &&
               !signals_.requested()) {
            if (const double wait = due_in(); wait <= 0)
                glfwPollEvents();
            else
                glfwWaitEventsTimeout(std::min(wait, longest_sleep_s));
            whole_.set(app_.presenting());
            const bool due = due_in() <= 0;
            if (due) draw();
            notes_.follow(due);
        }
        finish();
    }

  private:
    // Seconds until a frame is to be drawn.
    double due_in() { return dirty ? 0 : app_.next_frame_in() - seconds_since(drawn_); }

    void draw() {
        int width = 0, height = 0;
        glfwGetFramebufferSize(window_, &width, &height);
        if (width < 1 || height < 1) return;
        dirty = false;
        if (const float scale = monitor_scale(window_); scale != limited_for_) {
            app_.set_monitor_scale(scale);
            limit_size(window_);
            limited_for_ = scale;
        }
        const auto before = drawn_ = Clock::now();
        app_.frame(width, height, seconds_since(start_));
        app_.draw();
        if (!options_.keep_picture.empty()) last_ = read_pixels(width, height);
        glfwSwapBuffers(window_);
        times_.add(seconds_since(before));
        if (first_ && options_.frame_times) {
            std::printf("first frame after %.0f ms\n", seconds_since(start_) * 1e3);
            std::fflush(stdout);
        }
        first_ = false;
        const double rest = shortest_frame_s - seconds_since(before);
        if (rest > 0) std::this_thread::sleep_for(std::chrono::duration<double>(rest));
    }

    void finish() {
        const auto [width, height] = whole_.size();
        app_.settings().set("window.width", width);
        app_.settings().set("window.height", height);
        if (options_.frame_times) times_.print();
        if (!options_.keep_picture.empty()) write_png(last_, options_.keep_picture);
    }

    const WindowOptions& options_;
    GLFWwindow* window_;
    App& app_;
    const system::QuitSignals& signals_;
    WholeScreen whole_;
    NotesWindow notes_;
    Clock::time_point start_, drawn_;
    FrameTimes times_;
    Pixels last_;
    float limited_for_ = 0;  // monitor scale
    bool first_ = true;
};

// The size of the last time; the first time 1280 x 800.
std::pair<int, int> kept_size() {
    Settings settings;
    try {
        if (const auto file = Settings::user_file()) settings.load(*file);
    } catch (const Error&) {
        // The App reports it.
    }
    const auto width = settings.integer("window.width", 1280),
               height = settings.integer("window.height", 800);
    return {int(std::clamp<int64_t>(width, least_window_width, 16384)),
            int(std::clamp<int64_t>(height, least_window_height, 16384))};
}

}  // namespace

void run_window(const WindowOptions& options) {
    const auto start = Clock::now();
    const Library library;
    const auto [width, height] = kept_size();
    const Handle handle(width, height, "Upsweep");
    App app({.settings_file = Settings::user_file(),
             .drafts = drafts_folder(),
             .monitor_scale = monitor_scale(handle.window),
             .wake = glfwPostEmptyEvent,
             .desktop = true});
    if (scenes::is_place(options.open) && !std::filesystem::exists(options.open))
        app.open_link(options.open);
    else if (!options.open.empty())
        app.open_file(options.open);
    app.present(options.present);
    app.want_notes(options.notes);
    const system::QuitSignals signals(glfwPostEmptyEvent);
    Loop loop(options, handle.window, app, signals);
    GlfwSink sink{[&](const InputEvent& event) { app.handle(event); }, [&] { loop.dirty = true; }};
    connect_input(handle.window, sink);
    connect_clipboard(handle.window);
    loop.run(start);
}

}  // namespace upsweep::app
