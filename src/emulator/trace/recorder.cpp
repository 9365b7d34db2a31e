// Appending to the trace, and who waits for which cell.
#include "emulator/trace/recorder.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "emulator/trace/trace.h"

namespace upsweep::emulator {

namespace {

template <typename T>
void narrow(T& to, int64_t value) {
    constexpr int64_t most = std::numeric_limits<T>::max();
    to = T(value > most ? most : value);
}

/// Where the same counts were last put, if they were: the last bits of a mix of all.
size_t slot_of(const StepCounts& counts, size_t slots) {
    static_assert(sizeof(StepCounts) == 24);
    uint64_t words[3];
    std::memcpy(words, &counts, sizeof words);
    const uint64_t mixed =
        (words[0] * 0x9e3779b97f4a7c15ull) ^ ((words[1] + words[2]) * 0xbf58476d1ce4e5b9ull);
    return size_t(mixed >> 32) % slots;
}

}  // namespace

void Recorder::begin_operation(uint32_t operation, std::vector<std::string> phases) {
    operation_ = operation;
    phases_.assign(phases.size(), -1);
    phase_names_ = std::move(phases);
    counts = {};
}

void Recorder::begin_launch(uint32_t launch) {
    launch_ = launch;
    trace_.launches[launch].first_step = steps_;
}

void Recorder::end_launch() {
    LaunchInfo& launch = trace_.launches[launch_];
    launch.end_step = steps_;
    launch.counts = counts;
    if (recording_) waits.end_launch();
}

void Recorder::end_operation() {
    trace_.counts += counts;
    counts = {};
}

void Recorder::end_run() {
    if (!recording_ || reached_ <= trace_.counts.depth) return;
    int64_t left = trace_.counts.depth;
    for (Step& step : trace_.steps) {
        StepCounts added = trace_.step_counts[step.counts];
        const int64_t kept = std::min(left, int64_t{added.depth});
        left -= kept;
        if (kept == added.depth) continue;
        added.depth = uint32_t(kept);
        step.counts = position_of(added);
    }
}

void Recorder::record_step(const Step& step) {
    before_ = counts;
    reached_before_ = reached_;
    int32_t& phase = phases_[step.phase];
    if (phase < 0) {
        phase = int32_t(trace_.phases.size());
        trace_.phases.push_back({phase_names_[step.phase], operation_, current_step(), current_step() + 1});
    }
    nth(trace_.phases, phase).end_step = steps_;
    trace_.steps.push_back(step);
    Step& kept = trace_.steps.back();
    kept.operation = operation_;
    kept.phase = uint32_t(phase);
    kept.first_access = uint32_t(trace_.accesses.size());
}

void Recorder::record_counts() {
    static_assert(std::has_unique_object_representations_v<Counts>);
    uint32_t& position = trace_.steps.back().counts;
    if (std::memcmp(&counts, &before_, sizeof counts) != 0) {
        position = position_of(added_counts());
        return;
    }
    if (no_counts_ < 0) no_counts_ = position_of({});
    position = uint32_t(no_counts_);
}

/// What the current step has added.
StepCounts Recorder::added_counts() const {
    StepCounts step;
    narrow(step.additions, counts.additions - before_.additions);
    narrow(step.copies, counts.copies - before_.copies);
    narrow(step.moves, counts.moves - before_.moves);
    narrow(step.barriers, counts.barriers - before_.barriers);
    narrow(step.rounds, counts.rounds - before_.rounds);
    narrow(step.depth, reached_ - reached_before_);
    narrow(step.shared_load_wavefronts, counts.shared_load_wavefronts - before_.shared_load_wavefronts);
    narrow(step.shared_store_wavefronts, counts.shared_store_wavefronts - before_.shared_store_wavefronts);
    narrow(step.bank_conflicts, counts.bank_conflicts - before_.bank_conflicts);
    narrow(step.global_load_sectors, counts.global_load_sectors - before_.global_load_sectors);
    narrow(step.global_store_sectors, counts.global_store_sectors - before_.global_store_sectors);
    narrow(step.atomics, counts.atomics - before_.atomics);
    return step;
}

uint32_t Recorder::position_of(const StepCounts& step) {
    uint32_t& known = known_counts_[slot_of(step, known_counts_.size())];
    if (known < trace_.step_counts.size() && trace_.step_counts[known] == step) return known;
    known = uint32_t(trace_.step_counts.size());
    trace_.step_counts.push_back(step);
    return known;
}

int64_t Recorder::bytes() const {
    return int64_t(trace_.accesses.size() * sizeof(Access) + trace_.steps.size() * sizeof(Step) +
                   trace_.step_counts.size() * sizeof(StepCounts) +
                   trace_.operations.size() * sizeof(OperationNode) +
                   trace_.arrays.size() * sizeof(ArrayInfo)) +
           waits.bytes();
}

int32_t WaitLog::open(const WaitInterval& wait) {
    int32_t number = open_.size();
    if (free_.empty()) {
        open_.push_back(wait);
    } else {
        number = free_.back();
        free_.pop_back();
        nth(open_, number) = wait;
    }
    watchers_[{ArrayId(wait.array), wait.element}].push_back(number);
    return number;
}

void WaitLog::note_change(const Cell& cell, uint32_t block, uint32_t warp, int64_t step) {
    const auto watchers = watchers_.find(cell);
    if (watchers == watchers_.end()) return;
    for (const int32_t number : watchers->second) {
        WaitInterval& wait = nth(open_, number);
        if (wait.block != block || wait.warp != warp) wait.ended_by = step;
    }
}

void WaitLog::end(int32_t number, int64_t step) {
    WaitInterval wait = nth(open_, number);
    free_.push_back(number);
    const auto watchers = watchers_.find({ArrayId(wait.array), wait.element});
    std::vector<int32_t>& numbers = watchers->second;
    numbers.erase(std::find(numbers.begin(), numbers.end(), number));
    if (numbers.empty()) watchers_.erase(watchers);
    if (wait.ended_by < 0) wait.ended_by = step;
    if (wait.ended_by > wait.first_step) ended_.push_back(wait);
}

void WaitLog::end_launch() {
    std::vector<bool> is_free(open_.size());
    for (const int32_t number : free_) nth(is_free, number) = true;
    for (size_t i = 0; i < open_.size(); ++i) {
        if (is_free[i]) continue;
        open_[i].ended_by = -1;
        ended_.push_back(open_[i]);
    }
    open_.clear();
    free_.clear();
    watchers_.clear();
}

}  // namespace upsweep::emulator
