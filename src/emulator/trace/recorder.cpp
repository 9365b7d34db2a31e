// Appending to the trace.
#include "emulator/trace/recorder.h"

#include <cstring>
#include <limits>
#include <utility>

namespace upsweep::emulator {
namespace {

template <typename T>
void narrow(T& to, std::int64_t value) {
    constexpr std::int64_t most = std::numeric_limits<T>::max();
    to = static_cast<T>(value > most ? most : value);
}

/// Where the same counts were last put, if they were: the last bits of a mix of all.
std::size_t slot_of(const StepCounts& counts, std::size_t slots) {
    static_assert(sizeof(StepCounts) == 20);
    std::uint64_t words[2];
    std::uint32_t rest;
    std::memcpy(words, &counts, sizeof words);
    std::memcpy(&rest, reinterpret_cast<const char*>(&counts) + sizeof words, sizeof rest);
    const std::uint64_t mixed =
        (words[0] * 0x9e3779b97f4a7c15ull) ^ ((words[1] + rest) * 0xbf58476d1ce4e5b9ull);
    return static_cast<std::size_t>(mixed >> 32) % slots;
}

}  // namespace

void Recorder::set_phases(std::vector<std::string> names) {
    phases_.assign(names.size(), -1);
    phase_names_ = std::move(names);
}

void Recorder::begin_launch(std::uint32_t launch) {
    launch_ = launch;
    counts = {};
    trace_.launches[launch].first_step = steps_;
}

void Recorder::end_launch() {
    trace_.launches[launch_].end_step = steps_;
    trace_.launches[launch_].counts = counts;
    trace_.counts += counts;
    counts = {};
}

void Recorder::record_step(const Step& step) {
    before_ = counts;
    before_.steps -= 1;
    std::int32_t& phase = phases_[step.phase];
    if (phase < 0) {
        phase = static_cast<std::int32_t>(trace_.phases.size());
        trace_.phases.push_back({phase_names_[step.phase], launch_, current_step(), current_step() + 1});
    }
    trace_.phases[static_cast<std::size_t>(phase)].end_step = steps_;
    trace_.steps.push_back(step);
    trace_.steps.back().phase = static_cast<std::uint32_t>(phase);
    trace_.steps.back().first_access = static_cast<std::uint32_t>(trace_.accesses.size());
}

void Recorder::record_counts() {
    StepCounts step;
    narrow(step.additions, counts.additions - before_.additions);
    narrow(step.copies, counts.copies - before_.copies);
    narrow(step.moves, counts.moves - before_.moves);
    narrow(step.barriers, counts.barriers - before_.barriers);
    narrow(step.depth, counts.depth - before_.depth);
    narrow(step.shared_load_wavefronts, counts.shared_load_wavefronts - before_.shared_load_wavefronts);
    narrow(step.shared_store_wavefronts, counts.shared_store_wavefronts - before_.shared_store_wavefronts);
    narrow(step.bank_conflicts, counts.bank_conflicts - before_.bank_conflicts);
    narrow(step.global_load_sectors, counts.global_load_sectors - before_.global_load_sectors);
    narrow(step.global_store_sectors, counts.global_store_sectors - before_.global_store_sectors);
    narrow(step.atomics, counts.atomics - before_.atomics);
    trace_.steps.back().counts = position_of(step);
}

std::uint32_t Recorder::position_of(const StepCounts& step) {
    std::uint32_t& known = known_counts_[slot_of(step, known_counts_.size())];
    if (known < trace_.step_counts.size() && trace_.step_counts[known] == step) return known;
    known = static_cast<std::uint32_t>(trace_.step_counts.size());
    trace_.step_counts.push_back(step);
    return known;
}

std::int64_t Recorder::bytes() const {
    return static_cast<std::int64_t>(
        trace_.accesses.size() * sizeof(Access) + trace_.steps.size() * sizeof(Step) +
        trace_.step_counts.size() * sizeof(StepCounts) + trace_.operations.size() * sizeof(OperationNode) +
        trace_.arrays.size() * sizeof(ArrayInfo));
}

}  // namespace upsweep::emulator
