// The commands that make a table or a picture of a picture: `upsweep integral`, `blur`, `features`,
// `likelihood` and those of the picture operations, each on the chosen machine.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "commands/command_line.h"
#include "commands/films.h"
#include "commands/messages.h"
#include "core/error.h"
#include "core/json.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "media/image.h"
#include "media/npy.h"
#include "vision/filter_run.h"
#include "vision/integral_image.h"
#include "vision/likelihood.h"
#include "vision/operation.h"
#include "vision/table.h"

namespace upsweep::commands {
namespace {

// ---- What several share

/// A picture's grey, or a .npy array as it is.
Array load_grey(const std::string& name) {
    return name.ends_with(".npy") ? media::load_samples(name) : media::load_image(name).grey;
}

/// Throws UsageError unless the name ends as an output can: .png, .pgm or .npy; and Error where it is an
/// input.
void check_picture_name(const std::string& name, const std::string& input) {
    if (!name.ends_with(".npy")) media::check_image_name(name);
    check_output(name, {input});
}

/// `values` as .npy; elsewhere `picture` (u8).
void save_either(const std::string& name, const Array& picture, const Array& values) {
    name.ends_with(".npy") ? media::save_npy(name, values) : media::save_image(name, picture);
}

/// ", table 1.234 ms"; empty where there is no time.
std::string time_of(std::string_view what, double milliseconds) {
    return milliseconds > 0 ? fmt::format(", {} {:.3f} ms", what, milliseconds) : "";
}

/// "file": 640 × 480
std::string size_of_picture(const std::string& name, Extent extent) {
    return fmt::format("{}: {} × {}", in_quotes(name), extent.width, extent.height);
}

struct FilterRequest {
    std::string picture, output, on = "cpu";
    int64_t frames = 0;  ///< of a film; 0: all
    bool hardware = false;

    bool moves() const { return media::is_moving(picture); }
};

/// Each frame by `work`, which gives what is seen of it. `what` says what that is once it is done.
void filter_film(const FilterRequest& request, bool colour, const backends::Backend& on,
                 const std::function<std::vector<Array>(const media::Frame&)>& work,
                 const std::function<std::string()>& what) {
    const FilmRequest film{request.picture, request.output, colour, request.frames, request.hardware};
    const FilmTotals totals = process_film(film, work);
    print_film(film, totals, what(), on.title());
}

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
    command.option("-o,--output", request.output,
                   meaning + "; of a film, a film (.mp4), or nothing: its times");
    command.option("--frames", request.frames, "of a film, only the first N frames; of a camera, how many");
    command.flag("--hardware", request.hardware, hardware_help);
    command.option("--on", request.on, "cpu, gpu or emulator");
}

/// A picture's result goes somewhere; a film may be worked on for its times alone.
void check_output_is_named(const FilterRequest& request) {
    if (request.output.empty()) throw UsageError("--output is required");
}

/// Throws UsageError for a machine that there is not, or an output that is not a picture's name; Error where
/// the picture cannot be read.
FilterInput open_filter(const FilterRequest& request) {
    check_output_is_named(request);
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

struct IntegralRequest : FilterRequest {
    std::string convention = "inclusive", algorithm;
};

Convention parse_convention(const std::string& text) {
    for (Convention convention : {Convention::inclusive, Convention::exclusive, Convention::padded})
        if (name_of(convention) == text) return convention;
    throw UsageError("Unknown convention {}; use inclusive, exclusive or padded.", in_quotes(text));
}

void run_integral(const IntegralRequest& request) {
    Convention convention = parse_convention(request.convention);
    const backends::Backend& on = backends::find(request.on);
    if (!request.output.ends_with(".npy") && !is_stream(request.output))
        throw UsageError("Cannot write {}: sums need a .npy file; end the name in .npy.",
                         in_quotes(request.output));
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

struct BlurRequest : FilterRequest {
    std::string algorithm, border = "cut";
    int64_t radius = 0;
    int passes = 1;
    bool grey = false;  ///< of a film
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
        throw UsageError("Cannot write {}: f32 needs a .npy file; end the name in .npy.", in_quotes(name));
}

std::string blur_time_text(double milliseconds) {
    return milliseconds > 0 ? fmt::format(" {:.3f} ms", milliseconds) : "";
}

void run_blur(const BlurRequest& request) {
    if (request.radius < 0) throw UsageError("The radius is 0 or more pixels, not {}.", request.radius);
    const backends::Backend& on = backends::find(request.on);
    const vision::FilterRequest filter{
        request.radius, vision::parse_border(request.border),
        request.algorithm.empty() ? nullptr : &find_algorithm(request.algorithm)};
    const int64_t side = 2 * request.radius + 1;
    if (request.moves())
        return filter_film(
            request, !request.grey, on,
            [&](const media::Frame& frame) {
                const std::span<const Array> channels =
                    frame.colour.empty() ? std::span(&frame.grey, 1) : std::span(frame.colour);
                return vision::smooth_picture(channels, {filter, request.passes}, on).channels;
            },
            [&] { return fmt::format("window {} × {}", side, side); });
    check_output_is_named(request);
    check_picture_name(request.output, request.picture);
    const std::vector<Array> channels = load_for(request.output, request.picture);
    const Extent extent = channels.front().extent();
    check_fits(request.output, channels.front());
    const vision::OperationRun run = vision::smooth_picture(channels, {filter, request.passes}, on);
    if (request.output.ends_with(".npy"))
        media::save_npy(request.output, run.picture());
    else
        media::save_image(request.output, run.channels);
    const std::string_view place = on.title();
    const std::string table = run.table == nullptr
                                  ? "by sums of columns that roll down the picture"
                                  : fmt::format("integral image by {} on the {}{}, filter", run.table->slug,
                                                place, blur_time_text(run.tables_ms));
    fmt::print("{}, {}window {} × {}{}; {} on the {}{}{}\n", size_of_picture(request.output, extent),
               channels.size() > 1 ? "in colour, " : "", side, side,
               request.passes > 1
                   ? fmt::format(", {} passes (a Gaussian of deviation {:.1f})", request.passes,
                                 vision::smoothing_deviation(request.radius, request.passes))
                   : "",
               table, place, blur_time_text(run.filter_ms),
               run.transfer_ms > 0 ? ", transfers" + blur_time_text(run.transfer_ms) : "");
    const std::string lost = vision::lost_in_filter(channels.front(), on);
    if (!lost.empty()) fmt::print("{}\n", lost);
}

// ---- `upsweep contrast`, `threshold`, `differences`: picture operations, each made from its description

struct OperationRequest : FilterRequest {
    const vision::Operation* operation = nullptr;
    vision::Values numbers;          ///< as the options give them, one for each parameter
    std::vector<std::string> words;  ///< the same of those that are words
};

/// One below the other.
Array stacked(const std::vector<Array>& planes) {
    const Extent extent = planes.front().extent();
    Array all(planes.front().type(), {extent.width, extent.height * std::ssize(planes)});
    auto next = all.bytes().begin();
    for (const Array& plane : planes) next = std::copy(plane.bytes().begin(), plane.bytes().end(), next);
    return all;
}

void run_operation(const OperationRequest& request) {
    const vision::Operation& operation = *request.operation;
    const vision::OperationCommand& command = operation.command;
    vision::Values values = request.numbers;
    for (size_t i = 0; i < values.size(); ++i) {
        const vision::Parameter& parameter = operation.parameters[i];
        if (!parameter.words.empty()) values[i] = parameter.read(request.words[i]);
        if (!parameter.sizes.empty()) values[i] = parameter.read(values[i]);
    }
    if (request.moves()) {
        const backends::Backend& on = backends::find(request.on);
        std::string what;
        return filter_film(
            request, false, on,
            [&](const media::Frame& frame) {
                vision::OperationRun run = operation.run(
                    {.channels = {&frame.grey, 1}, .grey = frame.grey, .on = on}, values, nullptr);
                what = command.done(values, run);
                return std::move(run.channels);
            },
            [&] { return what; });
    }
    const FilterInput input = open_filter(request);
    const vision::OperationRun run =
        operation.run({.channels = {&input.grey, 1}, .grey = input.grey, .on = input.on}, values, nullptr);
    save_either(request.output, run.picture(), run.values.empty() ? run.picture() : stacked(run.values));
    print_filtered(
        request, input, command.done(values, run),
        {{command.tables, run.tables_ms}, {command.filter, run.filter_ms}, {"transfers", run.transfer_ms}});
}

void add_parameter(Command command, const vision::Parameter& parameter, int64_t& number, std::string& word) {
    const vision::ParameterOption& option = parameter.option;
    const std::string name(option.name), help(option.help);
    if (option.usual) {
        const auto place = size_t(*option.usual);
        number = parameter.sizes.empty() ? *option.usual : parameter.sizes[place];
        if (!option.words.empty()) word = option.words[place];
    }
    const CommandOption added =
        option.words.empty() ? command.option(name, number, help) : command.option(name, word, help);
    option.usual ? added.shows_default() : added.required();
}

// ---- `upsweep features`

struct FeaturesRequest : FilterRequest {
    std::string feature;
};

void run_features(const FeaturesRequest& request) {
    const vision::PictureFeature feature = vision::parse_feature(request.feature);
    const auto feature_of = [feature](const Array& grey, const backends::Backend& on) {
        if (&on == &backends::cpu())
            return vision::OperationRun{.channels = {vision::feature_plane(grey, feature)}};
        return vision::run_entry("feature_planes", grey, {{"feature", int64_t(feature)}}, on, nullptr);
    };
    if (request.moves()) {
        const backends::Backend& on = backends::find(request.on);
        return filter_film(
            request, false, on,
            [&](const media::Frame& frame) { return feature_of(frame.grey, on).channels; },
            [&] { return request.feature + " of each pixel"; });
    }
    const FilterInput input = open_filter(request);
    vision::check_bytes(input.grey, "A feature");
    const vision::OperationRun run = feature_of(input.grey, input.on);
    save_either(request.output, run.picture(), run.picture());
    print_filtered(request, input, request.feature + " of each pixel",
                   {{"features", run.filter_ms}, {"transfers", run.transfer_ms}});
}

// ---- `upsweep likelihood`: a part of a picture looked for everywhere in it, by its histogram

struct LikelihoodRequest : FilterRequest {
    std::string wanted, widths = "equal", measure = "intersection";
    std::vector<std::string> features;
    int bins = 32;
    bool json = false;
};

vision::LikelihoodRequest request_of(const LikelihoodRequest& request) {
    vision::LikelihoodRequest wanted;
    wanted.bins = request.bins;
    wanted.widths = vision::parse_widths(request.widths);
    wanted.measure = vision::parse_measure(request.measure);
    wanted.wanted = vision::parse_template(request.wanted);
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
    if (request.moves()) {
        Json frames = Json::array();
        const FilmRequest film{request.picture, request.output, false, request.frames, request.hardware};
        const FilmTotals totals = process_film(film, [&](const media::Frame& frame) {
            const vision::LikelihoodRun run = vision::likelihood_of(frame.grey, wanted, on);
            Json one = {{"frame", frame.number}, {"seconds", frame.seconds}};
            one.update(as_json(run, wanted, on));
            if (request.json) frames.push_back(std::move(one));
            return std::vector<Array>{vision::heat_of(run.fused, frame.grey.extent())};
        });
        if (request.json) return print(document_of(totals, std::move(frames)));
        return print_film(film, totals, "likelihood of each place beside the template in the same frame",
                          on.title());
    }
    check_output_is_named(request);
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
    command.option("--algorithm", request.algorithm,
                   "which catalog entry makes the integral image; without it the CPU makes none for u8");
    command.option("--border", request.border,
                   "at the picture's border: cut (the window), replicate or reflect (the border's pixels)");
    command.option("--passes", request.passes, "1 to 3; three come close to a Gaussian of the same width")
        .shows_default();
    command.flag("--grey", request.grey, "of a film, its brightness alone");
    add_output(command, request, "the .png, .pgm or .npy file to write");
}

void add_operations_command(Command program) {
    for (const vision::Operation* operation : vision::operations()) {
        if (operation->command.name.empty()) continue;
        const auto [command, request] = program.add_command(
            std::string(operation->command.name), std::string(operation->command.help), run_operation);
        request.operation = operation;
        const size_t count = operation->parameters.size();
        request.numbers.resize(count);
        request.words.resize(count);
        add_image(command, request);
        for (size_t i = 0; i < count; ++i)
            add_parameter(command, operation->parameters[i], request.numbers[i], request.words[i]);
        add_output(command, request, std::string(operation->command.output_help));
    }
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

void add_likelihood_command(Command program) {
    const auto [command, request] = program.add_command(
        "likelihood", "How much each window looks like a part of the picture, by their histograms",
        run_likelihood);
    add_image(command, request);
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
    add_output(command, request, "the .png or .pgm picture to write, or .npy: the likelihoods, f32");
    command.flag("--json", request.json,
                 "the best place, the best elsewhere, bins, histograms and times as JSON");
}

}  // namespace upsweep::commands
