#include "app/step/model/cure_trials.h"

#include <utility>
#include <vector>

#include "core/error.h"
#include "core/ranges.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::app {

using replay::CureEdit;
using scenes::RunScene;

namespace {

/// A cure that takes much longer does not count.
emulator::Limits limits_of_trial(const emulator::Trace& trace) {
    const int64_t steps = trace.step_count();
    return {.steps = trace.complete ? 2 * steps + 10'000 : steps, .memory_bytes = int64_t{512} << 20};
}

std::optional<CureEdit> first_that_cures(const RunScene& run, const emulator::Finding& finding,
                                         const std::vector<CureEdit>& cures, const Job& job) {
    for (const CureEdit& cure : cures) {
        const emulator::SourceText& source = nth(run.trace->sources, cure.file);
        scenes::Scene scene = run.scene;
        scene.step = 0;
        scene.edits[source.name] = replay::with_edit(source.text, cure.edit);
        try {
            const RunScene tried =
                scenes::run_scene(std::move(scene), job.cancel_flag(), nullptr, limits_of_trial(*run.trace));
            const bool worse = run.check.right && !tried.check.right;
            if (!worse && replay::is_cured(*run.trace, finding, *tried.trace)) return cure;
        } catch (const Cancelled&) {
            throw;
        } catch (const Error&) {
            // It does not compile: the next.
        }
    }
    return std::nullopt;
}

}  // namespace

void CureTrials::begin(const StepModel& model, int finding) {
    // The other one is tried again when it is wanted.
    if (job_.busy()) cures_.erase(trying_);
    job_.cancel();
    trying_ = finding;
    cures_[finding] = std::nullopt;
    const std::shared_ptr<const RunScene>& run = model.position()->shared_run();
    const emulator::Finding told = nth(run->trace->findings, finding);
    std::vector<CureEdit> cures = replay::cure_edits(*run->trace, told);
    if (cures.empty()) return;
    job_.start(
        "Trying a cure",
        [run, told, cures = std::move(cures)](Job& job) { return first_that_cures(*run, told, cures, job); },
        [this, finding](std::optional<CureEdit> cure) { cures_[finding] = std::move(cure); },
        [](const std::string&) {});
}

const CureEdit* CureTrials::cure(const StepModel& model, int finding) {
    if (model.position() == nullptr || finding < 0) return nullptr;
    if (scene_ != model.scenes()) {
        scene_ = model.scenes();
        job_.cancel();
        cures_.clear();
    }
    if (!cures_.contains(finding)) begin(model, finding);
    const std::optional<CureEdit>& cure = cures_[finding];
    return cure ? &*cure : nullptr;
}

}  // namespace upsweep::app
