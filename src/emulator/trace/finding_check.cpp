#include "emulator/trace/finding_check.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

#include <algorithm>

namespace upsweep::emulator {
namespace {

/// More than an address can be off, less than would overflow.
constexpr std::int64_t most = std::int64_t{1} << 56;
constexpr std::size_t most_lanes = 32;

template <typename... Facts>
bool is_one_of(const FindingFacts& facts) {
    return (std::holds_alternative<Facts>(facts) || ...);
}

bool belongs(FindingKind kind, const FindingFacts& facts) {
    switch (kind) {
        case FindingKind::bank_conflict:
            return is_one_of<BankConflict>(facts);
        case FindingKind::uncoalesced:
            return is_one_of<Uncoalesced>(facts);
        case FindingKind::divergence:
            return is_one_of<PartedWarp, LongLoop>(facts);
        case FindingKind::race:
            return is_one_of<Race, Meeting>(facts);
        case FindingKind::relies_on_lockstep:
        case FindingKind::plain_wait:
            return is_one_of<Race>(facts);
        case FindingKind::barrier_not_reached:
            return is_one_of<MissedBarrier, MixedBarriers>(facts);
        case FindingKind::out_of_bounds:
        case FindingKind::misaligned:
            return is_one_of<BadAccess>(facts);
        case FindingKind::read_before_write:
            return is_one_of<UnsetVariable, UnwrittenCells>(facts);
        case FindingKind::deadlock:
            return is_one_of<Standstill>(facts);
        case FindingKind::step_limit:
        case FindingKind::memory_limit:
            return is_one_of<StoppedRun>(facts);
        case FindingKind::wrapped_sum:
            return is_one_of<WrappedSum>(facts);
        case FindingKind::assertion:
        case FindingKind::trap:
            return is_one_of<FailedCheck>(facts);
        case FindingKind::endless_loop:
            return is_one_of<EndlessLoop>(facts);
        case FindingKind::missing_lane:
            return is_one_of<WrongMask, NoSource>(facts);
        case FindingKind::wrong_format:
            return is_one_of<WrongFormat>(facts);
        case FindingKind::lock_in_warp:
            return is_one_of<LockWithinWarp>(facts);
        case FindingKind::gone_since_volta:
            return is_one_of<GoneCall>(facts);
    }
    return false;
}

bool small(const std::vector<std::int64_t>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [](std::int64_t number) { return number > -most && number < most; });
}

/// Whether the facts may appear beside what the finding has; one overload a kind of facts.
class FactsCheck {
  public:
    FactsCheck(const Trace& trace, const Finding& finding) : trace_(trace), finding_(finding) {}

    bool operator()(const BankConflict& facts) const {
        const std::size_t lanes = finding_.lanes.size();
        const int unit = std::min(facts.size, 4);
        return has_array() && lanes_ascend() && facts.size >= 1 && facts.size <= 16 &&
               facts.arrays.size() == lanes && facts.offsets.size() == lanes &&
               std::all_of(facts.arrays.begin(), facts.arrays.end(),
                           [&](ArrayId array) { return is_array(array); }) &&
               std::all_of(
                   facts.offsets.begin(), facts.offsets.end(),
                   [&](std::int64_t offset) { return offset >= 0 && offset < most && offset % unit == 0; }) &&
               where(facts.declared);
    }
    bool operator()(const Uncoalesced& /*facts*/) const { return has_array() && lanes_ascend(); }
    bool operator()(const Race& facts) const {
        return has_array() && has_cells() && where(facts.earlier) && facts.form <= Race::Form::waited &&
               small(facts.others);
    }
    bool operator()(const Meeting& facts) const {
        return has_array() && has_cells() && finding_.elements.size() == finding_.lanes.size() &&
               facts.form <= Meeting::Form::different;
    }
    bool operator()(const MissedBarrier& facts) const {
        return std::all_of(facts.absent.begin(), facts.absent.end(), [](const AbsentLanes& absent) {
            return small(absent.warps) && absent.doing <= AbsentLanes::Doing::ran_to_end;
        });
    }
    bool operator()(const MixedBarriers& facts) const {
        return std::all_of(facts.lines.begin(), facts.lines.end(),
                           [](const WarpsAtLine& at) { return small(at.warps); });
    }
    bool operator()(const BadAccess& facts) const {
        return (has_array() || finding_.kind == FindingKind::out_of_bounds) && !facts.offsets.empty() &&
               small(facts.offsets) && facts.size > 0;
    }
    bool operator()(const UnsetVariable& facts) const { return facts.form <= UnsetVariable::Form::copied; }
    bool operator()(const UnwrittenCells& /*facts*/) const { return has_array() && has_cells(); }
    bool operator()(const LockWithinWarp& facts) const {
        return has_array() && has_cells() && facts.holder < most_lanes;
    }
    bool operator()(const GoneCall& /*facts*/) const { return !finding_.lanes.empty(); }
    bool operator()(const WrappedSum& facts) const {
        return !finding_.lanes.empty() && small({facts.left, facts.right});
    }
    bool operator()(const EndlessLoop& facts) const { return !facts.reads || is_array(facts.array); }
    bool operator()(const NoSource& facts) const { return facts.why <= NoSource::Why::no_part; }
    bool operator()(const Standstill& facts) const {
        return facts.deadlock < trace_.deadlocks.size() &&
               facts.first < trace_.deadlocks[facts.deadlock].waits.size();
    }
    /// What names nothing outside itself.
    template <typename Facts>
    bool operator()(const Facts& /*facts*/) const {
        return true;
    }

    bool where(const SourceRange& range) const {
        return range.file == -1 || (range.file >= 0 && range.line >= 0 &&
                                    static_cast<std::size_t>(range.file) < trace_.sources.size());
    }

  private:
    bool is_array(ArrayId array) const { return array < trace_.arrays.size(); }
    bool has_array() const { return finding_.array >= 0; }
    bool has_cells() const { return !finding_.lanes.empty() && !finding_.elements.empty(); }
    bool lanes_ascend() const {
        return !finding_.lanes.empty() && std::adjacent_find(finding_.lanes.begin(), finding_.lanes.end(),
                                                             std::greater_equal<>()) == finding_.lanes.end();
    }

    const Trace& trace_;
    const Finding& finding_;
};

}  // namespace

bool is_sound(const Trace& trace, const Finding& finding) {
    const auto steps = static_cast<std::int64_t>(trace.steps.size());
    const auto in_trace = [&](std::int64_t step) { return step >= 0 && (steps == 0 || step < steps); };
    const auto below = [](std::int64_t position, std::size_t size) {
        return position >= 0 && position < static_cast<std::int64_t>(size);
    };
    const FactsCheck check(trace, finding);
    return finding.kind <= last_finding_kind && finding.severity <= Severity::fault &&
           belongs(finding.kind, finding.facts) && check.where(finding.where) &&
           below(finding.launch, trace.launches.size()) && finding.block >= 0 && finding.warp >= 0 &&
           finding.lanes.size() <= most_lanes &&
           std::all_of(finding.lanes.begin(), finding.lanes.end(),
                       [](int lane) { return lane >= 0 && lane < static_cast<int>(most_lanes); }) &&
           (finding.array == -1 || below(finding.array, trace.arrays.size())) && small(finding.elements) &&
           in_trace(finding.step) && !finding.steps.empty() &&
           std::all_of(finding.steps.begin(), finding.steps.end(), in_trace) &&
           std::visit(check, finding.facts);
}

}  // namespace upsweep::emulator
