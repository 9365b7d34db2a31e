// The window's contents: top bar, tabs, views, global keys, help. Knows neither GLFW nor EGL.
#pragma once

#include "app/host/view.h"
#include "app/platform/gl_renderer.h"
#include "export/shot.h"

namespace upsweep::app {

/// The smallest window, in pixels at monitor scale 1 and the usual size of type.
constexpr int least_window_width = 640, least_window_height = 480;

using exports::highest_scale;
using exports::lowest_scale;

struct AppOptions {
    std::optional<std::filesystem::path> settings_file = {};  ///< none: nothing is read or kept
    std::optional<std::filesystem::path> drafts = {};         ///< folder of unsaved texts; none: not kept
    std::optional<ThemeKind> theme = {};                      ///< overrides the kept one
    std::optional<float> scale = {};                          ///< user scale, overrides the kept one
    float monitor_scale = 1;
    std::function<void()> wake = [] {};  ///< from any thread: something is to be delivered
    std::function<void()> pick = {};  ///< shows a dialog of the platform's own, whose files come as DropEvent
    /// What links that are copied begin with, before "#"; none: the setting "link.base", else "upsweep:".
    std::optional<std::string> link_base = {};
    bool desktop = false;  ///< there is one around the window: its own dialogs are shown
};

/// Needs a current OpenGL context for as long as it lives; owns the ImGui context.
class App {
  public:
    explicit App(AppOptions options);
    ~App();
    App(const App&) = delete;
    App& operator=(const App&) = delete;

    /// One input event; its effect is seen in the next frame.
    void handle(const InputEvent& event);
    /// Takes the input and lays one frame out. `now` in seconds, growing.
    void frame(int width, int height, double now);
    /// Draws the last frame into the bound framebuffer.
    void draw();
    /// Seconds from the last frame until another is needed without new input: 0 while something moves, a
    /// tenth while a job shows its progress, else a long time.
    double next_frame_in();
    /// Ctrl+Q was pressed.
    bool wants_to_close() const;
    /// True once the active view's picture is complete: no job runs, nothing moves, all type is baked.
    bool settled();

    /// Names of the tabs and of the hidden views.
    std::vector<std::string> view_names() const;
    /// Opens a view by name. Throws UsageError naming the views there are.
    void open(std::string_view name);
    /// Opens the view that shows it, there. Throws UsageError for a place that does not exist.
    void go_to(const scenes::Destination& to);
    View& active() const;
    /// Where the reader is; none where that leads nowhere.
    std::optional<scenes::Destination> here() const;
    /// Puts a link to it into the clipboard; why it cannot is a notice.
    void copy_link();
    /// Opens a link, or a place as its text has it; what is wrong with it is a notice.
    void open_link(std::string_view text);
    /// Hands a file to the view that takes it, and opens that view.
    void open_file(const std::string& path);

    /// Presents the active view, with nothing of the window around it, or ends that.
    void present(bool on);
    bool presenting() const;
    /// What the speaker reads beside it, where a view knows the class's plan; and whether a second window
    /// shows it (N while presenting).
    std::optional<SpeakerNotes> notes() const;
    bool notes_wanted() const;
    void want_notes(bool wanted);
    /// Seconds since presenting began first, in the time of frame(); negative: it has not.
    double talked() const;

    /// While presenting, the theme of presenting.
    void set_theme(ThemeKind kind);
    /// 0.75 … 4. Type is drawn smaller than that where the window has no room for it.
    void set_scale(float scale);
    void set_monitor_scale(float scale);
    ThemeKind theme() const;
    float scale() const;

    Items& items();
    Settings& settings();
    Notices& notices();
    Jobs& jobs();
    Services& services();
    bool help_shown() const;
    /// Writes settings now (also done at the end).
    void save_settings();

  private:
    void open_shortcut(const std::string& path);
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace upsweep::app
