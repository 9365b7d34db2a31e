// An exercise: a task in words, a kernel's text with a part for the student, the cases that it is run
// for and the rules that it has to keep. What is written here comes from lessons/exercises/SLUG.md and the
// texts beside it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/trace/toy_gpu.h"

namespace upsweep::exercises {

/// What the names of a case stand for: n, width, lanes …
using Values = std::map<std::string, int64_t, std::less<>>;

/// Whole numbers, names, + - * /, brackets and log2(x), which rounds down as / does. Throws Error with one
/// sentence for what it cannot read, an unknown name, a division by zero and a result beyond 64 bits.
int64_t evaluate(std::string_view expression, const Values& values);

/// The text with each {expression} replaced by its value. Throws Error likewise.
std::string fill_in(std::string_view text, const Values& values);

/// `write`: fill in a kernel. `break_it`: say under what a given kernel fails.
enum class Kind : uint8_t { write, break_it };

/// How the kernel is launched. All but `kernel` may hold {expressions} over a case's values.
struct Launch {
    std::string kernel, grid, block;
    /// One a parameter: "input", what the case holds; "= ANSWER", computed from the input as answers.h says;
    /// both as a matrix with " in rows of {width}" behind; else as `upsweep run --arg` takes it.
    std::vector<std::string> arguments;
    std::vector<std::string> definitions;
    std::string output;               ///< the parameter that is compared
    std::string expect;               ///< its answer by name, see answers.h
    std::string count;                ///< an expression: elements of the input
    int64_t lowest = 0, highest = 9;  ///< of random input
    bool floating = false;            ///< of float instead of int
};

/// One size and input.
struct Case {
    Values values;
    enum class Input : uint8_t { given, random, ones } input = Input::random;
    std::vector<std::string> numbers;  ///< of `given`
    uint64_t seed = 1;                 ///< of `random`
    int line = 0;                      ///< in the file
};

/// What a run has to keep beside giving the right result without a fault.
struct Rule {
    enum class What : uint8_t {
        count,    ///< a count of the run lies between `least` and `most`
        uses,     ///< each of `words` is in the student's part
        uses_no,  ///< none does
    };
    What what = What::count;
    std::string title, says;  ///< "Additions", "2(n − 1), as many as this tree makes"
    std::string count;        ///< its key, see facts.h
    std::string least, most;  ///< expressions; empty: no bound
    std::vector<std::string> words;
    int line = 0;
};

struct Hint {
    std::string title, teaser, text;
};

/// Of `break_it`: what the student says.
struct Asked {
    enum class What : uint8_t { schedule, size, input } what = What::schedule;
    int64_t least = 1, most = 64;  ///< of a size: n; of an input: each number
};

struct Exercise {
    std::string slug;  ///< the file's name without ending
    std::string file;  ///< the name with its ending
    std::string title;
    std::string code;  ///< what the editor and messages call the kernel's text: "scan.cu"
    Kind kind = Kind::write;
    Launch launch;
    emulator::ToyGpu gpu;
    std::vector<Case> cases;  ///< at least one; the first is the one to look at
    std::vector<Rule> rules;
    std::vector<Hint> hints;
    Asked asked;
    std::string task;    ///< Markdown
    int task_line = 0;   ///< in the file
    std::string kernel;  ///< of `break_it`, the text that fails
    std::string starter;
    std::string solution;  ///< empty in a build for students, or where a folder has none
};

/// Reads an exercise's file, not the texts beside it. Throws Error with one sentence: file, line, what is
/// wrong.
Exercise parse_exercise(const std::string& file, std::string_view text);

/// The exercises in the binary, in the order of the lessons. Throws what parse_exercise throws.
const std::vector<Exercise>& all_exercises();

/// Throws UsageError, naming those that there are.
const Exercise& find_exercise(std::string_view slug);

/// Those of a folder of one's own, by name: the same files as in lessons/exercises, where a solution may be
/// missing. Throws Error with one sentence.
std::vector<Exercise> exercises_in(const std::string& folder);

/// The exercise of this name in the folder; in the binary where that is empty. Throws UsageError, naming
/// those that there are, and Error.
Exercise exercise_of(std::string_view slug, const std::string& folder);

/// What the student's file is called: "way-down.cu", or of `break_it` "break-the-size.toml".
std::string answer_name(const Exercise& exercise);

}  // namespace upsweep::exercises
