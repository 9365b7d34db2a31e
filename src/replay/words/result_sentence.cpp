// The sentence of the last step.
#include "replay/words/result_sentence.h"

#include <vector>

#include "emulator/trace/trace.h"
#include "replay/trace.h"
#include "replay/value_text.h"

namespace upsweep::replay {

namespace {

/// What a scan with the operator makes.
std::string prefix_name(reference::Operator combined) {
    switch (combined) {
        case reference::Operator::maximum:
            return "prefix maximum";
        case reference::Operator::affine:
            return "prefix composition";
        case reference::Operator::flagged:
            return "segmented prefix sum";
        case reference::Operator::sum:
            break;
    }
    return "prefix sum";
}

/// What the output is, of the input.
std::string result_name(const scenes::RunScene& run) {
    const Algorithm& algorithm = *run.algorithm;
    const Convention convention = algorithm.convention != nullptr
                                      ? algorithm.convention(run.scene.catalog().parameters)
                                      : Convention::none;
    const std::string kind = convention == Convention::none ? "" : std::string(name_of(convention)) + " ";
    switch (algorithm.result) {
        case ResultKind::none:
            break;
        case ResultKind::scan:
            return "the " + kind + prefix_name(operator_of(*run.trace)) + " of " +
                   (run.scene.catalog().parameters.extent.height > 1 ? "each line of " : "");
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
        case ResultKind::compaction:
            return "the compaction of ";
        case ResultKind::sorted:
            return "the result of one sorting pass over ";
        case ResultKind::pyramid:
            return "the picture pyramid of ";
        case ResultKind::survival:
            return "the stages that each window survived in ";
        case ResultKind::drawing:
            return "the frames drawn into ";
    }
    return "the result of ";
}

}  // namespace

std::string result_sentence(const scenes::RunScene& run) {
    if (run.algorithm == nullptr || run.algorithm->reference == nullptr || !run.trace->complete) return {};
    const Plan& plan = run.trace->plan;
    if (plan.output.index < 0 || plan.input.index < 0) return {};
    const auto name = [&](BufferId id) { return "`" + plan.buffers[id.index].name + "`"; };
    if (!run.check.right)
        return "Done, but " + name(plan.output) + " differs from the reference: " + run.check.message;
    const bool rounded = is_floating(run.trace->output().type()) && run.algorithm->roundings != nullptr &&
                         run.algorithm->roundings(run.scene.catalog().parameters) > 0;
    return "Done: " + name(plan.output) + " is " + result_name(run) + name(plan.input) +
           ", equal to the reference in all `" + std::to_string(run.trace->output().count()) + "` cells" +
           (rounded ? " within the rounding tolerance." : ".");
}

namespace {

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

}  // namespace

std::string launch_sentence(const Trace& trace, const TraceIndex& index, const StagedLaunch& staged) {
    const auto launch = uint32_t(staged.launch());
    const LaunchInfo& info = trace.launches[launch];
    std::vector<std::string> from, made, changed;
    for (size_t i = 0; i < trace.arrays.size(); ++i) {
        const ArrayInfo& array = trace.arrays[i];
        if (array.space != Space::global || array.role != BufferRole::data) continue;
        const auto id = static_cast<ArrayId>(i);
        const StagedArray* role = staged.find(id);
        // What blocks only tell each other is not what came of it.
        if (role != nullptr && (!role->is_data() || role->subject.role == SubjectRole::prefix ||
                                role->subject.role == SubjectRole::aggregate))
            continue;
        const bool reads = index.reads(launch, id), writes = index.writes(launch, id);
        if (reads || writes) (!writes ? from : reads ? changed : made).push_back("`" + array.name + "`");
    }
    if (made.empty() && changed.empty()) return {};
    const int64_t blocks = info.grid.count();
    std::string text = trace.launches.size() == 1 ? "The launch is done: "
                                                  : "Launch `" + std::to_string(launch + 1) + "` of `" +
                                                        std::to_string(trace.launches.size()) + "` is done: ";
    text += blocks == 1 ? "one block has " : number_word(blocks) + " blocks have ";
    if (!made.empty()) text += "made " + listed(made);
    if (!changed.empty()) text += (made.empty() ? "" : " and ") + ("changed " + listed(changed));
    if (!from.empty()) text += (made.empty() ? " with " : " from ") + listed(from);
    return text + ".";
}

}  // namespace upsweep::replay
