// When each operation of a plan would run, on the modelled clock.
#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "emulator/trace/trace.h"
#include "replay/structure/plan.h"

namespace upsweep::replay {

namespace {

/// What a device does beside other things: compute, bring up, bring down.
enum class Engine : uint8_t { compute, up, down };

Engine engine_of(const PlanOperation& one) {
    if (one.kind == PlanKind::upload) return Engine::up;
    return one.kind == PlanKind::download ? Engine::down : Engine::compute;
}

/// Until when each unit of each device's engines is busy: its multiprocessors, the way up, the way down.
class Units {
  public:
    explicit Units(int multiprocessors) : multiprocessors_(size_t(multiprocessors)) {}

    /// When so many of them are free.
    double when_free(int device, Engine engine, size_t count) { return busy_of(device, engine)[count - 1]; }
    void take(int device, Engine engine, size_t count, double until) {
        std::vector<double>& busy = busy_of(device, engine);
        std::fill_n(busy.begin(), count, until);
        std::sort(busy.begin(), busy.end());
    }

  private:
    /// Ascending.
    std::vector<double>& busy_of(int device, Engine engine) {
        std::vector<double>& busy = busy_[{device, engine}];
        if (busy.empty()) busy.resize(engine == Engine::compute ? multiprocessors_ : 1, 0);
        return busy;
    }

    size_t multiprocessors_;
    std::map<std::pair<int, Engine>, std::vector<double>> busy_;
};

/// Goes through the operations in the order in which they begin: of those that can begin first, the one that
/// is first in the plan.
class Scheduler {
  public:
    Scheduler(const Trace& trace, const PlanRates& rates, std::vector<PlanOperation>& operations, int streams)
        : trace_(trace),
          rates_(rates),
          operations_(operations),
          queues_(size_t(streams)),
          free_(size_t(streams), 0),
          units_(trace.gpu.multiprocessors) {
        for (size_t i = operations.size(); i-- > 0;) queue_of(operations[i]).push_back(i);
    }

    void run() {
        for (size_t done = 0; done < operations_.size(); ++done) {
            PlanOperation* next = nullptr;
            double first = 0;
            for (const std::vector<size_t>& queue : queues_) {
                if (queue.empty() || !may_come(operations_[queue.back()])) continue;
                PlanOperation& one = operations_[queue.back()];
                const double begin = when(one);
                if (next != nullptr && std::pair(begin, one.operation) > std::pair(first, next->operation))
                    continue;
                next = &one;
                first = begin;
            }
            place(*next, first);
        }
    }

  private:
    /// Backwards: what comes next is at the end.
    std::vector<size_t>& queue_of(const PlanOperation& one) { return queues_[one.stream]; }
    int device_of(const PlanOperation& one) const { return trace_.plan.operations[one.operation].device; }
    const PlanOperation* awaited(const PlanOperation& one) const {
        const auto* wait = std::get_if<Wait>(&trace_.plan.operations[one.operation].what);
        return wait == nullptr ? nullptr : &operations_[wait->operation];
    }

    bool may_come(const PlanOperation& one) const {
        const PlanOperation* other = awaited(one);
        return other == nullptr || placed_.count(other->operation) != 0;
    }

    /// Multiprocessors that it keeps busy; a copy or a clear keeps one.
    size_t units(const PlanOperation& one) const {
        if (one.launch < 0) return 1;
        const auto all = size_t(trace_.gpu.multiprocessors);
        const auto& launch = trace_.launches[one.launch];
        return std::min(all, size_t(std::max<int64_t>(1, launch.grid.count())));
    }

    double length(const PlanOperation& one) const {
        if (one.kind != PlanKind::launch) return double(std::max(one.bytes_in, one.bytes_out)) / rates_.bytes;
        const double share = double(units(one)) / trace_.gpu.multiprocessors;
        return double(one.lane_statements) / (rates_.lane_statements * share);
    }

    double when(const PlanOperation& one) {
        const double stream = free_[one.stream];
        if (one.kind == PlanKind::wait) return stream;
        return std::max(stream, units_.when_free(device_of(one), engine_of(one), units(one)));
    }

    void place(PlanOperation& one, double begin) {
        queue_of(one).pop_back();
        placed_.insert(one.operation);
        one.begin = begin;
        if (const PlanOperation* other = awaited(one)) {
            one.end = std::max(begin, other->end);
        } else {
            one.end = begin + length(one);
            units_.take(device_of(one), engine_of(one), units(one), one.end);
        }
        free_[one.stream] = one.end;
    }

    const Trace& trace_;
    const PlanRates& rates_;
    std::vector<PlanOperation>& operations_;
    std::vector<std::vector<size_t>> queues_;  // by stream
    std::vector<double> free_;                 // by stream
    std::set<size_t> placed_;
    Units units_;
};

}  // namespace

void PlanOperations::schedule() { Scheduler(*trace_, rates_, operations_, streams_).run(); }

bool launches_overlap(const PlanOperations& plan) {
    // In the order of their beginnings, each against the one that lasts longest so far.
    std::vector<const PlanOperation*> launches;
    for (const PlanOperation& one : plan.all())
        if (one.launch >= 0 && one.end > one.begin) launches.push_back(&one);
    std::stable_sort(launches.begin(), launches.end(),
                     [](const PlanOperation* a, const PlanOperation* b) { return a->begin < b->begin; });
    double until = 0;
    for (const PlanOperation* one : launches) {
        if (one->begin < until) return true;
        until = std::max(until, one->end);
    }
    return false;
}

}  // namespace upsweep::replay
