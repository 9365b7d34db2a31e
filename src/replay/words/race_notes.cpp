// Words for the two accesses of a race.
#include "replay/words/race_notes.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

#include <fmt/format.h>

#include <algorithm>

namespace upsweep::replay {

using emulator::Race;

namespace {

std::string_view lacking(Race::Form form) {
    if (form == Race::Form::one_block) return "no barrier in between";
    return form == Race::Form::one_warp ? "no __syncwarp in between" : "nothing orders the two";
}

/// "Thread 7", with its block where the two are of different ones.
std::string who(const Trace& trace, const Finding& finding, const Race& race, bool earlier) {
    const int64_t warp = earlier ? race.warp : finding.warp;
    const int64_t lane = earlier ? race.lane : finding.lanes.empty() ? 0 : finding.lanes.front();
    const int64_t block = earlier ? race.block : finding.block;
    const bool apart = int64_t(race.block) != finding.block;
    const int64_t thread = warp * trace.gpu.lanes + lane;
    return apart ? fmt::format("Block {}, thread {}", block, thread) : fmt::format("Thread {}", thread);
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
    const auto found = std::find_if(trace.findings.begin(), trace.findings.end(), [&](const Finding& one) {
        return one.step + 1 == step && one.severity == emulator::Severity::fault && one.array >= 0 &&
               !one.elements.empty() && std::holds_alternative<Race>(one.facts);
    });
    if (found == trace.findings.end()) return std::nullopt;
    const Race& race = std::get<Race>(found->facts);
    RaceNotes notes;
    notes.array = static_cast<ArrayId>(found->array);
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
