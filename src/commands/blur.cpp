// `upsweep blur`: the box filter of a picture through its integral image, on the machine that is asked for.
#include <cstdio>
#include <memory>
#include <string>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "media/image.h"
#include "media/npy.h"
#include "vision/filter_run.h"

namespace upsweep::commands {
namespace {

struct Request {
    std::string picture, output, algorithm, on = "cpu", border = "cut";
    std::int64_t radius = 0;
};

/// A picture's grey, or a .npy array of u8 or f32 as it is.
Array load(const std::string& name) {
    return name.ends_with(".npy") ? media::load_samples(name) : media::load_image(name).grey;
}

void check_name(const std::string& name) {
    if (!name.ends_with(".npy")) media::check_image_name(name);
}

void check_fits(const std::string& name, const Array& input) {
    if (!name.ends_with(".npy") && input.type() == ScalarType::f32)
        throw UsageError(
            fmt::format("Cannot write {}: f32 is written as .npy; end its name so.", in_quotes(name)));
}

void save(const std::string& name, const Array& picture) {
    name.ends_with(".npy") ? media::save_npy(name, picture) : media::save_image(name, picture);
}

std::string time_text(double milliseconds) {
    return milliseconds > 0 ? fmt::format(" {:.3f} ms", milliseconds) : "";
}

void run(const Request& request) {
    if (request.radius < 0)
        throw UsageError(fmt::format("The radius is {}; it is 0 or more pixels.", request.radius));
    const backends::Backend& on = backends::find(request.on);
    const vision::FilterRequest filter{
        request.radius, vision::parse_border(request.border),
        request.algorithm.empty() ? nullptr : &find_algorithm(request.algorithm)};
    check_name(request.output);
    check_output(request.output, {request.picture});
    const Array input = load(request.picture);
    check_fits(request.output, input);
    const vision::FilterRun run = vision::filter_picture(input, filter, on);
    save(request.output, run.picture);
    const std::string_view place = on.title();
    fmt::print("{}: {} × {}, window {} × {}; integral image by {} on the {}{}, filter on the {}{}{}\n",
               in_quotes(request.output), input.extent().width, input.extent().height, 2 * request.radius + 1,
               2 * request.radius + 1, run.table->slug, place, time_text(run.table_ms), place,
               time_text(run.filter_ms),
               run.transfer_ms > 0 ? ", transfers" + time_text(run.transfer_ms) : "");
}

}  // namespace

void add_blur_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand("blur", "Box filter: the mean of the window around each pixel");
    auto request = std::make_shared<Request>();
    command->add_option("IMAGE", request->picture, "PNG, JPEG, BMP, PGM, PPM, or a .npy array of u8 or f32")
        ->required();
    command->add_option("--radius", request->radius, "the window is 2 R + 1 pixels wide and high")
        ->required();
    command->add_option("-o,--output", request->output, "the .png, .pgm or .npy file to write")->required();
    command->add_option("--algorithm", request->algorithm, "which catalog entry makes the integral image");
    command->add_option("--border", request->border,
                        "beyond the picture: cut (the window), replicate or reflect (its border's pixels)");
    command->add_option("--on", request->on, "cpu, gpu or emulator");
    command->callback([request] { run(*request); });
}

}  // namespace upsweep::commands
