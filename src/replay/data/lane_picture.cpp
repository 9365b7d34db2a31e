// Who of a warp takes part in a step, where the others are, and what each keeps.
#include "replay/data/lane_picture.h"

#include <algorithm>
#include <optional>

#include "emulator/trace/trace.h"
#include "replay/data/lane_frame.h"

namespace upsweep::replay {

using emulator::Player;

namespace {

/// How far steps of one warp are looked for: beyond, a lane's next line is left open.
constexpr int64_t lane_picture_far_steps = 50'000;
/// Elements that a lane's own array shows.
constexpr int64_t most_elements = 16;
/// Longer values are cut anyway.
constexpr int most_characters = 8;

bool takes_part(const Step& step, int lane) { return (step.active >> lane & 1U) != 0; }

int lanes_there(const Trace& trace, const LaunchInfo& launch, uint32_t warp) {
    const int64_t left = launch.block.count() - int64_t(warp) * trace.gpu.lanes;
    return int(std::clamp<int64_t>(left, 0, trace.gpu.lanes));
}

/// For each lane of the warp of `from` its first step at `begin` or later; -1: none.
std::vector<int64_t> next_steps(const Trace& trace, const Step& from, int64_t begin) {
    std::vector<int64_t> next(size_t(trace.gpu.lanes), -1);
    size_t missing = next.size();
    const int64_t end = std::min(trace.step_count(), begin + lane_picture_far_steps);
    for (int64_t i = begin; i < end && missing > 0; ++i) {
        const Step& step = trace.step_at(i);
        if (!same_warp(step, from)) continue;
        for (size_t lane = 0; lane < next.size(); ++lane)
            if (next[lane] < 0 && takes_part(step, int(lane))) next[lane] = i, --missing;
    }
    return next;
}

int line_of(const Trace& trace, int64_t step) {
    return step < 0 ? 0 : where(trace, trace.step_at(step)).line;
}

/// Whether a lane that never continues has left the kernel, and does not hang.
bool has_returned(const Trace& trace, const Step& of, int lane, int64_t step) {
    if (trace.complete) return true;
    for (int64_t i = step; i >= std::max<int64_t>(0, step - lane_picture_far_steps); --i) {
        const Step& before = trace.step_at(i);
        if (same_warp(before, of) && takes_part(before, lane)) return before.kind == StepKind::leave;
    }
    return false;
}

std::vector<LanePlace> places_of(const Trace& trace, const LaunchInfo& launch, const Step& step, int64_t done,
                                 int64_t begin) {
    const std::vector<int64_t> next = next_steps(trace, step, begin);
    const int there = lanes_there(trace, launch, step.warp), line = where(trace, step).line;
    std::vector<LanePlace> places(next.size());
    for (size_t i = 0; i < places.size(); ++i) {
        const auto lane = int(i);
        LanePlace& place = places[i];
        place.line = line_of(trace, next[i]);
        if (lane >= there) {
            place = {LanePart::absent, 0};
        } else if (done >= 0 && takes_part(step, lane)) {
            place.part = LanePart::active;
            if (step.kind != StepKind::condition) place.line = line;
        } else if (next[i] < 0 && done >= 0 && has_returned(trace, step, lane, done)) {
            place.part = LanePart::returned;
        }
    }
    return places;
}

/// The warps of the step's block after the step.
std::vector<WarpPlace> warps_of(const Trace& trace, const LaunchInfo& launch, const Step& step,
                                int64_t done) {
    std::vector<WarpPlace> warps(size_t(std::max(1, launch.warps_per_block)), WarpPlace::not_begun);
    size_t missing = warps.size();
    std::vector<bool> seen(warps.size());
    bool released = false;
    const int64_t first = std::max(launch.first_step, done - lane_picture_far_steps);
    for (int64_t i = done; i >= first && i >= 0 && missing > 0; --i) {
        const Step& before = trace.step_at(i);
        if (before.operation != step.operation || before.block != step.block) continue;
        if (before.warp >= warps.size()) continue;
        if (!seen[before.warp] && before.kind != StepKind::drain) {
            seen[before.warp] = true;
            --missing;
            const bool waits = before.kind == StepKind::arrive && !released;
            warps[before.warp] = waits                            ? WarpPlace::at_barrier
                                 : before.kind == StepKind::leave ? WarpPlace::finished
                                                                  : WarpPlace::ready;
        }
        released |= before.kind == StepKind::barrier;
    }
    // Lanes may return early while others of their warp continue.
    size_t doubtful = size_t(std::count(warps.begin(), warps.end(), WarpPlace::finished));
    const int64_t end = std::min({launch.end_step, trace.step_count(), done + 1 + lane_picture_far_steps});
    for (int64_t i = done + 1; i < end && doubtful > 0; ++i) {
        const Step& after = trace.step_at(i);
        if (after.operation != step.operation || after.block != step.block || after.warp >= warps.size())
            continue;
        if (warps[after.warp] == WarpPlace::finished && after.kind != StepKind::drain)
            warps[after.warp] = WarpPlace::ready, --doubtful;
    }
    if (done >= 0 && step.warp < warps.size() && warps[step.warp] == WarpPlace::ready)
        warps[step.warp] = WarpPlace::acting;
    return warps;
}

/// Accesses of the step to local arrays, by array and element.
bool is_written(const Trace& trace, int64_t step, ArrayId array, int64_t element) {
    if (step < 0) return false;
    const int64_t first = trace.step_at(step).first_access;
    for (int64_t i = first; i < trace.end_access(step); ++i) {
        const Access& access = trace.access_at(i);
        if (access.array == array && is_write(access) && element_of(trace, access) == element) return true;
    }
    return false;
}

/// Of variables with one name the one that the thread set last.
LaneVariable::Value value_of(const Trace& trace, const Player& player, const std::vector<ArrayId>& arrays,
                             int64_t thread, int64_t part, int64_t step) {
    int newest = -1;
    int64_t newest_step = -2;
    for (const ArrayId array : arrays) {
        const int64_t element = thread * trace.arrays[array].extent.width + part;
        if (!player.defined(array, element)) continue;
        const int64_t at = arrays.size() > 1 ? player.last_write(array, element).value_or(-1) : 0;
        if (at > newest_step) newest = int(array), newest_step = at;
    }
    if (newest < 0) return {};
    const auto array = ArrayId(newest);
    const int64_t element = thread * trace.arrays[array].extent.width + part;
    return {value_text(trace, array, player.bits(array, element)), is_written(trace, step, array, element)};
}

/// What a parameter holds in a lane: the value of the variable that it was given.
LaneVariable::Value passed_value(const Trace& trace, const Player& player, const LaneFrame& frame,
                                 const std::vector<ArrayId>& arrays, int64_t thread) {
    std::vector<ArrayId> single;
    for (const ArrayId array : arrays) {
        if (trace.arrays[array].extent.width != 1) continue;
        const auto written = player.last_write(array, thread);
        // A variable of the function itself has the same name.
        if (written && frame.contains(*written)) return {};
        single.push_back(array);
    }
    return value_of(trace, player, single, thread, 0, -1);
}

/// What a parameter holds that the function itself has set; empty where it has not.
LaneVariable::Value value_set_by(const Trace& trace, const Player& player, const LaneFrame& frame,
                                 const std::vector<ArrayId>& arrays, int64_t thread, int64_t part,
                                 int64_t step) {
    std::vector<ArrayId> set;
    for (const ArrayId array : arrays) {
        const auto written = player.last_write(array, thread * trace.arrays[array].extent.width + part);
        if (written && frame.contains(*written)) set.push_back(array);
    }
    return value_of(trace, player, set, thread, part, step);
}

std::vector<LaneVariable> variables_of(const Trace& trace, const Player& player, const LaunchInfo& launch,
                                       const LanePicture& picture) {
    std::vector<std::string> names;
    std::map<std::string, std::vector<ArrayId>> arrays;
    for (const ArrayId id : launch.local_arrays) {
        const ArrayInfo& info = trace.arrays[id];
        if (info.block != int32_t(picture.block) || info.pointer) continue;
        if (info.extent.width > most_elements) continue;
        std::vector<ArrayId>& known = arrays[info.name];
        if (known.empty()) names.push_back(info.name);
        known.push_back(id);
    }
    const int64_t first = int64_t(picture.warp) * trace.gpu.lanes;
    const LaneFrame frame(trace, launch, picture.step);
    std::vector<LaneVariable> variables;
    for (const std::string& name : names) {
        const bool own = !frame.has_parameter(name);
        const std::optional<PassedVariable> passed = own ? std::nullopt : frame.passed(name);
        const auto given = passed ? arrays.find(passed->name) : arrays.end();
        const std::vector<ArrayId>& ids = arrays[name];
        int64_t parts = 1;
        for (const ArrayId id : ids) parts = std::max<int64_t>(parts, trace.arrays[id].extent.width);
        for (int64_t part = 0; part < parts; ++part) {
            // An array that is passed under its own name is set from within the function.
            const bool same = passed && passed->name == name && passed->changed == 0;
            LaneVariable variable;
            variable.name = parts == 1 ? name : name + "[" + std::to_string(part) + "]";
            for (size_t lane = 0; lane < picture.lanes.size(); ++lane) {
                LaneVariable::Value value;
                const int64_t thread = first + int64_t(lane);
                const bool there = picture.lanes[lane].part != LanePart::absent;
                if (there && (own || same))
                    value = value_of(trace, player, ids, thread, part, picture.step);
                else if (there && given != arrays.end() && (passed->changed >> lane & 1U) == 0)
                    value = passed_value(trace, player, frame, given->second, thread);
                else if (there && !own)
                    value = value_set_by(trace, player, frame, ids, thread, part, picture.step);
                variable.written |= value.written;
                variable.lanes.push_back(std::move(value));
            }
            variables.push_back(std::move(variable));
        }
    }
    return variables;
}

}  // namespace

bool LaneLaunch::is_unused(ArrayId array, int64_t element) const {
    const auto at = touched.find(array);
    return at != touched.end() && !at->second[element];
}

LaneLaunch lane_launch(const Trace& trace, uint32_t launch) {
    LaneLaunch facts;
    facts.launch = launch;
    if (launch >= trace.launches.size()) return facts;
    for (const emulator::SourceText& source : trace.sources)
        facts.shuffles |= source.text.find("__shfl") != std::string::npos;
    const LaunchInfo& info = trace.launches[launch];
    std::map<ArrayId, int64_t> writes;
    for (int64_t step = info.first_step; step < std::min(info.end_step, trace.step_count()); ++step) {
        if (trace.step_at(step).kind == StepKind::host) continue;
        const emulator::StepCounts& counts = trace.counts_of(step);
        facts.most_turns =
            std::max<int>(facts.most_turns, counts.shared_load_wavefronts + counts.shared_store_wavefronts);
        for (const Access& access : trace.accesses_of(step)) {
            const ArrayInfo& array = trace.arrays[access.array];
            if (array.space == Space::local) {
                if (array.pointer || !is_write(access)) continue;
                ++writes[access.array];
                if (facts.longest < most_characters)
                    facts.longest =
                        std::max(facts.longest, int(value_text(trace, access.array, access.value).size()));
                continue;
            }
            facts.uses_shared |= array.space == Space::shared;
            std::vector<bool>& touched = facts.touched[access.array];
            if (touched.empty()) touched.resize(size_t(array.extent.count()));
            const int64_t first = element_of(trace, access);
            for (int64_t one = first; one < first + elements_of(trace, access); ++one) touched[one] = true;
        }
    }
    for (const auto& [array, count] : writes) facts.writes[trace.arrays[array].name] += count;
    return facts;
}

LanePicture make_lanes(const Trace& trace, const Player& player, int64_t step, int64_t present) {
    LanePicture picture;
    if (trace.steps.empty() || trace.launches.empty()) return picture;
    int64_t done = step;
    if (step >= 0 && trace.step_at(step).kind == StepKind::host) done = -1;
    picture.launch = trace.launch_near(trace.step_at(step >= 0 ? step : present).operation);
    const LaunchInfo& launch = trace.launches[picture.launch];
    // Of what has not begun the launch's first step tells which warp it will be.
    int64_t shown = done >= 0 ? done : std::max(present, launch.first_step);
    shown = std::clamp<int64_t>(shown, 0, trace.step_count() - 1);
    const Step& at = trace.step_at(shown);
    if (at.kind == StepKind::host) return picture;
    picture.block = at.block;
    picture.warp = at.warp;
    picture.lanes = places_of(trace, launch, at, done, done >= 0 ? done + 1 : shown);
    picture.warps = warps_of(trace, launch, at, done >= 0 ? done : shown - 1);
    if (done >= 0) {
        picture.step = done;
        picture.kind = at.kind;
        picture.line = where(trace, at).line;
        picture.text = text_of(trace, where(trace, at));
        picture.requests = lane_requests(trace, done);
        picture.moves = lane_moves(trace, done);
    }
    picture.variables = variables_of(trace, player, launch, picture);
    return picture;
}

}  // namespace upsweep::replay
