// Files of what is shown.
#include "app/step/model/take_home.h"

#include <fmt/format.h>

#include "core/home_path.h"
#include "emulator/trace/trace.h"
#include "export/page.h"
#include "scenes/scene_file.h"
#include "stage/history.h"

namespace upsweep::app {

namespace fs = std::filesystem;

namespace {

struct Row {
    std::string_view ending, title, words;
};
// By ExportFormat.
constexpr std::array<Row, 7> rows = {
    {{".toml", "Save the scene", "a small file that opens here at this step"},
     {".svg", "Picture, SVG", "the stage at this step, with real text"},
     {".png", "Picture, PNG", "the stage at this step, as pixels"},
     {".gif", "All steps, GIF", "an animation in the chosen size of step"},
     {".html", "Page, HTML", "steps through the scene in any browser, offline"},
     {".history.svg", "History of the cell, SVG", "its writes and its inputs, with real text"},
     {".history.png", "History of the cell, PNG", "the same as pixels"}}};

const Row& row_of(ExportFormat what) { return nth(rows, what); }

stage::Drawing drawing_of(const Shown& shown) { return {.theme = shown.theme, .zoom = shown.zoom}; }

void keep_picture(const Shown& shown, ExportFormat what, const std::string& file) {
    replay::StepPosition at(shown.run);
    at.set_grain(shown.by);
    at.seek(shown.step);
    if (what == ExportFormat::history_svg || what == ExportFormat::history_png) {
        if (!shown.cell) throw Error("No cell is chosen; right-click one first.");
        return exports::write_history(at, *shown.cell, drawing_of(shown), file);
    }
    exports::write_picture(at, drawing_of(shown), file);
}

std::string keep_page(const Shown& shown, const std::string& file) {
    scenes::RunScene run = *shown.run;
    run.scene.step = shown.step;
    exports::FilmOptions options;
    options.by = shown.by;
    options.how.zoom = shown.zoom;
    const std::string page =
        exports::scene_page(std::make_shared<const scenes::RunScene>(std::move(run)), options);
    write_file(file, page);
    return fmt::format("Saved {}: {} KB, it opens in any browser.", file, (page.size() + 999) / 1000);
}

}  // namespace

std::string_view ending_of(ExportFormat what) { return row_of(what).ending; }
std::string_view title_of(ExportFormat what) { return row_of(what).title; }
std::string_view words_of(ExportFormat what) { return row_of(what).words; }

scenes::Scene scene_of(const Shown& shown) {
    scenes::Scene scene = shown.run->scene;
    scene.step = shown.step;
    scene.launch.clear();
    scene.stops = shown.stops;
    return scene;
}

std::string keep(const Shown& shown, ExportFormat what, const std::string& file, Job& job) {
    switch (what) {
        case ExportFormat::scene:
            if (shown.run->scene.trace_file() != nullptr)
                throw Error("A trace file is not a scene; copy {} itself.",
                            in_quotes(shown.run->scene.trace_file()->path));
            write_file(file, scenes::to_toml(scene_of(shown)));
            return fmt::format("Saved {}; `upsweep {}` opens it at step {}.", file, file, shown.step);
        case ExportFormat::gif: {
            const size_t pictures = exports::write_series(
                {.run = shown.run, .how = drawing_of(shown), .by = shown.by, .shown = shown.by}, file, {},
                job.cancel_flag(), [&](double part) { job.set_progress(part); });
            return fmt::format("Saved {}: {} pictures.", file, pictures);
        }
        case ExportFormat::page:
            return keep_page(shown, file);
        default:
            keep_picture(shown, what, file);
            return fmt::format("Saved {}.", file);
    }
}

std::string TakeHome::file_of(ExportFormat what) const {
    const std::string file = from_home(path);
    // The user may have written the ending, too.
    const std::string_view ending = ending_of(what);
    return file.ends_with(ending) ? file : file + std::string(ending);
}

void TakeHome::start(const Shown& shown, ExportFormat what, Told told) {
    error.clear();
    if (path.empty()) {
        error = "Type where the file goes.";
        return;
    }
    const std::string file = file_of(what);
    std::error_code ignored;
    if (fs::exists(file, ignored) && asked_ != file) {
        asked_ = file;
        error = in_quotes(file) + " already exists; choose it again to overwrite it.";
        return;
    }
    asked_.clear();
    work_.add(
        "Writing " + fs::path(file).filename().string(),
        [shown, what, file](Job& job) { return keep(shown, what, file, job); }, std::move(told),
        [this](const std::string& sentence) { error = sentence; });
}

}  // namespace upsweep::app
