// Reads and writes scenes as TOML.
#include "scenes/scene_file.h"

#include <array>
#include <filesystem>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/whole_number.h"
#include "media/file.h"
#include "scenes/program_words.h"
#include "scenes/run_program.h"
#include "scenes/scene_words.h"

namespace upsweep::scenes {
namespace {

constexpr int64_t most_bytes = int64_t{1} << 22;
constexpr int64_t most = std::numeric_limits<int64_t>::max();
constexpr int64_t most_of_gpu = int64_t{1} << 30;

std::optional<int64_t> whole_number(TomlReader& reader, std::string_view key) {
    if (!reader.has(key)) return std::nullopt;
    return reader.integer(key, -most, most, 0);
}

void read_input(TomlReader& reader, SceneWords& words) {
    if (!reader.has("input")) return;
    if (!reader.is_text("input")) {
        words.input = InputKind::given;
        words.values = reader.numbers("input");
        return;
    }
    const std::string text = reader.text("input");
    words.input = parse_input_kind(text);
    if (!words.input)
        reader.refuse_key(
            "input", in_quotes(text) +
                         " is not an input; write a list of numbers, \"random\", \"usual\" or \"ones\".");
}

/// Seeds go beyond what whole numbers of TOML hold; those are in quotes.
std::optional<uint64_t> read_seed(TomlReader& reader) {
    if (!reader.has("seed")) return std::nullopt;
    if (!reader.is_text("seed")) return uint64_t(reader.integer("seed", 0, most, 1));
    const std::string text = reader.text("seed");
    const auto seed = parse_whole_number<uint64_t>(text);
    if (!seed) reader.refuse_key("seed", in_quotes(text) + " is not a seed; write a whole number such as 1.");
    return seed;
}

emulator::ToyGpu read_gpu(TomlReader& reader, emulator::ToyGpu gpu) {
    for (const GpuNumber& number : gpu_numbers())
        number.set(gpu, reader.integer(number.key, 0, most_of_gpu, number.get(gpu)));
    for (const GpuFlag& flag : gpu_flags()) gpu.*flag.field = reader.flag(flag.key, gpu.*flag.field);
    if (reader.has("schedule")) gpu.schedule = emulator::parse_schedule(reader.text("schedule"));
    // What the key was before there were three ways.
    if (reader.has("independent_threads"))
        gpu.lanes_proceed = reader.flag("independent_threads", false) ? emulator::LanesProceed::adversarial
                                                                      : emulator::LanesProceed::since_volta;
    for (const GpuWord& word : gpu_words())
        if (reader.has(word.key)) word.set(gpu, reader.text(word.key));
    return gpu;
}

constexpr std::array<std::string_view, 4> sizes_of_step = {"statement", "barrier", "phase", "launch"},
                                          distances = {"plan", "blocks", "block", "lanes"};

/// One of these; empty where the key is missing.
std::string word_of(TomlReader& reader, std::string_view key, std::span<const std::string_view> words) {
    std::string word = reader.text(key, "");
    if (reader.has(key) && !contains(words, std::string_view(word)))
        reader.refuse_key(
            key, fmt::format("{} does not exist; write one of {}.", in_quotes(word), fmt::join(words, ", ")));
    return word;
}

std::string look_toml(const Scene& scene) {
    return (scene.by.empty() ? "" : fmt::format("by = \"{}\"\n", scene.by)) +
           (scene.distance.empty() ? "" : fmt::format("distance = \"{}\"\n", scene.distance));
}

void check_version(TomlReader& reader) {
    if (!reader.has("version")) return;
    const int64_t version = reader.integer("version", 1, most, scene_version);
    if (version > scene_version)
        reader.refuse_key("version", fmt::format("the scene has version {}, but this program reads versions "
                                                 "up to {}; open it with a newer Upsweep.",
                                                 version, scene_version));
}

bool is_whole(const std::string& text) { return text.find_first_not_of("-0123456789") == std::string::npos; }

/// A scene of an own program; what a catalog entry has is not known there.
/// `base`: the scene of which it is said, if that has the program.
Scene read_program_scene(TomlReader& reader, const Scene& base) {
    Scene scene;
    scene.gpu = usual_gpu_of_programs();
    if (!reader.has("program")) scene = base;
    read_program(reader, scene);
    if (const auto seed = read_seed(reader)) scene.program()->seed = *seed;
    if (reader.has("max_steps")) scene.program()->max_steps = reader.integer("max_steps", 1, most, 1);
    scene.gpu = read_gpu(reader, scene.gpu);
    emulator::check(scene.gpu);
    return scene;
}

std::string seed_toml(uint64_t seed) {
    return seed > uint64_t(most) ? fmt::format("\"{}\"", seed) : std::to_string(seed);
}

/// What is not as it is on the usual machine.
std::string gpu_toml(const emulator::ToyGpu& gpu, const emulator::ToyGpu& usual) {
    std::string text;
    for (const GpuNumber& number : gpu_numbers())
        if (number.get(gpu) != number.get(usual))
            text += fmt::format("{} = {}\n", number.key, number.get(gpu));
    for (const GpuFlag& flag : gpu_flags())
        if (gpu.*flag.field) text += fmt::format("{} = true\n", flag.key);
    for (const GpuWord& word : gpu_words())
        if (word.text(gpu) != word.text(usual))
            text += fmt::format("{} = \"{}\"\n", word.key, word.text(gpu));
    return text;
}

std::string stops_toml(const std::vector<std::string>& stops) {
    std::string text;
    for (const std::string& stop : stops) text += (text.empty() ? "" : ", ") + toml_text(stop);
    return text.empty() ? "" : "stops = [" + text + "]\n";
}

std::string program_scene_toml(const Scene& scene) {
    const programs::UserProgram& program = *scene.program();
    std::string text;
    // The command would run the file as it is on the disk.
    if (scene.edits.empty()) text += "# " + one_line(to_command(scene), 4000) + "\n";
    text += fmt::format("version = {}\n", scene_version) + program_toml(program);
    if (program.seed != 1) text += fmt::format("seed = {}\n", seed_toml(program.seed));
    text += gpu_toml(scene.gpu, usual_gpu_of_programs());
    if (scene.program()->max_steps) text += fmt::format("max_steps = {}\n", *scene.program()->max_steps);
    if (scene.step > 0) text += fmt::format("step = {}\n", scene.step);
    text += stops_toml(scene.stops) + look_toml(scene);
    return text + edits_toml(scene.edits);
}

/// A float stays one: -0 would lose its sign.
std::string toml_number(const std::string& text, ScalarType type) {
    return is_floating(type) && is_whole(text) ? text + ".0" : text;
}

std::string values_toml(const Scene& scene) {
    const Array& input = *scene.catalog().input;
    std::string text = "[";
    for (int64_t i = 0; i < input.count(); ++i) {
        const bool new_row = input.extent().height > 1 && i % input.extent().width == 0;
        text += i == 0 ? (new_row ? "\n  " : "") : (new_row ? ",\n  " : ", ");
        text += toml_number(input.text(i), input.type());
    }
    return text + (input.extent().height > 1 ? "\n]" : "]");
}

}  // namespace

Scene read_scene(TomlReader& reader, const Scene& base) {
    check_version(reader);
    try {
        if (reader.has("program") || (base.program() && !reader.has("algorithm")))
            return read_program_scene(reader, base);
        SceneWords words;
        words.algorithm = reader.text("algorithm", "");
        words.n = whole_number(reader, "n");
        words.width = whole_number(reader, "width");
        words.height = whole_number(reader, "height");
        words.type = reader.text("type", "");
        words.options = reader.settings("options");
        read_input(reader, words);
        words.seed = read_seed(reader);
        words.gpu = read_gpu(reader, base.gpu);
        Scene scene = scene_of(words, base);
        if (auto edits = reader.table("edits"))
            for (const std::string& name : edits->keys()) scene.edits[name] = edits->text(name);
        return scene;
    } catch (const UsageError& error) {
        const bool of_option =
            std::string_view(error.what()).find(" has no option ") != std::string_view::npos;
        reader.refuse_key(of_option ? "options" : "algorithm", error.what());
    }
}

Scene parse_scene(const std::string& name, std::string_view text) {
    TomlReader reader(name, 1, text);
    if (!reader.has("version"))
        refuse(name, 1,
               fmt::format("`version` is missing; a scene begins with version = {}.", scene_version));
    Scene scene = read_scene(reader);
    scene.step = reader.integer("step", 0, most, 0);
    scene.launch = reader.text("launch", "");
    try {
        scene.stops = kept_stops(reader.texts("stops"));
    } catch (const UsageError& error) {
        reader.refuse_key("stops", error.what());
    }
    scene.by = word_of(reader, "by", sizes_of_step);
    scene.distance = word_of(reader, "distance", distances);
    reader.finish();
    return scene;
}

// An experiment of the Race is TOML too.
bool is_scene_name(const std::string& path) {
    return media::ending_of(path) == ".toml" && !path.ends_with(".race.toml");
}

Scene read_scene_file(const std::string& path) {
    return parse_scene(in_quotes(std::filesystem::path(path).filename().string()),
                       media::read_text(path, most_bytes));
}

std::string to_toml(const Scene& scene) {
    if (scene.program()) return program_scene_toml(scene);
    const SceneWords words = words_of(scene);
    std::string text = fmt::format("version = {}\nalgorithm = \"{}\"\n", scene_version, words.algorithm);
    // A command of thousands of values helps no one.
    // With a changed text it would run the kernel as it is in the program.
    if (words.values.size() <= 64 && scene.edits.empty()) text = "# " + to_command(scene) + "\n" + text;
    const auto add = [&](std::string_view key, const std::string& value) {
        text += fmt::format("{} = {}\n", key, value);
    };
    const auto quoted = [](std::string_view value) { return fmt::format("\"{}\"", value); };
    if (words.n) add("n", std::to_string(*words.n));
    if (words.width) add("width", std::to_string(*words.width));
    if (words.height) add("height", std::to_string(*words.height));
    if (!words.type.empty()) add("type", quoted(words.type));
    std::string options;
    for (const std::string& option : words.options) {
        const size_t equals = option.find('=');
        options += fmt::format("{} {} = {}", options.empty() ? "" : ",", option.substr(0, equals),
                               option.substr(equals + 1));
    }
    if (!options.empty()) add("options", "{" + options + " }");
    if (words.input) add("input", words.values.empty() ? quoted(name_of(*words.input)) : values_toml(scene));
    if (words.seed) add("seed", seed_toml(*words.seed));
    text += gpu_toml(*words.gpu, {});
    if (words.step) add("step", std::to_string(*words.step));
    if (!words.launch.empty()) add("launch", quoted(words.launch));
    return text + stops_toml(words.stops) + look_toml(scene) + edits_toml(scene.edits);
}

}  // namespace upsweep::scenes
