// Gathers the operations of a plan and lays them on the modelled clock.
#include "replay/structure/plan.h"

#include <algorithm>
#include <bit>
#include <set>

#include "core/error.h"
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
            int& place = used.written.count(array.array) != 0 ? one.to : one.from;
            if (&place == &one.from && used.read.count(array.array) == 0) continue;
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
        if (one.kind != PlanKind::wait) sum += one.end - one.begin;
    return sum;
}

int64_t PlanOperations::part_width(int array) const {
    const auto at = part_widths_.find(array);
    return at == part_widths_.end() ? 0 : at->second;
}

size_t PlanOperations::operation_at(int64_t step) const {
    if (trace_->steps.empty()) return 0;
    return trace_->steps[std::clamp<int64_t>(step, 0, trace_->step_count() - 1)].operation;
}

int PlanOperations::launches() const {
    return int(std::count_if(operations_.begin(), operations_.end(),
                             [](const auto& one) { return one.kind == PlanKind::launch; }));
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
        made.bits.push_back(player_->bits(static_cast<ArrayId>(array), i));
        made.defined.push_back(player_->defined(static_cast<ArrayId>(array), i));
    }
    return &made;
}

}  // namespace upsweep::replay
