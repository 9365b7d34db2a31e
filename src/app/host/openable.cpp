// Telling traces, scenes and pictures from other files.
#include "app/host/openable.h"

#include "bench/experiment.h"
#include "bench/recording.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "emulator/trace/trace.h"
#include "media/file.h"
#include "media/frame_source.h"
#include "scenes/link.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"
#include "scenes/scene_file.h"

namespace upsweep::app {

using namespace scenes;

std::span<const OpenableKind> openable_kinds() {
    static const std::vector<OpenableKind> kinds = {
        {"CUDA program", "CUDA programs", {".cu", ".cuh"}},
        {"picture", "Pictures", {".png", ".jpg", ".jpeg", ".bmp", ".pgm", ".ppm", ".pnm"}},
        {"film", "Films", {media::film_endings().begin(), media::film_endings().end()}},
        {"cascade", "Cascades of OpenCV", {".xml"}},
        {"lesson", "Lessons", {".md"}},
        {"recording", "Recordings of the Race", {".json"}},
        {"experiment", "Experiments of the Race", {".race.toml"}},
        {"scene", "Scenes", {".toml"}},
        {"link", "Links", {".url"}},
        {"trace", "Traces", {".trace"}}};
    return kinds;
}

std::string_view kind_of_name(const std::string& name) {
    if (bench::is_experiment_name(name)) return "experiment";
    for (const OpenableKind& kind : openable_kinds())
        if (contains(kind.endings, media::ending_of(name))) return kind.name;
    return {};
}

bool is_picture_name(const std::string& path) { return kind_of_name(path) == "picture"; }

bool is_film_name(const std::string& path) { return kind_of_name(path) == "film" || media::is_moving(path); }

bool is_cascade_name(const std::string& path) { return kind_of_name(path) == "cascade"; }

bool is_recording_name(const std::string& path) { return kind_of_name(path) == "recording"; }

bool is_lesson_name(const std::string& path) { return kind_of_name(path) == "lesson"; }

bool is_shortcut_name(const std::string& path) { return kind_of_name(path) == "link"; }

std::string address_of_shortcut(const std::string& path) {
    constexpr int64_t most_bytes = int64_t{1} << 20;
    std::string address = address_in_shortcut(media::read_text(path, most_bytes));
    if (!is_link(address))
        throw Error("{} holds no link of Upsweep: an address with #scene=…, #lesson=… or the like.",
                    in_quotes(path));
    return address;
}

std::string nothing_opens(const std::string& path) {
    return "No view opens " + in_quotes(path) +
           "; Step takes CUDA programs (.cu), traces (upsweep run --trace) and scenes (upsweep step "
           "--scene), the "
           "Race recordings "
           "(upsweep bench --format json) and experiments (.race.toml), "
           "the Playground PNG, JPEG, BMP, PGM and PPM pictures, films and folders of pictures, and OpenCV's "
           "cascades (.xml), Lessons a lesson of your own (.md), and each its links (.url).";
}

void check_openable(const std::string& path) {
    // Errors in their text are shown where they can be fixed.
    if (is_program_name(path) || is_lesson_name(path)) return;
    if (is_trace_file(path))
        (void)read_trace(path);
    else if (is_scene_name(path))
        (void)read_scene_file(path);
    else if (is_shortcut_name(path))
        (void)parse_link(address_of_shortcut(path));
    else if (bench::is_experiment_name(path))
        (void)bench::read_experiment(path);
    else if (is_recording_name(path))
        (void)bench::read_recording(path);
    else if (!is_picture_name(path) && !is_film_name(path) && !is_cascade_name(path))
        throw Error(nothing_opens(path));
}

}  // namespace upsweep::app
