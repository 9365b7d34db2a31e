// Works costs out again for one step, and puts a data race into two lines.
#include "replay/words/finding.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/ranges.h"
#include "emulator/findings/finding_words.h"
#include "emulator/findings/wording.h"
#include "emulator/trace/access_cost.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::replay {

using emulator::FindingKind;

namespace {

/// One operand's loads, or stores, of a warp in one step.
struct OperandAccess {
    uint32_t operand = 0;
    bool write = false;
    emulator::WarpAccess warp;
};

/// Puts an access to the last one's instruction: a later lane, or what a wide access of the same lane
/// continues with. Another operand, or a lane that comes again, begins another.
void add(std::vector<OperandAccess>& all, const Access& access, bool write) {
    constexpr int widest = 16;
    const bool same = !all.empty() && all.back().operand == access.operand && all.back().write == write;
    const int last = same ? all.back().warp.lane[all.back().warp.lanes - 1] : -1;
    const auto lane = int(access.lane);
    if (lane == last) {
        // One element for each part: the lanes behind the first are as wide.
        emulator::WarpAccess& warp = all.back().warp;
        if (warp.lanes == 1 && warp.size + int(access.size) <= widest) warp.size += int(access.size);
        return;
    }
    if (!same || lane < last) {
        all.push_back({access.operand, write, {}});
        all.back().warp.size = int(access.size);
    }
    all.back().warp.add(lane, access.array, access.offset);
}

/// The accesses of the step to the finding's array that are in its line.
std::vector<OperandAccess> accesses_of(const Trace& trace, const Finding& finding, int64_t step) {
    const ArrayInfo& array = trace.arrays[finding.array];
    std::vector<OperandAccess> all;
    for (const Access& access : trace.accesses_of(step)) {
        const ArrayInfo& info = trace.arrays[access.array];
        const SourceRange& where = trace.operands[access.operand].where;
        if (access.kind == AccessKind::atomic || access.offset % access.size != 0 ||
            info.space != array.space || info.name != array.name || where.file != finding.where.file ||
            where.line != finding.where.line)
            continue;
        add(all, access, is_write(access));
    }
    return all;
}

/// Puts the access in the place of the finding's case.
void take_place(Finding& finding, const Trace& trace, const OperandAccess& access, int64_t step) {
    const Step& at = trace.step_at(step);
    finding.step = step;
    finding.launch = int32_t(trace.launch_near(at.operation));
    finding.block = int32_t(at.block);
    finding.warp = int32_t(at.warp);
    finding.where = trace.operands[access.operand].where;
    finding.array = int32_t(access.warp.array[0]);
    finding.lanes.clear();
    finding.elements.clear();
    for (size_t i = 0; i < size_t(access.warp.lanes); ++i) {
        const ArrayInfo& array = trace.arrays[access.warp.array[i]];
        finding.lanes.push_back(access.warp.lane[i]);
        finding.elements.push_back(access.warp.offset[i] / size_of(array.type));
    }
}

/// The worst bank conflict of the step, if it has one.
void take_conflict(Finding& finding, const Trace& trace, int64_t step) {
    int worst = 0;
    for (const OperandAccess& access : accesses_of(trace, finding, step)) {
        const emulator::BankCost cost = emulator::bank_cost(access.warp, trace.gpu.banks);
        if (cost.conflicts() <= worst) continue;
        worst = cost.conflicts();
        emulator::BankConflict conflict = emulator::bank_conflict_of(access.warp, cost, access.write);
        conflict.declared = std::get<emulator::BankConflict>(finding.facts).declared;
        take_place(finding, trace, access, step);
        finding.facts = std::move(conflict);
    }
}

void take_sectors(Finding& finding, const Trace& trace, int64_t step) {
    int worst = 0;
    for (const OperandAccess& access : accesses_of(trace, finding, step)) {
        const int sectors = emulator::sectors(access.warp), least = emulator::least_sectors(access.warp);
        if (sectors - least <= worst) continue;
        worst = sectors - least;
        take_place(finding, trace, access, step);
        finding.facts = emulator::Uncoalesced{access.write, sectors, least};
    }
}

}  // namespace

Finding finding_at(const Trace& trace, const Finding& finding, int64_t step) {
    Finding here = finding;
    here.lesser = 0;
    if (finding.step == step || step < 0 || step >= trace.step_count()) return here;
    if (finding.kind == FindingKind::bank_conflict) take_conflict(here, trace, step);
    if (finding.kind == FindingKind::uncoalesced) take_sectors(here, trace, step);
    return here;
}

emulator::FindingWords finding_words(const Trace& trace, const Finding& finding, int64_t step) {
    const Finding here = finding_at(trace, finding, step);
    emulator::FindingWords words = emulator::words_of(trace, here);
    if (here.step != step)
        words.sentence += " (The numbers are from step " + std::to_string(here.step + 1) + ".)";
    return words;
}

std::string finding_place(const Trace& trace, const Finding& finding, int64_t step) {
    const Finding here = finding_at(trace, finding, step);
    std::string place = here.where.line > 0 ? "line " + std::to_string(here.where.line) : "";
    if (here.lanes.empty() || here.step != step) return place;
    return place + (place.empty() ? "" : ", ") + emulator::lanes_in_words(here.lanes);
}

using emulator::Race;

namespace {

std::string_view lacking(Race::Form form) {
    if (form == Race::Form::one_block) return "no barrier in between";
    return form == Race::Form::one_warp ? "no __syncwarp in between" : "nothing orders the two";
}

/// "Thread 7 (lane 3 of warp 1)": as the stage and as the sentence name it; with its block where the two are
/// of different ones.
std::string who(const Trace& trace, const Finding& finding, const Race& race, bool earlier) {
    const int64_t warp = earlier ? race.warp : finding.warp;
    const int64_t lane = earlier ? race.lane : finding.lanes.empty() ? 0 : finding.lanes.front();
    const int64_t block = earlier ? race.block : finding.block;
    const bool apart = int64_t(race.block) != finding.block;
    const int64_t thread = warp * trace.gpu.lanes + lane;
    if (apart)
        return emulator::in_sentence_case(
            fmt::format("{}, thread {}", emulator::name_of_block(trace, finding.launch, block), thread));
    return fmt::format("Thread {} (lane {} of warp {})", thread, lane, warp);
}

/// "cell 3", "cell (1, 2)": column and row.
std::string cell(const ArrayInfo& info, int64_t element) {
    const int64_t width = info.extent.width;
    return info.extent.height > 1 ? fmt::format("cell ({}, {})", element % width, element / width)
                                  : fmt::format("cell {}", element);
}

std::string line(const SourceRange& where) {
    return where.line > 0 ? fmt::format(" in line {}", where.line) : std::string();
}

}  // namespace

std::optional<RaceNotes> race_notes(const Trace& trace, int64_t step) {
    const auto found = find_if(trace.findings, [&](const Finding& one) {
        return one.step + 1 == step && one.severity == emulator::Severity::fault && one.array >= 0 &&
               !one.elements.empty() && std::holds_alternative<Race>(one.facts);
    });
    if (found == trace.findings.end()) return std::nullopt;
    const Race& race = std::get<Race>(found->facts);
    RaceNotes notes;
    notes.array = ArrayId(found->array);
    notes.element = found->elements.front();
    notes.notes[0] =
        fmt::format("{} {} {}{}", who(trace, *found, race, true), race.was_read ? "reads" : "writes",
                    cell(trace.arrays[notes.array], notes.element), line(race.earlier));
    notes.notes[1] = fmt::format("{} {} it{}", who(trace, *found, race, false),
                                 race.write ? "writes" : "reads", line(found->where));
    notes.lacks = lacking(race.form);
    return notes;
}

}  // namespace upsweep::replay
