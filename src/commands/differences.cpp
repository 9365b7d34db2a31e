// `upsweep differences`: differences of boxes around every pixel, as in SURF.
#include <memory>
#include <string>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include "commands/filter_request.h"
#include "commands/pictures.h"
#include "vision/difference.h"

namespace upsweep::commands {
namespace {

struct DifferencesRequest : FilterRequest {
    std::string response = "determinant";
    int size = 9;
};

void run_differences(const DifferencesRequest& request) {
    const vision::DifferenceRequest boxes{vision::parse_response(request.response), request.size};
    const FilterInput input = open_filter(request);
    const vision::OperationRun run = vision::difference_picture(input.grey, boxes, input.on);
    save_either(request.output, run.picture(), run.values[0]);
    print_filtered(
        request, input,
        fmt::format("{} of boxes {} pixels wide, largest {:.4g}", request.response, request.size, run.whole),
        {{"integral image", run.tables_ms}, {"boxes", run.filter_ms}, {"transfers", run.transfer_ms}});
}

}  // namespace

void add_differences_command(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("differences", "Differences of boxes around each pixel, as in SURF");
    auto request = std::make_shared<DifferencesRequest>();
    add_image(*command, *request);
    command->add_option("--response", request->response, "xx, yy, xy, determinant or centre_surround")
        ->capture_default_str();
    command->add_option("--size", request->size, "all boxes together: 3, 9, 15, 21, 27, … 195 pixels")
        ->capture_default_str();
    add_output(*command, *request, "the .png or .pgm picture to write (128 is 0), or .npy: the values, f32");
    command->callback([request] { run_differences(*request); });
}

}  // namespace upsweep::commands
