// Counts of runs.
#include "exercises/facts.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/trace.h"

namespace upsweep::exercises {
namespace {

using emulator::Space;
using emulator::Trace;

constexpr std::array<std::string_view, 4> further = {"shared_accesses", "global_accesses", "busiest_thread",
                                                     "launches"};

bool is_further(std::string_view key) {
    return std::find(further.begin(), further.end(), key) != further.end();
}

/// Adds up accesses, and tells after which step the fact is beyond a bound.
class Tally {
  public:
    Tally(const Trace& trace, std::string_view key) : trace_(trace), key_(key) {}

    void add(std::int64_t step) {
        const emulator::Step& at = trace_.steps[static_cast<std::size_t>(step)];
        if (at.kind == emulator::StepKind::host || at.kind == emulator::StepKind::drain) return;
        for (std::int64_t i = at.first_access; i < trace_.end_access(step); ++i)
            add(at, trace_.accesses[static_cast<std::size_t>(i)]);
    }
    std::int64_t value() const { return value_; }

  private:
    void add(const emulator::Step& step, const emulator::Access& access) {
        const Space space = trace_.arrays[access.array].space;
        const bool shared = space == Space::shared, global = space == Space::global;
        if (key_ == "shared_accesses") value_ += shared ? 1 : 0;
        if (key_ == "global_accesses") value_ += global ? 1 : 0;
        if (key_ == "busiest_thread" && (shared || global)) {
            const auto lane = (static_cast<std::uint64_t>(step.block) << 32U) |
                              (static_cast<std::uint64_t>(step.warp) << 8U) | access.lane;
            value_ = std::max(value_, ++threads_[lane]);
        }
    }

    const Trace& trace_;
    std::string_view key_;
    std::map<std::uint64_t, std::int64_t> threads_;
    std::int64_t value_ = 0;
};

}  // namespace

void check_fact(std::string_view key) {
    if (!is_further(key)) emulator::count_name(key);
}

std::int64_t fact_of(const Trace& trace, std::string_view key) {
    if (key == "launches") return static_cast<std::int64_t>(trace.launches.size());
    if (!is_further(key)) return emulator::count_of(trace.counts, key);
    Tally tally(trace, key);
    for (std::int64_t step = 0; step < trace.step_count(); ++step) tally.add(step);
    return tally.value();
}

std::int64_t step_beyond(const Trace& trace, std::string_view key, std::int64_t most) {
    Tally tally(trace, key);
    emulator::Counts counts;
    for (std::int64_t step = 0; step < trace.step_count(); ++step) {
        tally.add(step);
        counts += trace.counts_of(step);
        if ((is_further(key) ? tally.value() : emulator::count_of(counts, key)) > most) return step + 1;
    }
    return trace.step_count();
}

Values values_of(const Exercise& exercise, const Case& one) {
    Values values = one.values;
    values["lanes"] = exercise.gpu.lanes;
    values["banks"] = exercise.gpu.banks;
    return values;
}

}  // namespace upsweep::exercises
