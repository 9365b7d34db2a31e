// Looks for places where a run stops, and asks conditions lane by lane.
#include "replay/structure/stops.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "core/error.h"
#include "core/numbers.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"

namespace upsweep::replay {

using scenes::Stop;

namespace {

using Kind = Stop::Kind;

// By built-in number.
constexpr std::array<std::string_view, 18> built_ins = {
    "lane",        "warp",        "thread",      "block",      "line",       "step",
    "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y", "blockIdx.z",
    "blockDim.x",  "blockDim.y",  "blockDim.z",  "gridDim.x",  "gridDim.y",  "gridDim.z"};

int64_t part_of(int64_t linear, const Dim3& size, int axis) {
    if (axis == 0) return linear % size.x;
    return axis == 1 ? linear / size.x % size.y : linear / (size.x * size.y);
}

int64_t part_of(const Dim3& size, int axis) { return axis == 0 ? size.x : axis == 1 ? size.y : size.z; }

uint64_t block_key(int64_t launch, uint32_t block) { return uint64_t(launch) << 32 | block; }

bool is_named(const ArrayInfo& info) {
    return !info.pointer &&
           (info.space == Space::local || info.space == Space::shared || info.space == Space::global);
}

/// "This run has no variable `stryde`; it has `right`, `stride` and `thread`."
std::string unknown(const Trace& trace, const std::string& name) {
    std::set<std::string> locals;
    for (const ArrayInfo& info : trace.arrays)
        if (info.space == Space::local && !info.pointer && locals.size() < 12) locals.insert(info.name);
    std::string listed = "`lane`, `thread`";
    for (const std::string& local : locals)
        if (local != "lane" && local != "thread") listed += ", " + in_ticks(local);
    return fmt::format("This run has no variable {}; it has {} and `block`.", in_ticks(name), listed);
}

/// Names mean what the lane keeps: its locals, the arrays that its block can see, and besides `lane`, `warp`,
/// `thread`, `block`, `line`, `step`, `threadIdx.x` and the like. Asked from the first step to the last.
class ConditionLanes {
  public:
    ConditionLanes(const Trace& trace, scenes::Condition condition)
        : trace_(trace), condition_(std::move(condition)), name_of_array_(trace.arrays.size(), -1) {
        for (size_t name = 0; name < condition_.names.size(); ++name) {
            const std::string& text = condition_.names[name];
            built_in_.push_back(position_of(built_ins, text));
            std::vector<int>& arrays = arrays_named_.emplace_back();
            for (size_t i = 0; i < trace.arrays.size(); ++i)
                if (trace.arrays[i].name == text && is_named(trace.arrays[i])) {
                    arrays.push_back(int(i));
                    name_of_array_[i] = int(name);
                }
            if (arrays.empty() && built_in_.back() < 0 && missing_.empty()) missing_ = unknown(trace, text);
        }
        // The caller owns the trace; the player needs it no longer than this.
        if (missing_.empty())
            player_ = std::make_unique<emulator::Player>(
                std::shared_ptr<const Trace>(std::shared_ptr<const Trace>(), &trace));
    }

    /// "`stryde` is not a variable of this kernel; it has …"; empty if all names are known.
    const std::string& missing() const { return missing_; }
    /// Whether it holds for a lane of the step, after it.
    bool any_at(int64_t step) {
        const Step& one = trace_.step_at(step);
        if (one.kind == StepKind::host) return false;
        go_behind(step);
        for (int lane = 0; lane < 32; ++lane)
            if ((one.active >> lane & 1U) != 0 && holds(step, lane)) return true;
        return false;
    }

    /// Whether it holds for a lane for which it did not hold at the step before that lane ran.
    bool begins_at(int64_t step) {
        const Step& one = trace_.step_at(step);
        if (one.kind == StepKind::host) return false;
        go_behind(step);
        bool begins = false;
        for (int lane = 0; lane < 32; ++lane) {
            if ((one.active >> lane & 1U) == 0) continue;
            const auto thread = uint64_t(thread_of(trace_, one, lane));
            bool& before = held_[block_key(trace_.launch_of(one), one.block) << 11 ^ thread];
            const bool now = holds(step, lane);
            begins = begins || (now && !before);
            before = now;
        }
        return begins;
    }

  private:
    /// A lane of a step, as the condition asks for it.
    class Lane : public scenes::ConditionValues {
      public:
        Lane(const ConditionLanes& all, int64_t step, int lane)
            : all_(all), at_(all.trace_.step_at(step)), step_(step), lane_(lane) {
            launch_ = all.trace_.launch_of(at_);
            thread_ = thread_of(all.trace_, at_, lane);
        }

        std::optional<double> variable(size_t name) const override {
            const int array = all_.array_of(name, launch_, at_.block);
            if (array >= 0) {
                const ArrayInfo& info = info_of(array);
                const bool scalar =
                    info.space == Space::local ? info.extent.width == 1 : info.extent.count() == 1;
                if (scalar)
                    if (const auto value = value_of(array, info.space == Space::local ? thread_ : 0))
                        return value;
            }
            return built_in(all_.built_in_[name]);
        }

        std::optional<double> element(size_t name, int64_t index) const override {
            const int array = all_.array_of(name, launch_, at_.block);
            if (array < 0 || index < 0) return std::nullopt;
            const ArrayInfo& info = info_of(array);
            if (info.space != Space::local) return value_of(array, index);
            if (index >= info.extent.width) return std::nullopt;
            return value_of(array, thread_ * info.extent.width + index);
        }

      private:
        const ArrayInfo& info_of(int array) const { return all_.trace_.arrays[array]; }

        std::optional<double> value_of(int array, int64_t index) const {
            const ArrayInfo& info = info_of(array);
            const auto id = ArrayId(array);
            if (index >= info.extent.count() || !all_.player_->defined(id, index)) return std::nullopt;
            return bits_to_number(info.type, all_.player_->bits(id, index));
        }

        std::optional<double> built_in(int which) const {
            if (which < 0) return std::nullopt;
            switch (which) {
                case 0:
                    return lane_;
                case 1:
                    return at_.warp;
                case 2:
                    return double(thread_);
                case 3:
                    return at_.block;
                case 4:
                    return where(all_.trace_, at_).line;
                case 5:
                    return double(step_ + 1);
                default:
                    break;
            }
            const LaunchInfo& launch = all_.trace_.launches[launch_];
            const int axis = which % 3;
            switch (which / 3) {
                case 2:
                    return double(part_of(thread_, launch.block, axis));
                case 3:
                    return double(part_of(at_.block, launch.grid, axis));
                case 4:
                    return double(part_of(launch.block, axis));
                default:
                    return double(part_of(launch.grid, axis));
            }
        }

        const ConditionLanes& all_;
        const Step& at_;
        int64_t step_;
        int lane_;
        int64_t launch_ = -1, thread_ = 0;
    };

    void go_behind(int64_t step) {
        for (; seen_ <= step; ++seen_) {
            const Step& one = trace_.step_at(seen_);
            for (const Access& access : trace_.accesses_of(seen_)) {
                const int name = name_of_array_[access.array];
                if (name >= 0 && is_write(access) && trace_.arrays[access.array].launch >= 0)
                    current_[{block_key(trace_.launch_of(one), one.block), size_t(name)}] = int(access.array);
            }
        }
        player_->seek(step + 1);
    }

    bool holds(int64_t step, int lane) const { return condition_.holds(Lane(*this, step, lane)); }

    /// The array that a name means in a block: of locals of the same name the one written last; -1: none.
    int array_of(size_t name, int64_t launch, uint32_t block) const {
        const auto written = current_.find({block_key(launch, block), name});
        if (written != current_.end()) return written->second;
        for (const int array : arrays_named_[name]) {
            const ArrayInfo& info = trace_.arrays[array];
            const bool ours = info.launch < 0 || (info.launch == launch && info.block == int(block));
            if (ours) return array;
        }
        return -1;
    }

    const emulator::Trace& trace_;
    scenes::Condition condition_;
    std::unique_ptr<emulator::Player> player_;
    std::vector<int> built_in_;                           ///< by name; -1: none
    std::vector<std::vector<int>> arrays_named_;          ///< by name: all of this name, ascending
    std::map<std::pair<uint64_t, size_t>, int> current_;  ///< by block of a launch, and name
    std::vector<int> name_of_array_;                      ///< -1: in no condition
    std::unordered_map<uint64_t, bool> held_;             ///< by launch, block and thread
    std::string missing_;
    int64_t seen_ = 0;  ///< steps whose accesses were looked at
};

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

StopPlaces lines(const Trace& trace, const Stop& stop, const std::atomic<bool>* cancel) {
    int file = first_file(trace);
    if (!stop.name.empty()) {
        const auto named =
            find_if(trace.sources, [&](const auto& source) { return source.name == stop.name; });
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
    if (seen.contains(stop.name))
        return fmt::format("Block {} has no array {}.", stop.block, in_ticks(stop.name));
    return fmt::format("There is no array {}; there {} {}.", in_ticks(stop.name),
                       names.size() == 1 ? "is" : "are", listed(names, in_ticks));
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
        if (!contains(names, name)) names.push_back(name);
        if (phase.end_step > phase.first_step && (plain(name) == wanted || plain(phase.name) == wanted))
            found.steps.push_back(phase.first_step + 1);
    }
    sort(found.steps);
    found.steps.erase(std::unique(found.steps.begin(), found.steps.end()), found.steps.end());
    if (found.steps.empty() && names.size() > 12) names.resize(12);
    if (found.steps.empty())
        found.missing = names.empty()
                            ? "This run has no phases."
                            : fmt::format("There is no phase {}; there {} {}.", in_ticks(stop.name),
                                          names.size() == 1 ? "is" : "are", listed(names, in_ticks));
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
