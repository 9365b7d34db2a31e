// Opens and runs user programs.
#include "scenes/run_program.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/quotes.h"
#include "emulator/compiler.h"
#include "emulator/trace/trace.h"
#include "media/file.h"
#include "programs/host_room.h"
#include "scenes/run_scene.h"

namespace upsweep::scenes {
namespace {

namespace fs = std::filesystem;

/// Throws Error where the program is on no disk and has no text either.
void check_there(const Scene& scene) {
    const programs::UserProgram& program = *scene.program();
    if (scene.edits.contains(programs::name_of(program))) return;
    std::error_code ignored;
    if (program.file == programs::untitled)
        throw Error("The unnamed program has no text; choose New or open a file.");
    if (!fs::exists(program.file, ignored))
        throw Error("There is no file " + in_quotes(program.file) + "; name a .cu file.");
}

}  // namespace

emulator::ToyGpu usual_gpu_of_programs() {
    emulator::ToyGpu gpu;
    gpu.lanes = gpu.banks = 32;
    gpu.multiprocessors = gpu.resident_blocks = 2;
    return gpu;
}

bool is_program_name(const std::string& path) {
    const std::string ending = media::ending_of(path);
    return ending == ".cu" || ending == ".cuh";
}

Scene scene_of_file(const std::string& path) {
    Scene scene;
    std::error_code failed;
    const fs::path whole = fs::absolute(path, failed).lexically_normal();
    scene.of.emplace<UserProgram>().file = failed ? path : whole.string();
    scene.gpu = usual_gpu_of_programs();
    return scene;
}

Scene scene_of_text(const std::string& text) {
    Scene scene;
    scene.of.emplace<UserProgram>().file = programs::untitled;
    scene.edits[programs::untitled] = text;
    scene.gpu = usual_gpu_of_programs();
    return scene;
}

std::string text_of(const Scene& scene) {
    check_there(scene);
    return programs::sources_of(*scene.program(), scene.edits)(programs::name_of(*scene.program()));
}

RunScene run_program(Scene scene, const emulator::RunOptions& options) {
    check_there(scene);
    emulator::Compiler compiler(programs::sources_of(*scene.program(), scene.edits));
    const auto known = std::make_shared<ProgramRun>();
    RunScene run;
    run.program = known;
    try {
        const programs::HostRoom room(options.limits.memory_bytes);
        programs::open_program(*scene.program(), compiler, programs::MissingArguments::guess, &known->opened);
        programs::check_shared(known->opened, scene.gpu.shared_bytes, programs::MissingArguments::guess);
        run.trace = std::make_shared<emulator::Trace>(programs::run(known->opened, compiler, options));
    } catch (const emulator::CompileError& error) {
        throw ProgramFailed(error.what(), known, error.diagnostics());
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& error) {
        throw ProgramFailed(error.what(), known, {});
    }
    const programs::OpenedProgram& opened = known->opened;
    known->comparisons = programs::compare(opened.expected, opened.signature, opened.prepared, *run.trace);
    known->outcomes = programs::outcomes_of(opened.expected, opened.signature, opened.prepared, *run.trace);
    run.scene = std::move(scene);
    return run;
}

}  // namespace upsweep::scenes
