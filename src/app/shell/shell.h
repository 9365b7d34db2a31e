// What App is made of, for app.cpp and shell.cpp: the views, what is chosen, and how a frame is put together.
#pragma once

#include <tuple>

#include "app/shell/app.h"
#include "app/shell/top_bar.h"

namespace upsweep::app {

/// ImGui keeps its state in a context; one App, one context.
struct ImGuiSession {
    ImGuiSession();
    ~ImGuiSession();
    ImGuiSession(const ImGuiSession&) = delete;
    ImGuiSession& operator=(const ImGuiSession&) = delete;
};

/// The same in E.
constexpr float least_width_em = least_window_width / 16.0F, least_height_em = least_window_height / 16.0F;

struct App::State {
    explicit State(AppOptions given);

    AppOptions options;
    ImGuiSession session;
    Notices notices;
    Settings settings;
    Jobs jobs;
    Theme theme;
    Fonts fonts;
    Items items;
    GlRenderer renderer;
    KeyMap keys, present_keys, slider_keys;
    PaletteList palette;
    FileChooser chooser;
    OwnJobs dialog;  ///< the desktop's own, while it is shown
    Present present;
    InputQueue input;
    Services services;
    std::vector<std::unique_ptr<View>> views;
    size_t tab_count = 0, current = 0;
    ThemeKind kind = ThemeKind::dark;
    float scale = 1;
    ImVec2 window{1280, 800};  ///< pixels
    bool first_start = false;  ///< there were no settings yet
    bool notes_wanted = false;
    double talk_began = -1;  ///< presenting began first; negative: not yet
    bool help = false, restyle = true, activate = false, closing = false;
    double last = -1;
    int awake = 3;  ///< frames still to be drawn without new input

    View& view() { return *views[current]; }
    void go_to(size_t index);
    /// Brings the view that shows it to the front. Throws UsageError for a place that does not exist.
    void open(const scenes::Destination& to);
    /// The same, and a missing place is a notice.
    void follow(const scenes::Destination& to);
    /// The same of a link, or a place as its text has it.
    void follow_link(std::string_view text);
    /// What links begin with, before "#".
    std::string link_base() const;
    void copy_link();
    void bind_keys(App& app);
    /// Hands events to who they are for. True if some are left for the next frame.
    bool feed_input();
    void draw(Frame& frame, App& app);
    ThemeKind shown_theme() const { return present.on() ? present.theme() : kind; }
    /// Chosen E in pixels, and the one in use: smaller where the window has no room for it.
    float wanted_em() const;
    float fitting_em() const;
    bool too_small() const;
    void apply_scale();
    void change_scale(App& app, float factor);
    void set_presenting(bool on);
    /// Asks for a file and opens it: by the desktop's own dialog, or else by ours.
    void choose_file(App& app);
    /// What cannot be read is a notice.
    void load_settings();
    void keep_choices(App& app);

  private:
    void press(const KeyEvent& event);
    void read(const InputEvent& event);
    bool press_in_menu(const KeyEvent& event);
    bool press_presenting(const KeyEvent& event);
    void bind_present_keys();
    void draw_presenting(Frame& frame);
    void close_one();
    void toggle_help();
    std::vector<KeyGroup> key_groups();
    std::vector<PaletteEntry> palette_entries(App& app);
    void draw_view(Frame& frame);
    void draw_over(Frame& frame, Rect whole, App& app);
    void obey(const TopBarChoice& choice, App& app);
    std::tuple<ThemeKind, float, size_t, int64_t> kept_{ThemeKind::dark, 0, 0, 0};
};

}  // namespace upsweep::app
