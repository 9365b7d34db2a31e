// `upsweep contrast`: mean and deviation of every window from two integral images.
#include <algorithm>
#include <memory>
#include <string>

#include <fmt/core.h>

#include "commands/command_line.h"
#include "commands/filter_request.h"
#include "commands/pictures.h"
#include "vision/contrast.h"

namespace upsweep::commands {
namespace {

struct ContrastRequest : FilterRequest {
    std::string show = "deviation";
    std::int64_t radius = 0;
};

/// The means, and below them the variances.
Array stacked(const vision::LocalStatistics& statistics) {
    const Extent extent = statistics.mean.extent();
    Array both(ScalarType::f32, {extent.width, 2 * extent.height});
    const auto mean = statistics.mean.bytes(), variance = statistics.variance.bytes();
    const auto next = std::copy(mean.begin(), mean.end(), both.bytes().begin());
    std::copy(variance.begin(), variance.end(), next);
    return both;
}

void run_contrast(const ContrastRequest& request) {
    const vision::ContrastRequest contrast{request.radius, vision::parse_contrast(request.show)};
    const FilterInput input = open_filter(request);
    const vision::ContrastRun run = vision::contrast_of(input.grey, contrast, input.on);
    save_either(request.output, run.picture, stacked(run.statistics));
    const std::int64_t side = 2 * request.radius + 1;
    print_filtered(
        request, input, fmt::format("{} of each window of {} × {}", request.show, side, side),
        {{"two tables", run.tables_ms}, {"statistics", run.filter_ms}, {"transfers", run.transfer_ms}});
}

}  // namespace

void add_contrast_command(Command program) {
    const Command command = program.add_command(
        "contrast", "Local contrast: mean and deviation of each window, from two integral images");
    auto request = std::make_shared<ContrastRequest>();
    add_image(command, *request);
    command.option("--radius", request->radius, "the window is 2 R + 1 pixels wide and high").required();
    command
        .option("--show", request->show,
                "deviation (twice as large), mean, or normalised (the pixel against both)")
        .shows_default();
    add_output(command, *request,
               "the .png or .pgm picture to write, or .npy: means, and below them variances, f32");
    command.runs([request] { run_contrast(*request); });
}

}  // namespace upsweep::commands
