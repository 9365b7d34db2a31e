// Words a finding for one of its steps.
#include "replay/finding.h"

#include "emulator/findings/sentences.h"
#include "emulator/trace/access_cost.h"
#include "replay/trace.h"

namespace upsweep::replay {

using emulator::Access;
using emulator::Trace;

namespace {

/// The warp's loads, or its stores, at the finding's place in that step: what each lane asks of shared
/// memory.
emulator::WarpAccess access_of(const Trace& trace, const emulator::Finding& finding, std::int64_t step,
                               bool stores) {
    constexpr int most = 32;
    emulator::WarpAccess warp;
    const std::int64_t end = trace.end_access(step);
    for (std::int64_t i = trace.steps[static_cast<std::size_t>(step)].first_access; i < end; ++i) {
        const Access& access = trace.accesses[static_cast<std::size_t>(i)];
        if (is_write(access) != stores || access.operand >= trace.operands.size()) continue;
        if (trace.arrays[access.array].space != emulator::Space::shared) continue;
        if (!(trace.operands[access.operand].where == finding.where)) continue;
        // A wide load is one access for each element: the lane's later ones only make it wider.
        const bool again =
            warp.lanes > 0 && warp.lane[static_cast<std::size_t>(warp.lanes) - 1] == access.lane;
        if (again && warp.lanes == 1) warp.size += access.size;
        if (again || warp.lanes == most) continue;
        if (warp.lanes == 0) warp.size = access.size;
        warp.add(access.lane, access.array, access.offset);
    }
    return warp;
}

/// The bank conflict's sentence for that step's loads, or stores; empty if they have another cost.
std::string conflict_sentence(const Trace& trace, const emulator::Finding& finding, std::int64_t step,
                              bool stores) {
    const emulator::WarpAccess access = access_of(trace, finding, step, stores);
    if (access.lanes == 0) return "";
    const emulator::BankCost cost = emulator::bank_cost(access, trace.gpu.banks);
    if (cost.wavefronts != finding.degree || cost.conflicts() == 0) return "";
    return emulator::bank_conflict_sentence(access, trace.gpu.banks, cost, stores);
}

}  // namespace

std::string finding_sentence(const Trace& trace, const emulator::Finding& finding, std::int64_t step) {
    if (finding.steps.empty() || finding.steps.front() == step) return finding.message;
    for (const bool stores : {false, true}) {
        if (finding.kind != emulator::FindingKind::bank_conflict) break;
        // Loads and stores of one place are findings of their own: this one's are those of its first step.
        if (conflict_sentence(trace, finding, finding.steps.front(), stores) != finding.message) continue;
        const std::string sentence = conflict_sentence(trace, finding, step, stores);
        if (!sentence.empty()) return sentence;
    }
    return finding.message + " (The numbers are those of step " + std::to_string(finding.steps.front() + 1) +
           ", where this was found first.)";
}

std::string finding_place(const emulator::Finding& finding, std::int64_t step) {
    std::string place = finding.where.line > 0 ? "line " + std::to_string(finding.where.line) : "";
    // Equal bank conflicts have equal lanes; other findings are one whatever their lanes.
    const bool of_this_step = finding.kind == emulator::FindingKind::bank_conflict || finding.steps.empty() ||
                              finding.steps.front() == step;
    if (finding.lanes.empty() || !of_this_step) return place;
    return place + (place.empty() ? "" : ", ") + emulator::lanes_in_words(finding.lanes);
}

}  // namespace upsweep::replay
