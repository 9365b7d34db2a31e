// Counts of runs.
#include "exercises/facts.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/trace.h"

namespace upsweep::exercises {
namespace {

using emulator::Space;
using emulator::Trace;

constexpr std::array<std::string_view, 4> further = {"shared_accesses", "global_accesses", "busiest_thread",
                                                     "launches"};

bool is_further(std::string_view key) { return contains(further, key); }

/// Adds up accesses, and tells after which step the fact is beyond a bound.
class Tally {
  public:
    Tally(const Trace& trace, std::string_view key) : trace_(trace), key_(key) {}

    void add(int64_t step) {
        const emulator::Step& at = trace_.step_at(step);
        if (at.kind == emulator::StepKind::host || at.kind == emulator::StepKind::drain) return;
        for (const emulator::Access& access : trace_.accesses_of(step)) add(at, access);
    }
    int64_t value() const { return value_; }

  private:
    void add(const emulator::Step& step, const emulator::Access& access) {
        const Space space = trace_.arrays[access.array].space;
        const bool shared = space == Space::shared, global = space == Space::global;
        if (key_ == "shared_accesses") value_ += shared ? 1 : 0;
        if (key_ == "global_accesses") value_ += global ? 1 : 0;
        if (key_ == "busiest_thread" && (shared || global)) {
            const auto lane = (uint64_t(step.block) << 32U) | (uint64_t(step.warp) << 8U) | access.lane;
            value_ = std::max(value_, ++threads_[lane]);
        }
    }

    const Trace& trace_;
    std::string_view key_;
    std::map<uint64_t, int64_t> threads_;
    int64_t value_ = 0;
};

}  // namespace

void check_fact(std::string_view key) {
    if (!is_further(key)) emulator::count_name(key);
}

int64_t fact_of(const Trace& trace, std::string_view key) {
    if (key == "launches") return int64_t(trace.launches.size());
    if (!is_further(key)) return emulator::count_of(trace.counts, key);
    Tally tally(trace, key);
    for (int64_t step = 0; step < trace.step_count(); ++step) tally.add(step);
    return tally.value();
}

int64_t step_beyond(const Trace& trace, std::string_view key, int64_t most) {
    Tally tally(trace, key);
    emulator::Counts counts;
    for (int64_t step = 0; step < trace.step_count(); ++step) {
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

namespace {

constexpr std::array<FaultRow, 4> rows = {
    {{"race", "No race", "no unordered accesses to the same cell", true},
     {"memory", "Inside the arrays", "no access past an array's end, no read of unwritten memory", true},
     {"ends", "Terminates", "no thread waits forever", true},
     {"lanes", "All lanes take part", "every lane reaches its barriers and shuffles", false}}};

}  // namespace

std::span<const FaultRow> fault_rows() { return rows; }

bool is_fault_row(std::string_view key) {
    return any_of(rows, [&](const FaultRow& row) { return row.key == key; });
}

const FaultRow& fault_row_of(emulator::FindingKind kind) {
    using emulator::FindingKind;
    switch (kind) {
        case FindingKind::race:
        case FindingKind::relies_on_lockstep:
        case FindingKind::plain_wait:
            return rows[0];
        case FindingKind::out_of_bounds:
        case FindingKind::misaligned:
        case FindingKind::read_before_write:
        case FindingKind::wrapped_sum:
        case FindingKind::host_code:
            return rows[1];
        case FindingKind::barrier_not_reached:
        case FindingKind::missing_lane:
        case FindingKind::gone_since_volta:
        case FindingKind::divergence:
            return rows[3];
        case FindingKind::bank_conflict:
        case FindingKind::uncoalesced:
        case FindingKind::deadlock:
        case FindingKind::step_limit:
        case FindingKind::memory_limit:
        case FindingKind::assertion:
        case FindingKind::trap:
        case FindingKind::endless_loop:
        case FindingKind::wrong_format:
        case FindingKind::lock_in_warp:
            break;
    }
    return rows[2];
}

}  // namespace upsweep::exercises
