// The window in a browser's page: the page's script calls it for every frame.
#include <exception>
#include <memory>

#include "app/platform/page.h"
#include "app/shell/app.h"
#include "app/shell/window.h"
#include "core/error.h"
#include "core/json.h"
#include "scenes/link.h"

namespace upsweep::app {
namespace {

class PageWindow {
  public:
    explicit PageWindow(const WindowOptions& options)
        : app_({.settings_file = Settings::user_file(),
                .drafts = drafts_folder(),
                .theme = first_theme(),
                .wake = wake_page,
                .pick = pick_on_page,
                .link_base = page_address()}) {
        connect_page_clipboard();
        reduced_motion = page_prefers("prefers-reduced-motion: reduce");
        app_.items().texts.emplace();
        if (!options.open.empty()) open(options.open);
        app_.present(options.present);
    }

    void event(const InputEvent& event) {
        app_.handle(event);
        dirty_ = true;
    }

    void open(const std::string& link) {
        dirty_ = true;
        app_.open_link(link);
    }

    void failed(const std::string& sentence) {
        app_.notices().add(sentence, "page");
        dirty_ = true;
    }

    double frame(int width, int height, float scale, double now) {
        if (width != width_ || height != height_ || scale != scale_) dirty_ = true;
        width_ = width, height_ = height, scale_ = scale;
        if (!dirty_) {
            const double wait = drawn_ + app_.next_frame_in() - now;
            if (wait > 0) return wait;
        }
        dirty_ = false;
        drawn_ = now;
        app_.set_monitor_scale(scale);
        app_.frame(width, height, now);
        app_.draw();
        const bool typing = ImGui::GetIO().WantTextInput || !app_.items().keyboard.owner.empty();
        if (typing != typing_) expect_text(typing_ = typing);
        if (app_.presenting() != whole_) fill_screen(whole_ = app_.presenting());
        const double wait = dirty_ ? 0 : app_.next_frame_in();
        if (wait > least_rest_s || now > described_ + longest_silence_s) {
            describe();
            described_ = now;
        }
        return wait;
    }

    /// Enter does with the control what a click on it does.
    void use(const std::string& control) {
        app_.items().keyboard.let_go();
        app_.items().focus = control;
        for (const bool down : {true, false}) event(KeyEvent{{Key::enter}, down});
    }

    void leave() { app_.save_settings(); }

    void left_whole() {
        if (whole_) app_.present(whole_ = false);
        dirty_ = true;
    }

  private:
    /// A picture that rests this long is described.
    static constexpr double least_rest_s = 0.05;
    /// What moves is described this often.
    static constexpr double longest_silence_s = 1;

    void describe() {
        if (const auto here = app_.here()) show_link(*here);
        const Items& items = app_.items();
        std::vector<Rect> places;
        Json controls = Json::array();
        for (const std::string& id : items.menu().empty() ? items.order() : items.menu()) {
            controls.push_back({{"id", id}, {"name", name_of(id)}});
            places.push_back(items.find(id).value_or(Rect{}));
        }
        const std::string spoken = app_.active().spoken();
        Json told = spoken.empty() ? Json{{"place", app_.active().title()}, {"text", text_outside(places)}}
                                   : Json::parse(spoken);
        told["controls"] = std::move(controls);
        std::string text = json_text(told);
        if (text == told_) return;
        told_ = std::move(text);
        describe_page(told_);
    }

    /// The address names the place; another step of the same scene is the same place.
    static void show_link(const scenes::Destination& here) {
        try {
            const auto* const scene = std::get_if<scenes::Scene>(&here);
            const std::string link = scenes::link_of(here);
            set_page_link(link, scene == nullptr ? link : "scene=" + scene->slug());
        } catch (const Error&) {
            // A place on this computer alone has no link.
        }
    }

    static ImVec2 middle(const ShownText& shown) { return (shown.box.min + shown.box.max) * 0.5F; }

    /// All that is written outside of these, in the order in which it was drawn.
    std::string text_outside(const std::vector<Rect>& places) {
        std::string text;
        float line = -1;
        for (const ShownText& shown : *app_.items().texts) {
            if (any_of(places, [&](const Rect& place) { return place.contains(middle(shown)); })) continue;
            if (!text.empty()) text += shown.box.max.y == line ? ' ' : '\n';
            line = shown.box.max.y;
            text += shown.text;
        }
        return text;
    }

    /// What is written on the control; of one with a sign alone the last word of its id.
    std::string name_of(const std::string& id) {
        std::string name;
        const std::optional<Rect> place = app_.items().find(id);
        for (const ShownText& shown : *app_.items().texts)
            if (place && place->contains(middle(shown))) name += (name.empty() ? "" : " ") + shown.text;
        if (name.empty()) name = id.substr(id.rfind('.') + 1);
        std::replace(name.begin(), name.end(), '_', ' ');
        return name;
    }

    /// Nothing where one was chosen before.
    static std::optional<ThemeKind> first_theme() {
        const auto file = Settings::user_file();
        std::error_code ignored;
        if (!page_prefers("prefers-color-scheme: light") || (file && std::filesystem::exists(*file, ignored)))
            return std::nullopt;
        return ThemeKind::light;
    }

    App app_;
    int width_ = 0, height_ = 0;
    float scale_ = 0;
    std::string told_;  ///< to the page, last
    double drawn_ = 0, described_ = 0;
    bool dirty_ = true, typing_ = false, whole_ = false;
};

}  // namespace

void run_window(const WindowOptions& options) {
    static PageSink sink;
    connect_page(sink);
    // Both live as long as the page does.
    static PageWindow window(options);
    sink = {[](const InputEvent& event) { window.event(event); },
            [](const std::string& link) { window.open(link); },
            [](const std::string& sentence) { window.failed(sentence); },
            [](int width, int height, float scale, double now) {
                return window.frame(width, height, scale, now);
            },
            [] { window.leave(); },
            [] { window.left_whole(); },
            [](const std::string& control) { window.use(control); }};
}

}  // namespace upsweep::app
