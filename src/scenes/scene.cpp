// Scenes that are opened afresh or changed.
#include "scenes/scene.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "core/ranges.h"
#include "scenes/input.h"

namespace upsweep::scenes {
namespace {

bool same_gpu(const emulator::ToyGpu& a, const emulator::ToyGpu& b) {
    return a.lanes == b.lanes && a.banks == b.banks && a.multiprocessors == b.multiprocessors &&
           a.resident_blocks == b.resident_blocks && a.shared_bytes == b.shared_bytes &&
           a.weak_memory == b.weak_memory && a.lanes_proceed == b.lanes_proceed &&
           to_string(a.schedule) == to_string(b.schedule);
}

bool same_parameters(const Parameters& a, const Parameters& b) {
    return a.extent == b.extent && a.types == b.types && a.machine == b.machine &&
           std::equal(a.options.begin(), a.options.end(), b.options.begin(), b.options.end(),
                      [](const OptionValue& one, const OptionValue& other) {
                          return one.name == other.name && one.value == other.value;
                      });
}

bool has_launch(const Plan& plan, const std::string& name) {
    return any_of(plan.operations, [&](const Operation& operation) {
        const auto* launch = std::get_if<Launch>(&operation.what);
        return launch != nullptr && launch->name == name;
    });
}

/// With so many, launches of several streams run side by side even where one has a dozen blocks.
constexpr int multiprocessors_for_streams = 16;

/// Of the toy GPU once `now` is chosen in the place of `before`.
int multiprocessors_for(const Algorithm& algorithm, const Parameters& before, const Parameters& now,
                        int present) {
    const auto* streams = find_by(algorithm.options, &Option::name, "streams");
    if (streams == nullptr) return present;
    const auto are_chosen = [&](const Parameters& parameters) {
        return any_of(parameters.options, [&](const OptionValue& one) {
            return one.name == streams->name && one.value != streams->initial;
        });
    };
    const bool were = are_chosen(before), are = are_chosen(now);
    if (!were && are && present == 1) return multiprocessors_for_streams;
    return were && !are && present == multiprocessors_for_streams ? algorithm.opening.multiprocessors
                                                                  : present;
}

}  // namespace

bool operator==(const CatalogRun& a, const CatalogRun& b) {
    return a.algorithm == b.algorithm && same_parameters(a.parameters, b.parameters) && a.input == b.input &&
           a.input_kind == b.input_kind && a.seed == b.seed;
}

bool operator==(const Scene& a, const Scene& b) {
    return a.of == b.of && same_gpu(a.gpu, b.gpu) && a.step == b.step && a.launch == b.launch &&
           a.edits == b.edits;
}

const CatalogRun* Scene::entry() const {
    const auto* run = std::get_if<CatalogRun>(&of);
    return run != nullptr && !run->algorithm.empty() ? run : nullptr;
}

const std::string& Scene::slug() const {
    static const std::string none;
    const CatalogRun* run = entry();
    return run != nullptr ? run->algorithm : none;
}

const std::string& Scene::file() const {
    static const std::string none;
    if (const UserProgram* own = program()) return own->file;
    return trace_file() != nullptr ? trace_file()->path : none;
}

const CatalogRun& Scene::catalog() const {
    if (const auto* run = std::get_if<CatalogRun>(&of)) return *run;
    throw UsageError("This needs an algorithm of the catalog; `upsweep list` names them.");
}

CatalogRun& Scene::catalog() { return const_cast<CatalogRun&>(std::as_const(*this).catalog()); }

std::string first_kernel() {
    const auto all = catalog();
    if (all.empty()) throw UsageError("This build has no algorithm to show.");
    const auto kernel = find_if(all, [](const Algorithm* one) { return !one->cpu_loop; });
    return std::string((kernel != all.end() ? *kernel : all.front())->slug);
}

Scene initial_scene(const std::string& slug) {
    const Algorithm& algorithm = find_algorithm(slug);
    Scene scene;
    const Opening& opening = algorithm.opening;
    scene.gpu.lanes = opening.lanes;
    scene.gpu.banks = opening.banks;
    scene.gpu.multiprocessors = opening.multiprocessors;
    scene.gpu.resident_blocks = opening.resident_blocks;
    if (!opening.schedule.empty()) scene.gpu.schedule = emulator::parse_schedule(opening.schedule);
    scene.step = opening.at;
    scene.launch = opening.launch;
    CatalogRun& run = scene.catalog();
    run.algorithm = slug;
    run.parameters.extent = opening.extent;
    run.parameters.options = opening.options;
    if (!algorithm.types.empty()) run.parameters.types = algorithm.types.front();
    run.parameters.machine = {scene.gpu.lanes, scene.gpu.banks};
    run.parameters = with_step_defaults(algorithm, run.parameters);
    run.input_kind = InputKind::usual;
    run.input = make_input(algorithm, run.parameters, run.input_kind);
    return scene;
}

Scene with_parameters(Scene scene, Parameters parameters) {
    CatalogRun& run = scene.catalog();
    const Algorithm& algorithm = find_algorithm(run.algorithm);
    emulator::check_elements(parameters.extent);
    parameters.machine = {scene.gpu.lanes, scene.gpu.banks};
    const Parameters before =
        std::exchange(run.parameters, with_step_defaults(algorithm, std::move(parameters)));
    scene.gpu.multiprocessors =
        multiprocessors_for(algorithm, before, run.parameters, scene.gpu.multiprocessors);
    // Launches are called otherwise, or are missing, with other levels or another size.
    if (!scene.launch.empty() && !has_launch(algorithm.make_plan(run.parameters), scene.launch))
        scene.launch.clear();
    const std::optional<Array> old =
        std::exchange(run.input, make_input(algorithm, run.parameters, run.input_kind, run.seed));
    if (!old || run.input_kind != InputKind::given) return scene;
    const Extent now = run.input->extent();
    for (int64_t y = 0; y < std::min(old->extent().height, now.height); ++y)
        for (int64_t x = 0; x < std::min(old->extent().width, now.width); ++x)
            run.input->set_number(y * now.width + x, old->number(y * old->extent().width + x));
    return scene;
}

Scene with_gpu(Scene scene, emulator::ToyGpu gpu) {
    scene.gpu = std::move(gpu);
    emulator::check(scene.gpu);
    if (scene.program() != nullptr) return scene;
    const Parameters parameters = scene.catalog().parameters;
    return with_parameters(std::move(scene), parameters);
}

}  // namespace upsweep::scenes
