// `upsweep differences`: differences of boxes around every pixel, as in SURF.
#include <memory>
#include <string>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include "commands/pictures.h"
#include "vision/difference.h"

namespace upsweep::commands {
namespace {

struct Request {
    std::string picture, output, on = "cpu", response = "determinant";
    int size = 9;
};

void run(const Request& request) {
    const backends::Backend& on = backends::find(request.on);
    const vision::DifferenceRequest boxes{vision::parse_response(request.response), request.size};
    check_picture_name(request.output, request.picture);
    const Array grey = load_grey(request.picture);
    const vision::DifferenceRun run = vision::difference_picture(grey, boxes, on);
    save_either(request.output, run.picture, run.values);
    fmt::print("{}, {} of boxes {} pixels wide, largest {:.4g}; on the {}{}{}{}\n",
               size_of_picture(request.output, grey.extent()), request.response, request.size, run.largest,
               on.title(), time_of("integral image", run.table_ms), time_of("boxes", run.filter_ms),
               time_of("transfers", run.transfer_ms));
}

}  // namespace

void add_differences_command(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("differences", "Differences of boxes around each pixel, as in SURF");
    auto request = std::make_shared<Request>();
    command->add_option("IMAGE", request->picture, "PNG, JPEG, BMP, PGM, PPM, or a .npy array of u8")
        ->required();
    command->add_option("--response", request->response, "xx, yy, xy, determinant or centre_surround")
        ->capture_default_str();
    command->add_option("--size", request->size, "all boxes together: 3, 9, 15, 21, 27, … 195 pixels")
        ->capture_default_str();
    command
        ->add_option("-o,--output", request->output,
                     "the .png or .pgm picture to write (128 is 0), or .npy: the values, f32")
        ->required();
    command->add_option("--on", request->on, "cpu, gpu or emulator");
    command->callback([request] { run(*request); });
}

}  // namespace upsweep::commands
