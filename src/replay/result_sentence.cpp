// The sentence of the last step.
#include "replay/result_sentence.h"

namespace upsweep::replay {

namespace {

/// What the output is, of the input.
std::string result_name(const scenes::RunScene& run) {
    const Algorithm& algorithm = *run.algorithm;
    const Convention convention =
        algorithm.convention != nullptr ? algorithm.convention(run.scene.parameters) : Convention::none;
    const std::string kind = convention == Convention::none ? "" : std::string(name_of(convention)) + " ";
    switch (algorithm.result) {
        case ResultKind::none:
            break;
        case ResultKind::scan:
            return "the " + kind + "prefix sum of " +
                   (run.scene.parameters.extent.height > 1 ? "each line of " : "");
        case ResultKind::transpose:
            return "the transpose of ";
        case ResultKind::table:
            return "the " + kind + "integral image of ";
        case ResultKind::tensor:
            return "the " + kind + "integral histogram of ";
        case ResultKind::histogram:
            return "the histogram of a window of ";
        case ResultKind::filter:
            return "the filtered picture of ";
        case ResultKind::statistics:
            return "the mean and the variance of each window of ";
        case ResultKind::likelihood:
            return "the likelihood of each window of ";
    }
    return "the result of ";
}

}  // namespace

std::string result_sentence(const scenes::RunScene& run) {
    if (run.algorithm == nullptr || run.algorithm->reference == nullptr || !run.trace->complete) return {};
    const Plan& plan = run.trace->plan;
    if (plan.output.index < 0 || plan.input.index < 0) return {};
    const auto name = [&](BufferId id) {
        return "`" + plan.buffers[static_cast<std::size_t>(id.index)].name + "`";
    };
    if (!run.check.right)
        return "Done, but " + name(plan.output) + " differs from the reference: " + run.check.message;
    const bool rounded =
        run.algorithm->roundings != nullptr && run.algorithm->roundings(run.scene.parameters) > 0;
    return "Done: " + name(plan.output) + " is " + result_name(run) + name(plan.input) +
           ", equal to the reference in all `" + std::to_string(run.trace->output().count()) + "` cells" +
           (rounded ? " within what rounding allows." : ".");
}

}  // namespace upsweep::replay
