// Opens and runs user programs.
#include "scenes/run_program.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/quotes.h"
#include "core/ranges.h"
#include "emulator/compiler.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "media/file.h"
#include "programs/host_room.h"
#include "programs/whole.h"
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

namespace {

/// There is nothing to step through; what is wrong in the host code is under its lines.
[[noreturn]] void refuse_no_launch(const std::shared_ptr<const ProgramRun>& known) {
    const emulator::WholeProgramRun& whole = *known->opened.whole;
    std::vector<emulator::Diagnostic> complaints;
    for (const emulator::HostFinding& finding : whole.host.findings) {
        if (!finding.fault) continue;
        emulator::Diagnostic one;
        if (finding.where.file >= 0) one.file = nth(whole.files, finding.where.file).name;
        one.line = finding.where.line;
        one.column = finding.where.column;
        one.message = finding.message + (finding.cure.empty() ? "" : " " + finding.cure);
        complaints.push_back(std::move(one));
    }
    const std::string sentence =
        complaints.empty() ? "main launches no kernel, so no step can be shown." : complaints.front().message;
    throw ProgramFailed(sentence, known, std::move(complaints));
}

}  // namespace

RunScene run_program(Scene scene, const emulator::RunOptions& options) {
    check_there(scene);
    emulator::Compiler compiler(programs::sources_of(*scene.program(), scene.edits));
    const auto known = std::make_shared<ProgramRun>();
    RunScene run;
    run.program = known;
    try {
        const programs::HostRoom room(options.limits.memory_bytes);
        programs::open_program(*scene.program(), compiler, programs::MissingArguments::guess, &known->opened,
                               &options);
        emulator::RunOptions with = options;
        if (known->opened.whole == nullptr)
            programs::check_shared(known->opened, scene.gpu.shared_bytes, programs::MissingArguments::guess);
        else if (known->opened.launches == 0)
            refuse_no_launch(known);
        else
            with.gpu.shared_bytes = std::max(with.gpu.shared_bytes, programs::most_shared_bytes);
        run.trace = std::make_shared<emulator::Trace>(programs::run(known->opened, compiler, with));
    } catch (const emulator::CompileError& error) {
        throw ProgramFailed(error.what(), known, error.diagnostics());
    } catch (const Cancelled&) {
        throw;
    } catch (const ProgramFailed&) {
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
