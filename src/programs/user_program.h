// The user's .cu file as a run: what is said of its launch, what the file's host code says, and what is
// guessed where neither does.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan.h"
#include "core/write_file.h"
#include "emulator/compiler.h"
#include "emulator/emulator.h"
#include "programs/expected.h"
#include "programs/fill.h"
#include "programs/launch.h"
#include "programs/signature.h"

namespace upsweep::emulator {
struct WholeProgramRun;  // emulator/whole_program.h
}

namespace upsweep::programs {

/// The program that is on no disk: its text is an edit of this name.
inline constexpr const char* untitled = "untitled.cu";

/// What someone says of it. What is left empty is as the file's host code has it.
struct UserProgram {
    std::string file;  ///< path; `untitled` alone is not a file
    std::string kernel;
    std::vector<std::string> template_arguments, definitions;  ///< "256"; "N=4", as after -D
    std::string grid, block;
    std::optional<int64_t> shared;                ///< bytes of dynamic shared memory a block
    std::vector<std::string> arguments;           ///< as Request has them; an empty one is as the file has it
    std::vector<std::string> settings, expected;  ///< see set_globals and expected_of
    uint64_t seed = 1;
    std::optional<int64_t> max_steps = {};         ///< after which it is stopped; none: the usual limit
    std::vector<std::string> main_arguments = {};  ///< of a program that runs whole: argv behind its name
    /// Arrays of the caller's memory that `@NAME` stands for before any file; a scene's text has none.
    std::shared_ptr<const NamedArrays> given = {};
    friend bool operator==(const UserProgram&, const UserProgram&) = default;
};

/// Texts that are run in the place of the files of these names.
using Edits = std::map<std::string, std::string>;

/// "reduce.cu": what the compiler calls the file, and what Edits name.
std::string name_of(const UserProgram& program);

/// Edits first, then files beside the program's, then the program's own headers. Adds what it reads from the
/// disk to `inputs`, if there is one.
emulator::SourceProvider sources_of(const UserProgram& program, Edits edits = {},
                                    InputFiles* inputs = nullptr);

/// One thing that a launch is given, and where it comes from.
struct Choice {
    enum class From : uint8_t { person, file, guess };
    std::string text;
    From from = From::person;
    std::string reason = {};  ///< of a guess, as a phrase: "the file does not say"
};

/// A program that is ready to run.
struct OpenedProgram {
    std::vector<std::string> kernels;  ///< of the file, in its order
    Choice kernel;                     ///< with its template arguments: "reduce<float, 256>"
    Signature signature;
    int32_t line = 0;                  ///< of the launch that the file's host code makes of it; 0: none
    int32_t launch = 0, launches = 0;  ///< which of the file's launches that is, from 1, and how many
    /// Where the file's launches run one after another: each as --launch takes it, and its line. The kernel,
    /// the grid and the arguments are empty then, and the signature has each buffer once.
    std::vector<std::string> in_order = {};
    std::vector<int32_t> lines = {};
    std::vector<std::string> guessed = {};  ///< of these, what is guessed and why
    std::string left_out = {};              ///< a sentence: which launches do not run, and why
    Choice grid, block, shared;
    std::vector<Choice> arguments;  ///< one each of given_parameters(signature), fewer with defaults
    Prepared prepared;
    std::vector<Expected> expected;
    std::vector<std::string> never_set;  ///< see programs::never_set
    bool has_main = false;
    bool from_main = false;  ///< of a launch by hand: something of it is as main has it
    /// Of a program that ran whole: what it printed and returned, and what is wrong in its host code. (The
    /// plan and the host arrays are in `prepared`.)
    std::shared_ptr<const emulator::WholeProgramRun> whole = {};
    /// What that run left, without a record.
    std::shared_ptr<const emulator::Trace> ran = {};
    /// Of a program that ended at something unknown: the command that runs its first kernel by hand.
    std::string by_hand = {};
};

/// main does something that the emulator does not know; a kernel can be run all the same.
class MainRefused : public emulator::CompileError {
  public:
    MainRefused(const CompileError& why, std::string by_hand)
        : CompileError(why), by_hand_(std::move(by_hand)) {}
    /// The command that runs the file's first kernel by hand; empty where it has none.
    const std::string& by_hand() const { return by_hand_; }

  private:
    std::string by_hand_;
};

/// What becomes of what neither a person nor the file says: a command says how to write it, a window guesses
/// and shows that it did.
enum class MissingArguments : uint8_t { refuse, guess };

/// Runs a program with a main whole if nothing is said of its launch, and else to learn what is left out.
/// Throws UsageError with what is to be said, CompileError for text that is refused (MainRefused where a
/// kernel could still be run), Error where there is no such file, Cancelled. With `into` the facts are there
/// as far as they were found out before that.
OpenedProgram open_program(const UserProgram& program, emulator::Compiler& compiler, MissingArguments missing,
                           const emulator::RunOptions& options, OpenedProgram* into = nullptr);

/// What a launch by hand says first where main gives a part of it: the rest of main is not checked. Empty
/// where all of it was given.
std::string_view unchecked_sentence(const OpenedProgram& opened);

/// A long list by its first values and their count.
std::string shortened(const std::string& text);

/// What is guessed and why, one each: "--arg random:64: the file draws them at random".
std::vector<std::string> guesses_of(const OpenedProgram& opened);

/// "This is the first of 3 launches in the file (line 12); the others are not run.", or "The file's 3
/// launches run in order, in lines 12, 13 and 14."; empty where the file launches nothing else.
std::string launch_sentence(const OpenedProgram& opened);

/// Throws UsageError where a block needs more shared memory than `limit` bytes; a command says how to
/// raise it.
void check_shared(const OpenedProgram& opened, int64_t limit, MissingArguments missing);

/// Throws what emulator::run throws.
emulator::Trace run(const OpenedProgram& opened, emulator::Compiler& compiler, emulator::RunOptions options);
/// The same, of a program that was opened with these options: what ran whole without a record needs not run
/// again.
std::shared_ptr<const emulator::Trace> run_once(const OpenedProgram& opened, emulator::Compiler& compiler,
                                                const emulator::RunOptions& options);

/// "a PNG picture", "a Python program", "plain prose": what the text surely is instead of CUDA C++; empty
/// where it may be that, with however many errors.
std::string_view looks_like(std::string_view text);

/// Throws Error with one sentence where the program's file is something else. For callers that failed to read
/// it: the errors of a compiler say nothing about a picture.
void refuse_other_text(const UserProgram& program, emulator::Compiler& compiler);

}  // namespace upsweep::programs
