// `upsweep integral`: the integral image of a picture or an array, as .npy.
#include <cstdio>
#include <memory>
#include <string>

#include <fmt/core.h>

#include "commands/command_line.h"
#include "commands/pictures.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "media/image.h"
#include "media/npy.h"
#include "vision/integral_image.h"
#include "vision/table.h"

namespace upsweep::commands {
namespace {

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

}  // namespace

void add_integral_command(Command program) {
    const Command command = program.add_command("integral", "The integral image of a picture, as .npy");
    auto request = std::make_shared<IntegralRequest>();
    command.option("IMAGE", request->picture, image_help("a .npy array")).required();
    command.option("-o,--output", request->output, "the .npy file to write").required();
    command.option("--convention", request->convention, "inclusive, exclusive or padded");
    command.option("--algorithm", request->algorithm, "which catalog entry (see list)");
    command.option("--on", request->on, "cpu, gpu or emulator");
    command.runs([request] { run_integral(*request); });
}

}  // namespace upsweep::commands
