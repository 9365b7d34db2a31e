// `upsweep likelihood`: a part of a picture looked for everywhere in it, by its histogram.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "commands/command_line.h"
#include "commands/messages.h"
#include "commands/pictures.h"
#include "core/error.h"
#include "core/json.h"
#include "core/quotes.h"
#include "core/whole_number.h"
#include "vision/likelihood.h"

namespace upsweep::commands {
namespace {

struct LikelihoodRequest {
    std::string picture, output, on = "cpu", wanted, widths = "equal", measure = "intersection";
    std::vector<std::string> features;
    int bins = 32;
    bool json = false;
};

/// "X,Y,W,H".
vision::Region parse_region(const std::string& text) {
    std::vector<int64_t> numbers;
    for (const std::string& part : split(text)) {
        const auto number = parse_whole_number(part);
        if (number && *number >= 0 && *number <= 1'000'000'000) numbers.push_back(*number);
    }
    if (numbers.size() != 4 || split(text).size() != 4 || numbers[2] == 0 || numbers[3] == 0)
        throw UsageError(
            "--template takes X,Y,W,H: the upper left corner, the width and the height "
            "in pixels, not {}.",
            in_quotes(text));
    return {numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3]};
}

vision::LikelihoodRequest request_of(const LikelihoodRequest& request) {
    vision::LikelihoodRequest wanted;
    wanted.bins = request.bins;
    wanted.widths = vision::parse_widths(request.widths);
    wanted.measure = vision::parse_measure(request.measure);
    wanted.wanted = parse_region(request.wanted);
    if (request.features.empty()) return wanted;
    wanted.features.clear();
    for (const std::string& feature : request.features)
        wanted.features.push_back(vision::parse_feature(feature));
    return wanted;
}

Json as_json(const vision::Region& window) { return {window.x0, window.y0, window.width(), window.height()}; }

Json as_json(const vision::LikelihoodRun& run, const vision::LikelihoodRequest& request,
             const backends::Backend& on) {
    Json document;
    document["on"] = std::string(on.name());
    document["bins"] = request.bins;
    document["map"] = {run.fused.extent().width, run.fused.extent().height};
    document["best"] = as_json(run.best);
    document["likelihood"] = json_of(double(run.best_value));
    document["elsewhere"] = nullptr;
    if (const auto elsewhere = vision::best_elsewhere(run.fused, request.wanted))
        document["elsewhere"] = {{"window", as_json(elsewhere->window)},
                                 {"likelihood", json_of(double(elsewhere->value))}};
    Json features = Json::array();
    for (size_t i = 0; i < request.features.size(); ++i) {
        Json one;
        one["feature"] = std::string(name_of(request.features[i]));
        one["edges"] = run.bin_edges[i];
        one["template"] = run.wanted_histograms[i];
        features.push_back(std::move(one));
    }
    document["features"] = std::move(features);
    document["parts_ms"] = {{"planes", run.planes_ms},
                            {"tensor", run.tensor_ms},
                            {"map", run.map_ms},
                            {"transfers", run.transfer_ms}};
    return document;
}

/// The template finds itself; this is what else there is.
std::string elsewhere_in_words(const vision::LikelihoodRun& run, const vision::Region& wanted) {
    const auto elsewhere = vision::best_elsewhere(run.fused, wanted);
    if (!elsewhere) return "no window is elsewhere";
    return fmt::format("elsewhere best at ({}, {}) with {:.4f}", elsewhere->window.x0, elsewhere->window.y0,
                       elsewhere->value);
}

void run_likelihood(const LikelihoodRequest& request) {
    const backends::Backend& on = backends::find(request.on);
    const vision::LikelihoodRequest wanted = request_of(request);
    check_picture_name(request.output, request.picture);
    const Array grey = load_grey(request.picture);
    const vision::LikelihoodRun run = vision::likelihood_of(grey, wanted, on);
    save_either(request.output, vision::heat_of(run.fused, grey.extent()), run.fused);
    if (request.json) return print(as_json(run, wanted, on));
    fmt::print("{}, {} places, {} bins; best at ({}, {}) with {:.4f}, {}; on the {}{}{}{}{}\n",
               size_of_picture(request.output, grey.extent()), run.fused.count(), wanted.bins, run.best.x0,
               run.best.y0, run.best_value, elsewhere_in_words(run, wanted.wanted), on.title(),
               time_of("features and bins", run.planes_ms), time_of("integral histogram", run.tensor_ms),
               time_of("map", run.map_ms), time_of("transfers", run.transfer_ms));
}

}  // namespace

void add_likelihood_command(Command program) {
    const auto [command, request] = program.add_command(
        "likelihood", "How much each window looks like a part of the picture, by their histograms",
        run_likelihood);
    command.option("IMAGE", request.picture, image_help("a .npy array of u8")).required();
    command.option("--template", request.wanted, "X,Y,W,H: the part to look for").required();
    command.option("--bins", request.bins, "bins of each histogram, 2 to 256").shows_default();
    command
        .option("--widths", request.widths,
                "equal (the same number of values a bin) or share (the same number of the picture's "
                "pixels a bin)")
        .shows_default();
    command.option("--measure", request.measure, "intersection or bhattacharyya").shows_default();
    command.list("--features", request.features,
                 "intensity (the default), gradient_magnitude, gradient_angle, shape_index, curvature, "
                 "orientation; the maps of several are multiplied");
    command
        .option("-o,--output", request.output,
                "the .png or .pgm picture to write, or .npy: the likelihoods, f32")
        .required();
    command.option("--on", request.on, "cpu, gpu or emulator");
    command.flag("--json", request.json,
                 "the best place, the best elsewhere, bins, histograms and times as JSON");
}

}  // namespace upsweep::commands
