// `upsweep differences`: differences of boxes around every pixel, as in SURF.
#include <memory>
#include <string>

#include <fmt/core.h>

#include "commands/command_line.h"
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
    const vision::DifferenceRun run = vision::difference_picture(input.grey, boxes, input.on);
    save_either(request.output, run.picture, run.values);
    print_filtered(
        request, input,
        fmt::format("{} of boxes {} pixels wide, largest {:.4g}", request.response, request.size,
                    run.largest),
        {{"integral image", run.table_ms}, {"boxes", run.filter_ms}, {"transfers", run.transfer_ms}});
}

}  // namespace

void add_differences_command(Command program) {
    const Command command =
        program.add_command("differences", "Differences of boxes around each pixel, as in SURF");
    auto request = std::make_shared<DifferencesRequest>();
    add_image(command, *request);
    command.option("--response", request->response, "xx, yy, xy, determinant or centre_surround")
        .shows_default();
    command.option("--size", request->size, "all boxes together: 3, 9, 15, 21, 27, … 195 pixels")
        .shows_default();
    add_output(command, *request, "the .png or .pgm picture to write (128 is 0), or .npy: the values, f32");
    command.runs([request] { run_differences(*request); });
}

}  // namespace upsweep::commands
