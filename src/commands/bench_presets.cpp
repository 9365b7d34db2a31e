// `upsweep bench --preset`: finds the experiment, measures what this machine can, and says what came of it.
#include "commands/bench_presets.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "bench/experiment_text.h"
#include "bench/pieces.h"
#include "bench/request.h"
#include "commands/bench_races.h"
#include "commands/messages.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "emulator/source/near_names.h"

namespace upsweep::commands {
namespace {

bench::Recording own_recording() {
    const bench::ShippedRecording first = bench::shipped_recordings().front();
    return bench::parse_recording(first.text, std::string(first.name));
}

bench::Experiment experiment_named(const std::string& name) {
    if (const bench::Experiment* found = bench::find_experiment(name)) return *found;
    if (bench::is_experiment_name(name) || std::filesystem::exists(name)) return bench::read_experiment(name);
    emulator::NearestName near(name);
    for (const bench::Experiment& one : bench::shipped_experiments()) near.consider(one.name);
    throw UsageError("{} is not a preset; `upsweep bench --list-presets` has their names.{}", in_quotes(name),
                     near.question());
}

/// Those of the backends here that the request names.
std::vector<std::string> places_to_measure(const PresetRequest& request, const bench::BackendsHere& here) {
    std::vector<std::string> on;
    if (!request.recorded.empty()) return on;
    std::vector<std::string> names;  // whether with transfers or not, each curve says
    for (const std::string& place : request.on) names.push_back(place.substr(0, place.find('+')));
    for (const std::string& name : names)
        if (const std::string why = backends::find(name).untimed(); !why.empty()) throw UsageError(why);
    for (const auto& backend : here.backends)
        if (names.empty() || contains(names, backend->name())) on.emplace_back(backend->name());
    if (on.empty()) throw BackendMissing(here.machine.gpu_missing);
    return on;
}

void tell_missing_gpu(const std::vector<bench::Experiment>& experiments, const bench::BackendsHere& here) {
    if (here.machine.gpu_missing.empty()) return;
    const bool wanted = any_of(experiments, [](const bench::Experiment& experiment) {
        return any_of(experiment.curves, [](const auto& curve) { return curve.measured() && curve.gpu(); });
    });
    if (wanted) tell(here.machine.gpu_missing + " The GPU's curves come from the recording.");
}

}  // namespace

bench::Recording recording_named(const std::string& name) {
    for (const bench::ShippedRecording& shipped : bench::shipped_recordings())
        if (shipped.name == name) return bench::parse_recording(shipped.text, name);
    return bench::read_recording(name);
}

PresetResult run_preset(const PresetRequest& request, const std::string& format) {
    const bool all = request.preset == "papers";
    if (all && !request.recorded.empty())
        throw UsageError("--preset papers measures; `upsweep bench --papers` shows what a recording says.");
    std::vector<bench::Experiment> experiments;
    if (all)
        experiments = bench::shipped_experiments();
    else
        experiments = {experiment_named(request.preset)};
    std::vector<bench::Experiment> shown = experiments;  // what is recorded has its own sizes
    if (!request.sizes.empty())
        for (size_t i = 0; i < experiments.size(); ++i) {
            const std::vector<Extent> sizes = bench::parse_sizes(request.sizes, Shape::matrix);
            shown[i] = with_sizes(experiments[i], sizes, true);
            experiments[i] = with_sizes(std::move(experiments[i]), sizes);
        }
    const bench::Recording recording =
        request.recorded.empty() ? own_recording() : recording_named(request.recorded);
    const bench::BackendsHere here = bench::backends_here();
    const std::vector<std::string> on = places_to_measure(request, here);
    if (!on.empty() && !all) tell_missing_gpu(experiments, here);
    PresetResult result;
    result.report.machine = here.machine;
    std::vector<const bench::Experiment*> wanted;
    for (const bench::Experiment& one : experiments) wanted.push_back(&one);
    bench::StopRule stop = request.stop;
    // All presets have some 450 cells: they are to be measured within minutes.
    if (all) stop.budget_seconds = std::min(stop.budget_seconds, 0.3);
    const auto pieces = bench::pieces_of(bench::races_for(wanted, on, stop), request.known);
    result.left = bench::run_pieces(pieces, request.limit, [&](const bench::RaceSettings& piece) {
        run_race(piece, here, result.report);
        if (request.keep) request.keep(result.report);
    });
    if (all) return result;
    const bench::ExperimentReport report =
        bench::report_of(shown.front(), here.machine, &result.report, &recording);
    result.text = format == "json"  ? bench::to_json(report)
                  : format == "csv" ? bench::to_csv(report)
                                    : bench::to_table(report);
    return result;
}

std::string presets_list() {
    std::vector<std::string> on;
    for (const auto& backend : bench::backends_here().backends) on.emplace_back(backend->name());
    return bench::list_of(bench::shipped_experiments(), on, own_recording());
}

std::string papers_page(const std::string& recorded) {
    return bench::papers_document(bench::shipped_experiments(),
                                  recorded.empty() ? own_recording() : recording_named(recorded));
}

}  // namespace upsweep::commands
