// `upsweep features`: one of six features of every pixel, as a picture.
#include <memory>
#include <string>

#include <fmt/core.h>

#include "commands/command_line.h"
#include "commands/filter_request.h"
#include "commands/pictures.h"
#include "vision/likelihood.h"
#include "vision/picture_plan.h"

namespace upsweep::commands {
namespace {

struct FeaturesRequest : FilterRequest {
    std::string feature;
};

void run_features(const FeaturesRequest& request) {
    const vision::PictureFeature feature = vision::parse_feature(request.feature);
    const FilterInput input = open_filter(request);
    vision::check_bytes(input.grey, "A feature");
    vision::PictureRun run;
    if (&input.on == &backends::cpu())
        run.output = vision::feature_plane(input.grey, feature);
    else
        run = vision::run_entry("feature_planes", input.grey,
                                {{"feature", static_cast<std::int64_t>(feature)}}, input.on, nullptr);
    save_either(request.output, run.output, run.output);
    print_filtered(request, input, request.feature + " of each pixel",
                   {{"features", run.last_ms}, {"transfers", run.transfer_ms}});
}

}  // namespace

void add_features_command(Command program) {
    const Command command = program.add_command("features", "A feature of each pixel: slopes and curvatures");
    auto request = std::make_shared<FeaturesRequest>();
    add_image(command, *request);
    command
        .option("--feature", request->feature,
                "intensity, gradient_magnitude, gradient_angle, shape_index, curvature or orientation")
        .required();
    add_output(command, *request, "the .png, .pgm or .npy file to write");
    command.runs([request] { run_features(*request); });
}

}  // namespace upsweep::commands
