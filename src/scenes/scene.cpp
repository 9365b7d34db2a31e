// Scenes that are opened afresh or changed.
#include "scenes/scene.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
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
    return std::any_of(plan.operations.begin(), plan.operations.end(), [&](const Operation& operation) {
        const auto* launch = std::get_if<Launch>(&operation.what);
        return launch != nullptr && launch->name == name;
    });
}

/// With so many, launches of several streams run side by side even where one has a dozen blocks.
constexpr int multiprocessors_for_streams = 16;

/// Of the toy GPU once `now` is chosen in the place of `before`.
int multiprocessors_for(const Algorithm& algorithm, const Parameters& before, const Parameters& now,
                        int present) {
    const auto streams = std::find_if(algorithm.options.begin(), algorithm.options.end(),
                                      [](const Option& option) { return option.name == "streams"; });
    if (streams == algorithm.options.end()) return present;
    const auto are_chosen = [&](const Parameters& parameters) {
        return std::any_of(parameters.options.begin(), parameters.options.end(), [&](const OptionValue& one) {
            return one.name == streams->name && one.value != streams->initial;
        });
    };
    const bool were = are_chosen(before), are = are_chosen(now);
    if (!were && are && present == 1) return multiprocessors_for_streams;
    return were && !are && present == multiprocessors_for_streams ? algorithm.opening.multiprocessors
                                                                  : present;
}

}  // namespace

bool operator==(const Scene& a, const Scene& b) {
    return a.algorithm == b.algorithm && same_parameters(a.parameters, b.parameters) && a.input == b.input &&
           a.input_kind == b.input_kind && a.seed == b.seed && same_gpu(a.gpu, b.gpu) && a.step == b.step &&
           a.launch == b.launch && a.trace_file == b.trace_file && a.program == b.program &&
           a.edits == b.edits && a.max_steps == b.max_steps;
}

std::string first_kernel() {
    const auto all = catalog();
    if (all.empty()) throw UsageError("This build has no algorithm to show.");
    const auto kernel =
        std::find_if(all.begin(), all.end(), [](const Algorithm* one) { return !one->cpu_loop; });
    return std::string((kernel != all.end() ? *kernel : all.front())->slug);
}

Scene initial_scene(const std::string& slug) {
    const Algorithm& algorithm = find_algorithm(slug);
    Scene scene;
    scene.algorithm = slug;
    const Opening& opening = algorithm.opening;
    scene.gpu.lanes = opening.lanes;
    scene.gpu.banks = opening.banks;
    scene.gpu.multiprocessors = opening.multiprocessors;
    scene.gpu.resident_blocks = opening.resident_blocks;
    if (!opening.schedule.empty()) scene.gpu.schedule = emulator::parse_schedule(opening.schedule);
    scene.launch = opening.launch;
    scene.parameters.extent = opening.extent;
    scene.parameters.options = opening.options;
    if (!algorithm.types.empty()) scene.parameters.types = algorithm.types.front();
    scene.parameters.machine = {scene.gpu.lanes, scene.gpu.banks};
    scene.parameters = with_step_defaults(algorithm, scene.parameters);
    scene.input_kind = InputKind::usual;
    scene.input = make_input(algorithm, scene.parameters, scene.input_kind);
    return scene;
}

Scene with_parameters(Scene scene, Parameters parameters) {
    const Algorithm& algorithm = find_algorithm(scene.algorithm);
    emulator::check_elements(parameters.extent);
    parameters.machine = {scene.gpu.lanes, scene.gpu.banks};
    const Parameters before =
        std::exchange(scene.parameters, with_step_defaults(algorithm, std::move(parameters)));
    scene.gpu.multiprocessors =
        multiprocessors_for(algorithm, before, scene.parameters, scene.gpu.multiprocessors);
    // Launches are called otherwise, or are missing, with other levels or another size.
    if (!scene.launch.empty() && !has_launch(algorithm.make_plan(scene.parameters), scene.launch))
        scene.launch.clear();
    const std::optional<Array> old =
        std::exchange(scene.input, make_input(algorithm, scene.parameters, scene.input_kind, scene.seed));
    if (!old || scene.input_kind != InputKind::given) return scene;
    const Extent now = scene.input->extent();
    for (std::int64_t y = 0; y < std::min(old->extent().height, now.height); ++y)
        for (std::int64_t x = 0; x < std::min(old->extent().width, now.width); ++x)
            scene.input->set_number(y * now.width + x, old->number(y * old->extent().width + x));
    return scene;
}

Scene with_gpu(Scene scene, emulator::ToyGpu gpu) {
    scene.gpu = std::move(gpu);
    emulator::check(scene.gpu);
    if (scene.program) return scene;
    const Parameters parameters = scene.parameters;
    return with_parameters(std::move(scene), parameters);
}

}  // namespace upsweep::scenes
