// `upsweep features`: one of six features of every pixel, as a picture.
#include <memory>
#include <string>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include "commands/pictures.h"
#include "vision/likelihood.h"
#include "vision/picture_plan.h"

namespace upsweep::commands {
namespace {

struct Request {
    std::string picture, output, on = "cpu", feature;
};

void run(const Request& request) {
    const backends::Backend& on = backends::find(request.on);
    const vision::PictureFeature feature = vision::parse_feature(request.feature);
    check_picture_name(request.output, request.picture);
    const Array grey = load_grey(request.picture);
    vision::check_bytes(grey, "A feature");
    vision::PictureRun run;
    if (&on == &backends::cpu())
        run.output = vision::feature_plane(grey, feature);
    else
        run = vision::run_entry("feature_planes", grey, {{"feature", static_cast<std::int64_t>(feature)}}, on,
                                nullptr);
    save_either(request.output, run.output, run.output);
    fmt::print("{}, {} of each pixel; on the {}{}{}\n", size_of_picture(request.output, grey.extent()),
               request.feature, on.title(), time_of("features", run.last_ms),
               time_of("transfers", run.transfer_ms));
}

}  // namespace

void add_features_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand("features", "A feature of each pixel: slopes and curvatures");
    auto request = std::make_shared<Request>();
    command->add_option("IMAGE", request->picture, "PNG, JPEG, BMP, PGM, PPM, or a .npy array of u8")
        ->required();
    command
        ->add_option("--feature", request->feature,
                     "intensity, gradient_magnitude, gradient_angle, shape_index, curvature or orientation")
        ->required();
    command->add_option("-o,--output", request->output, "the .png, .pgm or .npy file to write")->required();
    command->add_option("--on", request->on, "cpu, gpu or emulator");
    command->callback([request] { run(*request); });
}

}  // namespace upsweep::commands
