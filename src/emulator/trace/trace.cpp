// Sums of counts, the table of their names, and the size of a trace.
#include "emulator/trace/trace.h"

#include <algorithm>
#include <string>

#include "core/error.h"
#include "core/quotes.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/finding.h"

namespace upsweep::emulator {

namespace {

template <typename T>
int64_t weight(const std::vector<T>& items) {
    return items.size() * sizeof(T);
}

}  // namespace

Trace::Trace() = default;
Trace::Trace(const Trace&) = default;
Trace::Trace(Trace&&) noexcept = default;
Trace& Trace::operator=(const Trace&) = default;
Trace& Trace::operator=(Trace&&) noexcept = default;
Trace::~Trace() = default;

Counts& Counts::operator+=(const Counts& other) {
    additions += other.additions;
    copies += other.copies;
    moves += other.moves;
    barriers += other.barriers;
    rounds += other.rounds;
    depth = std::max(depth, other.depth);
    steps += other.steps;
    shared_load_wavefronts += other.shared_load_wavefronts;
    shared_store_wavefronts += other.shared_store_wavefronts;
    bank_conflicts += other.bank_conflicts;
    global_load_sectors += other.global_load_sectors;
    global_store_sectors += other.global_store_sectors;
    atomics += other.atomics;
    return *this;
}

Counts& operator+=(Counts& counts, const StepCounts& step) {
    counts.additions += step.additions;
    counts.copies += step.copies;
    counts.moves += step.moves;
    counts.barriers += step.barriers;
    counts.rounds += step.rounds;
    counts.depth += step.depth;
    counts.steps += 1;
    counts.shared_load_wavefronts += step.shared_load_wavefronts;
    counts.shared_store_wavefronts += step.shared_store_wavefronts;
    counts.bank_conflicts += step.bank_conflicts;
    counts.global_load_sectors += step.global_load_sectors;
    counts.global_store_sectors += step.global_store_sectors;
    counts.atomics += step.atomics;
    return counts;
}

namespace {

/// The first launch that is `operation` or comes after it.
auto launch_from(const std::vector<LaunchInfo>& launches, uint32_t operation) {
    return std::lower_bound(
        launches.begin(), launches.end(), operation,
        [](const LaunchInfo& launch, uint32_t wanted) { return launch.operation < wanted; });
}

}  // namespace

int64_t Trace::launch_of(uint32_t operation) const {
    const auto at = launch_from(launches, operation);
    return at != launches.end() && at->operation == operation ? at - launches.begin() : -1;
}

uint32_t Trace::launch_near(uint32_t operation) const {
    if (launches.empty()) return 0;
    const auto at = launch_from(launches, operation);
    return uint32_t(std::min<ptrdiff_t>(at - launches.begin(), ptrdiff_t(launches.size()) - 1));
}

Origin Trace::origin(OriginId id) const {
    if (id == 0) return {};
    if ((id & cell_bit) != 0) return {Origin::Kind::cell, ' ', 0, 0, id & ~cell_bit};
    if (id >= operations.size()) return {};
    const OperationNode& node = operations[id];
    return {Origin::Kind::operation, node.symbol, node.left, node.right, -1};
}

Array Trace::output() const {
    size_t index = plan.output.index;
    if (index >= buffers.size()) throw Error("The plan names no output buffer, so the run has no result.");
    return buffers[index];
}

int64_t Trace::bytes() const {
    int64_t sum = weight(arrays) + weight(steps) + weight(step_counts) + weight(accesses) +
                  weight(operations) + weight(waits);
    for (const Array& array : buffers) sum += 2 * length(array.bytes());
    return sum;
}

namespace {

constexpr CountName names[] = {
    {"additions", "additions", [](const Counts& c) { return c.additions; }},
    {"copies", "copies", [](const Counts& c) { return c.copies; }},
    {"moves", "moves", [](const Counts& c) { return c.moves; }},
    {"barriers", "barriers", [](const Counts& c) { return c.barriers; }},
    {.key = "rounds",
     .words = "rounds",
     .of = [](const Counts& c) { return c.rounds; },
     .meaning = "Rounds: barrier intervals in which the kernel adds data; a shuffle begins a new one."},
    {.key = "depth",
     .words = "depth",
     .of = [](const Counts& c) { return c.depth; },
     .meaning = "Depth: the longest chain of additions from an input to an output."},
    {"steps", "steps", [](const Counts& c) { return c.steps; }},
    {"shared_wavefronts", "wavefronts", [](const Counts& c) { return c.shared_wavefronts(); }},
    {"shared_load_wavefronts", "load wavefronts", [](const Counts& c) { return c.shared_load_wavefronts; },
     "shared_wavefronts", "load"},
    {"shared_store_wavefronts", "store wavefronts", [](const Counts& c) { return c.shared_store_wavefronts; },
     "shared_wavefronts", "store"},
    {"bank_conflicts", "conflicts", [](const Counts& c) { return c.bank_conflicts; }},
    {"global_sectors", "sectors",
     [](const Counts& c) { return c.global_load_sectors + c.global_store_sectors; }},
    {"global_load_sectors", "load sectors", [](const Counts& c) { return c.global_load_sectors; },
     "global_sectors", "load"},
    {"global_store_sectors", "store sectors", [](const Counts& c) { return c.global_store_sectors; },
     "global_sectors", "store"},
    {"atomics", "atomics", [](const Counts& c) { return c.atomics; }},
};

}  // namespace

std::span<const CountName> count_names() { return names; }

const CountName& count_name(std::string_view key) {
    std::string known;
    for (const CountName& name : names) {
        if (name.key == key) return name;
        known += (known.empty() ? "" : ", ") + std::string(name.key);
    }
    throw Error("There is no count {}; there are {}.", in_quotes(key), known);
}

int64_t count_of(const Counts& counts, std::string_view key) { return count_name(key).of(counts); }

}  // namespace upsweep::emulator
