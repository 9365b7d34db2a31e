// From words to scenes and back.
#include "scenes/scene_words.h"

#include <array>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/whole_number.h"
#include "emulator/source/near_names.h"
#include "scenes/input.h"
#include "scenes/program_words.h"
#include "scenes/run_program.h"
#include "scenes/stop.h"

namespace upsweep::scenes {
namespace {

using emulator::ToyGpu;

constexpr std::array<std::pair<std::string_view, InputKind>, 3> input_kinds = {
    {{"usual", InputKind::usual}, {"random", InputKind::random}, {"ones", InputKind::ones}}};

// A key is what files call it: those of lessons came first.
constexpr GpuNumber numbers[] = {
    {"lanes", "warp", [](const ToyGpu& gpu) -> int64_t { return gpu.lanes; },
     [](ToyGpu& gpu, int64_t value) { gpu.lanes = int(value); }},
    {"banks", "banks", [](const ToyGpu& gpu) -> int64_t { return gpu.banks; },
     [](ToyGpu& gpu, int64_t value) { gpu.banks = int(value); }},
    {"multiprocessors", "sms", [](const ToyGpu& gpu) -> int64_t { return gpu.multiprocessors; },
     [](ToyGpu& gpu, int64_t value) { gpu.multiprocessors = int(value); }},
    {"resident_blocks", "resident", [](const ToyGpu& gpu) -> int64_t { return gpu.resident_blocks; },
     [](ToyGpu& gpu, int64_t value) { gpu.resident_blocks = int(value); }},
    {"shared_bytes", "shared-limit", [](const ToyGpu& gpu) { return gpu.shared_bytes; },
     [](ToyGpu& gpu, int64_t value) { gpu.shared_bytes = value; }},
};

constexpr GpuFlag flags[] = {{"weak_memory", "weak-memory", &ToyGpu::weak_memory}};

constexpr GpuWord gpu_said[] = {
    {"blocks", "blocks", [](const ToyGpu& gpu) { return to_string(gpu.schedule.blocks); },
     [](ToyGpu& gpu, std::string_view text) { gpu.schedule.blocks = emulator::parse_block_order(text); }},
    {"warps", "warps", [](const ToyGpu& gpu) { return to_string(gpu.schedule.warps); },
     [](ToyGpu& gpu, std::string_view text) { gpu.schedule.warps = emulator::parse_warp_order(text); }},
    {"lanes_proceed", "lanes-proceed",
     [](const ToyGpu& gpu) { return std::string(to_string(gpu.lanes_proceed)); },
     [](ToyGpu& gpu, std::string_view text) { gpu.lanes_proceed = emulator::parse_lanes_proceed(text); }}};

/// "; write segment=N with a whole number N" or "; write padding=off or padding=on".
std::string way_to_set(const Option& option) {
    if (option.value_names.empty())
        return fmt::format("{0}=N with a whole number N{1}", option.name, option.automatic ? " or auto" : "");
    std::string text;
    for (std::string_view name : option.value_names)
        text += fmt::format("{}{}={}", text.empty() ? "" : " or ", option.name, name);
    return text;
}

std::optional<double> parse_number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0') return std::nullopt;
    return value;
}

const Option& find_option(const Algorithm& algorithm, std::string_view name) {
    std::string known;
    emulator::NearestName near(name);
    for (const Option& option : algorithm.options) {
        if (option.name == name) return option;
        near.consider(option.name);
        known += (known.empty() ? "" : ", ") + std::string(option.name);
    }
    throw UsageError("{} has no option {}; its options are: {}.{}", algorithm.slug, in_quotes(name),
                     known.empty() ? "none" : known, near.question());
}

/// A value's name, or a number.
std::optional<int64_t> parse_value(const Option& option, std::string_view text) {
    for (size_t i = 0; i < option.value_names.size(); ++i)
        if (option.value_names[i] == text) return option.lowest + int64_t(i);
    if (option.automatic && text == "auto") return 0;
    return parse_whole_number(text);
}

UsageError not_a_number(const std::string& text, int64_t index) {
    return UsageError(
        "Input value {}, {}, is not a number; write numbers such as 3, -1 or 2.5, with commas "
        "between them.",
        index + 1, in_quotes(text));
}

}  // namespace

OptionValue parse_option(const Algorithm& algorithm, const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos)
        throw UsageError("{} does not set an option; write it as option=value.", in_quotes(text));
    const Option& option = find_option(algorithm, std::string_view(text).substr(0, equals));
    const auto value = parse_value(option, std::string_view(text).substr(equals + 1));
    if (!value)
        throw UsageError("{} sets option {} to a value that it does not take; write {}.", in_quotes(text),
                         option.name, way_to_set(option));
    return {std::string(option.name), *value};
}

namespace {

/// "3", "-1", "2.5", "nan".
void set_value(Array& array, int64_t index, const std::string& text) {
    const auto value = parse_number(text);
    if (!value) throw not_a_number(text, index);
    array.set_number(index, *value);
    const bool floating = is_floating(array.type());
    if (!floating && array.number(index) != *value)
        throw UsageError("Input value {} does not fit {}; use another value or the type f32.", one_line(text),
                         name_of(array.type()));
}

/// The values: one for each element.
Array parse_input(ScalarType type, Extent extent, const std::vector<std::string>& values) {
    // A value that is not one is reported before their number: the size may well come from it.
    for (size_t i = 0; i < values.size(); ++i)
        if (!parse_number(values[i])) throw not_a_number(values[i], int64_t(i));
    if (length(values) != extent.count())
        throw UsageError("{} input values do not fill {} × {} elements; give {} values or change the size.",
                         values.size(), extent.width, extent.height, extent.count());
    Array array(type, extent);
    for (size_t i = 0; i < values.size(); ++i) set_value(array, int64_t(i), values[i]);
    return array;
}

Extent extent_of(const SceneWords& words, const Algorithm& algorithm, const CatalogRun& base) {
    const bool rows = algorithm.shape == Shape::rows;
    if (words.n) {
        if (words.width || words.height)
            throw UsageError("A size is either n, or width and height; give one or the other.");
        return {*words.n, rows ? 1 : *words.n};
    }
    if (!base.algorithm.empty())
        return {words.width.value_or(base.parameters.extent.width),
                words.height.value_or(base.parameters.extent.height)};
    if (words.width && words.height) return {*words.width, *words.height};
    if (words.height && !words.width) throw UsageError("A height needs a width too.");
    if (words.width && rows) return {*words.width, 1};
    if (words.width) throw UsageError("A matrix's width needs a height too.");
    if (!words.values.empty() && rows) return {std::ssize(words.values), 1};
    return algorithm.opening.extent;
}

void set_option(std::vector<OptionValue>& options, OptionValue value) {
    for (OptionValue& option : options)
        if (option.name == value.name) return void(option.value = value.value);
    options.push_back(std::move(value));
}

Parameters parameters_of(const SceneWords& words, const Algorithm& algorithm, const CatalogRun& base,
                         const ToyGpu& gpu) {
    const bool same = algorithm.slug == base.algorithm;
    Parameters parameters;
    parameters.extent = extent_of(words, algorithm, base);
    parameters.types = !words.type.empty() ? parse_element_types(words.type)
                       : same              ? base.parameters.types
                                           : algorithm.types.front();
    parameters.machine = {gpu.lanes, gpu.banks};
    if (same) parameters.options = base.parameters.options;
    for (const std::string& option : words.options)
        set_option(parameters.options, parse_option(algorithm, option));
    emulator::check_elements(parameters.extent);
    return with_step_defaults(algorithm, std::move(parameters));
}

std::vector<std::string> texts_of(const Array& array) {
    std::vector<std::string> texts;
    for (int64_t i = 0; i < array.count(); ++i) texts.push_back(array.text(i));
    return texts;
}

void add_input(CatalogRun& run, const SceneWords& words, const Algorithm& algorithm, const CatalogRun& base) {
    const Parameters& parameters = run.parameters;
    run.input_kind = words.input.value_or(base.input_kind);
    run.seed = words.seed.value_or(base.seed);
    if (run.input_kind != InputKind::given) {
        run.input = make_input(algorithm, parameters, run.input_kind, run.seed);
        return;
    }
    const bool kept = !words.input && base.input;
    run.input = parse_input(parameters.types.input, stored_extent(parameters.extent, parameters.types),
                            kept ? texts_of(*base.input) : words.values);
}

/// An own program: the algorithm's name is the file's.
Scene program_scene(const SceneWords& words) {
    if (words.n || words.width || words.height || !words.type.empty() || words.input)
        throw UsageError(
            in_quotes(words.algorithm) +
            " is your program, so it takes --grid, --block and --arg, but no size, type or input.");
    Scene scene = scene_of_file(words.algorithm);
    UserProgram program = words.program;
    program.file = words.algorithm == programs::untitled ? words.algorithm : scene.program()->file;
    program.settings = words.options;
    program.seed = words.seed.value_or(1);
    scene.of = std::move(program);
    scene.gpu = words.gpu.value_or(scene.gpu);
    emulator::check(scene.gpu);
    scene.step = words.step.value_or(0);
    scene.launch = words.launch;
    scene.stops = kept_stops(words.stops);
    return scene;
}

/// "u8:u32": no shell takes it for a redirection.
std::string type_word(ElementTypes types) {
    std::string text = to_string(types);
    constexpr std::string_view arrow = "→";
    const size_t at = text.find(arrow);
    return at == std::string::npos ? text : text.replace(at, arrow.size(), ":");
}

/// What is not as it is on the usual machine, as options.
std::string gpu_command(const ToyGpu& gpu, const ToyGpu& usual) {
    std::string text;
    for (const GpuNumber& number : numbers)
        if (number.get(gpu) != number.get(usual))
            text += fmt::format(" --{} {}", number.option, number.get(gpu));
    for (const GpuFlag& flag : flags)
        if (gpu.*flag.field) text += fmt::format(" --{}", flag.option);
    for (const GpuWord& word : gpu_said)
        if (word.text(gpu) != word.text(usual))
            text += fmt::format(" --{} {}", word.option, shell_word(word.text(gpu)));
    return text;
}

/// With =, since a condition may begin with a minus.
std::string stop_words(const std::vector<std::string>& stops) {
    std::string text;
    for (const std::string& stop : stops) text += " --stop=" + shell_word(stop);
    return text;
}

}  // namespace

std::span<const GpuNumber> gpu_numbers() { return numbers; }
std::span<const GpuWord> gpu_words() { return gpu_said; }
std::span<const GpuFlag> gpu_flags() { return flags; }

std::optional<InputKind> parse_input_kind(std::string_view text) {
    for (const auto& [name, kind] : input_kinds)
        if (name == text) return kind;
    return std::nullopt;
}

std::string_view name_of(InputKind kind) {
    for (const auto& [name, known] : input_kinds)
        if (known == kind) return name;
    return "given";
}

Scene scene_of(const SceneWords& words, const Scene& base) {
    if (is_program_name(words.algorithm)) return program_scene(words);
    Scene scene;
    const CatalogRun before = base.entry() != nullptr ? *base.entry() : CatalogRun{};
    CatalogRun& run = scene.catalog();
    run.algorithm = words.algorithm.empty() ? before.algorithm : words.algorithm;
    if (run.algorithm.empty()) throw UsageError("The scene does not name an algorithm.");
    const Algorithm& algorithm = find_algorithm(run.algorithm);
    scene.gpu = words.gpu.value_or(base.gpu);
    emulator::check(scene.gpu);
    run.parameters = parameters_of(words, algorithm, before, scene.gpu);
    add_input(run, words, algorithm, before);
    scene.step = words.step.value_or(base.step);
    if (scene.step < 0) throw UsageError("A scene's step must be 0 or more, not {}.", scene.step);
    if (words.launch.find_first_of("\"\\\n\r\t") != std::string::npos)
        throw UsageError("No launch is called " + in_quotes(words.launch) + ".");
    scene.launch = !words.launch.empty() ? words.launch : words.step ? "" : base.launch;
    scene.stops = kept_stops(words.stops);
    return scene;
}

Scene opening_of(const SceneWords& words) {
    Scene scene = initial_scene(words.algorithm);
    if (words.step || !words.launch.empty()) {
        scene.step = words.step.value_or(0);
        scene.launch = words.launch;
    }
    scene.stops = kept_stops(words.stops);
    return scene;
}

SceneWords words_of(const Scene& scene) {
    if (const UserProgram* program = scene.program())
        return {.algorithm = program->file,
                .program = *program,
                .options = program->settings,
                .seed = program->seed,
                .gpu = scene.gpu,
                .step = scene.step,
                .launch = scene.launch,
                .stops = scene.stops};
    const CatalogRun& run = scene.catalog();
    const Algorithm& algorithm = find_algorithm(run.algorithm);
    const Parameters& parameters = run.parameters;
    const Scene usual = scene_of({.algorithm = run.algorithm});
    const CatalogRun& usual_run = usual.catalog();
    SceneWords words;
    words.algorithm = run.algorithm;
    const Extent extent = parameters.extent;
    if (algorithm.shape == Shape::rows ? extent.height == 1 : extent.width == extent.height)
        words.n = extent.width;
    else
        words.width = extent.width, words.height = extent.height;
    if (parameters.types != usual_run.parameters.types) words.type = type_word(parameters.types);
    for (const OptionValue& option : parameters.options)
        if (option.value != usual_run.parameters.option(option.name))
            words.options.push_back(fmt::format("{}={}", option.name, option.value));
    if (run.input_kind != usual_run.input_kind) words.input = run.input_kind;
    if (run.input_kind == InputKind::given && run.input) words.values = texts_of(*run.input);
    if (run.seed != usual_run.seed) words.seed = run.seed;
    words.gpu = scene.gpu;
    if (scene.step != usual.step) words.step = scene.step;
    words.launch = scene.launch;
    words.stops = scene.stops;
    return words;
}

std::string to_command(const Scene& scene) {
    const SceneWords words = words_of(scene);
    std::string text = "upsweep step ";
    const auto add = [&](std::string_view option, const std::string& value) {
        text += fmt::format(" --{} {}", option, shell_word(value));
    };
    if (const UserProgram* program = scene.program()) {
        text += program_command(*program) + gpu_command(scene.gpu, usual_gpu_of_programs());
        if (program->max_steps) add("max-steps", std::to_string(*program->max_steps));
        if (scene.step > 0) add("step", std::to_string(scene.step));
        if (!scene.launch.empty()) add("launch", scene.launch);
        text += stop_words(scene.stops);
        return text;
    }
    text += words.algorithm;
    if (words.n) add("n", std::to_string(*words.n));
    if (words.width) add("width", std::to_string(*words.width));
    if (words.height) add("height", std::to_string(*words.height));
    if (!words.type.empty()) add("type", words.type);
    for (const std::string& option : words.options) add("set", option);
    // With =, since the first value may begin with a minus.
    if (words.input)
        text += fmt::format(" --input={}", words.values.empty()
                                               ? name_of(*words.input)
                                               : fmt::format("{}", fmt::join(words.values, ",")));
    if (words.seed) add("seed", std::to_string(*words.seed));
    text += gpu_command(*words.gpu, {});
    if (words.step) add("step", std::to_string(*words.step));
    if (!words.launch.empty()) add("launch", words.launch);
    text += stop_words(words.stops);
    return text;
}

std::vector<std::string> kept_stops(const std::vector<std::string>& stops) {
    std::vector<std::string> kept;
    for (const std::string& stop : stops) {
        const std::string text = to_text(parse_stop(stop));
        if (!contains(kept, text)) kept.push_back(text);
    }
    return kept;
}

}  // namespace upsweep::scenes
