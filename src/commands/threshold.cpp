// `upsweep threshold`: black and white by each pixel's surroundings, through an integral image.
#include <memory>
#include <string>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include "commands/pictures.h"
#include "vision/threshold.h"

namespace upsweep::commands {
namespace {

struct Request {
    std::string picture, output, on = "cpu";
    vision::ThresholdRequest threshold;
};

void run(const Request& request) {
    const backends::Backend& on = backends::find(request.on);
    check_picture_name(request.output, request.picture);
    const Array grey = load_grey(request.picture);
    const vision::ThresholdRun run = vision::threshold_picture(grey, request.threshold, on);
    save_either(request.output, run.picture, run.picture);
    const std::int64_t side = 2 * request.threshold.radius + 1;
    fmt::print("{}, window {} × {}, black where {} % darker than its mean; on the {}{}{}{}\n",
               size_of_picture(request.output, grey.extent()), side, side, request.threshold.percent,
               on.title(), time_of("integral image", run.table_ms), time_of("threshold", run.filter_ms),
               time_of("transfers", run.transfer_ms));
}

}  // namespace

void add_threshold_command(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("threshold", "Adaptive threshold: black and white by each pixel's surroundings");
    auto request = std::make_shared<Request>();
    command->add_option("IMAGE", request->picture, "PNG, JPEG, BMP, PGM, PPM, or a .npy array of u8")
        ->required();
    command->add_option("--radius", request->threshold.radius, "the window is 2 R + 1 pixels wide and high")
        ->required();
    command
        ->add_option("--percent", request->threshold.percent,
                     "how much darker than its surroundings black is")
        ->capture_default_str();
    command->add_option("-o,--output", request->output, "the .png, .pgm or .npy file to write")->required();
    command->add_option("--on", request->on, "cpu, gpu or emulator");
    command->callback([request] { run(*request); });
}

}  // namespace upsweep::commands
