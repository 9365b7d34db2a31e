// `upsweep` with no command: the window, or without a display the tour.
#include "app/shell/window.h"

#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/host/openable.h"
#include "app/platform/offscreen.h"
#include "app/shell/shot.h"
#include "commands/command_line.h"
#include "core/error.h"
#include "core/quotes.h"
#include "scenes/destination.h"
#include "scenes/link.h"
#include "system/files.h"

namespace upsweep::commands {
namespace {

constexpr const char* tour_folder = "out/tour";

void draw_tour(const std::string& reason) {
    std::fprintf(stderr, "upsweep: %s, so the views are drawn to %s instead of a window.\n", reason.c_str(),
                 tour_folder);
    for (const std::string& file : app::take_tour(tour_folder)) std::printf("%s\n", file.c_str());
}

void open_window(const app::WindowOptions& options) {
    const bool there = std::filesystem::exists(options.open);
    const bool place = !there && scenes::is_place(options.open);
    if (place) (void)scenes::parse_place(options.open);
    if (!options.open.empty() && !there && !place)
        throw UsageError("There is no command and no file named {}; run with --help to see the commands.",
                         in_quotes(options.open));
    if (there) app::check_openable(options.open);
    try {
        app::run_window(options);
    } catch (const BackendMissing& missing) {
        if (const auto sentence = app::Offscreen::without_window(); !sentence.empty())
            throw Error(std::string(sentence));
        if (!options.open.empty())
            throw Error("{} to show {} on; `upsweep shot VIEW --open FILE` draws it without one.",
                        missing.what(), in_quotes(options.open));
        draw_tour(missing.what());
    }
}

}  // namespace

void add_window_command(Command program) {
    auto options = std::make_shared<app::WindowOptions>();
    program
        .option("file", options->open,
                "with no command: a CUDA program (.cu), a picture, a scene (step --scene), a trace (run "
                "--trace), a lesson (.md) or a recording "
                "(bench --format json) to open in the window; or a link to open it at, such as "
                "upsweep:#lesson=look-back/2")
        .check([](const std::string& name) {
            return std::string(name.empty()
                                   ? "an empty name is not a file; name a picture or a trace, or nothing to "
                                     "open the window"
                                   : "");
        });
    program.flag("--present", options->present,
                 "with no command: begin with the whole screen for a class, as F11 does");
    program.flag(
        "--notes", options->notes,
        "with no command: a second window with the class plan's notes, what comes next and a clock, as N "
        "does while presenting");
    program.flag("--frame-times", options->frame_times, "print how long the window's frames take");
    program.option("--keep-picture", options->keep_picture,
                   "save the window's last picture as PNG when it closes");
    program.runs([program, options] {
        if (program.has_chosen()) return;
        const bool unheard = system::close_own_console();
        try {
            open_window(*options);
        } catch (const std::exception& error) {
            if (unheard) system::show_sentence(error.what());
            throw;
        }
    });
    const Command open = program.add_command("open", "Open a link, or a file, in the window");
    open.option("LINK", options->open, "what \"Copy link\" copied, a file that a view takes, or a place")
        .required();
    open.runs([options] { open_window(*options); });
}

}  // namespace upsweep::commands
