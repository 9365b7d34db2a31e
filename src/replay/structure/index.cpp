// Walks a trace once and keeps what is looked up again.
#include "replay/structure/index.h"

#include <algorithm>
#include <bit>

#include "core/ranges.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/structure/passes.h"

namespace upsweep::replay {

namespace {

int64_t line_key(int file, int line) { return (int64_t(file) << 32) | line; }

}  // namespace

namespace {

/// Behind the host's steps that have a line of the text.
std::vector<int64_t> host_stops(const Trace& trace) {
    std::vector<int64_t> stops;
    for (int64_t step = 0; step < trace.step_count(); ++step)
        if (trace.step_at(step).kind == StepKind::host && where(trace, trace.step_at(step)).file >= 0)
            stops.push_back(step + 1);
    return stops;
}

}  // namespace

TraceIndex::TraceIndex(const Trace& trace) : steps_(trace.step_count()) {
    for (int64_t step = 0; step < steps_; ++step) {
        if (trace.is_quiet(step)) {
            quiet_.insert(step);
            continue;
        }
        add_step(trace, step);
        add_uses(trace, step);
    }
    close_segments(trace);
    add_passes(trace);
    add_findings(trace);
}

void TraceIndex::add_step(const Trace& trace, int64_t index) {
    const Step& step = trace.step_at(index);
    const Key key{trace.launch_near(step.operation), step.block, step.phase};
    if (uses_.try_emplace(key).second) {
        std::string name = "host";
        if (const Phase* phase = phase_of(trace, step)) name = short_phase_name(phase->name);
        segments_.push_back({{index, steps_}, name, std::get<0>(key), step.block, step.phase});
    }
    if (step.kind == StepKind::barrier) barriers_.push_back(index + 1);
    const SourceRange place = where(trace, step);
    if (place.file < 0) return;
    std::vector<Run>& runs = runs_[line_key(place.file, place.line)];
    runs.push_back({index, (runs.empty() ? 0 : runs.back().lanes) + std::popcount(step.active)});
}

void TraceIndex::add_uses(const Trace& trace, int64_t index) {
    const Step& step = trace.step_at(index);
    const Key key{trace.launch_near(step.operation), step.block, step.phase};
    std::map<ArrayId, Use>& uses = uses_[key];
    for (const Access& access : trace.accesses_of(index)) {
        if (is_local(trace, access.array)) continue;
        Use& use = uses[access.array];
        ++(is_write(access) ? use.writes : use.reads);
        if (is_write(access) && step.kind != StepKind::host) written_.emplace(std::get<0>(key), access.array);
        add_width(trace, access);
    }
    if (!writes_memory(trace, index)) return;
    last_write_[key] = index;
    writes_.push_back(index);
}

/// Integers grow longer with their size, so only new extremes are written out; not so floats and pairs.
void TraceIndex::add_width(const Trace& trace, const Access& access) {
    constexpr int enough = 4000;
    const ScalarType type = trace.arrays[access.array].type;
    Width& width = widths_[access.array];
    const double value = bits_to_number(type, access.value);
    const bool real =
        type == ScalarType::f32 || type == ScalarType::f64 || operator_of(trace) != reference::Operator::sum;
    if (real ? ++width.seen > enough : value >= width.lowest && value <= width.highest && width.seen++ > 0)
        return;
    width.lowest = std::min(width.lowest, value);
    width.highest = std::max(width.highest, value);
    width.characters = std::max(width.characters, int(value_text(trace, access.array, access.value).size()));
}

int64_t TraceIndex::visible(int64_t position) const {
    while (position > 0 && quiet_.contains(position - 1)) --position;
    return position;
}

int64_t TraceIndex::present(int64_t position) const {
    if (const int64_t done = visible(position); done > 0) return done - 1;
    const int64_t next = behind_quiet(0);
    return next < steps_ ? next : 0;
}

/// The position with the quiet steps that come next.
int64_t TraceIndex::behind_quiet(int64_t position) const {
    while (quiet_.contains(position)) ++position;
    return position;
}

/// Ascending, each once, none between quiet steps.
void TraceIndex::tidy(std::vector<int64_t>& stops) const {
    for (int64_t& stop : stops) stop = visible(stop) == 0 ? 0 : behind_quiet(stop);
    sort(stops);
    stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
}

void TraceIndex::close_segments(const Trace& trace) {
    if (!segments_.empty()) segments_.front().steps.first = 0;
    for (size_t i = 0; i + 1 < segments_.size(); ++i) segments_[i].steps.end = segments_[i + 1].steps.first;
    phase_stops_ = phase_ends(trace);
    for (const LaunchInfo& launch : trace.launches) launch_stops_.push_back(launch.end_step);
    append(launch_stops_, host_stops(trace));
    std::vector<int64_t> ends = launch_stops_;
    ends.push_back(steps_);
    ends.push_back(0);
    launch_stops_ = ends;
    append(phase_stops_, ends);
    barriers_.erase(std::unique(barriers_.begin(), barriers_.end()), barriers_.end());
    tidy(phase_stops_);
    tidy(launch_stops_);
}

/// Stops at the ends of passes (passes.h), of all blocks on one timeline: at a barrier or the launch's end;
/// without one, behind the last write of a phase in a block. Ends with nothing written since the one before
/// are left out.
void TraceIndex::add_passes(const Trace& trace) {
    std::map<int64_t, bool> ends;  // and whether all wait there
    for (const auto& [key, step] : last_write_) ends.emplace(step + 1, false);
    for (const int64_t step : writes_) {
        const LaunchInfo* launch = launch_of(trace, trace.step_at(step));
        if (launch != nullptr && is_serial(*launch)) ends.emplace(step + 1, false);
    }
    for (const int64_t barrier : barriers_) ends[barrier] = true;
    for (const int64_t stop : launch_stops_) ends[stop] = true;
    bool waited = true;
    passes_ = host_stops(trace);
    passes_.push_back(0);
    for (const auto& [end, waits] : ends) {
        const auto next = std::lower_bound(writes_.begin(), writes_.end(), passes_.back());
        const bool wrote = next != writes_.end() && *next < end;
        if (wrote)
            passes_.push_back(end);
        else if (waits && !waited)
            passes_.back() = end;
        else
            continue;
        waited = waits;
    }
    tidy(passes_);
}

void TraceIndex::add_findings(const Trace& trace) {
    for (size_t i = 0; i < trace.findings.size(); ++i)
        for (const int64_t step : trace.findings[i].steps) findings_.push_back({step, i});
    stable_sort(findings_, [&](const FindingMark& a, const FindingMark& b) {
        if (a.step != b.step) return a.step < b.step;
        return trace.findings[a.finding].severity > trace.findings[b.finding].severity;
    });
    // Several operands of one line can have the same trouble in one step: one mark tells it.
    const auto same = [&](const FindingMark& a, const FindingMark& b) {
        const Finding &one = trace.findings[a.finding], &other = trace.findings[b.finding];
        return a.step == b.step && one.kind == other.kind && one.where.line == other.where.line;
    };
    findings_.erase(std::unique(findings_.begin(), findings_.end(), same), findings_.end());
}

/// Where the grain stops; of statements there is no list.
const std::vector<int64_t>& TraceIndex::stops(Grain grain) const {
    if (grain == Grain::barrier) return passes_;
    return grain == Grain::phase ? phase_stops_ : launch_stops_;
}

int64_t TraceIndex::forward(int64_t position, Grain grain) const {
    if (grain == Grain::statement) return behind_quiet(std::min(behind_quiet(position) + 1, steps_));
    const std::vector<int64_t>& all = stops(grain);
    const auto at = std::upper_bound(all.begin(), all.end(), position);
    return at == all.end() ? steps_ : *at;
}

int64_t TraceIndex::back(int64_t position, Grain grain) const {
    position = visible(position);
    if (grain == Grain::statement) return position == 0 || visible(position - 1) == 0 ? 0 : position - 1;
    const std::vector<int64_t>& all = stops(grain);
    const auto at = std::lower_bound(all.begin(), all.end(), position);
    return at == all.begin() ? int64_t{0} : *(at - 1);
}

int64_t TraceIndex::steps_to(int64_t position, Grain grain) const {
    position = visible(position);
    if (position <= 0) return 0;
    if (grain == Grain::statement)
        return position - std::distance(quiet_.begin(), quiet_.lower_bound(position));
    // A stop with nothing but quiet steps behind it is one with them.
    const auto before = [&](int64_t stop) { return stop > 0 && visible(stop) < position; };
    const std::vector<int64_t>& all = stops(grain);
    return 1 + count_if(all, before);
}

bool TraceIndex::reads(uint32_t launch, ArrayId array) const {
    return any_of(uses_, [&](const auto& entry) {
        const auto use = entry.second.find(array);
        return std::get<0>(entry.first) == launch && use != entry.second.end() && use->second.reads > 0;
    });
}

bool TraceIndex::writes_between(int64_t first, int64_t end) const {
    const auto next = std::lower_bound(writes_.begin(), writes_.end(), first);
    return next != writes_.end() && *next < end;
}

ArrayId TraceIndex::followed(const Trace& trace, int64_t index) const {
    const auto fallback = ArrayId(std::max(0, trace.plan.output.index));
    if (trace.steps.empty()) return fallback;
    const Step& step = trace.step_at(std::clamp<int64_t>(index, 0, steps_ - 1));
    const auto uses = uses_.find({trace.launch_near(step.operation), step.block, step.phase});
    if (uses == uses_.end()) return fallback;
    int best = -1;
    int64_t best_score = 0;
    for (const auto& [array, use] : uses->second) {
        const ArrayInfo& info = trace.arrays[array];
        if (info.role == BufferRole::control || (info.space == Space::global && use.writes == 0)) continue;
        int64_t score = use.writes * 2 + use.reads + 1;
        if (info.space == Space::shared) score += (use.writes > 0 ? 2 : 1) * (int64_t{1} << 40);
        if (score > best_score) {
            best = int(array);
            best_score = score;
        }
    }
    if (best >= 0) return ArrayId(best);
    // The phase touches no data yet (index arithmetic): what the block's launch is about.
    const std::vector<ArrayId> arrays = arrays_of(trace.launch_near(step.operation), step.block);
    for (const ArrayId array : arrays)
        if (trace.arrays[array].space == Space::shared) return array;
    for (const ArrayId array : arrays)
        if (writes(trace.launch_near(step.operation), array)) return array;
    return arrays.empty() ? fallback : arrays.front();
}

int TraceIndex::partner(const Trace& trace, int64_t index, ArrayId self) const {
    if (trace.steps.empty()) return -1;
    const Step& step = trace.step_at(std::clamp<int64_t>(index, 0, steps_ - 1));
    const auto uses = uses_.find({trace.launch_near(step.operation), step.block, step.phase});
    if (uses == uses_.end()) return -1;
    int best = -1;
    int64_t best_score = 0;
    for (const auto& [array, use] : uses->second) {
        if (array == self || trace.arrays[array].role == BufferRole::control) continue;
        if (use.reads + use.writes > best_score) {
            best = int(array);
            best_score = use.reads + use.writes;
        }
    }
    return best;
}

std::vector<ArrayId> TraceIndex::arrays_of(uint32_t launch, uint32_t block) const {
    std::map<ArrayId, int64_t> score;
    for (const auto& [key, uses] : uses_)
        if (std::get<0>(key) == launch && std::get<1>(key) == block)
            for (const auto& [array, use] : uses) score[array] += use.reads + use.writes;
    std::vector<ArrayId> arrays;
    for (const auto& [array, uses] : score) arrays.push_back(array);
    stable_sort(arrays, [&](ArrayId a, ArrayId b) { return score[a] > score[b]; });
    return arrays;
}

std::vector<Segment> TraceIndex::segments(const Trace& trace, size_t limit) const {
    if (segments_.size() <= limit) return segments_;
    for (const bool blocks : {true, false}) {
        std::vector<Segment> merged;
        std::set<std::pair<uint32_t, uint32_t>> seen;
        for (const Segment& segment : segments_) {
            if (!seen.emplace(segment.launch, blocks ? segment.block : 0).second) continue;
            if (!merged.empty()) merged.back().steps.end = segment.steps.first;
            const bool opens = merged.empty() || merged.back().launch != segment.launch;
            merged.push_back({{segment.steps.first, steps_}, segment.name, segment.launch, segment.block, 0});
            if (!opens)
                merged.back().name = "block " + std::to_string(segment.block);
            else if (segment.launch < trace.launches.size())
                merged.back().name = trace.launches[segment.launch].name;
        }
        if (merged.size() <= limit || !blocks) return merged;
    }
    return segments_;
}

int TraceIndex::next_finding(int64_t position) const {
    const auto at = std::lower_bound(findings_.begin(), findings_.end(), position,
                                     [](const FindingMark& mark, int64_t step) { return mark.step < step; });
    return at == findings_.end() ? -1 : int(at - findings_.begin());
}

int TraceIndex::previous_finding(int64_t position) const {
    const auto at = std::lower_bound(findings_.begin(), findings_.end(), position - 1,
                                     [](const FindingMark& mark, int64_t step) { return mark.step < step; });
    return int(at - findings_.begin()) - 1;
}

int64_t TraceIndex::lanes_run(int file, int line, int64_t position) const {
    const auto runs = runs_.find(line_key(file, line));
    if (runs == runs_.end()) return 0;
    const auto at = std::lower_bound(runs->second.begin(), runs->second.end(), position,
                                     [](const Run& run, int64_t step) { return run.step < step; });
    return at == runs->second.begin() ? 0 : (at - 1)->lanes;
}

bool TraceIndex::ever_runs(int file, int line) const { return runs_.contains(line_key(file, line)); }

}  // namespace upsweep::replay
