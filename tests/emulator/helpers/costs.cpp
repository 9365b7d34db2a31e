#include "emulator/helpers/costs.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

/// What one lane touches: bytes of one array.
struct Touch {
    int lane = 0;
    ArrayId array = 0;
    int64_t first = 0, end = 0;
};

/// One load or store of one warp.
struct AccessOfWarp {
    int64_t step = 0;
    uint32_t operand = 0;
    bool write = false;
    std::vector<Touch> touches;

    int64_t size() const {
        int64_t size = 0;
        for (const Touch& touch : touches) size = std::max(size, touch.end - touch.first);
        return size;
    }
};

Touch touch_of(const Access& access) {
    return {static_cast<int>(access.lane), access.array, access.offset, int64_t{access.offset} + access.size};
}

/// Puts an access to the last one's instruction: a later lane, or what a wide access of the same lane
/// continues with. False if it begins another.
bool continues(AccessOfWarp& last, const Access& access) {
    Touch& touch = last.touches.back();
    if (int(access.lane) == touch.lane) {
        const bool next = access.array == touch.array && access.offset == touch.end;
        if (!next || touch.end + access.size - touch.first > 16) return false;
        touch.end += access.size;
        return true;
    }
    if (int(access.lane) < touch.lane) return false;
    last.touches.push_back(touch_of(access));
    return true;
}

std::vector<AccessOfWarp> accesses_of(const Trace& trace) {
    std::vector<AccessOfWarp> all;
    for (int64_t step = 0; step < trace.step_count(); ++step) {
        if (trace.steps[step].kind == StepKind::host) continue;
        const Access* before = nullptr;
        for (auto i = int64_t(trace.steps[step].first_access); i < trace.end_access(step); ++i) {
            const Access& access = trace.accesses[i];
            const bool one = before != nullptr && before->operand == access.operand &&
                             before->kind == access.kind && continues(all.back(), access);
            before = access.kind == AccessKind::atomic ? nullptr : &access;
            if (one || before == nullptr) continue;
            all.push_back({step, access.operand, access.kind == AccessKind::write, {touch_of(access)}});
        }
    }
    return all;
}

struct Turns {
    int64_t taken = 0, least = 0;
};

/// Lanes that share a turn: all, half or a quarter, by the bytes of each.
Turns turns_of(const AccessOfWarp& access, int64_t banks) {
    const int64_t size = access.size();
    const int64_t lanes = size <= 4 ? 32 : std::max<int64_t>(1, banks * 4 / size);
    std::map<int64_t, std::set<std::pair<ArrayId, int64_t>>> words;
    for (const Touch& touch : access.touches)
        for (int64_t word = touch.first / 4; word * 4 < touch.end; ++word)
            words[touch.lane / lanes].insert({touch.array, word});
    Turns turns;
    for (const auto& [group, distinct] : words) {
        std::map<int64_t, int64_t> in_bank;
        for (const auto& [array, word] : distinct) ++in_bank[word % banks];
        int64_t most = 0;
        for (const auto& [bank, count] : in_bank) most = std::max(most, count);
        turns.taken += most;
        turns.least += (int64_t(distinct.size()) + banks - 1) / banks;
    }
    return turns;
}

struct Sectors {
    int64_t used = 0, needed = 0;
    bool worth_a_finding() const { return used >= 2 * needed && used >= needed + 2; }
};

Sectors sectors_of(const AccessOfWarp& access) {
    std::set<std::pair<ArrayId, int64_t>> sectors, places;
    for (const Touch& touch : access.touches) {
        places.insert({touch.array, touch.first});
        for (int64_t sector = touch.first / 32; sector * 32 < touch.end; ++sector)
            sectors.insert({touch.array, sector});
    }
    return {static_cast<int64_t>(sectors.size()), (int64_t(places.size()) * access.size() + 31) / 32};
}

/// More findings of a kind are not kept.
constexpr int most_of_a_kind = 200;

/// What a step must report: file, line and array of its accesses, for those of one line are one.
using CostsTold = std::map<int64_t, std::set<std::tuple<int32_t, int32_t, std::string>>>;

struct Costs {
    std::map<uint32_t, Counts> launches;  ///< the counts of turns and sectors only
    CostsTold conflicts, uncoalesced;
};

std::tuple<int32_t, int32_t, std::string> place_of(const Trace& trace, const AccessOfWarp& access) {
    const SourceRange& where = trace.operands[access.operand].where;
    return {where.file, where.line, trace.arrays[access.touches[0].array].name};
}

Costs costs_of(const Trace& trace) {
    Costs costs;
    for (const AccessOfWarp& whole : accesses_of(trace)) {
        Counts& counts = costs.launches[trace.launch_near(trace.steps[whole.step].operation)];
        for (Space space : {Space::shared, Space::global}) {
            AccessOfWarp access{whole.step, whole.operand, whole.write, {}};
            for (const Touch& touch : whole.touches)
                if (trace.arrays[touch.array].space == space) access.touches.push_back(touch);
            if (access.touches.empty()) continue;
            if (space == Space::shared) {
                const Turns turns = turns_of(access, trace.gpu.banks);
                (access.write ? counts.shared_store_wavefronts : counts.shared_load_wavefronts) +=
                    turns.taken;
                counts.bank_conflicts += turns.taken - turns.least;
                if (turns.taken > turns.least) costs.conflicts[access.step].insert(place_of(trace, access));
            } else {
                const Sectors sectors = sectors_of(access);
                (access.write ? counts.global_store_sectors : counts.global_load_sectors) += sectors.used;
                if (sectors.worth_a_finding()) costs.uncoalesced[access.step].insert(place_of(trace, access));
            }
        }
    }
    return costs;
}

std::string line_of(const Trace& trace, int64_t step) {
    const SourceRange& where = trace.statements[trace.steps[step].statement].where;
    return fmt::format("step {} in line {}", step, where.line);
}

void compare_counts(const Trace& trace, Costs& costs, std::vector<std::string>& differences) {
    using Member = int64_t Counts::*;
    const std::pair<const char*, Member> members[] = {
        {"shared load wavefronts", &Counts::shared_load_wavefronts},
        {"shared store wavefronts", &Counts::shared_store_wavefronts},
        {"bank conflicts", &Counts::bank_conflicts},
        {"global load sectors", &Counts::global_load_sectors},
        {"global store sectors", &Counts::global_store_sectors},
    };
    for (uint32_t launch = 0; launch < trace.launches.size(); ++launch)
        for (const auto& [name, member] : members)
            if (trace.launches[launch].counts.*member != costs.launches[launch].*member)
                differences.push_back(fmt::format("launch {}: {} {}, by the accesses {}", launch, name,
                                                  trace.launches[launch].counts.*member,
                                                  costs.launches[launch].*member));
}

void compare_findings(const Trace& trace, FindingKind kind, const CostsTold& expected,
                      std::vector<std::string>& differences) {
    std::set<int64_t> told;
    int64_t times = 0, expected_times = 0;
    int kept = 0;
    for (const Finding& finding : trace.findings)
        if (finding.kind == kind) {
            ++kept;
            told.insert(finding.steps.begin(), finding.steps.end());
            times += finding.times;
        }
    for (const auto& [step, places] : expected) {
        expected_times += int64_t(places.size());
        if (told.erase(step) == 0 && kept < most_of_a_kind)
            differences.push_back(fmt::format("{} is not told of {}", name_of(kind), line_of(trace, step)));
    }
    for (int64_t step : told)
        differences.push_back(fmt::format("{} is told of {}", name_of(kind), line_of(trace, step)));
    if (times != expected_times && kept < most_of_a_kind)
        differences.push_back(
            fmt::format("{} {} times, by the accesses {}", name_of(kind), times, expected_times));
}

/// The set lanes are neighbours among those of `all`.
bool are_neighbours(uint32_t set, uint32_t all) {
    std::string lanes;
    for (int lane = 0; lane < 32; ++lane)
        if ((all >> lane & 1) != 0) lanes += (set >> lane & 1) != 0 ? '1' : '0';
    return lanes.find('1', lanes.find('0', lanes.find('1'))) == std::string::npos;
}

/// The condition of an `if`, by the text before it.
bool is_if(const Trace& trace, const Step& step) {
    const SourceRange& where = trace.statements[step.statement].where;
    if (step.kind != StepKind::condition || where.file < 0) return false;
    std::istringstream text(trace.sources[where.file].text);
    std::string line;
    for (int i = 0; i < where.line; ++i) std::getline(text, line);
    const std::string before = line.substr(0, size_t(where.column - 1));
    return before.size() >= 4 && before.substr(before.size() - 4) == "if (";
}

void check_divergence(const Trace& trace, std::vector<std::string>& differences) {
    std::set<int64_t> told;
    for (const Finding& finding : trace.findings) {
        if (finding.kind != FindingKind::divergence) continue;
        told.insert(finding.steps.begin(), finding.steps.end());
        const Step& step = trace.steps[finding.step];
        const bool part = !finding.lanes.empty() && finding.lanes.size() < size_t(trace.gpu.lanes);
        const bool inside = std::all_of(finding.lanes.begin(), finding.lanes.end(),
                                        [&](int lane) { return (step.active >> lane & 1) != 0; });
        if (!part || !inside) differences.push_back("no lanes part: " + sentence_of(trace, finding));
    }
    // Lanes that run apart lose nothing more where an `if` parts them.
    if (trace.gpu.lanes_apart()) return;
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, int64_t> last;
    for (int64_t i = 0; i < trace.step_count(); ++i) {
        const Step& step = trace.steps[i];
        if (step.kind == StepKind::host) continue;
        auto [entry, first] = last.try_emplace({step.operation, step.block, step.warp}, i);
        const int64_t before = std::exchange(entry->second, i);
        if (first) continue;
        const Step& condition = trace.steps[before];
        // Of `if (…) break;` the next step shows the lanes that stay, and the finding is about those that
        // leave: what is a run on either side need not be told.
        const bool part = (step.active & ~condition.active) == 0 && step.active != condition.active &&
                          !are_neighbours(step.active, condition.active) &&
                          !are_neighbours(condition.active & ~step.active, condition.active);
        if (part && is_if(trace, condition) && told.count(before) == 0)
            differences.push_back("divergence is not told of " + line_of(trace, before));
    }
}

}  // namespace

std::vector<std::string> cost_differences(const Trace& trace) {
    std::vector<std::string> differences;
    Costs costs = costs_of(trace);
    compare_counts(trace, costs, differences);
    compare_findings(trace, FindingKind::bank_conflict, costs.conflicts, differences);
    compare_findings(trace, FindingKind::uncoalesced, costs.uncoalesced, differences);
    check_divergence(trace, differences);
    return differences;
}

}  // namespace upsweep::emulator
