#include "scenes/run_nvcc.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string_view>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/words.h"
#include "scenes/run_program.h"
#include "system/process.h"

namespace upsweep::scenes {
namespace {

namespace fs = std::filesystem;

constexpr double look_seconds = 0.05, compile_seconds = 120, run_seconds = 60;
constexpr size_t most_output = size_t{16} << 20, told_differences = 3;

/// A folder that is gone with this object.
class OwnFolder {
  public:
    OwnFolder() {
        std::random_device random;
        for (int tries = 0; tries < 100; ++tries) {
            std::error_code failed;
            path_ = fs::temp_directory_path(failed) /
                    fmt::format("upsweep-nvcc-{:08x}{:08x}", random(), random());
            if (!failed && fs::create_directory(path_, failed)) {
                fs::permissions(path_, fs::perms::owner_all, failed);
                return;
            }
        }
        throw Error("The system gives no folder for temporary files, so nvcc cannot compile the program.");
    }
    ~OwnFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    OwnFolder(const OwnFolder&) = delete;
    OwnFolder& operator=(const OwnFolder&) = delete;
    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
};

std::string find_nvcc() {
    for (const char* name : {"CUDA_PATH", "CUDA_HOME"})
        if (const char* folder = std::getenv(name)) {
            std::error_code failed;
            const fs::path there = fs::path(folder) / "bin" / "nvcc";
            if (fs::exists(there, failed)) return there.string();
        }
    if (const std::string found = system::find_program("nvcc"); !found.empty()) return found;
    std::error_code failed;
    const fs::path usual = "/usr/local/cuda/bin/nvcc";
    return fs::exists(usual, failed) ? usual.string() : std::string();
}

struct Told {
    std::string out, err;
    system::Ending ending;
    bool in_time = false;
};

/// Runs a command to its end, or until it has taken too long or said too much.
Told run(const std::vector<std::string>& command, double seconds, const std::atomic<bool>* cancel) {
    Told told;
    system::Process process;
    if (const std::error_code failed = process.start(command))
        throw Error("{} does not start: {}.", command.front(), failed.message());
    const auto passed = [begin = steady_seconds()] { return steady_seconds() - begin; };
    std::string_view nothing;
    while (process.can_be_heard() && passed() < seconds && told.out.size() < most_output) {
        if (cancel != nullptr && cancel->load()) throw Cancelled();
        process.exchange(nothing, look_seconds, [&](system::Voice voice, std::string_view piece) {
            (voice == system::Voice::err ? told.err : told.out) += piece;
        });
    }
    while (!process.can_be_heard() && passed() < seconds && !told.in_time) {
        if (cancel != nullptr && cancel->load()) throw Cancelled();
        told.in_time = process.wait(look_seconds);
    }
    if (told.in_time) told.ending = process.ending();
    return told;
}

std::string first_line(const std::string& text) {
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view line = trimmed(take_line(rest));
        if (line.find("error") != std::string_view::npos) return one_line(std::string(line), 200);
    }
    return one_line(text.substr(0, text.find('\n')), 200);
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) lines.push_back(take_line(text));
    return lines;
}

/// The program's texts, edited ones as they are edited.
void write_texts(const Scene& scene, const fs::path& folder, const std::string& main) {
    const auto write = [&](const std::string& name, const std::string& text) {
        // A name is one of a file beside the program; it leads nowhere else.
        std::ofstream(folder / fs::path(name).filename(), std::ios::binary) << text;
    };
    for (const auto& [name, text] : scene.edits) write(name, text);
    write(main, text_of(scene));
}

}  // namespace

NvccRun run_with_nvcc(const Scene& scene, const std::atomic<bool>* cancel) {
    NvccRun made;
    const programs::UserProgram& program = *scene.program();
    const std::string nvcc = find_nvcc();
    if (nvcc.empty() || !system::has_processes()) {
        made.missing = "nvcc is not installed here, so the program was not compiled as a whole.";
        return made;
    }
    const OwnFolder folder;
    const std::string text = (folder.path() / "program.cu").string(),
                      binary = (folder.path() / "program").string();
    write_texts(scene, folder.path(), "program.cu");
    std::vector<std::string> compile = {nvcc, "-o", binary, text, "-I", folder.path().string()};
    if (const fs::path beside = fs::path(program.file).parent_path(); !beside.empty()) {
        compile.emplace_back("-I");
        compile.push_back(beside.string());
    }
    for (const std::string& definition : program.definitions) compile.push_back("-D" + definition);
    const Told compiled = run(compile, compile_seconds, cancel);
    if (!compiled.in_time) {
        made.missing = fmt::format("nvcc did not finish within {} seconds.", compile_seconds);
        return made;
    }
    if (compiled.ending.exit_status != 0 || !compiled.ending.signal.empty()) {
        made.missing = "nvcc refuses the program: " + first_line(compiled.err + compiled.out);
        return made;
    }
    std::vector<std::string> command = {binary};
    command.insert(command.end(), program.main_arguments.begin(), program.main_arguments.end());
    const Told ran = run(command, run_seconds, cancel);
    made.output = ran.out;
    made.errors = ran.err;
    made.exit_status = ran.ending.exit_status;
    if (!ran.in_time)
        made.missing = fmt::format("The program that nvcc made did not end within {} seconds.", run_seconds);
    else if (!ran.ending.signal.empty())
        made.missing = "The program that nvcc made was ended by " + ran.ending.signal + ".";
    return made;
}

std::vector<LineDifference> differing_lines(const std::string& emulator, const std::string& gpu) {
    const auto here = lines_of(emulator), there = lines_of(gpu);
    std::vector<LineDifference> differences;
    for (size_t i = 0; i < std::max(here.size(), there.size()); ++i) {
        const std::string_view a = i < here.size() ? here[i] : "", b = i < there.size() ? there[i] : "";
        if (a != b || i >= here.size() || i >= there.size())
            differences.push_back({i + 1, std::string(a), std::string(b)});
    }
    return differences;
}

std::vector<std::string> sentences_of(const NvccRun& run, const std::string& emulator) {
    if (!run.missing.empty()) return {run.missing};
    const std::vector<LineDifference> differences = differing_lines(emulator, run.output);
    const auto lines = std::ssize(lines_of(run.output));
    if (differences.empty())
        return {
            fmt::format("Compiled by nvcc and run whole, it prints the same {}.", counted(lines, "line"))};
    std::vector<std::string> sentences = {
        fmt::format("Compiled by nvcc and run whole, it prints {}, and {} from the emulator's. Times and "
                    "addresses always do.",
                    counted(lines, "line"),
                    differences.size() == 1 ? "one differs" : fmt::format("{} differ", differences.size()))};
    for (size_t i = 0; i < std::min(told_differences, differences.size()); ++i) {
        const LineDifference& one = differences[i];
        sentences.push_back(fmt::format("Line {}: {} on the emulator, {} from nvcc's program.", one.line,
                                        in_quotes(one_line(one.emulator, 80)),
                                        in_quotes(one_line(one.gpu, 80))));
    }
    return sentences;
}

}  // namespace upsweep::scenes
