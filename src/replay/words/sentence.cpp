// What a step does, in words.
#include "replay/words/sentence.h"

#include <algorithm>

#include "emulator/findings/finding_words.h"
#include "emulator/trace/trace.h"
#include "replay/data/symbols.h"
#include "replay/words/sentence_parts.h"

namespace upsweep::replay {

namespace {

/// What the host brings into an array, or fills it with.
std::string host_sentence(const Trace& trace, const StepPicture& picture) {
    if (picture.arrays.empty()) return "Before the launch, the host prepares memory.";
    const ArrayTouches& touched = picture.arrays.front();
    const std::string name = in_backticks(trace.arrays[touched.array].name);
    const auto value = [&](const CellTouch& cell) { return trace.access_at(cell.access).value; };
    const bool same = std::all_of(touched.cells.begin(), touched.cells.end(), [&](const CellTouch& cell) {
        return cell.written && value(cell) == value(touched.cells.front());
    });
    if (touched.cells.empty() || !same) return "The host copies new values into " + name + ".";
    return "Before the launch, the host sets all of " + name + " to " +
           in_backticks(value_text(trace, trace.access_at(touched.cells.front().access))) + ".";
}

/// Weak memory: a store that was delayed arrives.
std::string drain_sentence(const Narration& narration, const StepPicture& picture, const Writes& flows) {
    const std::string who = block_name(narration, picture.focus);
    if (flows.empty()) return "A delayed store by " + who + " becomes visible to the other blocks now.";
    const Flow& flow = *flows.front();
    const ArrayInfo& array = narration.trace.arrays[flow.array];
    return "The other blocks now see what " + who +
           " stored earlier: " + cell_name(narration, flow.array, flow.cell) + " of " +
           in_backticks(array.name) + " becomes " + in_backticks(shown_value(narration, flow.access)) + ".";
}

std::string barrier_sentence(const Narration& narration, int64_t index) {
    const LaunchInfo* launch = launch_of(narration.trace, narration.trace.step_at(index));
    const std::string block = block_name(narration, index);
    if (launch != nullptr && launch->warps_per_block == 1)
        return emulator::in_sentence_case(block) + " has one warp, so there is no waiting at the barrier.";
    return "Every warp of " + block + " has reached the barrier: each can now read what the others wrote.";
}

}  // namespace

std::string cell_name(const ArrayInfo& info, int64_t element) {
    if (info.extent.height <= 1) return "cell " + in_backticks(element);
    return "row " + in_backticks(element / info.extent.width) + ", column " +
           in_backticks(element % info.extent.width);
}

std::string cell_name(const Narration& narration, ArrayId array, int64_t element) {
    ArrayInfo info = narration.trace.arrays[array];
    const StagedArray* staged = narration.staged != nullptr ? narration.staged->find(array) : nullptr;
    if (staged != nullptr && !staged->is_shared()) info.extent = staged->extent;
    return cell_name(info, element);
}

bool has_several_blocks(const Narration& narration, const Step& step) {
    const LaunchInfo* launch = launch_of(narration.trace, step);
    return launch != nullptr && launch->grid.count() > 1;
}

std::string block_name(const Narration& narration, int64_t index) {
    const Step& step = narration.trace.step_at(index);
    if (narration.staged == nullptr || !narration.staged->fetches_numbers())
        return "block " + in_backticks(step.block);
    const int64_t known = narration.staged->numbered_at(step.block);
    if (known < 0 || known > index) return "the block with blockIdx " + in_backticks(step.block);
    return "block " + in_backticks(narration.staged->number_of(step.block));
}

std::string runner(const Narration& narration, int64_t index) {
    const Step& step = narration.trace.step_at(index);
    if (is_cpu_loop(narration.trace, narration.trace.launch_near(step.operation))) return "The loop";
    const LaunchInfo* launch = launch_of(narration.trace, step);
    const bool one_warp = launch != nullptr && launch->warps_per_block == 1;
    if (!has_several_blocks(narration, step)) return "Warp " + in_backticks(step.warp);
    if (one_warp) return emulator::in_sentence_case(block_name(narration, index));
    return "Warp " + in_backticks(step.warp) + " of " + block_name(narration, index);
}

std::string in_block(const Narration& narration, int64_t index, const std::string& sentence) {
    const std::string block = block_name(narration, index);
    if (!has_several_blocks(narration, narration.trace.step_at(index)) || sentence.starts_with(block))
        return emulator::in_sentence_case(sentence);
    std::string rest = sentence;
    rest.front() = char(std::tolower(static_cast<unsigned char>(rest.front())));
    return "In " + block + ", " + rest;
}

std::string shown_value(const Narration& narration, int64_t access) {
    const bool known = narration.symbols != nullptr && narration.symbols->known();
    std::string symbol = known ? symbol_text(narration.trace, narration.symbols->of(access)) : "";
    return symbol.empty() ? value_text(narration.trace, narration.trace.access_at(access)) : symbol;
}

std::string sentence_of(const Trace& trace, const StepPicture& picture, const StagedLaunch* staged) {
    return sentence_of({trace, staged}, picture);
}

std::string sentence_of(const Narration& narration, const StepPicture& picture) {
    const Trace& trace = narration.trace;
    if (picture.focus < 0)
        return "Nothing has run yet. Press → for the first step, or Space to play. New here? Start with "
               "Lessons.";
    const Step& step = trace.step_at(picture.focus);
    Writes flows;
    for (const Flow& flow : picture.flows)
        if (flow.step == picture.focus) flows.push_back(&flow);
    std::stable_partition(flows.begin(), flows.end(),
                          [&](const Flow* flow) { return flow->array == picture.followed; });
    if (step.kind == StepKind::host) return host_sentence(trace, picture);
    if (step.kind == StepKind::drain) return drain_sentence(narration, picture, flows);
    if (!flows.empty()) return writes_sentence(narration, picture, flows);
    switch (step.kind) {
        case StepKind::condition:
            return condition_sentence(narration, picture.focus);
        case StepKind::barrier:
            return barrier_sentence(narration, picture.focus);
        case StepKind::arrive:
            return runner(narration, picture.focus) + " waits at the barrier for the block's other warps.";
        case StepKind::leave:
            return runner(narration, picture.focus) + " has finished.";
        default:
            return local_sentence(narration, picture.focus);
    }
}

std::string plain(const std::string& sentence) {
    std::string out = sentence;
    out.erase(std::remove(out.begin(), out.end(), '`'), out.end());
    return out;
}

}  // namespace upsweep::replay
