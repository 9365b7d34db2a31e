// What the text of a scene says, in whichever form it is written: a TOML file, a lesson's block, or the
// options of `upsweep step`. There is one way from these words to a scene and one way back.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/scene.h"

namespace upsweep::scenes {

/// "padding=0" or "padding=off", an option of the algorithm; of what range it is, with_defaults says. Throws
/// UsageError.
OptionValue parse_option(const Algorithm& algorithm, const std::string& text);

/// What is not said comes from the scene that it is said of, else it is usual for a scene: the algorithm's
/// initial extent (or as many elements as values are given), its first types, its options as stepping begins
/// (with_step_defaults), random input from seed 1, a ToyGpu as it comes, step 0.
struct SceneWords {
    std::string algorithm = {};          ///< or the name of a .cu file, whose launch `program` says
    programs::UserProgram program = {};  ///< `options` are its settings, `seed` its seed
    /// n is one row, or n × n of an algorithm on matrices; it excludes the other two.
    std::optional<int64_t> n = {}, width = {}, height = {};
    std::string type = {};                  ///< "u8->u32"
    std::vector<std::string> options = {};  ///< "padding=1", "padding=on"
    std::optional<InputKind> input = {};    ///< given: `values`
    std::vector<std::string> values = {};   ///< row by row
    std::optional<uint64_t> seed = {};      ///< of a random input
    std::optional<emulator::ToyGpu> gpu = {};
    std::optional<int64_t> step = {};
    std::string launch = {};              ///< where it is, if at no step
    std::vector<std::string> stops = {};  ///< see stop.h
};

/// The scene, complete and with its input; `base`: the scene that it changes (a lesson's, of a page);
/// without an algorithm none exists. Another algorithm has options and types of its own. Throws UsageError.
Scene scene_of(const SceneWords& words, const Scene& base = {});

/// What Step opens the entry with, at the step or launch that the words say, if they say one, and with their
/// breakpoints. Throws UsageError.
Scene opening_of(const SceneWords& words);

/// The other way round, for a scene that is complete: only what is not usual, and the size. A trace file's
/// scene has no words.
SceneWords words_of(const Scene& scene);

/// "usual", "random", "ones"; of anything else nothing.
std::optional<InputKind> parse_input_kind(std::string_view text);
std::string_view name_of(InputKind kind);

/// A number of the toy GPU, as files and the command line call it.
struct GpuNumber {
    std::string_view key, option;
    int64_t (*get)(const emulator::ToyGpu&);
    void (*set)(emulator::ToyGpu&, int64_t);
};
std::span<const GpuNumber> gpu_numbers();
/// The same of what is on or off.
struct GpuFlag {
    std::string_view key, option;
    bool emulator::ToyGpu::*field;
};
std::span<const GpuFlag> gpu_flags();
/// The same of what is said in a word: the schedule's two orders, and how diverged lanes proceed.
struct GpuWord {
    std::string_view key, option;
    std::string (*text)(const emulator::ToyGpu&);
    void (*set)(emulator::ToyGpu&, std::string_view text);  ///< throws UsageError
};
std::span<const GpuWord> gpu_words();

/// "upsweep step scan_blelloch --n 8 --set padding=1 --step 25", for a shell: what `upsweep step` reads back.
std::string to_command(const Scene& scene);

/// Breakpoints as they are kept: each once, as to_text writes it. Throws UsageError.
std::vector<std::string> kept_stops(const std::vector<std::string>& stops);

}  // namespace upsweep::scenes
