// The App as its users see it: settings, events, frames.
#include "app/shell/app.h"

#include <fmt/format.h>

#include "app/host/openable.h"
#include "app/shell/shell.h"
#include "app/shell/views.h"
#include "app/ui/controls.h"
#include "core/quotes.h"
#include "scenes/link.h"
#include "system/file_dialog.h"

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
    set_scale(s.options.scale.value_or(float(s.settings.number("window.scale", 1))));
    for (MakeView make : tab_views()) s.views.push_back(make(s.services));
    s.tab_count = s.views.size();
    for (MakeView make : hidden_views()) s.views.push_back(make(s.services));
    for (auto& view : s.views) view->restore(s.settings);
    s.bind_keys(*this);
    // Who has never been here begins with the course.
    const std::string tab = s.settings.text("window.tab", s.first_start ? "lessons" : "");
    for (size_t i = 0; i < s.tab_count; ++i)
        if (s.views[i]->name() == tab) s.current = i;
}

App::~App() { save_settings(); }

void App::save_settings() {
    State& s = *state_;
    if (!s.options.settings_file) return;
    s.settings.set("window.theme", std::string(palette(s.kind).name));
    s.settings.set("window.scale", double(s.scale));
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
    // A browser drops an address; what it saves of one is a file.
    std::error_code ignored;
    if (scenes::is_link(path) && !std::filesystem::exists(path, ignored)) return s.follow_link(path);
    if (is_shortcut_name(path)) return open_shortcut(path);
    for (size_t i = 0; i < s.tab_count; ++i)
        if (s.views[i]->on_drop(path)) return s.go_to(i);
    s.notices.add(nothing_opens(path));
}

void App::frame(int width, int height, double now) {
    State& s = *state_;
    if (s.jobs.deliver()) s.awake = 3;
    s.window = {float(width), float(height)};
    s.apply_scale();
    s.notices.advance(now);
    if (s.fonts.update()) s.renderer.upload_fonts();
    const double dt = s.last < 0 ? 0 : std::clamp(now - s.last, 0.0, 0.25);
    s.last = now;
    if (s.feed_input()) s.awake = 3;
    s.view().advance(dt);

    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {float(width), float(height)};
    io.DeltaTime = std::max(float(dt), 1e-4F);
    ImGui::NewFrame();
    s.items.activate = s.activate;
    s.activate = false;
    s.items.clear();
    s.items.tip.never = s.present.on();
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
                float(dt)};
    s.draw(frame, *this);
    ring_focus(frame);
    s.items.slide = 0;  // no view took it
    ImGui::End();
    ImGui::Render();
    if (s.awake > 0) --s.awake;
    s.keep_choices(*this);
}

void App::draw() { state_->renderer.draw(*ImGui::GetDrawData(), state_->theme.colour(Role::bg0)); }

double App::next_frame_in() {
    State& s = *state_;
    if (s.awake > 0 || s.fonts.pending() || s.restyle || s.view().animating() || s.jobs.waiting()) return 0;
    const Tip& tip = s.items.tip;
    const bool resting = tip.asked == ImGui::GetFrameCount() && s.last - tip.since < tip_delay_s;
    if (resting) return std::max(0.0, tip.since + tip_delay_s - s.last) + 0.01;
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
    for (size_t i = 0; i < state_->views.size(); ++i) {
        if (state_->views[i]->name() == name) return state_->go_to(i);
        known += (known.empty() ? "" : ", ") + std::string(state_->views[i]->name());
    }
    throw UsageError("There is no view {}; the views are {}.", in_quotes(name), known);
}

void App::go_to(const scenes::Destination& to) { state_->open(to); }

void App::present(bool on) { state_->set_presenting(on); }
bool App::presenting() const { return state_->present.on(); }

std::optional<SpeakerNotes> App::notes() const {
    for (const auto& view : state_->views)
        if (auto notes = view->notes()) return notes;
    return std::nullopt;
}

bool App::notes_wanted() const { return state_->notes_wanted; }
void App::want_notes(bool wanted) { state_->notes_wanted = wanted; }
double App::talked() const { return state_->talk_began < 0 ? -1 : state_->last - state_->talk_began; }

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

// ---- The shell around the views: keys, the window's parts, type that fits the window

using namespace scenes;

ImGuiSession::ImGuiSession() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = io.LogFilename = nullptr;
    io.ConfigInputTextCursorBlink = false;  // nothing blinks; and a resting window need not be drawn
    io.MousePos = {-1, -1};
    map_imgui_keys();
}

ImGuiSession::~ImGuiSession() { ImGui::DestroyContext(); }

App::State::State(AppOptions given)
    : options(std::move(given)),
      jobs(options.wake, [this](const std::string& sentence) { notices.add(sentence); }),
      chooser(jobs),
      dialog(jobs),
      services{jobs,
               notices,
               settings,
               [this](const Destination& to) { follow(to); },
               [this] { set_presenting(true); },
               {},
               options.drafts} {
    services.copy_link = [this] { copy_link(); };
}

// What was said about one view is not about the next.
void App::State::go_to(size_t index) {
    if (index != current) notices.clear_all();
    if (present.on()) view().presentation().presenting(false);
    current = index;
    if (present.on()) view().presentation().presenting(true);
    help = false;
    awake = 3;
}

void App::State::open(const Destination& to) {
    for (size_t i = 0; i < views.size(); ++i)
        if (views[i]->name() == view_of(to)) {
            go_to(i);
            views[i]->open(to);
        }
}

void App::State::follow(const Destination& to) {
    try {
        open(to);
    } catch (const Error& error) {
        notices.add(error.what(), "link");
    }
}

void App::State::bind_keys(App& app) {
    for (size_t i = 0; i < tab_count; ++i)
        keys.bind("Ctrl+" + std::to_string(i + 1), "Open " + std::string(views[i]->title()),
                  [this, i] { go_to(i); });
    keys.bind({
        {"Ctrl++", "Larger", [this, &app] { change_scale(app, 1.125F); }},
        {"Ctrl+-", "Smaller", [this, &app] { change_scale(app, 1 / 1.125F); }},
        {"Ctrl+0", "Default size", [&app] { app.set_scale(1); }},
        {"T", "Dark, light, presenter theme",
         [this, &app] { app.set_theme(ThemeKind((int(kind) + 1) % 3)); }},
        {"F11", "Present, and back", [this] { set_presenting(!present.on()); }},
        {"? F1", "What the tabs are for, and these keys", [this] { toggle_help(); }},
        {"Ctrl+Shift+P", "Find any command", [this, &app] { palette.open(palette_entries(app)); }},
        {"Ctrl+Shift+O", "Open a file", [this, &app] { choose_file(app); }},
        {"Ctrl+Shift+L", "Copy a link to this", [this] { copy_link(); }},
        {"Ctrl+Q", "Close the window", [this] { closing = true; }},
        {"Tab", "Next control", [this] { items.move_focus(1); }},
        {"Shift+Tab", "Previous control", [this] { items.move_focus(-1); }},
        {"Enter", "Use the control", [this] { activate = true; }},
        {"Esc", "Close, let go", [this] { close_one(); }},
    });
    // Where the focus is on a slider, these come before what the view does with them.
    for (const auto& [key, title, steps] : {std::tuple("Right", "One step up", 1),
                                            {"Left", "One step down", -1},
                                            {"Shift+Right", "Ten steps up", 10},
                                            {"Shift+Left", "Ten steps down", -10}})
        slider_keys.bind(key, title, [this, steps = steps] { items.slide = steps; });
    bind_present_keys();
}

void App::State::bind_present_keys() {
    present_keys.bind({
        {"PgDn Space", "Next step", [this] { view().presentation().present_on(); }},
        {"PgUp", "Previous step", [this] { view().presentation().present_back(); }},
        {". B", "Black screen, and back", [this] { present.set_black(true); }},
        {"N", "Speaker's notes in a second window", [this] { notes_wanted = !notes_wanted; }},
        {"L", "Hold: the pointer is a spotlight", [this] { present.hold_spotlight(true); }},
        {"D", "Hold: the pointer draws", [this] { present.hold_pen(true); }},
        {"Backspace", "Erase, or back to the class plan",
         [this] {
             if (!present.strokes().empty()) return present.clear_strokes();
             if (!view().presentation().erase()) open(LessonPage{});
         }},
        {"T", "Light or dark",
         [this] {
             present.toggle_theme();
             restyle = true;
         }},
    });
}

void App::State::set_presenting(bool on) {
    if (on == present.on()) return;
    present.set_on(on);
    if (on && talk_began < 0) talk_began = std::max(0.0, last);
    view().presentation().presenting(on);
    items.focus.clear();
    items.keyboard.let_go();
    help = false;
    restyle = true;
    awake = 3;
}

void App::State::toggle_help() {
    help = !help;
    view().on_help();
}

// From what lies on top downwards, one at a time.
void App::State::close_one() {
    if (help) {
        help = false;
    } else if (present.on() && present.end_one()) {
        awake = 3;
    } else if (!items.focus.empty()) {
        items.focus.clear();
    } else if (present.on()) {
        if (!view().presentation().look_back()) set_presenting(false);
    } else if (!view().close_overlay() && !notices.empty()) {
        notices.dismiss(0);
    }
}

float App::State::wanted_em() const { return 16 * options.monitor_scale * scale; }

// Whole steps of the usual E, so that dragging the window's edge does not bake type at every pixel.
float App::State::fitting_em() const {
    if (present.on()) return stage::page_em(window.x, window.y);
    const float usual = 16 * options.monitor_scale, step = usual / 16;
    const float room = std::min(window.x / least_width_em, window.y / least_height_em);
    const float em = std::max(std::floor(room / step + 0.01F) * step, lowest_scale * usual);
    return std::min(em, wanted_em());
}

bool App::State::too_small() const {
    return window.x < least_width_em * fitting_em() - 1 || window.y < least_height_em * fitting_em() - 1;
}

// From the size that is seen, not from one that the window had no room for.
void App::State::change_scale(App& app, float factor) {
    if (present.on()) return;  // the page fills the window as it is
    const float usual = 16 * options.monitor_scale, before = fitting_em();
    app.set_scale(before / usual * factor);
    notices.clear("scale");
    if (factor < 1 || fitting_em() > before || scale >= highest_scale) return;
    app.set_scale(before / usual);
    notices.add("This window is too small for larger text; make the window larger first.", "scale");
}

void App::State::apply_scale() {
    const float em = fitting_em();
    if (!restyle && em == theme.em()) return;
    if (em != theme.em()) fonts.set_scale(em);
    theme.set(shown_theme(), em);
    restyle = false;
}

// While a menu is open, keys are its own: they walk its rows and do nothing beneath it.
bool App::State::press_in_menu(const KeyEvent& event) {
    if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) return false;
    if (!event.down) return true;
    const Key key = event.chord.key;
    if (key == Key::down || (key == Key::tab && !event.chord.shift)) items.move_focus(1);
    if (key == Key::up || (key == Key::tab && event.chord.shift)) items.move_focus(-1);
    if (key == Key::enter || key == Key::space) activate = true;
    if (event.chord.ctrl) keys.press(event.chord);
    return true;  // Escape closes the menu by itself
}

// The clicker's keys come before the view's own; those that open panels rest.
bool App::State::press_presenting(const KeyEvent& event) {
    const Chord chord = event.chord;
    if (!event.down) {
        if (chord.key == Key::l) present.hold_spotlight(false);
        if (chord.key == Key::d) present.hold_pen(false);
        return false;
    }
    if (help) return false;
    if (present.black()) {
        present.set_black(false);
        return true;
    }
    if (present_keys.press(chord)) return true;
    if (chord.ctrl || chord.alt) return false;
    if (view().keys() != nullptr && view().keys()->press(chord)) return true;
    const bool on = chord == Chord{Key::right}, back = chord == Chord{Key::left};
    if (on) view().presentation().present_on();
    if (back) view().presentation().present_back();
    return on || back;
}

void App::State::press(const KeyEvent& event) {
    if (palette.shown() && press_in_palette(palette, event)) return;
    if (chooser.shown() && press_in_chooser(chooser, event)) return;
    const bool typing = ImGui::GetIO().WantTextInput, covers = palette.shown() || chooser.shown();
    if (typing || covers) {
        if (event.down && event.chord.ctrl) keys.press(event.chord);
        // The clicker turns pages, wherever the caret is.
        const bool turns = event.chord == Chord{Key::page_down} || event.chord == Chord{Key::page_up};
        if (turns && present.on() && !covers) press_presenting(event);
        return;
    }
    const bool covered = help || (present.on() && present.black());
    const bool menu = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    if (!covered && !menu && view().on_answer(event)) return;
    if (event.down && items.slides && !covered && slider_keys.press(event.chord)) return;
    if (press_in_menu(event)) return;
    if (present.on() && press_presenting(event)) return;
    if (!event.down) {
        view().on_key(event);
        return;
    }
    if (!help && !present.on() && view().keys() != nullptr && view().keys()->press(event.chord)) return;
    if (keys.press(event.chord) || help) return;
    view().on_key(event);
}

void App::State::read(const InputEvent& event) {
    if (const auto* key = std::get_if<KeyEvent>(&event)) press(*key);
    // Where "?" is on the keyboard depends on its layout, so it comes as text.
    if (const auto* text = std::get_if<TextEvent>(&event))
        if (text->utf8 == "?" && !ImGui::GetIO().WantTextInput) press({{Key::question}, true});
}

bool App::State::feed_input() {
    Keyboard& keyboard = items.keyboard;
    const auto keeps = [&](const InputEvent& event) {
        const bool open = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
        return !keyboard.owner.empty() && !help && !open && keyboard.wants(event);
    };
    return input.feed_frame({keeps, [&](const InputEvent& event) {
                                 if (keeps(event))
                                     keyboard.events.push_back(event);
                                 else
                                     read(event);
                             }});
}

std::vector<KeyGroup> App::State::key_groups() {
    std::vector<KeyGroup> groups;
    if (view().keys() != nullptr) groups.push_back({view().title(), view().keys()});
    groups.push_back({"Everywhere", &keys});
    groups.push_back({"While presenting (F11)", &present_keys});
    return groups;
}

void App::State::draw_view(Frame& frame) {
    if (!help) return view().draw(frame);
    auto groups = key_groups();
    groups.push_back({"On a slider that has the focus", &slider_keys});
    if (draw_help(frame, frame.area, groups)) help = false;
}

void App::State::obey(const TopBarChoice& choice, App& app) {
    if (choice.tab >= 0) go_to(size_t(choice.tab));
    if (choice.theme) app.set_theme(*choice.theme);
    if (choice.help) toggle_help();
    if (choice.open) choose_file(app);
    if (choice.link) copy_link();
    if (choice.present) set_presenting(true);
}

// Nothing of the window but what failed.
void App::State::draw_presenting(Frame& frame) {
    const Rect whole = frame.area;
    const int dismissed = draw_notices(frame, frame.area, notices);
    if (dismissed >= 0) notices.dismiss(size_t(dismissed));
    if (help) return draw_view(frame);
    present.show(view().presentation().moment());
    const ImVec2 at = ImGui::GetIO().MousePos;
    if (whole.contains(at))
        present.point_at({at.x / std::max(1.0F, whole.width()), at.y / std::max(1.0F, whole.height())});
    const PageChoice choice = draw_presented(frame, view());
    draw_pointer(frame, whole, present);
    if (choice == PageChoice::on) view().presentation().present_on();
    if (choice == PageChoice::back) view().presentation().present_back();
}

void App::State::draw(Frame& frame, App& app) {
    const Rect whole = frame.area;
    if (present.on()) {
        draw_presenting(frame);
        return draw_over(frame, whole, app);
    }
    if (too_small()) {
        draw_too_small(frame, frame.area);
        return;
    }
    std::vector<std::string_view> names, titles;
    for (size_t i = 0; i < tab_count; ++i)
        names.push_back(views[i]->name()), titles.push_back(views[i]->title());
    const Rect bar = frame.area.cut_top(snap(frame.em(3)));
    const std::vector<ViewWay> ways = view().ways();
    const TopBarChoice choice =
        draw_top_bar(frame, bar, names, titles, current < tab_count ? int(current) : -1, ways);
    const int dismissed = draw_notices(frame, frame.area, notices);
    if (dismissed >= 0) notices.dismiss(size_t(dismissed));
    items.keyboard.seen = false;
    draw_view(frame);
    if (!items.keyboard.seen) items.keyboard.let_go();
    if (choice.way >= 0) nth(ways, choice.way).toggle();
    obey(choice, app);
    draw_over(frame, whole, app);
}

void App::State::draw_over(Frame& frame, Rect whole, App& app) {
    if (palette.shown()) draw_palette(frame, whole, palette);
    if (!chooser.shown()) return;
    draw_chooser(frame, whole, chooser);
    const std::string path = chooser.picked();
    if (path.empty()) return;
    chooser.close();
    app.open_file(path);
}

// Where the desktop shows none, ours is shown.
void App::State::choose_file(App& app) {
    palette.close();
    if (options.pick) return options.pick();
    if (dialog.busy()) return;
    std::vector<system::FileKind> kinds;
    for (const OpenableKind& one : openable_kinds())
        kinds.push_back({std::string(one.title), {one.endings.begin(), one.endings.end()}});
    std::error_code failed;
    const auto folder = chooser.folder().empty() ? std::filesystem::current_path(failed) : chooser.folder();
    std::vector<std::string> command;
    if (options.desktop) command = system::file_dialog_command("Open a file", folder, kinds);
    if (command.empty()) return chooser.open();
    dialog.start(
        "Choosing a file",
        [command](Job& job) { return system::show_file_dialog(command, job.cancel_flag()); },
        [this, &app](const system::DialogAnswer& answer) {
            if (!answer.shown) return chooser.open();
            if (!answer.path.empty()) app.open_file(answer.path);
        });
}

// What was chosen is written at once, so that a crash loses nothing.
void App::State::load_settings() {
    if (!options.settings_file) return;
    const std::filesystem::path file = *options.settings_file;
    std::error_code failed;
    first_start = std::filesystem::status(file, failed).type() == std::filesystem::file_type::not_found;
    try {
        settings.load(file);
    } catch (const Error& error) {
        std::string sentence = error.what();
        try {
            sentence += " A copy of the file is in " + in_quotes(Settings::keep_copy(file).string()) + ".";
        } catch (const Error&) {
            // What could not be kept is not written over.
            options.settings_file.reset();
            sentence += " Settings that you change now are not saved.";
        }
        notices.add(std::move(sentence), "settings");
    }
}

void App::State::keep_choices(App& app) {
    const std::tuple now(kind, scale, current, view().place());
    if (now == kept_) return;
    const bool first = std::get<float>(kept_) == 0;
    kept_ = now;
    if (!first) app.save_settings();
}

}  // namespace upsweep::app
