// The commands that make a table or a picture of a picture: `upsweep integral`, `blur`, `threshold`,
// `contrast`, `differences` and `features`, each on the chosen machine.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "commands/command_line.h"
#include "commands/pictures.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "media/image.h"
#include "media/npy.h"
#include "vision/contrast.h"
#include "vision/difference.h"
#include "vision/integral_image.h"
#include "vision/likelihood.h"
#include "vision/picture_plan.h"
#include "vision/smoothing.h"
#include "vision/table.h"
#include "vision/threshold.h"

namespace upsweep::commands {
namespace {

// ---- What several share

struct FilterRequest {
    std::string picture, output, on = "cpu";
};

struct FilterInput {
    const backends::Backend& on;
    Array grey;
};

/// A part of the work and how long it took.
struct FilterPart {
    std::string_view name;
    double ms = 0;
};

/// IMAGE; options of a command's own are between this and add_output.
void add_image(Command command, FilterRequest& request) {
    command.option("IMAGE", request.picture, image_help("a .npy array of u8")).required();
}

/// -o and --on.
void add_output(Command command, FilterRequest& request, const std::string& meaning) {
    command.option("-o,--output", request.output, meaning).required();
    command.option("--on", request.on, "cpu, gpu or emulator");
}

/// Throws UsageError for a machine that there is not, or an output that is not a picture's name; Error where
/// the picture cannot be read.
FilterInput open_filter(const FilterRequest& request) {
    const backends::Backend& on = backends::find(request.on);
    check_picture_name(request.output, request.picture);
    return {on, load_grey(request.picture)};
}

/// "“out.png”: 640 × 480, mean of each window; on the CPU, integral image 0.300 ms": one line.
void print_filtered(const FilterRequest& request, const FilterInput& input, const std::string& what,
                    std::initializer_list<FilterPart> parts) {
    std::string times;
    for (const FilterPart& part : parts) times += time_of(part.name, part.ms);
    fmt::print("{}, {}; on the {}{}\n", size_of_picture(request.output, input.grey.extent()), what,
               input.on.title(), times);
}

// ---- `upsweep integral`

struct IntegralRequest {
    std::string picture, output, convention = "inclusive", algorithm, on = "cpu";
};

Convention parse_convention(const std::string& text) {
    for (Convention convention : {Convention::inclusive, Convention::exclusive, Convention::padded})
        if (name_of(convention) == text) return convention;
    throw UsageError("Unknown convention " + in_quotes(text) + "; use inclusive, exclusive or padded.");
}

void run_integral(const IntegralRequest& request) {
    Convention convention = parse_convention(request.convention);
    const backends::Backend& on = backends::find(request.on);
    if (!request.output.ends_with(".npy") && !is_stream(request.output))
        throw UsageError(fmt::format("Cannot write {}: sums need a .npy file; end the name in .npy.",
                                     in_quotes(request.output)));
    check_output(request.output, {request.picture});
    const Algorithm& algorithm =
        request.algorithm.empty() ? vision::usual_table_algorithm(on) : find_algorithm(request.algorithm);
    Array input = media::load_samples(request.picture);
    vision::TableRun run = vision::make_table(input, algorithm, on, convention);
    media::save_npy(request.output, run.table);
    std::string time = run.milliseconds > 0 ? fmt::format(" in {:.3f} ms", run.milliseconds) : "";
    fmt::print("{}: {}, {} × {} {}, by {} on the {}{}\n", in_quotes(request.output), name_of(convention),
               run.table.extent().width, run.table.extent().height, name_of(run.table.type()), algorithm.slug,
               on.title(), time);
    const bool widest = run.table.type() == ScalarType::f64;
    const std::string lost = vision::lost_in_table(
        input, run.table.type(), widest ? "take a smaller picture." : "convert the array to f64 first.");
    if (!lost.empty()) fmt::print("{}\n", lost);
}

// ---- `upsweep blur`

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

// ---- `upsweep threshold`

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

// ---- `upsweep contrast`

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

// ---- `upsweep differences`

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

// ---- `upsweep features`

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

void add_integral_command(Command program) {
    const auto [command, request] =
        program.add_command("integral", "The integral image of a picture, as .npy", run_integral);
    command.option("IMAGE", request.picture, image_help("a .npy array")).required();
    command.option("-o,--output", request.output, "the .npy file to write").required();
    command.option("--convention", request.convention, "inclusive, exclusive or padded");
    command.option("--algorithm", request.algorithm, "which catalog entry (see list)");
    command.option("--on", request.on, "cpu, gpu or emulator");
}

void add_blur_command(Command program) {
    const auto [command, request] =
        program.add_command("blur", "Box filter: the mean of the window around each pixel", run_blur);
    command.option("IMAGE", request.picture, image_help("a .npy array of u8 or f32")).required();
    command.option("--radius", request.radius, "the window is 2 R + 1 pixels wide and high").required();
    command.option("-o,--output", request.output, "the .png, .pgm or .npy file to write").required();
    command.option("--algorithm", request.algorithm, "which catalog entry makes the integral image");
    command.option("--border", request.border,
                   "at the picture's border: cut (the window), replicate or reflect (the border's pixels)");
    command.option("--passes", request.passes, "1 to 3; three come close to a Gaussian of the same width")
        .shows_default();
    command.option("--on", request.on, "cpu, gpu or emulator");
}

void add_threshold_command(Command program) {
    const auto [command, request] = program.add_command(
        "threshold", "Adaptive threshold: black and white by each pixel's surroundings", run_threshold);
    add_image(command, request);
    command.option("--radius", request.threshold.radius, "the window is 2 R + 1 pixels wide and high")
        .required();
    command.option("--percent", request.threshold.percent, "how much darker than its surroundings black is")
        .shows_default();
    add_output(command, request, "the .png, .pgm or .npy file to write");
}

void add_contrast_command(Command program) {
    const auto [command, request] = program.add_command(
        "contrast", "Local contrast: mean and deviation of each window, from two integral images",
        run_contrast);
    add_image(command, request);
    command.option("--radius", request.radius, "the window is 2 R + 1 pixels wide and high").required();
    command
        .option("--show", request.show,
                "deviation (twice as large), mean, or normalised (the pixel against both)")
        .shows_default();
    add_output(command, request,
               "the .png or .pgm picture to write, or .npy: means, and below them variances, f32");
}

void add_differences_command(Command program) {
    const auto [command, request] = program.add_command(
        "differences", "Differences of boxes around each pixel, as in SURF", run_differences);
    add_image(command, request);
    command.option("--response", request.response, "xx, yy, xy, determinant or centre_surround")
        .shows_default();
    command.option("--size", request.size, "all boxes together: 3, 9, 15, 21, 27, … 195 pixels")
        .shows_default();
    add_output(command, request, "the .png or .pgm picture to write (128 is 0), or .npy: the values, f32");
}

void add_features_command(Command program) {
    const auto [command, request] =
        program.add_command("features", "A feature of each pixel: slopes and curvatures", run_features);
    add_image(command, request);
    command
        .option("--feature", request.feature,
                "intensity, gradient_magnitude, gradient_angle, shape_index, curvature or orientation")
        .required();
    add_output(command, request, "the .png, .pgm or .npy file to write");
}

}  // namespace upsweep::commands
