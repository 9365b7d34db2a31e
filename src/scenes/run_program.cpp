// Opens and runs user programs.
#include "scenes/run_program.h"

#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/quotes.h"
#include "core/ranges.h"
#include "emulator/compiler.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "media/file.h"
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

/// How many of the plan's operations a record has room for: the first launch is among them in any case.
size_t operations_to_record(const programs::OpenedProgram& opened, const emulator::RunOptions& options) {
    const size_t all = opened.prepared.plan.operations.size();
    if (opened.whole == nullptr || !options.record) return all;
    int64_t sum = 0;
    bool launched = false;
    for (size_t i = 0; i < all; ++i) {
        const int64_t of_launch = opened.whole->steps[i];
        sum += std::max<int64_t>(of_launch, 1);  // a copy is a step too
        if (launched && sum > options.limits.steps) return i;
        launched |= of_launch > 0;
    }
    return all;
}

void leave_out_from(programs::OpenedProgram& opened, size_t operation) {
    std::vector<Operation>& operations = opened.prepared.plan.operations;
    operations.resize(operation);
    const auto kept =
        count_if(operations, [](const Operation& one) { return std::holds_alternative<Launch>(one.what); });
    const std::string which = kept == 1 ? "first" : fmt::format("first {}", kept);
    opened.left_out = fmt::format("The {} of the program's {} launches {} recorded.", which, opened.launches,
                                  kept == 1 ? "is" : "are");
}

emulator::Trace run_unrecorded(const programs::OpenedProgram& opened, emulator::Compiler& compiler,
                               emulator::RunOptions options) {
    options.record = false;
    options.limits.steps = emulator::Limits{}.steps;
    return programs::run(opened, compiler, options);
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
    std::optional<emulator::Trace> ends;  // what is expected is of the end, which the record may not reach
    try {
        programs::open_program(*scene.program(), compiler, programs::MissingArguments::guess, options,
                               &known->opened);
        if (known->opened.whole == nullptr)
            programs::check_shared(known->opened, scene.gpu.shared_bytes, programs::MissingArguments::guess);
        // The views follow an array; a program of the host alone has an empty one.
        Plan& plan = known->opened.prepared.plan;
        if (known->opened.whole != nullptr && plan.buffers.empty() && known->opened.launches == 0)
            plan.add_buffer({"no memory of the device", ScalarType::u8, {1, 1}});
        if (const size_t kept = operations_to_record(known->opened, options);
            kept < known->opened.prepared.plan.operations.size()) {
            if (!known->opened.expected.empty()) ends = run_unrecorded(known->opened, compiler, options);
            leave_out_from(known->opened, kept);
        }
        run.trace = programs::run_once(known->opened, compiler, options);
        known->opened.ran = {};
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
    known->comparisons =
        programs::compare(opened.expected, opened.signature, opened.prepared, ends ? *ends : *run.trace);
    known->outcomes = programs::outcomes_of(opened.expected, opened.signature, opened.prepared, *run.trace);
    run.scene = std::move(scene);
    return run;
}

}  // namespace upsweep::scenes
