// Pictures of views.
#include "app/shell/shot.h"

#include <chrono>

#include "app/host/openable.h"
#include "app/platform/offscreen.h"
#include "app/shell/app.h"
#include "app/shell/views.h"
#include "emulator/trace/trace.h"
#include "media/file.h"

namespace upsweep::app {
namespace {

constexpr double patience_s = 60;

// A notice means that something was refused or failed: no picture is better than one that hides it.
void fail_on_notice(App& app) {
    if (app.jobs().idle() && !app.notices().all().empty()) throw Error(app.notices().all().front());
}

// The file must be shown by the view that was named: a picture of another one would mislead.
void open_in_view(App& app, const std::string& file) {
    if (app.active().on_drop(file)) return;
    check_openable(file);
    throw UsageError(
        "The {} view cannot open {}; Step opens programs, traces and scenes, the Race recordings "
        "and experiments, the "
        "Playground pictures, Lessons lessons (.md).",
        app.active().title(), in_quotes(file));
}

void seek_in_view(App& app, int64_t step) {
    ShotControls& controls = app.active().shot_controls();
    const auto range = controls.seek_range();
    const std::string title(app.active().title());
    if (!range && app.active().name() == "lessons")
        throw UsageError("--page needs a lesson: upsweep shot lessons --lesson SLUG --page N.");
    if (!range) throw UsageError("The {} view has no steps to go to; leave --step out.", title);
    if (step < range->first || step > range->last)
        throw UsageError(exports::no_such_place(range->noun, step, title, range->first, range->last));
    controls.seek(step);
}

// Runs frames with a made clock until the view rests. Only waiting for jobs takes real time.
void settle(App& app, const Offscreen& screen) {
    const auto start = std::chrono::steady_clock::now();
    double now = 0;
    for (int frames = 0; frames < 3 || !app.settled(); ++frames) {
        app.frame(screen.width(), screen.height(), now);
        // While a job runs time nearly stands still, or a notice would be gone before it ends.
        const bool idle = app.jobs().idle();
        now += idle ? 1.0 / 60 : 1e-4;
        if (!idle) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > patience_s)
            throw Error("The view \"{}\" was still working after 60 s; ask for a smaller scene.",
                        app.active().name());
        if (frames >= 3) fail_on_notice(app);
    }
    fail_on_notice(app);
}

void press(App& app, const Offscreen& screen, const std::string& what) {
    if (what.starts_with('=')) {
        app.handle(TextEvent{what.substr(1)});
    } else {
        const Chord chord = parse_chord(what);
        app.handle(KeyEvent{chord, true});
        app.handle(KeyEvent{chord, false});
    }
    settle(app, screen);
}

void check_file(const ShotOptions& options) {
    if (options.file.empty()) throw UsageError("Name the picture's file: -o FILE.png.");
    const std::filesystem::path file = options.file;
    if (media::ending_of(file) != ".png" && !is_stream(file))
        throw UsageError(
            "Cannot write " + in_quotes(options.file) +
            ": pictures of views are PNG; end its name in .png (or in .svg for the stage of Step alone).");
    check_output(file, options.open ? InputFiles{*options.open} : InputFiles{});
}

}  // namespace

void take_shot(const ShotOptions& options) {
    exports::check_size(options);
    check_file(options);
    Offscreen screen(options.width, options.height);
    App app({.theme = options.theme.value_or(ThemeKind::dark), .scale = options.scale});
    app.open(options.view);
    app.present(options.present);
    if (options.theme) app.set_theme(*options.theme);
    if (options.open) open_in_view(app, *options.open);
    if (options.to) app.active().open(*options.to);
    ShotControls& controls = app.active().shot_controls();
    if (options.zoom) controls.look_from(*options.zoom);
    if (options.code) controls.show_code(*options.code);
    settle(app, screen);
    const std::string failure = app.active().failure();
    if (options.step && failure.empty())
        seek_in_view(app, *options.step);
    else if (!options.to || !std::holds_alternative<scenes::LessonPage>(*options.to))
        controls.pose();
    settle(app, screen);
    if (options.predict) {
        controls.ask(*options.predict);
        settle(app, screen);
    }
    for (const std::string& what : options.press) press(app, screen, what);
    app.draw();
    write_png(screen.read(), options.file);
    // The picture shows what is wrong; a script reads it.
    if (!failure.empty()) throw Error(failure);
}

std::vector<std::string> tour_views() {
    const Offscreen screen(320, 200);
    const App app({});
    std::vector<std::string> names = app.view_names();
    names.resize(tab_views().size());
    return names;
}

std::vector<std::string> take_tour(const std::string& folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed)
        throw Error("The folder {} cannot be made; run in a folder that you can write to.",
                    in_quotes(folder));
    std::vector<std::string> files;
    for (const std::string& name : tour_views()) {
        files.push_back((std::filesystem::path(folder) / (name + ".png")).string());
        take_shot({.view = name, .file = files.back()});
    }
    return files;
}

}  // namespace upsweep::app
