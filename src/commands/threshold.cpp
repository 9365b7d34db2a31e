// `upsweep threshold`: black and white by each pixel's surroundings, through an integral image.
#include <memory>
#include <string>

#include <fmt/core.h>

#include "commands/command_line.h"
#include "commands/filter_request.h"
#include "commands/pictures.h"
#include "vision/threshold.h"

namespace upsweep::commands {
namespace {

struct ThresholdRequest : FilterRequest {
    vision::ThresholdRequest threshold;
};

void run_threshold(const ThresholdRequest& request) {
    const FilterInput input = open_filter(request);
    const vision::ThresholdRun run = vision::threshold_picture(input.grey, request.threshold, input.on);
    save_either(request.output, run.picture, run.picture);
    const std::int64_t side = 2 * request.threshold.radius + 1;
    print_filtered(
        request, input,
        fmt::format("window {} × {}, black where {} % darker than its mean", side, side,
                    request.threshold.percent),
        {{"integral image", run.table_ms}, {"threshold", run.filter_ms}, {"transfers", run.transfer_ms}});
}

}  // namespace

void add_threshold_command(Command program) {
    const Command command =
        program.add_command("threshold", "Adaptive threshold: black and white by each pixel's surroundings");
    auto request = std::make_shared<ThresholdRequest>();
    add_image(command, *request);
    command.option("--radius", request->threshold.radius, "the window is 2 R + 1 pixels wide and high")
        .required();
    command.option("--percent", request->threshold.percent, "how much darker than its surroundings black is")
        .shows_default();
    add_output(command, *request, "the .png, .pgm or .npy file to write");
    command.runs([request] { run_threshold(*request); });
}

}  // namespace upsweep::commands
