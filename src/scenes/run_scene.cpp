// Makes inputs and runs scenes.
#include "scenes/run_scene.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>
#include <utility>

#include "core/quotes.h"
#include "scenes/trace_source.h"

namespace upsweep::scenes {
namespace {

/// Small, never all equal, with sums below 100 for 16 of them: easy to follow in one's head.
constexpr std::array<int, 16> plain_values = {3, 1, 7, 0, 4, 1, 6, 3, 2, 5, 0, 1, 4, 2, 7, 1};
constexpr std::int64_t most_plain_values = 64;

/// Where nothing is added, values are known again at their new place: 35 came from row 3, column 5.
Array positions(const Parameters& parameters) {
    Array input(parameters.types.input, stored_extent(parameters.extent, parameters.types));
    const std::int64_t width = parameters.extent.width;
    const bool fits =
        parameters.types.input != ScalarType::u8 || (parameters.extent.height <= 25 && width <= 10);
    const std::int64_t row = width <= 10 ? 10 : 100;
    for (std::int64_t i = 0; i < input.count(); ++i)
        input.set_number(i, static_cast<double>(input.count() == 1 ? 7
                                                : fits             ? i / width * row + i % width
                                                                   : i % 251));
    return input;
}

/// Digits as large as a sum of three digits allows; halves show that floats are floats.
Array small_random(const Parameters& parameters, std::uint64_t seed) {
    Array input(parameters.types.input, stored_extent(parameters.extent, parameters.types));
    const std::int64_t count = input.count();
    const std::uint64_t highest = count <= 100 ? 9 : count <= 300 ? 3 : 1;
    const ScalarType type = parameters.types.input;
    const bool halves = (type == ScalarType::f32 || type == ScalarType::f64) && count <= 100;
    std::mt19937_64 random(seed);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint64_t bits = random() >> 20;
        const auto whole = static_cast<double>(bits % (highest + 1));
        input.set_number(i, whole + (halves && (bits >> 32 & 1U) != 0 ? 0.5 : 0));
    }
    // Never all equal, and never a zero to begin with: a lost first element must show.
    if (input.number(0) == 0) input.set_number(0, 1);
    if (count > 1 && input.number(1) == input.number(0)) input.set_number(1, input.number(0) == 1 ? 0 : 1);
    return input;
}

Array usual_input(const Algorithm& algorithm, const Parameters& parameters) {
    const bool adds = algorithm.convention == nullptr || algorithm.convention(parameters) != Convention::none;
    if (!adds) return positions(parameters);
    if (parameters.extent.count() > most_plain_values || parameters.extent.height > 1)
        return small_random(parameters, 1);
    Array input(parameters.types.input, stored_extent(parameters.extent, parameters.types));
    for (std::int64_t i = 0; i < input.count(); ++i)
        input.set_number(i, plain_values[static_cast<std::size_t>(i) % plain_values.size()]);
    return input;
}

RunScene read_run(Scene scene) {
    RunScene run;
    run.trace = std::make_shared<const emulator::Trace>(read_trace(scene.trace_file));
    scene.gpu = run.trace->gpu;
    run.scene = std::move(scene);
    return run;
}

}  // namespace

Array make_input(const Algorithm& algorithm, const Parameters& parameters, InputKind kind,
                 std::uint64_t seed) {
    if (kind == InputKind::random) return small_random(parameters, seed);
    if (kind != InputKind::ones) return usual_input(algorithm, parameters);
    Array input(parameters.types.input, stored_extent(parameters.extent, parameters.types));
    for (std::int64_t i = 0; i < input.count(); ++i) input.set_number(i, 1);
    return input;
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
    scene.parameters.extent = algorithm.initial_extent;
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
    scene.parameters = with_defaults(algorithm, std::move(parameters));
    const std::optional<Array> old =
        std::exchange(scene.input, make_input(algorithm, scene.parameters, scene.input_kind, scene.seed));
    if (!old || scene.input_kind != InputKind::given) return scene;
    const Extent now = scene.input->extent();
    for (std::int64_t y = 0; y < std::min(old->extent().height, now.height); ++y)
        for (std::int64_t x = 0; x < std::min(old->extent().width, now.width); ++x)
            scene.input->set_number(y * now.width + x, old->number(y * old->extent().width + x));
    return scene;
}

RunScene run_scene(Scene scene, const std::atomic<bool>* cancel,
                   const std::function<void(double)>& progress) {
    if (!scene.trace_file.empty()) return read_run(std::move(scene));
    const Algorithm& algorithm = find_algorithm(scene.algorithm);
    emulator::check(scene.gpu);
    emulator::check_elements(scene.parameters.extent);
    scene.parameters.machine = {scene.gpu.lanes, scene.gpu.banks};
    scene.parameters = with_defaults(algorithm, scene.parameters);
    if (!scene.input) {
        scene.input_kind = InputKind::usual;
        scene.input = make_input(algorithm, scene.parameters, scene.input_kind);
    }
    emulator::RunOptions options;
    options.gpu = scene.gpu;
    options.cancel = cancel;
    options.progress = progress;
    RunScene run;
    run.algorithm = &algorithm;
    const Plan plan = algorithm.make_plan(scene.parameters);
    run.trace = std::make_shared<emulator::Trace>(emulator::run(plan, *scene.input, kernel_text, options));
    if (algorithm.expectations != nullptr) run.expectations = algorithm.expectations(scene.parameters);
    if (run.trace->complete)
        run.check = check_result(algorithm, scene.parameters, *scene.input, run.trace->output());
    run.scene = std::move(scene);
    return run;
}

std::vector<double> parse_values(const std::string& text) {
    std::vector<double> values;
    const char* at = text.c_str();
    while (*at != '\0') {
        if (*at == ' ' || *at == ',' || *at == ';' || *at == '\t' || *at == '\n') {
            ++at;
            continue;
        }
        char* end = nullptr;
        values.push_back(std::strtod(at, &end));
        if (end == at)
            throw UsageError(in_quotes(std::string(at).substr(0, 12)) +
                             " is not a number; write the values as in 3, 1, 7, 0.");
        at = end;
    }
    return values;
}

std::string values_text(const Array& array, std::int64_t limit) {
    std::string text;
    for (std::int64_t i = 0; i < std::min(limit, array.count()); ++i)
        text += (i == 0 ? "" : ", ") + array.text(i);
    return array.count() > limit ? text + ", …" : text;
}

}  // namespace upsweep::scenes
