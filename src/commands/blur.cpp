// `upsweep blur`: the box filter of a picture through its integral image.
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include "core/error.h"
#include "media/file.h"
#include "media/image.h"
#include "vision/box_filter.h"
#include "vision/table.h"

namespace upsweep::commands {
namespace {

struct Request {
    std::string picture, output, algorithm, on = "cpu";
    std::int64_t radius = 0;
};

void run(const Request& request) {
    if (request.radius < 0)
        throw UsageError(fmt::format("The radius is {}; it is 0 or more pixels.", request.radius));
    vision::Where where = vision::parse_where(request.on);
    media::check_image_name(request.output);
    const Algorithm& algorithm =
        request.algorithm.empty() ? vision::usual_table_algorithm(where) : find_algorithm(request.algorithm);
    Array grey = media::load_image(request.picture).grey;
    vision::TableRun run = vision::make_table(grey, algorithm, where, Convention::none);
    auto start = std::chrono::steady_clock::now();
    Array result = vision::box_filter({std::move(run.table), run.convention}, request.radius);
    double filter_ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    media::save_image(request.output, result);
    std::string table_ms = run.milliseconds > 0 ? fmt::format(" {:.3f} ms", run.milliseconds) : "";
    fmt::print("{}: {} × {}, window {} × {}; integral image by {} on the {}{}, filter on the CPU {:.3f} ms\n",
               media::quoted(request.output), grey.extent().width, grey.extent().height,
               2 * request.radius + 1, 2 * request.radius + 1, algorithm.slug, vision::name_of(where),
               table_ms, filter_ms);
}

}  // namespace

void add_blur_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand("blur", "Box filter: the mean of the window around each pixel");
    auto request = std::make_shared<Request>();
    command->add_option("IMAGE", request->picture, "PNG, JPEG, BMP, PGM or PPM")->required();
    command->add_option("--radius", request->radius, "the window is 2 R + 1 pixels wide and high")
        ->required();
    command->add_option("-o,--output", request->output, "the .png or .pgm file to write")->required();
    command->add_option("--algorithm", request->algorithm, "which catalog entry makes the integral image");
    command->add_option("--on", request->on, "where the integral image is made: cpu, gpu or emulator");
    command->callback([request] { run(*request); });
}

}  // namespace upsweep::commands
