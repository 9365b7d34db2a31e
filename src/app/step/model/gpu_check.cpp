#include "app/step/model/gpu_check.h"

#include "backends/backend.h"

namespace upsweep::app {
namespace {

/// Where a person is in the trace does not matter.
scenes::Scene without_place(scenes::Scene scene) {
    scene.step = 0;
    scene.launch.clear();
    return scene;
}

}  // namespace

bool GpuCheck::concerns(const scenes::Scene& scene) {
    return scene.trace_file() == nullptr && (scene.program() || !scene.edits.empty());
}

void GpuCheck::look_for_gpu() {
    if (std::exchange(looked_, true)) return;
    look_job_.start(
        "Looking for a GPU", [](Job&) { return backends::gpu().missing(); },
        [this](const std::string& reason) { no_gpu_ = reason; });
}

std::string GpuCheck::why_not_raced(const scenes::Scene& scene) const {
    if (scene.program())
        return "The Race has no reference for a file of your own; it takes changed kernels of the catalog.";
    if (scene.entry() == nullptr || scene.edits.empty())
        return "The Race already times this kernel; change a line, and it times yours too.";
    if (find_algorithm(scene.slug()).cpu_loop)
        return "This is a loop for the CPU; the Race times changed kernels on the GPU.";
    return no_gpu_.empty() ? "" : "Your kernel can only be timed on a GPU. " + no_gpu_;
}

void GpuCheck::start(const scenes::Scene& scene) {
    cancel();
    scene_ = without_place(scene);
    state_ = State::running;
    job_.start(
        "Running on the GPU",
        [scene = scene_, run = run_isolated_, whole = run_whole_](Job& job) {
            return scenes::run_on_gpu(scene, job.cancel_flag(), run, whole);
        },
        [this](scenes::GpuRun run) { put_in(run); },
        [this](const std::string& why) {
            state_ = State::refused;
            sentences_ = {why};
            if (scene_.program())
                sentences_.push_back("On a machine with a GPU: `upsweep run " +
                                     programs::name_of(*scene_.program()) + " --on emulator,gpu`.");
        });
}

void GpuCheck::follow(const scenes::Scene& scene) {
    if (state_ != State::idle && !(without_place(scene) == scene_)) cancel();
}

void GpuCheck::put_in(const scenes::GpuRun& run) {
    const bool same_output = !run.whole || (run.whole->missing.empty() &&
                                            scenes::differing_lines(run.output, run.whole->output).empty());
    const bool equal = run.launches ? backends::are_equal(run.comparisons) : same_output;
    state_ = equal ? State::equal : State::different;
    sentences_ = scenes::sentences_of(run);
    printed_ = run.result.printed;
}

void GpuCheck::cancel() {
    job_.cancel();
    state_ = State::idle;
    sentences_.clear();
    printed_.clear();
}

}  // namespace upsweep::app
