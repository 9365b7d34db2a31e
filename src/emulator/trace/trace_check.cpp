#include "emulator/trace/trace_file.h"

#include <algorithm>
#include <iterator>

#include "core/plan_layout.h"
#include "core/ranges.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

/// More than an address can be off, less than would overflow.
constexpr int64_t most = int64_t{1} << 56;
constexpr size_t most_lanes = 32;

template <typename... Facts>
bool is_one_of(const FindingFacts& facts) {
    return (std::holds_alternative<Facts>(facts) || ...);
}

bool belongs(FindingKind kind, const FindingFacts& facts) {
    switch (kind) {
        using enum FindingKind;
        case bank_conflict:
            return is_one_of<BankConflict>(facts);
        case uncoalesced:
            return is_one_of<Uncoalesced>(facts);
        case divergence:
            return is_one_of<PartedWarp, LongLoop>(facts);
        case race:
            return is_one_of<Race, Meeting>(facts);
        case relies_on_lockstep:
        case plain_wait:
            return is_one_of<Race>(facts);
        case barrier_not_reached:
            return is_one_of<MissedBarrier, MixedBarriers>(facts);
        case out_of_bounds:
        case misaligned:
            return is_one_of<BadAccess>(facts);
        case read_before_write:
            return is_one_of<UnsetVariable, UnwrittenCells>(facts);
        case deadlock:
            return is_one_of<Standstill>(facts);
        case step_limit:
        case memory_limit:
            return is_one_of<StoppedRun>(facts);
        case wrapped_sum:
            return is_one_of<WrappedSum>(facts);
        case assertion:
        case trap:
            return is_one_of<FailedCheck>(facts);
        case endless_loop:
            return is_one_of<EndlessLoop>(facts);
        case missing_lane:
            return is_one_of<WrongMask, NoSource>(facts);
        case wrong_format:
            return is_one_of<WrongFormat>(facts);
        case lock_in_warp:
            return is_one_of<LockWithinWarp>(facts);
        case gone_since_volta:
            return is_one_of<GoneCall>(facts);
        case host_code:
            return is_one_of<HostFault>(facts);
    }
    return false;
}

bool small(const std::vector<int64_t>& numbers) {
    return all_of(numbers, [](int64_t number) { return number > -most && number < most; });
}

/// Whether the facts may appear beside what the finding has; one overload a kind of facts.
class FactsCheck {
  public:
    FactsCheck(const Trace& trace, const Finding& finding) : trace_(trace), finding_(finding) {}

    bool operator()(const BankConflict& facts) const {
        const size_t lanes = finding_.lanes.size();
        const int unit = std::min(facts.size, 4);
        return has_array() && lanes_ascend() && facts.size >= 1 && facts.size <= 16 &&
               facts.arrays.size() == lanes && facts.offsets.size() == lanes &&
               all_of(facts.arrays, [&](ArrayId array) { return is_array(array); }) &&
               all_of(facts.offsets,
                      [&](int64_t offset) { return offset >= 0 && offset < most && offset % unit == 0; }) &&
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
        return all_of(facts.absent, [](const AbsentLanes& absent) {
            return small(absent.warps) && absent.doing <= AbsentLanes::Doing::ran_to_end;
        });
    }
    bool operator()(const MixedBarriers& facts) const {
        return all_of(facts.lines, [](const WarpsAtLine& at) { return small(at.warps); });
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
    bool operator()(const HostFault& /*facts*/) const { return true; }
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
        return range.file == -1 ||
               (range.file >= 0 && range.line >= 0 && size_t(range.file) < trace_.sources.size());
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

bool is_sound(const Trace& trace, const Finding& finding) {
    const auto steps = length(trace.steps);
    const auto in_trace = [&](int64_t step) { return step >= 0 && (steps == 0 || step < steps); };
    const auto below = [](int64_t position, size_t size) {
        return position >= 0 && position < int64_t(size);
    };
    const FactsCheck check(trace, finding);
    return finding.kind <= last_finding_kind && finding.severity <= Severity::fault &&
           belongs(finding.kind, finding.facts) && check.where(finding.where) &&
           below(finding.launch, trace.launches.size()) && finding.block >= 0 && finding.warp >= 0 &&
           finding.lanes.size() <= most_lanes &&
           all_of(finding.lanes, [](int lane) { return lane >= 0 && lane < int(most_lanes); }) &&
           (finding.array == -1 || below(finding.array, trace.arrays.size())) && small(finding.elements) &&
           in_trace(finding.step) && !finding.steps.empty() && all_of(finding.steps, in_trace) &&
           std::visit(check, finding.facts);
}

/// More than a run can have, less than would overflow.
constexpr int64_t most_bytes = int64_t{1} << 30;
constexpr int64_t most_side = int64_t{1} << 31;
constexpr int64_t most_counted = int64_t{1} << 40;
constexpr uint32_t most_places = 1024;  ///< multiprocessors, and slots on one

template <typename T>
bool below(int64_t position, const std::vector<T>& list) {
    return position >= 0 && position < length(list);
}

bool is_sound(const Dim3& dim) {
    const bool sides =
        dim.x > 0 && dim.y > 0 && dim.z > 0 && dim.x <= most_side && dim.y <= most_side && dim.z <= most_side;
    return sides && dim.y <= most_side / dim.x && dim.z <= most_side / (dim.x * dim.y);
}

bool is_sound(const Counts& c) {
    const int64_t all[] = {c.additions,
                           c.copies,
                           c.moves,
                           c.barriers,
                           c.rounds,
                           c.depth,
                           c.steps,
                           c.shared_load_wavefronts,
                           c.shared_store_wavefronts,
                           c.bank_conflicts,
                           c.global_load_sectors,
                           c.global_store_sectors,
                           c.atomics};
    return all_of(all, [](int64_t count) { return count >= 0 && count <= most_counted; });
}

class Check {
  public:
    explicit Check(const Trace& trace) : trace_(trace) {}

    bool run() const {
        return plan() && machine() && arrays() && launches() && texts() && loops() && steps() && accesses() &&
               operations() && waiting() && findings() && contents();
    }

  private:
    bool where(const SourceRange& range) const {
        return range.file == -1 ||
               (below(range.file, trace_.sources) && range.line >= 0 && range.column >= 0 &&
                range.end_line >= range.line && range.end_column >= 0);
    }
    /// Beside what is_sound() says of any plan.
    bool operation(const Operation& operation) const {
        if (const auto* launch = std::get_if<Launch>(&operation.what))
            return is_sound(launch->grid) && is_sound(launch->block);
        const auto* upload = std::get_if<Upload>(&operation.what);
        return upload == nullptr || below(upload->slot, trace_.host);
    }
    bool plan() const {
        return is_sound(trace_.plan, most_bytes) &&
               all_of(trace_.plan.operations, [this](const Operation& o) { return operation(o); });
    }
    bool machine() const {
        const ToyGpu& gpu = trace_.gpu;
        return gpu.lanes >= 1 && gpu.lanes <= 32 && gpu.banks >= 1 && gpu.banks <= 32 &&
               gpu.multiprocessors >= 1 && gpu.multiprocessors <= 1024 && gpu.resident_blocks >= 1 &&
               gpu.resident_blocks <= 1024 && gpu.schedule.blocks.kind <= Order::Kind::list &&
               gpu.schedule.warps.kind <= Order::Kind::list && gpu.lanes_proceed <= LanesProceed::adversarial;
    }
    bool arrays() const {
        int64_t bytes = 0;
        for (const ArrayInfo& info : trace_.arrays) {
            const bool good = info.space <= Space::text && is_sound(info.type) &&
                              is_sound(info.extent, most_bytes) && info.role <= BufferRole::control &&
                              info.launch >= -1 && info.block >= -1 && info.launch < length(trace_.launches);
            if (!good) return false;
            bytes += info.extent.count() * size_of(info.type);
            if (bytes > most_bytes) return false;
        }
        if (trace_.arrays.size() < trace_.plan.buffers.size()) return false;
        for (size_t i = 0; i < trace_.plan.buffers.size(); ++i)
            if (trace_.arrays[i].type != trace_.plan.buffers[i].type ||
                trace_.arrays[i].extent.count() != trace_.plan.buffers[i].extent.count())
                return false;
        return true;
    }
    /// A run that was not recorded still says how many steps there were.
    bool steps_between(int64_t first, int64_t end) const {
        return first >= 0 && first <= end && (trace_.steps.empty() || end <= trace_.step_count());
    }
    bool launches() const {
        const auto known = [this](ArrayId id) { return below(id, trace_.arrays); };
        return is_sound(trace_.counts) && !trace_.launches.empty() &&
               all_of(trace_.launches,
                      [&](const LaunchInfo& l) {
                          return is_sound(l.grid) && is_sound(l.block) && is_sound(l.counts) &&
                                 l.warps_per_block >= 0 && steps_between(l.first_step, l.end_step) &&
                                 all_of(l.shared_arrays, known) && all_of(l.local_arrays, known) &&
                                 is_launch(l.operation) && blocks(l);
                      }) &&
               // Operations are looked up by bisection.
               std::adjacent_find(trace_.launches.begin(), trace_.launches.end(),
                                  [](const LaunchInfo& a, const LaunchInfo& b) {
                                      return a.operation >= b.operation;
                                  }) == trace_.launches.end() &&
               all_of(trace_.phases, [this](const Phase& p) {
                   return below(p.operation, trace_.plan.operations) &&
                          steps_between(p.first_step, p.end_step);
               });
    }
    bool is_launch(uint32_t operation) const {
        return below(operation, trace_.plan.operations) &&
               std::holds_alternative<Launch>(trace_.plan.operations[operation].what);
    }
    bool blocks(const LaunchInfo& launch) const {
        return all_of(launch.blocks, [&](const BlockInfo& b) {
            return b.block < launch.grid.count() && b.multiprocessor < most_places && b.slot < most_places &&
                   steps_between(b.first_step, b.end_step);
        });
    }
    bool texts() const {
        return all_of(trace_.statements,
                      [this](const Statement& s) { return where(s.where) && s.kind <= StepKind::drain; }) &&
               all_of(trace_.operands, [this](const Operand& o) { return where(o.where); });
    }
    bool loops() const {
        return all_of(trace_.loops, [this](const Loop& l) {
            return where(l.where) && where(l.header) && l.form <= Loop::Form::header_last &&
                   l.holds(l.header_statement) && l.end_statement <= length(trace_.statements);
        });
    }
    /// A warp of a launch that has the block.
    bool warp(const LaunchInfo& launch, uint32_t block, uint32_t warp) const {
        return block < launch.grid.count() && int64_t(warp) < std::max(launch.warps_per_block, 1);
    }
    bool step(const Step& step, int64_t index) const {
        if (!below(step.operation, trace_.plan.operations) || !below(step.phase, trace_.phases)) return false;
        const int64_t number = trace_.launch_of(step);
        bool there = step.kind == StepKind::host;
        if (number >= 0) {
            const LaunchInfo& launch = nth(trace_.launches, number);
            there = !there && warp(launch, step.block, step.warp) && index >= launch.first_step &&
                    index < launch.end_step;
        }
        return there && below(step.statement, trace_.statements) && below(step.counts, trace_.step_counts) &&
               step.kind <= StepKind::drain;
    }
    bool steps() const {
        int64_t last = 0, index = 0;
        uint32_t operation = 0;
        for (const Step& s : trace_.steps) {
            if (!step(s, index++) || s.first_access < last || s.operation < operation) return false;
            last = s.first_access;
            operation = s.operation;
        }
        return last <= length(trace_.accesses) && (trace_.steps.empty() || trace_.steps[0].first_access == 0);
    }
    bool origin(OriginId id, size_t operations) const {
        if ((id & cell_bit) != 0) return below(id & ~cell_bit, trace_.accesses);
        return id == 0 || id < operations;
    }
    bool accesses() const {
        return all_of(trace_.accesses, [this](const Access& a) {
            if (!below(a.array, trace_.arrays)) return false;
            const ArrayInfo& info = trace_.arrays[a.array];
            const bool size = a.size == 1 || a.size == 2 || a.size == 4 || a.size == 8;
            return size && a.offset + int64_t{a.size} <= info.extent.count() * size_of(info.type) &&
                   below(a.operand, trace_.operands) && origin(a.origin, trace_.operations.size());
        });
    }
    bool operations() const {
        for (size_t i = 0; i < trace_.operations.size(); ++i)
            if (!origin(trace_.operations[i].left, i) || !origin(trace_.operations[i].right, i)) return false;
        return true;
    }
    bool findings() const {
        return all_of(trace_.findings, [this](const Finding& f) { return is_sound(trace_, f); }) &&
               all_of(trace_.printed,
                      [](const Printed& p) { return p.step >= 0 && p.block >= 0 && p.thread >= 0; });
    }
    bool element(int64_t array, int64_t element) const {
        return below(array, trace_.arrays) && element >= 0 &&
               element < nth(trace_.arrays, array).extent.count();
    }
    bool wait(const WaitInterval& w) const {
        const int64_t number = trace_.launch_of(w.operation);
        return number >= 0 && warp(nth(trace_.launches, number), w.block, w.warp) &&
               element(w.array, w.element) && below(w.first_step, trace_.steps) &&
               (w.ended_by == -1 || (w.ended_by >= w.first_step && below(w.ended_by, trace_.steps)));
    }
    bool deadlock(const Deadlock& d) const {
        if (!below(d.launch, trace_.launches) || d.step < -1 || d.waits.empty() ||
            (!trace_.steps.empty() && d.step >= trace_.step_count()))
            return false;
        const LaunchInfo& launch = nth(trace_.launches, d.launch);
        return all_of(d.waits, [&](const DeadlockWait& w) {
            return warp(launch, w.block, w.warp) && warp(launch, w.other_block, w.other_warp) &&
                   w.other_lane < 32 && element(w.array, w.element) && where(w.where) &&
                   where(w.changed_where) && where(w.statement) && where(w.changed_statement) &&
                   w.why <= Obstacle::diverged && w.line >= 0;
        });
    }
    bool waiting() const {
        return all_of(trace_.waits, [this](const WaitInterval& w) { return wait(w); }) &&
               all_of(trace_.deadlocks, [this](const Deadlock& d) { return deadlock(d); });
    }
    bool contents() const {
        if (trace_.initial.size() > trace_.arrays.size()) return false;
        std::vector<const ArrayInfo*> left;
        for (size_t i = 0; i < trace_.arrays.size(); ++i)
            if (i < trace_.plan.buffers.size() || trace_.arrays[i].space == Space::global)
                left.push_back(&trace_.arrays[i]);
        // Traces from before variables were results have the buffers alone.
        const size_t held = trace_.buffers.size();
        if (held != trace_.plan.buffers.size() && held != left.size()) return false;
        for (size_t i = 0; i < trace_.initial.size(); ++i) {
            const Array& array = trace_.initial[i];
            if (array.count() == 0) continue;
            if (array.type() != trace_.arrays[i].type || array.count() != trace_.arrays[i].extent.count())
                return false;
        }
        for (size_t i = 0; i < trace_.buffers.size(); ++i)
            if (trace_.buffers[i].type() != left[i]->type ||
                trace_.buffers[i].count() != left[i]->extent.count())
                return false;
        return true;
    }

    const Trace& trace_;
};

}  // namespace

bool is_sound(const Trace& trace) { return Check(trace).run(); }

}  // namespace upsweep::emulator
