// The App as its users see it: settings, events, frames.
#include "app/shell/app.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/host/openable.h"
#include "app/shell/shell.h"
#include "app/shell/views.h"
#include "app/ui/controls.h"
#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::app {

namespace {

ThemeKind kept_theme(const Settings& settings) {
    const std::string name = settings.text("window.theme", "dark");
    for (ThemeKind kind : {ThemeKind::light, ThemeKind::presenter})
        if (palette(kind).name == name) return kind;
    return ThemeKind::dark;
}

}  // namespace

App::App(AppOptions options) : state_(std::make_unique<State>(std::move(options))) {
    State& s = *state_;
    s.load_settings();
    s.kind = s.options.theme.value_or(kept_theme(s.settings));
    set_scale(s.options.scale.value_or(static_cast<float>(s.settings.number("window.scale", 1))));
    for (MakeView make : tab_views()) s.views.push_back(make(s.services));
    s.tab_count = s.views.size();
    for (MakeView make : hidden_views()) s.views.push_back(make(s.services));
    for (auto& view : s.views) view->restore(s.settings);
    s.bind_keys(*this);
    // Who has never been here begins with the course.
    const std::string tab = s.settings.text("window.tab", s.first_start ? "lessons" : "");
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
        s.notices.add(error.what(), "settings");
    }
}

void App::handle(const InputEvent& event) {
    State& s = *state_;
    s.awake = 3;
    s.input.add(event);
    if (const auto* drop = std::get_if<DropEvent>(&event)) open_file(drop->path);
}

void App::open_file(const std::string& path) {
    State& s = *state_;
    for (std::size_t i = 0; i < s.tab_count; ++i)
        if (s.views[i]->on_drop(path)) return s.go_to(i);
    s.notices.add(nothing_opens(path));
}

void App::frame(int width, int height, double now) {
    State& s = *state_;
    if (s.jobs.deliver()) s.awake = 3;
    s.window = {static_cast<float>(width), static_cast<float>(height)};
    s.apply_scale();
    s.notices.advance(now);
    if (s.fonts.update()) s.renderer.upload_fonts();
    const double dt = s.last < 0 ? 0 : std::clamp(now - s.last, 0.0, 0.25);
    s.last = now;
    if (s.feed_input()) s.awake = 3;
    s.view().advance(dt);

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
    s.draw(frame, *this);
    ring_focus(frame);
    s.items.slide = 0;  // no view took it
    ImGui::End();
    ImGui::Render();
    s.renderer.draw(*ImGui::GetDrawData(), s.theme.colour(Role::bg0));
    if (s.awake > 0) --s.awake;
    s.keep_choices(*this);
}

double App::next_frame_in() {
    State& s = *state_;
    if (s.awake > 0 || s.fonts.pending() || s.restyle || s.view().animating() || s.jobs.waiting()) return 0;
    return s.jobs.running().empty() ? s.notices.next_end() : 0.1;
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
        if (state_->views[i]->name() == name) return state_->go_to(i);
        known += (known.empty() ? "" : ", ") + std::string(state_->views[i]->name());
    }
    throw UsageError("There is no view " + in_quotes(name) + "; the views are " + known + ".");
}

void App::go_to(const scenes::Destination& to) { state_->open(to); }

void App::present(bool on) { state_->set_presenting(on); }
bool App::presenting() const { return state_->present.on(); }

void App::set_theme(ThemeKind kind) {
    if (state_->present.on())
        state_->present.set_theme(kind);
    else
        state_->kind = kind;
    state_->restyle = true;
}

void App::set_scale(float scale) {
    // Scales that come within a hundredth of 1 are 1, so that going up and down again ends where it began.
    // Settings may hold what is not a number.
    scale = std::isnan(scale) ? 1 : std::clamp(scale, lowest_scale, highest_scale);
    state_->scale = std::abs(scale - 1) < 0.01F ? 1 : scale;
    state_->restyle = true;
}

void App::set_monitor_scale(float scale) {
    if (scale == state_->options.monitor_scale) return;
    state_->options.monitor_scale = scale;
    state_->restyle = true;
}

View& App::active() const { return state_->view(); }
ThemeKind App::theme() const { return state_->shown_theme(); }
float App::scale() const { return state_->scale; }
Items& App::items() { return state_->items; }
Settings& App::settings() { return state_->settings; }
Notices& App::notices() { return state_->notices; }
Jobs& App::jobs() { return state_->jobs; }
Services& App::services() { return state_->services; }
bool App::help_shown() const { return state_->help; }

}  // namespace upsweep::app
