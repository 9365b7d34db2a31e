// Finds where a run stops.
#include "replay/structure/stops.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/error.h"
#include "core/numbers.h"
#include "core/quotes.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/structure/condition_lanes.h"

namespace upsweep::replay {

using scenes::Stop;

namespace {

using Kind = Stop::Kind;

void check_cancel(const std::atomic<bool>* cancel, int64_t step) {
    if (cancel != nullptr && step % 1024 == 0 && *cancel) throw Cancelled();
}

/// Every step that fits, once.
template <class Fits>
StopPlaces where_steps(const Trace& trace, const std::atomic<bool>* cancel, Fits fits) {
    StopPlaces found;
    for (int64_t step = 0; step < trace.step_count(); ++step) {
        check_cancel(cancel, step);
        if (fits(step)) found.steps.push_back(step + 1);
    }
    return found;
}

/// "`a`, `b` and `c`"
std::string stops_listed(const std::vector<std::string>& names) {
    std::string text;
    for (size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + in_ticks(names[i]);
    return text;
}

StopPlaces lines(const Trace& trace, const Stop& stop, const std::atomic<bool>* cancel) {
    int file = first_file(trace);
    if (!stop.name.empty()) {
        const auto named = std::find_if(trace.sources.begin(), trace.sources.end(),
                                        [&](const auto& source) { return source.name == stop.name; });
        if (named == trace.sources.end())
            return {{}, fmt::format("This run has no file {}.", in_ticks(stop.name))};
        file = int(named - trace.sources.begin());
    }
    const auto runs = [&](int64_t step) {
        const SourceRange place = where(trace, trace.step_at(step));
        return place.file == file && place.line == stop.number;
    };
    if (stop.condition.empty()) {
        StopPlaces found = where_steps(trace, cancel, runs);
        if (found.steps.empty())
            found.missing = fmt::format("Line {} runs no code; choose a line with a statement.", stop.number);
        return found;
    }
    ConditionLanes lanes(trace, scenes::parse_condition(stop.condition));
    if (!lanes.missing().empty()) return {{}, lanes.missing()};
    return where_steps(trace, cancel, [&](int64_t step) { return runs(step) && lanes.any_at(step); });
}

/// The condition becomes true for a lane: it was not when that lane ran last.
StopPlaces conditions(const Trace& trace, const Stop& stop, const std::atomic<bool>* cancel) {
    ConditionLanes lanes(trace, scenes::parse_condition(stop.condition));
    if (!lanes.missing().empty()) return {{}, lanes.missing()};
    return where_steps(trace, cancel, [&](int64_t step) { return lanes.begins_at(step); });
}

/// Arrays that a cell's name means.
std::vector<bool> arrays_named(const Trace& trace, const Stop& stop) {
    std::vector<bool> named(trace.arrays.size());
    for (size_t i = 0; i < trace.arrays.size(); ++i) {
        const ArrayInfo& info = trace.arrays[i];
        const bool memory = info.space == Space::global || info.space == Space::shared;
        named[i] = memory && info.name == stop.name && (stop.block < 0 || info.block == stop.block);
    }
    return named;
}

std::string no_such_array(const Trace& trace, const Stop& stop) {
    std::set<std::string> seen;
    std::vector<std::string> names;
    for (const ArrayInfo& info : trace.arrays)
        if ((info.space == Space::global || info.space == Space::shared) && seen.insert(info.name).second)
            names.push_back(info.name);
    if (seen.count(stop.name) != 0)
        return fmt::format("Block {} has no array {}.", stop.block, in_ticks(stop.name));
    return fmt::format("There is no array {}; there {} {}.", in_ticks(stop.name),
                       names.size() == 1 ? "is" : "are", stops_listed(names));
}

/// The element that a cell means in an array; -1: it has none such.
int64_t element_in(const ArrayInfo& info, const Stop& stop) {
    const Extent extent = info.extent;
    if (stop.column < 0) return stop.number < extent.count() ? stop.number : -1;
    return stop.number < extent.height && stop.column < extent.width
               ? stop.number * extent.width + stop.column
               : -1;
}

bool takes(const ArrayInfo& info, const Access& access, const std::string& value) {
    if (value.empty()) return true;
    if (bits_to_text(info.type, access.value) == value) return access.value != access.old_value;
    double wanted = 0;
    read_number(value.data(), value.data() + value.size(), wanted);
    const bool now = bits_to_number(info.type, access.value) == wanted;
    return now && (!access.was_defined || bits_to_number(info.type, access.old_value) != wanted);
}

StopPlaces cells(const Trace& trace, const Stop& stop, const std::atomic<bool>* cancel) {
    const std::vector<bool> named = arrays_named(trace, stop);
    int64_t most = -1;
    bool any = false;
    for (size_t i = 0; i < named.size(); ++i) {
        if (!named[i]) continue;
        any = any || element_in(trace.arrays[i], stop) >= 0;
        most = std::max(most, trace.arrays[i].extent.count() - 1);
    }
    if (most < 0) return {{}, no_such_array(trace, stop)};
    if (!any) return {{}, fmt::format("{} has cells 0 to {}.", in_ticks(stop.name), most)};
    return where_steps(trace, cancel, [&](int64_t step) {
        for (const Access& access : trace.accesses_of(step)) {
            if (!named[access.array] || !is_write(access)) continue;
            const ArrayInfo& info = trace.arrays[access.array];
            const int64_t wanted = element_in(info, stop), first = element_of(trace, access);
            const bool here = wanted >= first && wanted < first + elements_of(trace, access);
            if (here && takes(info, access, stop.value)) return true;
        }
        return false;
    });
}

/// Of each launch the first or last step of a block.
StopPlaces blocks(const Trace& trace, const Stop& stop) {
    StopPlaces found;
    for (const LaunchInfo& launch : trace.launches) {
        int64_t place = -1;
        for (int64_t i = launch.first_step; i < launch.end_step; ++i) {
            const Step& step = trace.step_at(i);
            const bool its = step.kind != StepKind::host && step.block == stop.number &&
                             step.operation == launch.operation;
            if (its && (place < 0 || stop.kind == Kind::block_ends)) place = i;
        }
        if (place >= 0) found.steps.push_back(place + 1);
    }
    std::sort(found.steps.begin(), found.steps.end());
    if (!found.steps.empty()) return found;
    int64_t most = 0;
    for (const LaunchInfo& launch : trace.launches)
        most = std::max(most, int64_t(launch.grid.x) * launch.grid.y * launch.grid.z);
    found.missing = stop.number >= most
                        ? fmt::format("There is no block {}; the blocks are 0 to {}.", stop.number, most - 1)
                        : fmt::format("Block {} never gets a slot in this run.", stop.number);
    return found;
}

/// Small letters, so that "up-sweep" finds "Up-sweep: each pass …".
std::string plain(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return out;
}

StopPlaces phases(const Trace& trace, const Stop& stop) {
    StopPlaces found;
    std::vector<std::string> names;
    const std::string wanted = plain(stop.name);
    for (const Phase& phase : trace.phases) {
        const std::string name = short_phase_name(phase.name);
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        if (phase.end_step > phase.first_step && (plain(name) == wanted || plain(phase.name) == wanted))
            found.steps.push_back(phase.first_step + 1);
    }
    std::sort(found.steps.begin(), found.steps.end());
    found.steps.erase(std::unique(found.steps.begin(), found.steps.end()), found.steps.end());
    if (found.steps.empty() && names.size() > 12) names.resize(12);
    if (found.steps.empty())
        found.missing = names.empty() ? "This run has no phases."
                                      : fmt::format("There is no phase {}; there {} {}.", in_ticks(stop.name),
                                                    names.size() == 1 ? "is" : "are", stops_listed(names));
    return found;
}

StopPlaces finding_steps(const Trace& trace) {
    std::set<int64_t> steps;
    for (const Finding& finding : trace.findings)
        for (const int64_t step : finding.steps) steps.insert(step + 1);
    StopPlaces found{{steps.begin(), steps.end()}, {}};
    if (steps.empty()) found.missing = "This run has no findings.";
    return found;
}

}  // namespace

int first_file(const Trace& trace) {
    for (const Step& step : trace.steps)
        if (const SourceRange place = where(trace, step); place.file >= 0) return place.file;
    return -1;
}

StopPlaces places_of(const Trace& trace, const Stop& stop, const std::atomic<bool>* cancel) {
    switch (stop.kind) {
        case Kind::line:
            return lines(trace, stop, cancel);
        case Kind::barrier:
            return where_steps(trace, cancel,
                               [&](int64_t step) { return trace.step_at(step).kind == StepKind::barrier; });
        case Kind::finding:
            return finding_steps(trace);
        case Kind::cell:
            return cells(trace, stop, cancel);
        case Kind::block_starts:
        case Kind::block_ends:
            return blocks(trace, stop);
        case Kind::lane:
            return where_steps(trace, cancel, [&](int64_t step) {
                const Step& one = trace.step_at(step);
                return one.kind != StepKind::host && stop.number < 32 &&
                       (one.active >> stop.number & 1U) != 0;
            });
        case Kind::phase:
            return phases(trace, stop);
        case Kind::condition:
            return conditions(trace, stop, cancel);
    }
    return {};
}

std::optional<int64_t> place_beside(const std::vector<int64_t>& places, int64_t step, bool on) {
    if (on) {
        const auto next = std::upper_bound(places.begin(), places.end(), step);
        return next == places.end() ? std::nullopt : std::optional(*next);
    }
    const auto next = std::lower_bound(places.begin(), places.end(), step);
    return next == places.begin() ? std::nullopt : std::optional(*(next - 1));
}

std::string never_sentence(const StopPlaces& places, const std::string& text, int64_t step, bool on) {
    if (!places.missing.empty()) return places.missing;
    if (places.steps.empty()) return fmt::format("{} never happens in this run.", in_ticks(text));
    return on ? fmt::format("{} does not happen after step {}; the last time is step {}.", in_ticks(text),
                            step, places.steps.back())
              : fmt::format("{} does not happen before step {}; the first time is step {}.", in_ticks(text),
                            step, places.steps.front());
}

}  // namespace upsweep::replay
