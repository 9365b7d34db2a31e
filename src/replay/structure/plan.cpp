// Lists a plan's operations, and schedules them by the model's times.
#include "replay/structure/plan.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "core/error.h"
#include "core/ranges.h"
#include "emulator/trace/trace.h"
#include "replay/structure/staging.h"

namespace upsweep::replay {

namespace {

/// `count` elements of a buffer, or all of it where it is -1.
int64_t bytes_of(const Plan& plan, BufferId buffer, int64_t count = -1) {
    return count < 0 ? plan[buffer].bytes() : count * size_of(plan[buffer].type);
}

void describe(const Plan&, const Launch& launch, PlanOperation& one) {
    one.kind = PlanKind::launch;
    one.name = launch.name.empty() ? launch.kernel.function : launch.name;
    one.bytes_in = launch.bytes_read;
    one.bytes_out = launch.bytes_written;
}
void describe(const Plan& plan, const Upload& upload, PlanOperation& one) {
    one.kind = PlanKind::upload;
    one.name = "upload";
    one.of = plan[upload.to].name;
    one.bytes_in = bytes_of(plan, upload.to, upload.count);
    one.to = upload.to.index;
}
void describe(const Plan& plan, const Download& download, PlanOperation& one) {
    one.kind = PlanKind::download;
    one.name = "download";
    one.of = plan[download.from].name;
    one.bytes_out = bytes_of(plan, download.from, download.count);
    one.from = download.from.index;
}
void describe(const Plan& plan, const Copy& copy, PlanOperation& one) {
    one.kind = PlanKind::copy;
    one.name = "copy";
    one.of = plan[copy.to].name;
    one.bytes_in = one.bytes_out = bytes_of(plan, copy.to);
    one.from = copy.from.index;
    one.to = copy.to.index;
}
void describe(const Plan& plan, const Clear& clear, PlanOperation& one) {
    one.kind = PlanKind::clear;
    one.name = "clear";
    one.of = plan[clear.buffer].name;
    one.bytes_out = bytes_of(plan, clear.buffer);
}
void describe(const Plan& plan, const SetVariable& set, PlanOperation& one) {
    one.kind = PlanKind::copy;
    one.name = "set";
    one.of = set.variable;
    one.bytes_in = one.bytes_out = bytes_of(plan, set.from);
    one.from = set.from.index;
}
void describe(const Plan& plan, const HostWork& work, PlanOperation& one) {
    one.kind = PlanKind::host;
    one.name = work.name;
    if (work.buffer.index >= 0) one.of = plan[work.buffer].name;
}
void describe(const Plan&, const Wait&, PlanOperation& one) {
    one.kind = PlanKind::wait;
    one.name = "wait";
}

/// Which arrays a launch reads, and which it writes.
struct Used {
    std::set<int> read, written;
};
Used used_in(const Trace& trace, StepRange steps) {
    Used used;
    const auto first = trace.step_at(steps.first).first_access;
    for (int64_t i = first; i < trace.end_access(steps.end - 1); ++i) {
        const Access& access = trace.access_at(i);
        (is_write(access) ? used.written : used.read).insert(int(access.array));
    }
    return used;
}

}  // namespace

PlanOperations::PlanOperations(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)) {
    std::set<int> streams;
    for (const Operation& operation : trace_->plan.operations) streams.insert(operation.stream);
    streams_ = std::max(1, int(streams.size()));
    for (size_t i = 0; i < trace_->plan.operations.size(); ++i) {
        const Operation& operation = trace_->plan.operations[i];
        PlanOperation one;
        one.operation = i;
        one.stream = int(std::distance(streams.begin(), streams.find(operation.stream)));
        std::visit([&](const auto& what) { describe(trace_->plan, what, one); }, operation.what);
        operations_.push_back(std::move(one));
    }
    if (operations_.empty()) return;  // a trace made by hand
    for (int64_t i = 0; i < trace_->step_count(); ++i) {
        const Step& step = trace_->step_at(i);
        PlanOperation& one = operations_[step.operation];
        if (!one.ran()) one.steps.first = i;
        one.steps.end = i + 1;
        if (step.kind != StepKind::host) one.lane_statements += std::popcount(step.active);
    }
    for (size_t i = 0; i < trace_->launches.size(); ++i) {
        PlanOperation& one = operations_[trace_->launches[i].operation];
        one.launch = int(i);
        if (one.ran()) find_arrays(one);
    }
    schedule();
}

/// It leaves the largest data that it writes, and takes what it reads of the data that was left last; sums
/// and the like of blocks only where there is nothing else.
void PlanOperations::find_arrays(PlanOperation& one) {
    const Trace& trace = *trace_;
    const StagedLaunch staged(trace, size_t(one.launch));
    const Used used = used_in(trace, one.steps);
    const auto age = [&](int array) {
        for (size_t i = one.operation; i-- > 0;)
            if (operations_[i].to == array) return one.operation - i;
        return one.operation + 1;
    };
    for (const bool data : {true, false})
        for (const StagedArray& array : staged.arrays()) {
            if (array.is_shared() || array.is_data() != data) continue;
            if (trace.arrays[array.array].role != BufferRole::data) continue;
            const Extent part = array.subject.parts.size;
            if (array.extent.height == 1 && part.width > 1) part_widths_.try_emplace(array.array, part.width);
            int& place = used.written.contains(array.array) ? one.to : one.from;
            if (&place == &one.from && !used.read.contains(array.array)) continue;
            const auto count_of = [&](int id) { return trace.arrays[id].extent.count(); };
            const bool better =
                place < 0 || (data && (&place == &one.to ? count_of(array.array) >= count_of(place)
                                                         : age(array.array) < age(place)));
            if (better) place = array.array;
        }
    if (one.from < 0) one.from = one.to;
}

void PlanOperations::set_rates(PlanRates rates) {
    if (!(rates.bytes > 0 && rates.lane_statements > 0))
        throw UsageError("The rates of the modelled clock must be above zero.");
    rates_ = rates;
    schedule();
}

double PlanOperations::ticks() const {
    double last = 0;
    for (const PlanOperation& one : operations_) last = std::max(last, one.end);
    return last;
}

double PlanOperations::ticks_one_by_one() const {
    double sum = 0;
    for (const PlanOperation& one : operations_)
        if (one.kind != PlanKind::wait && one.kind != PlanKind::host) sum += one.end - one.begin;
    return sum;
}

int64_t PlanOperations::part_width(int array) const { return found_or(part_widths_, array, 0); }

size_t PlanOperations::operation_at(int64_t step) const {
    if (trace_->steps.empty()) return 0;
    return trace_->steps[std::clamp<int64_t>(step, 0, trace_->step_count() - 1)].operation;
}

int PlanOperations::launches() const {
    return int(count_if(operations_, [](const auto& one) { return one.kind == PlanKind::launch; }));
}

int PlanOperations::number_of_launch(size_t operation) const {
    if (operation >= operations_.size() || operations_[operation].kind != PlanKind::launch) return 0;
    int number = 0;
    for (size_t i = 0; i <= operation; ++i) number += operations_[i].kind == PlanKind::launch;
    return number;
}

const ArrayMoment* PlanOperations::moment(size_t operation, int array, bool after) const {
    if (array < 0 || operation >= operations_.size() || !operations_[operation].ran()) return nullptr;
    const ArrayInfo& info = trace_->arrays[array];
    if (info.extent.count() > most_kept) return nullptr;
    const StepRange steps = operations_[operation].steps;
    const int64_t position = after ? steps.end : steps.first;
    const auto [at, fresh] = moments_.try_emplace({position, array});
    if (!fresh) return &at->second;
    if (!player_) player_ = std::make_unique<emulator::Player>(trace_);
    player_->seek(position);
    ArrayMoment& made = at->second;
    made.type = info.type;
    made.extent = info.extent;
    for (int64_t i = 0; i < info.extent.count(); ++i) {
        made.bits.push_back(player_->bits(ArrayId(array), i));
        made.defined.push_back(player_->defined(ArrayId(array), i));
    }
    return &made;
}

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
        sort(busy);
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
        return other == nullptr || placed_.contains(other->operation);
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
    stable_sort(launches, [](const PlanOperation* a, const PlanOperation* b) { return a->begin < b->begin; });
    double until = 0;
    for (const PlanOperation* one : launches) {
        if (one->begin < until) return true;
        until = std::max(until, one->end);
    }
    return false;
}

}  // namespace upsweep::replay
