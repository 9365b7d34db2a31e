// `upsweep blur`: the box filter of a picture through its integral image, on the chosen machine,
// once or several times, each colour by itself.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "commands/command_line.h"
#include "commands/pictures.h"
#include "core/error.h"
#include "core/quotes.h"
#include "media/image.h"
#include "vision/smoothing.h"

namespace upsweep::commands {
namespace {

struct BlurRequest {
    std::string picture, output, algorithm, on = "cpu", border = "cut";
    std::int64_t radius = 0;
    int passes = 1;
};

/// A picture's colours, or its grey; of a .npy array u8 or f32 as it is.
std::vector<Array> load(const std::string& name) {
    if (name.ends_with(".npy")) return {media::load_samples(name)};
    media::ImageLimits limits;
    limits.keep_colour = true;
    media::Image image = media::load_image(name, limits);
    if (!image.colour.empty()) return std::move(image.colour);
    return {std::move(image.grey)};
}

/// A colour picture's grey goes where no colours can.
std::vector<Array> load_for(const std::string& output, const std::string& name) {
    const bool grey = output.ends_with(".npy") || output.ends_with(".pgm");
    return grey ? std::vector<Array>{load_grey(name)} : load(name);
}

void check_fits(const std::string& name, const Array& input) {
    if (!name.ends_with(".npy") && input.type() == ScalarType::f32)
        throw UsageError(
            fmt::format("Cannot write {}: f32 needs a .npy file; end the name in .npy.", in_quotes(name)));
}

std::string blur_time_text(double milliseconds) {
    return milliseconds > 0 ? fmt::format(" {:.3f} ms", milliseconds) : "";
}

void run_blur(const BlurRequest& request) {
    if (request.radius < 0)
        throw UsageError(fmt::format("The radius is 0 or more pixels, not {}.", request.radius));
    const backends::Backend& on = backends::find(request.on);
    const vision::FilterRequest filter{
        request.radius, vision::parse_border(request.border),
        request.algorithm.empty() ? nullptr : &find_algorithm(request.algorithm)};
    check_picture_name(request.output, request.picture);
    const std::vector<Array> channels = load_for(request.output, request.picture);
    const Extent extent = channels.front().extent();
    check_fits(request.output, channels.front());
    const vision::SmoothingRun run = vision::smooth_picture(channels, {filter, request.passes}, on);
    save_channels(request.output, run.channels);
    const std::string_view place = on.title();
    const std::int64_t side = 2 * request.radius + 1;
    fmt::print("{}, {}window {} × {}{}; integral image by {} on the {}{}, filter on the {}{}{}\n",
               size_of_picture(request.output, extent), channels.size() > 1 ? "in colour, " : "", side, side,
               request.passes > 1
                   ? fmt::format(", {} passes (a Gaussian of deviation {:.1f})", request.passes,
                                 vision::smoothing_deviation(request.radius, request.passes))
                   : "",
               run.table->slug, place, blur_time_text(run.table_ms), place, blur_time_text(run.filter_ms),
               run.transfer_ms > 0 ? ", transfers" + blur_time_text(run.transfer_ms) : "");
    const std::string lost = vision::lost_in_filter(channels.front(), on);
    if (!lost.empty()) fmt::print("{}\n", lost);
}

}  // namespace

void add_blur_command(Command program) {
    const Command command =
        program.add_command("blur", "Box filter: the mean of the window around each pixel");
    auto request = std::make_shared<BlurRequest>();
    command.option("IMAGE", request->picture, image_help("a .npy array of u8 or f32")).required();
    command.option("--radius", request->radius, "the window is 2 R + 1 pixels wide and high").required();
    command.option("-o,--output", request->output, "the .png, .pgm or .npy file to write").required();
    command.option("--algorithm", request->algorithm, "which catalog entry makes the integral image");
    command.option("--border", request->border,
                   "at the picture's border: cut (the window), replicate or reflect (the border's pixels)");
    command.option("--passes", request->passes, "1 to 3; three come close to a Gaussian of the same width")
        .shows_default();
    command.option("--on", request->on, "cpu, gpu or emulator");
    command.runs([request] { run_blur(*request); });
}

}  // namespace upsweep::commands
