// A clock over a trace.
#include "replay/position/trace_clock.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "emulator/trace/trace.h"

namespace upsweep::replay {

using emulator::BlockInfo;
using emulator::StepCounts;

namespace {

constexpr std::array<ClockName, 5> names = {{
    {Clock::phase, "phase", "phases", "Both begin and end a phase at the same time."},
    {Clock::barrier, "barrier", "barriers", "One tick is a barrier that a block completes."},
    {Clock::additions, "additions", "additions in a row", "One tick is an addition on the longest chain."},
    {Clock::wavefronts, "wavefronts", "wavefronts", "One tick is a wavefront or a sector."},
    {Clock::model, "model", "model time",
     "A model, not measured: a multiprocessor issues one warp's statement a tick; each further wavefront and "
     "each sector takes one more."},
}};

/// The phase that counts for the clock at each step: one that has begun is left only for a later one.
std::vector<double> phase_readings(const Trace& trace) {
    const auto steps = size_t(trace.step_count());
    std::vector<size_t> phase(steps);
    std::vector<int64_t> length(trace.phases.size(), 0);
    size_t present = 0;
    for (size_t i = 0; i < steps; ++i) {
        present = std::max<size_t>(present, trace.steps[i].phase);
        phase[i] = present;
        ++length[present];
    }
    std::vector<double> readings{0};
    size_t begun = 0;  // phases before the present one that have steps
    int64_t done = 0;
    for (size_t i = 0; i < steps; ++i) {
        if (i > 0 && phase[i] != phase[i - 1]) ++begun, done = 0;
        ++done;
        readings.push_back(double(begun) + double(done) / double(length[phase[i]]));
    }
    return readings;
}

int64_t wavefronts(const StepCounts& counts) {
    return counts.shared_load_wavefronts + counts.shared_store_wavefronts;
}
int64_t sectors(const StepCounts& counts) { return counts.global_load_sectors + counts.global_store_sectors; }

template <class Ticks>
std::vector<double> summed_readings(const Trace& trace, Ticks ticks) {
    std::vector<double> readings{0};
    int64_t sum = 0;
    for (int64_t step = 0; step < trace.step_count(); ++step) {
        sum += ticks(trace.counts_of(step));
        readings.push_back(double(sum));
    }
    return readings;
}

/// Which multiprocessor has each block of a launch; blocks that are not recorded share the first.
std::map<uint32_t, int64_t> places_of(const LaunchInfo& launch) {
    std::map<uint32_t, int64_t> places;
    for (const BlockInfo& block : launch.blocks) places[uint32_t(block.block)] = block.multiprocessor;
    return places;
}

std::vector<double> model_readings(const Trace& trace) {
    std::vector<double> readings{0};
    std::map<int64_t, int64_t> busy;  // until when, by multiprocessor
    std::map<uint32_t, int64_t> places;
    int64_t now = 0, begun = 0;
    uint32_t operation = 0;
    for (int64_t step = 0; step < trace.step_count(); ++step) {
        const Step& one = trace.step_at(step);
        if (step == 0 || one.operation != operation) {
            operation = one.operation;
            begun = now;
            busy.clear();
            const int64_t launch = trace.launch_of(one);
            places = launch < 0 ? std::map<uint32_t, int64_t>() : places_of(trace.launches[launch]);
        }
        const StepCounts& counts = trace.counts_of(step);
        int64_t& until = busy.try_emplace(found_or(places, one.block, 0), begun).first->second;
        until += 1 + std::max<int64_t>(0, wavefronts(counts) - 1) + sectors(counts);
        now = std::max(now, until);
        readings.push_back(double(now));
    }
    return readings;
}

std::vector<double> readings_of(const Trace& trace, Clock clock) {
    switch (clock) {
        case Clock::phase:
            return phase_readings(trace);
        case Clock::barrier:
            return summed_readings(trace, [](const StepCounts& counts) { return counts.barriers; });
        case Clock::additions:
            return summed_readings(trace, [](const StepCounts& counts) { return int64_t(counts.depth); });
        case Clock::wavefronts:
            return summed_readings(
                trace, [](const StepCounts& counts) { return wavefronts(counts) + sectors(counts); });
        case Clock::model:
            return model_readings(trace);
    }
    return {0};
}

}  // namespace

std::span<const ClockName> clock_names() { return names; }

Clock parse_clock(std::string_view key) {
    std::string known;
    for (const ClockName& name : names) {
        if (name.key == key) return name.clock;
        known += (known.empty() ? "" : ", ") + std::string(name.key);
    }
    throw UsageError("There is no clock " + in_quotes(key) + "; there are " + known + ".");
}

TraceClock::TraceClock(const Trace& trace, Clock clock) : readings_(readings_of(trace, clock)) {}

int64_t TraceClock::step_at(double reading) const {
    // Parts of a phase are fractions: what differs by less than any step of them is the same.
    constexpr double same = 1e-9;
    const auto after = std::upper_bound(readings_.begin(), readings_.end(), reading + same);
    return std::max<int64_t>(0, after - readings_.begin() - 1);
}

}  // namespace upsweep::replay
