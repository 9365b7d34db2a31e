// The shell around the views.
#include "app/app.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "app/top_bar.h"
#include "app/views/views.h"
#include "core/error.h"

namespace upsweep::app {

void Notices::add(std::string sentence) {
    if (std::find(sentences_.begin(), sentences_.end(), sentence) == sentences_.end())
        sentences_.push_back(std::move(sentence));
}

void Notices::dismiss(std::size_t index) {
    if (index < sentences_.size()) sentences_.erase(sentences_.begin() + static_cast<std::ptrdiff_t>(index));
}

namespace {

constexpr float lowest_scale = 0.75F, highest_scale = 4;

// ImGui keeps its state in a context; one App, one context.
struct ImGuiSession {
    ImGuiSession() {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = io.LogFilename = nullptr;
        io.ConfigInputTextCursorBlink = false;  // nothing blinks; and a resting window need not be drawn
        io.MousePos = {-1, -1};
        map_imgui_keys();
    }
    ~ImGuiSession() { ImGui::DestroyContext(); }
};

}  // namespace

struct App::State {
    explicit State(AppOptions given)
        : options(std::move(given)),
          jobs(options.wake, [this](const std::string& sentence) { notices.add(sentence); }),
          services{jobs, notices, settings, [this](const Scene& scene) { show_scene(scene); }} {}

    AppOptions options;
    ImGuiSession session;
    Notices notices;
    Settings settings;
    Theme theme;
    Fonts fonts;
    Items items;
    GlRenderer renderer;
    KeyMap keys;
    InputQueue input;
    Jobs jobs;
    Services services;
    std::vector<std::unique_ptr<View>> views;
    std::size_t tab_count = 0, current = 0;
    ThemeKind kind = ThemeKind::dark;
    float scale = 1;
    bool help = false, restyle = true, activate = false, closing = false;
    double last = -1;
    int awake = 3;  ///< frames still to be drawn without new input

    View& view() { return *views[current]; }
    void show_scene(const Scene& scene);
    void bind_keys(App& app);
    void apply_scale();
    void press(const KeyEvent& event);
    void draw(Rect window, Frame& frame, App& app);
    std::vector<KeyGroup> key_groups();
    void keep_choices(App& app);
    std::tuple<ThemeKind, float, std::size_t> kept{ThemeKind::dark, 0, 0};
};

void App::State::show_scene(const Scene& scene) {
    for (std::size_t i = 0; i < views.size(); ++i)
        if (views[i]->name() == "step") {
            current = i;
            views[i]->show(scene);
        }
}

void App::State::bind_keys(App& app) {
    for (std::size_t i = 0; i < tab_count; ++i)
        keys.bind("Ctrl+" + std::to_string(i + 1), "Open " + std::string(views[i]->title()),
                  [this, i] { current = i; });
    keys.bind("Ctrl++", "Larger", [this, &app] { app.set_scale(scale * 1.125F); });
    keys.bind("Ctrl+-", "Smaller", [this, &app] { app.set_scale(scale / 1.125F); });
    keys.bind("Ctrl+0", "Usual size", [&app] { app.set_scale(1); });
    keys.bind("T", "Light or dark",
              [this, &app] { app.set_theme(kind == ThemeKind::dark ? ThemeKind::light : ThemeKind::dark); });
    keys.bind("? F1", "These keys", [this] { help = !help; });
    keys.bind("Ctrl+Q", "Close the window", [this] { closing = true; });
    keys.bind("Tab", "Next control", [this] { items.move_focus(1); });
    keys.bind("Shift+Tab", "Control before", [this] { items.move_focus(-1); });
    keys.bind("Enter", "Use the control", [this] { activate = true; });
    keys.bind("Esc", "Close, let go", [this] {
        if (help)
            help = false;
        else if (!items.focus.empty())
            items.focus.clear();
        else if (!notices.all().empty())
            notices.dismiss(0);
    });
}

void App::State::apply_scale() {
    const float em = 16 * options.monitor_scale * scale;
    if (em != theme.em()) fonts.set_scale(em);
    theme.set(kind, em);
    restyle = false;
}

void App::State::press(const KeyEvent& event) {
    const bool typing = ImGui::GetIO().WantTextInput;
    if (!event.down || typing) {
        if (!typing) view().on_key(event);
        if (typing && event.down && event.chord.ctrl) keys.press(event.chord);
        return;
    }
    const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    if (popup && event.chord.key == Key::escape) return;  // the menu closes by it
    if (!help && view().keys() != nullptr && view().keys()->press(event.chord)) return;
    if (keys.press(event.chord) || help) return;
    view().on_key(event);
}

std::vector<KeyGroup> App::State::key_groups() {
    std::vector<KeyGroup> groups;
    if (view().keys() != nullptr) groups.push_back({view().title(), view().keys()});
    groups.push_back({"Everywhere", &keys});
    return groups;
}

void App::State::draw(Rect window, Frame& frame, App& app) {
    std::vector<std::string_view> names, titles;
    for (std::size_t i = 0; i < tab_count; ++i)
        names.push_back(views[i]->name()), titles.push_back(views[i]->title());
    Rect rest = window;
    const Rect bar = rest.cut_top(snap(frame.em(3)));
    const TopBarChoice choice =
        draw_top_bar(frame, bar, names, titles, current < tab_count ? static_cast<int>(current) : -1);
    frame.area = rest;
    if (help) {
        const auto groups = key_groups();
        if (draw_help(frame, rest, groups)) help = false;
    } else {
        view().draw(frame);
    }
    const int dismissed = draw_notices(frame, rest.min.y, notices);
    if (dismissed >= 0) notices.dismiss(static_cast<std::size_t>(dismissed));
    if (choice.tab >= 0) current = static_cast<std::size_t>(choice.tab), help = false;
    if (choice.theme) app.set_theme(kind == ThemeKind::dark ? ThemeKind::light : ThemeKind::dark);
    if (choice.help) help = !help;
}

// What was chosen is written at once, so that a crash loses nothing.
void App::State::keep_choices(App& app) {
    const std::tuple now(kind, scale, current);
    if (now == kept) return;
    const bool first = std::get<float>(kept) == 0;
    kept = now;
    if (!first) app.save_settings();
}

App::App(AppOptions options) : state_(std::make_unique<State>(std::move(options))) {
    State& s = *state_;
    if (s.options.settings_file) {
        try {
            s.settings.load(*s.options.settings_file);
        } catch (const Error& error) {
            s.notices.add(error.what());
        }
    }
    s.kind = s.options.theme.value_or(s.settings.text("window.theme", "dark") == "light" ? ThemeKind::light
                                                                                         : ThemeKind::dark);
    set_scale(s.options.scale.value_or(static_cast<float>(s.settings.number("window.scale", 1))));
    for (MakeView make : tab_views()) s.views.push_back(make(s.services));
    s.tab_count = s.views.size();
    for (MakeView make : hidden_views()) s.views.push_back(make(s.services));
    for (auto& view : s.views) view->restore(s.settings);
    s.bind_keys(*this);
    const std::string tab = s.settings.text("window.tab", "");
    for (std::size_t i = 0; i < s.tab_count; ++i)
        if (s.views[i]->name() == tab) s.current = i;
}

App::~App() { save_settings(); }

void App::save_settings() {
    State& s = *state_;
    if (!s.options.settings_file) return;
    s.settings.set("window.theme", std::string(palette(s.kind).name));
    s.settings.set("window.scale", static_cast<double>(s.scale));
    if (s.current < s.tab_count) s.settings.set("window.tab", std::string(s.view().name()));
    for (auto& view : s.views) view->save(s.settings);
    try {
        s.settings.save(*s.options.settings_file);
    } catch (const Error& error) {
        s.notices.add(error.what());
    }
}

void App::handle(const InputEvent& event) {
    State& s = *state_;
    s.awake = 3;
    s.input.add(event);
    if (const auto* key = std::get_if<KeyEvent>(&event)) s.press(*key);
    // Where "?" is on the keyboard depends on its layout, so it comes as text.
    if (const auto* text = std::get_if<TextEvent>(&event))
        if (text->utf8 == "?" && !ImGui::GetIO().WantTextInput) s.press({{Key::question}, true});
    if (const auto* drop = std::get_if<DropEvent>(&event)) open_file(drop->path);
}

void App::open_file(const std::string& path) {
    State& s = *state_;
    for (std::size_t i = 0; i < s.tab_count; ++i)
        if (s.views[i]->on_drop(path)) {
            s.current = i;
            return;
        }
    s.notices.add("Nothing here opens " + path +
                  "; the Playground takes PNG, JPEG, BMP, PGM and PPM pictures.");
}

void App::frame(int width, int height, double now) {
    State& s = *state_;
    if (s.jobs.deliver()) s.awake = 3;
    if (s.restyle) s.apply_scale();
    if (s.fonts.update()) s.renderer.upload_fonts();
    const double dt = s.last < 0 ? 0 : std::clamp(now - s.last, 0.0, 0.25);
    s.last = now;
    s.view().advance(dt);
    if (s.input.feed_frame()) s.awake = 3;

    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DeltaTime = std::max(static_cast<float>(dt), 1e-4F);
    ImGui::NewFrame();
    s.items.activate = s.activate;
    s.activate = false;
    s.items.clear();
    const Rect window(0, 0, io.DisplaySize.x, io.DisplaySize.y);
    ImGui::SetNextWindowPos(window.min);
    ImGui::SetNextWindowSize(window.size());
    ImGui::Begin("upsweep", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse |
                     ImGuiWindowFlags_NoNav);
    Frame frame{s.theme,
                s.fonts,
                s.items,
                window,
                density_for(window.width() / s.theme.em()),
                window.height() < s.theme.em(46),
                now,
                static_cast<float>(dt)};
    s.draw(window, frame, *this);
    ImGui::End();
    ImGui::Render();
    s.renderer.draw(*ImGui::GetDrawData(), s.theme.colour(Role::bg0));
    if (s.awake > 0) --s.awake;
    s.keep_choices(*this);
}

double App::next_frame_in() {
    State& s = *state_;
    if (s.awake > 0 || s.fonts.pending() || s.restyle || s.view().animating() || s.jobs.waiting()) return 0;
    return s.jobs.running().empty() ? 3600 : 0.1;
}

bool App::wants_to_close() const { return state_->closing; }

bool App::settled() {
    State& s = *state_;
    return s.jobs.idle() && s.view().ready() && !s.view().animating() && !s.fonts.pending() && s.awake == 0;
}

std::vector<std::string> App::view_names() const {
    std::vector<std::string> names;
    for (const auto& view : state_->views) names.emplace_back(view->name());
    return names;
}

void App::open(std::string_view name) {
    std::string known;
    for (std::size_t i = 0; i < state_->views.size(); ++i) {
        if (state_->views[i]->name() == name) {
            state_->current = i;
            state_->awake = 3;
            return;
        }
        known += (known.empty() ? "" : ", ") + std::string(state_->views[i]->name());
    }
    throw UsageError("There is no view \"" + std::string(name) + "\"; there are " + known + ".");
}

void App::set_theme(ThemeKind kind) {
    state_->kind = kind;
    state_->restyle = true;
}

void App::set_scale(float scale) {
    // Scales that come within a hundredth of 1 are 1, so that going up and down again ends where it began.
    scale = std::clamp(scale, lowest_scale, highest_scale);
    state_->scale = std::abs(scale - 1) < 0.01F ? 1 : scale;
    state_->restyle = true;
}

void App::set_monitor_scale(float scale) {
    if (scale == state_->options.monitor_scale) return;
    state_->options.monitor_scale = scale;
    state_->restyle = true;
}

View& App::active() const { return state_->view(); }
ThemeKind App::theme() const { return state_->kind; }
float App::scale() const { return state_->scale; }
Items& App::items() { return state_->items; }
Settings& App::settings() { return state_->settings; }
Notices& App::notices() { return state_->notices; }
Jobs& App::jobs() { return state_->jobs; }
Services& App::services() { return state_->services; }
bool App::help_shown() const { return state_->help; }

}  // namespace upsweep::app
