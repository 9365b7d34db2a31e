// Fits counts, and adds up times: launches one after the other; within a launch memory, shared memory,
// instructions and waiting overlap.
#include "model/predict.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/ranges.h"

namespace upsweep::model {

std::string group_of(const Launch& launch) {
    // "diagonal 7" is one of many diagonals.
    std::string name = launch.name;
    std::erase_if(name, [](char c) { return c >= '0' && c <= '9'; });
    return launch.kernel.file + ":" + launch.kernel.function + ":" + name;
}

bool is_carried(const Groups& groups) {
    Counts all;
    for (const auto& [key, group] : groups) all += group.counts;
    return all[Count::carried_sectors] > 0.5 * all[Count::again_sectors];
}

bool is_mostly_idle(const Group& group) {
    return group.threads >= 64 && group.counts[Count::working] < 0.5 * group.threads;
}

namespace {

Groups shapes_of(const Plan& plan) {
    Groups groups;
    for (const Operation& operation : plan.operations) {
        const auto* launch = std::get_if<Launch>(&operation.what);
        if (launch == nullptr) continue;
        Group& group = groups[group_of(*launch)];
        group.launches += 1;
        group.blocks += double(launch->grid.count());
        group.threads += double(launch->grid.count() * launch->block.count());
    }
    return groups;
}

Groups groups_of(const Sample& sample) {
    Groups groups = shapes_of(sample.plan);
    for (const LaunchCounts& launch : sample.counts.launches) {
        const auto& made = std::get<Launch>(nth(sample.plan.operations, launch.operation).what);
        Group& group = groups[group_of(made)];
        group.counts += launch.counts;
    }
    return groups;
}

/// What a count may grow with. The simpler form wins unless another fits clearly better.
using Features = std::array<double, 8>;
Features features_of(const Group& group, double elements) {
    const double side = std::sqrt(elements);
    return {elements,
            group.threads,
            group.blocks,
            group.launches,
            group.blocks * side,
            elements * std::log2(std::max(elements, 2.0)),
            group.blocks * elements / std::max(group.threads, 1.0),
            elements * side};
}
using Form = std::pair<int, int>;
constexpr std::array<Form, 13> forms = {{{0, -1},
                                         {1, -1},
                                         {2, -1},
                                         {3, -1},
                                         {4, -1},
                                         {6, -1},
                                         {0, 3},
                                         {1, 3},
                                         {2, 3},
                                         {0, 2},
                                         {2, 4},
                                         {5, -1},
                                         {7, -1}}};
/// Of ways: a block's is as long for any number of blocks.
constexpr std::array<Form, 6> path_forms = {{{2, -1}, {6, -1}, {4, -1}, {2, 6}, {2, 4}, {3, -1}}};

struct Point {
    Features features;
    double value = 0;
};

/// Least squares of the relative error, both factors at least 0.
std::array<double, 2> factors_of(std::span<const Point> points, Form form) {
    double aa = 0, ab = 0, bb = 0, ay = 0, by = 0;
    for (const Point& point : points) {
        const double weight = 1 / std::max(point.value, 1e-30);
        const double a = nth(point.features, form.first) * weight;
        const double b = form.second < 0 ? 0 : nth(point.features, form.second) * weight;
        const double y = point.value * weight;
        aa += a * a;
        ab += a * b;
        bb += b * b;
        ay += a * y;
        by += b * y;
    }
    const double only_a = aa > 0 ? ay / aa : 0, only_b = bb > 0 ? by / bb : 0;
    const double determinant = aa * bb - ab * ab;
    if (form.second < 0 || determinant < 1e-9 * aa * bb) return {only_a, 0};
    const double a = (ay * bb - by * ab) / determinant, b = (by * aa - ay * ab) / determinant;
    if (a < 0) return {0, only_b};
    if (b < 0) return {only_a, 0};
    return {a, b};
}

double value_of(const Features& features, Form form, const std::array<double, 2>& factors) {
    const double more = form.second < 0 ? 0 : nth(features, form.second) * factors[1];
    return nth(features, form.first) * factors[0] + more;
}

double misfit(std::span<const Point> points, Form form) {
    const auto factors = factors_of(points, form);
    double worst = 0;
    for (const Point& point : points)
        worst = std::max(worst, std::abs(value_of(point.features, form, factors) - point.value) /
                                    std::max(point.value, 1e-30));
    return worst;
}

double fitted(std::span<const Point> points, const Features& at, std::span<const Form> allowed) {
    constexpr double clearly = 0.01;
    Form best = allowed.front();
    double least = 1e300;
    for (const Form& form : allowed) {
        // Two factors need a third point to be judged by.
        if (form.second >= 0 && points.size() < 3) continue;
        const double error = misfit(points, form);
        if (error < least - clearly) {
            least = error;
            best = form;
        }
    }
    const auto factors = factors_of(points, best);
    // The largest sample is the most like the size asked about: the form says only how much more there is.
    const double there = value_of(points.back().features, best, factors);
    const double scale = there > 0 ? points.back().value / there : 1;
    return value_of(at, best, factors) * scale;
}

}  // namespace

double Fit::value(const std::string& key, Count count, const Group& group, double elements,
                  size_t samples) const {
    std::vector<Point> points;
    for (size_t i = 0; i < samples; ++i) {
        const auto found = known_[i].find(key);
        if (found == known_[i].end() || found->second.counts[count] <= 0) continue;
        points.push_back({features_of(found->second, samples_[i].elements), found->second.counts[count]});
    }
    if (points.empty()) return 0;
    // A chain that one size alone shows may as well not grow: blocks that look back do not queue.
    if (points.size() == 1 && is_most(count)) return points.front().value;
    const std::span<const Form> allowed = is_path(count) ? std::span<const Form>(path_forms) : forms;
    return fitted(points, features_of(group, elements), allowed);
}

Fit::Fit(std::vector<Sample> samples) : samples_(std::move(samples)) {
    for (const Sample& sample : samples_) known_.push_back(groups_of(sample));
    if (samples_.size() < 2) return;
    // Weighted by the counts themselves: what matters is operators, sectors and turns.
    const size_t last = samples_.size() - 1;
    double sum = 0;
    int counted = 0;
    for (const Count count : {Count::operators, Count::first_sectors, Count::again_sectors, Count::wavefronts,
                              Count::lines, Count::path}) {
        double predicted = 0, counted_there = 0;
        for (const auto& [key, group] : known_[last]) {
            predicted += value(key, count, group, samples_[last].elements, last);
            counted_there += group.counts[count];
        }
        if (counted_there <= 0) continue;
        sum += std::abs(predicted / counted_there - 1);
        ++counted;
    }
    if (counted > 0) error_ = sum / counted;
}

namespace {

/// What no warp can exceed, whatever the fit says: a lane touches one line and one bank at a time.
void bound(Counts& c) {
    constexpr double lanes = 32;
    const auto most = [&c](Count count, double limit) { c[count] = std::min(c[count], limit); };
    most(Count::lines, lanes * c[Count::accesses]);
    most(Count::least_lines, c[Count::lines]);
    most(Count::scattered_reads, c[Count::lines]);
    most(Count::scattered_writes, c[Count::lines]);
    most(Count::again_sectors, std::max(0.0, 4 * c[Count::lines] - c[Count::first_sectors]));
    most(Count::partial_sectors, c[Count::again_sectors]);
    most(Count::carried_sectors, c[Count::again_sectors]);
    most(Count::wavefronts, lanes * c[Count::shared_accesses]);
    most(Count::conflicts, (lanes - 1) / lanes * c[Count::wavefronts]);
    most(Count::divergent, (lanes - 1) / lanes * c[Count::operators]);
    most(Count::idle, (lanes - 1) / lanes * c[Count::operators] - c[Count::divergent]);
    for (const Count count : {Count::path_memory, Count::path_shared, Count::path_barriers})
        most(count, c[Count::path]);
    most(Count::path_serial, c[Count::path]);
}

}  // namespace

Groups Fit::at(const Plan& plan, double elements) const {
    Groups groups = shapes_of(plan);
    for (auto& [key, group] : groups) {
        for (size_t i = 0; i < count_count; ++i)
            group.counts.values[i] = value(key, Count(i), group, elements, samples_.size());
        bound(group.counts);
    }
    return groups;
}

double Prediction::run() const {
    double sum = 0;
    for (size_t i = 0; i < part_count; ++i)
        if (Part(i) != Part::transfers && Part(i) != Part::first_call) sum += nth(parts, i);
    return sum;
}

namespace {

struct LaunchShape {
    double blocks = 1, threads = 32, shared_bytes = 0;  ///< of the grid, of a block, of a block
};

constexpr double sector = 32;
/// Within a wave of blocks, which begin together, one thing follows the other; later waves overlap.
constexpr double overlap = 1.5;

/// The costs of one launch, in seconds.
struct Terms {
    double memory = 0, turns = 0, instructions = 0, barriers = 0, blocks = 0, chain = 0;
    double waves = 1;

    static constexpr double together(std::span<const double> terms, double norm) {
        double sum = 0;
        for (const double term : terms) sum += std::pow(term, norm);
        return std::pow(sum, 1 / norm);
    }
    double run() const {
        const std::array all = {memory, turns, instructions, barriers, blocks, chain};
        const double first = 1 / waves;
        return first * together(all, 1) + (1 - first) * together(all, overlap);
    }
    /// What the parts of `run` are shared out by.
    double share(double term) const { return term / waves + (1 - 1 / waves) * std::pow(term, overlap); }
};

/// So many sectors stay in registers or in shared memory instead of being touched again.
void keep_sectors(Counts& c, double kept) {
    const double sectors = c[Count::first_sectors] + c[Count::again_sectors];
    kept = std::min(kept, c[Count::again_sectors]);
    if (sectors <= 0 || kept <= 0) return;
    // A load that is not needed is not waited for either, nor is its address turned into lines.
    const double saved = c[Count::path_memory] * kept / sectors;
    c[Count::path_memory] -= saved;
    c[Count::path] -= saved;
    const double left = 1 - kept / (sectors + c[Count::cached_sectors]);
    c[Count::lines] *= left;
    c[Count::least_lines] *= left;
    c[Count::again_sectors] -= kept;
    for (const Count count : {Count::carried_sectors, Count::partial_sectors})
        c[count] = std::min(c[count], c[Count::again_sectors]);
}

/// Takes away from the counts what the cures take away.
void heal(Counts& c, LaunchShape& shape, const MachineModel& machine, double elements, Cures cures) {
    const auto has = [cures](CauseKind kind) { return (cures & cure(kind)) != 0; };
    const auto scale_statements = [&](double factor) {
        const double other = c[Count::path_memory] + c[Count::path_shared] + c[Count::path_barriers];
        c[Count::path] = other + std::max(0.0, c[Count::path] - other) * factor;
        c[Count::operators] *= factor;
        c[Count::idle] *= factor;
        c[Count::divergent] *= factor;
    };
    if (has(CauseKind::double_work) && c[Count::distinct_bytes] > 0) {
        const double times = c[Count::read_bytes] / c[Count::distinct_bytes];
        if (times > 4) {
            const double factor = 2 / times;
            c[Count::path] *= factor;
            c[Count::path_memory] *= factor;
            c[Count::operators] *= factor;
            c[Count::lines] *= factor;
            c[Count::least_lines] *= factor;
            c[Count::cached_sectors] *= factor;
            c[Count::scattered_reads] *= factor;
            c[Count::divergent] *= factor;
            c[Count::idle] *= factor;
        }
    }
    if (has(CauseKind::uncoalesced)) {
        const double all = c[Count::first_sectors] + c[Count::again_sectors] + c[Count::cached_sectors];
        if (all > 0) {
            const double factor = std::min(1.0, c[Count::least_sectors] / all);
            c[Count::again_sectors] =
                std::max(0.0, c[Count::again_sectors] - c[Count::partial_sectors]) * factor;
            c[Count::partial_sectors] = 0;
            c[Count::cached_sectors] *= factor;
            c[Count::scattered_reads] = c[Count::scattered_writes] = 0;
            c[Count::lines] = std::min(c[Count::lines], c[Count::least_lines]);
        }
    }
    if (has(CauseKind::bank_conflicts) && c[Count::wavefronts] > 0) {
        const double factor = 1 - c[Count::conflicts] / c[Count::wavefronts];
        c[Count::wavefronts] -= c[Count::conflicts];
        const double saved = c[Count::path_shared] * (1 - factor);
        c[Count::path_shared] -= saved;
        c[Count::path] -= saved;
    }
    if (has(CauseKind::divergence) && c[Count::operators] > 0)
        scale_statements(1 - c[Count::divergent] / c[Count::operators]);
    if (has(CauseKind::serial) && c[Count::path_serial] > 0) {
        // What one lane does, and waits for, 32 lanes share.
        const double factor = 1 - c[Count::path_serial] / c[Count::path] * 31 / 32;
        for (const Count count : {Count::path, Count::path_memory, Count::path_shared, Count::path_barriers})
            c[count] *= factor;
        c[Count::operators] -= c[Count::idle];
        c[Count::idle] = 0;
    }
    if (has(CauseKind::idle_lanes) && c[Count::operators] > 0)
        scale_statements(1 - c[Count::idle] / c[Count::operators]);
    if (has(CauseKind::barriers)) {
        c[Count::path] -= c[Count::path_barriers];
        c[Count::path_barriers] = c[Count::barriers] = 0;
    }
    // Words of a sector that only others have touched are another cause: they lie apart.
    if (has(CauseKind::memory_again)) keep_sectors(c, c[Count::again_sectors] - c[Count::partial_sectors]);
    if (has(CauseKind::shared_sums) && c[Count::wavefronts] > 0) {
        // Of each warp its sum, which the first warp reads and adds up: three turns of a block.
        const double kept = std::min(c[Count::wavefronts], c[Count::conflicts] + 3 * shape.blocks);
        const double saved = c[Count::path_shared] * (1 - kept / c[Count::wavefronts]);
        c[Count::wavefronts] = kept;
        c[Count::path_shared] -= saved;
        c[Count::path] -= saved;
    }
    if (has(CauseKind::chain)) c[Count::hops] = c[Count::chain_way] = 0;
    if (has(CauseKind::few_warps)) {
        const double threads = shape.blocks * shape.threads;
        const double wanted = std::min(machine.multiprocessors * 2048, elements / 4);
        if (wanted > threads) {
            // The same work by more blocks: the sum of the ways stays as it is.
            shape.blocks *= wanted / threads;
        }
    }
    if (has(CauseKind::tiny_blocks) && shape.threads < 64) {
        const double lanes = std::min(1.0, shape.threads / 32);
        const double fewer = shape.threads / 256;
        for (const Count count : {Count::operators, Count::idle, Count::divergent, Count::lines})
            c[count] *= lanes;
        c[Count::path] *= fewer;
        c[Count::path_memory] *= fewer;
        c[Count::path_shared] *= fewer;
        c[Count::path_barriers] *= fewer;
        shape.blocks *= fewer;
        shape.threads = 256;
    }
}

/// How much longer a load takes where a run touches more than the L2 cache holds.
double farther(const Counts& c, double touched, const MachineModel& machine) {
    const double sectors = c[Count::first_sectors] + c[Count::again_sectors];
    if (sectors <= 0 || machine.l2_latency <= 0) return 1;
    const double beyond = std::clamp(2 * touched / std::max(machine.l2_bytes, 1.0) - 1, 0.0, 1.0);
    return 1 + beyond * (machine.memory_latency / machine.l2_latency - 1);
}

/// The rate at which sectors far apart are moved, without what else the kernel that measured it needs: its
/// blocks, its lines and the side that lies close together. With it the model predicts that kernel as it was
/// timed.
double net_rate(double gross, const MachineModel& machine) {
    constexpr double numbers = 1 << 22, apart = numbers * 28 / 32, resident_blocks = 8;
    Terms terms;
    terms.blocks = numbers / 256 / machine.block_rate;
    terms.turns = numbers * 33 / 32 / (machine.multiprocessors * machine.wavefront_rate);
    terms.waves = numbers / 256 / (machine.multiprocessors * resident_blocks);
    const double beside = (numbers * 4 + numbers / 32 * 4 * sector) / machine.copy_rate(numbers * 8);
    const double timed = apart / gross;
    double least = 0, most = timed;
    for (int i = 0; i < 40; ++i) {
        const double middle = (least + most) / 2;
        terms.memory = middle + beside;
        (terms.run() > timed ? most : least) = middle;
    }
    return apart / std::max(least, timed / 4);
}

/// Each ability of the machine: as long as it needs for all, or as the ways through the blocks wait for it.
Terms terms_of(const Counts& c, const LaunchShape& shape, const MachineModel& machine, double touched) {
    Terms terms;
    const double rate = machine.copy_rate(touched);
    const double used = std::clamp(shape.blocks, 1.0, machine.multiprocessors);
    const double sectors = c[Count::first_sectors] + c[Count::again_sectors];
    const double reads = std::min(c[Count::scattered_reads], sectors);
    const double writes = std::min(c[Count::scattered_writes], std::max(0.0, sectors - reads));
    const double bytes = std::max(0.0, sectors - reads - writes) * sector;
    constexpr double threads_resident = 2048, blocks_resident = 32, shared_resident = 227.0 * 1024;
    double resident = std::min(blocks_resident, threads_resident / std::max(shape.threads, 32.0));
    if (shape.shared_bytes > 0) resident = std::min(resident, shared_resident / (shape.shared_bytes + 1024));
    resident = std::max(1.0, std::floor(resident));
    terms.waves = std::max(1.0, shape.blocks / (machine.multiprocessors * resident));
    const double ways = terms.waves / std::max(shape.blocks, 1.0);
    const double memory =
        bytes / std::min(rate, used * machine.multiprocessor_rate) +
        reads / std::min(net_rate(machine.scattered_reads, machine), used * machine.wavefront_rate) +
        writes / std::min(net_rate(machine.scattered_writes, machine), used * machine.wavefront_rate);
    terms.memory = std::max(memory, ways * c[Count::path_memory] * farther(c, touched, machine));
    terms.turns = std::max((c[Count::wavefronts] + c[Count::lines]) / (used * machine.wavefront_rate),
                           ways * c[Count::path_shared]);
    const double statements =
        c[Count::path] - c[Count::path_memory] - c[Count::path_shared] - c[Count::path_barriers];
    terms.instructions =
        std::max(c[Count::operators] / (used * machine.operator_rate), ways * std::max(0.0, statements));
    // The warps of a multiprocessor arrive one after the other, as those of a large block do, while those of
    // other blocks compute.
    constexpr double large_warps = 32;
    const double arrivals = c[Count::barriers] * std::max(shape.threads / 32, 1.0);
    const double arrive = arrivals / used * machine.large_barrier / large_warps;
    const double others = 1 - 2 / std::max(resident, 2.0);
    terms.barriers =
        std::max(ways * c[Count::path_barriers], arrive - others * std::max(terms.turns, terms.instructions));
    terms.blocks = std::max(shape.blocks, shape.blocks * shape.threads / 256) / machine.block_rate;
    if (shape.blocks <= machine.multiprocessors) terms.blocks = 0;
    terms.chain = c[Count::hops] * machine.hop + c[Count::chain_way];
    return terms;
}

/// Shares a launch's time out among the parts.
void share_out(Prediction& made, const Counts& c, const Terms& terms, double touched,
               const MachineModel& machine) {
    double all = 0;
    for (const double term :
         {terms.memory, terms.turns, terms.instructions, terms.barriers, terms.blocks, terms.chain})
        all += terms.share(term);
    if (all <= 0) return;
    const auto part = [&](double term) { return terms.run() * terms.share(term) / all; };
    const auto add = [&](Part to, double seconds) { made.parts[size_t(to)] += seconds; };
    const double sectors = std::max(1e-30, c[Count::first_sectors] + c[Count::again_sectors]);
    const double memory = part(terms.memory);
    const double again = memory * c[Count::again_sectors] / sectors, first = memory - again;
    const double l2 = first * std::min(1.0, machine.copy_rate(touched) / std::max(machine.peak_rate(), 1.0));
    add(Part::memory_again, again);
    add(Part::memory_l2, l2);
    add(Part::memory_beyond, first - l2);
    add(Part::shared, part(terms.turns));
    const double operators = std::max(1e-30, c[Count::operators]), statements = part(terms.instructions);
    const double idle = statements * std::min(1.0, (c[Count::idle] + c[Count::divergent]) / operators);
    add(Part::idle_lanes, idle);
    add(Part::statements, statements - idle);
    add(Part::barriers, part(terms.barriers));
    add(Part::launches, part(terms.blocks));
    add(Part::chain, part(terms.chain));
}

double transfer_seconds(const Plan& plan, const Operation& operation, const MachineModel& machine) {
    const auto bytes = [&](BufferId buffer, int64_t count) {
        return double(count < 0 ? plan[buffer].bytes() : count * size_of(plan[buffer].type));
    };
    if (const auto* upload = std::get_if<Upload>(&operation.what))
        return machine.transfer + bytes(upload->to, upload->count) / machine.upload_rate;
    const auto& download = std::get<Download>(operation.what);
    return machine.transfer + bytes(download.from, download.count) / machine.download_rate;
}

}  // namespace

double result_seconds(const Plan& plan, const MachineModel& machine) {
    const bool said = any_of(plan.operations, [](const Operation& operation) {
        return std::holds_alternative<Download>(operation.what);
    });
    if (said || plan.output.index < 0) return 0;
    return machine.transfer + double(plan[plan.output].bytes()) / machine.download_rate;
}

double copy_seconds(const Plan& plan, const MachineModel& machine, bool up) {
    double seconds = up ? 0 : result_seconds(plan, machine);
    for (const Operation& operation : plan.operations)
        if (up ? std::holds_alternative<Upload>(operation.what)
               : std::holds_alternative<Download>(operation.what))
            seconds += transfer_seconds(plan, operation, machine);
    return seconds;
}

Prediction predict(const Plan& plan, const Groups& groups, double elements, const MachineModel& machine,
                   Cures cures) {
    Prediction made;
    const auto has = [cures](CauseKind kind) { return (cures & cure(kind)) != 0; };
    double touched = 0;
    for (const auto& [key, group] : groups) touched += group.counts[Count::first_sectors] * sector;
    const double rate = machine.copy_rate(touched);
    std::map<std::string, int> merged;
    bool first = true;
    const bool both = (cures & apart) == 0;
    std::map<std::string, double> largest;  ///< of each group, the blocks of its largest launch
    for (const Operation& operation : plan.operations)
        if (const auto* launch = std::get_if<Launch>(&operation.what)) {
            double& most = largest[group_of(*launch)];
            most = std::max(most, double(launch->grid.count()));
        }
    const bool one_launch =
        has(CauseKind::launches) || (both && has(CauseKind::memory_again) && is_carried(groups));
    const auto start = [&] {
        if (first || !one_launch)
            made.parts[size_t(Part::launches)] += first ? machine.first_launch : machine.next_launch;
        first = false;
    };
    made.parts[size_t(Part::transfers)] =
        copy_seconds(plan, machine, true) + copy_seconds(plan, machine, false);
    const auto take = [&](const Operation& operation) {
        const auto* clear = std::get_if<Clear>(&operation.what);
        const auto* copied = std::get_if<Copy>(&operation.what);
        if ((clear != nullptr && !clear->once) || copied != nullptr) {
            start();
            const double bytes = clear != nullptr ? double(plan[clear->buffer].bytes())
                                                  : 2.0 * double(plan[copied->from].bytes());
            made.parts[size_t(Part::memory_again)] += bytes / rate;
        }
        const auto* launch = std::get_if<Launch>(&operation.what);
        if (launch == nullptr) return;
        const std::string key = group_of(*launch);
        const auto found = groups.find(key);
        if (found == groups.end()) return;
        const Group& group = found->second;
        const double threads = double(launch->grid.count() * launch->block.count());
        double part = threads / std::max(group.threads, 1.0);
        LaunchShape shape{double(launch->grid.count()), double(launch->block.count()),
                          double(launch->dynamic_shared_bytes)};
        const bool idle = is_mostly_idle(group);
        const bool merges = idle ? has(CauseKind::idle_threads) : one_launch;
        if (merges) {
            if (merged[key]++ > 0) return;
            part = 1;
            // Passes over the same numbers become one block's; parts of the numbers still need all blocks.
            const bool passes = one_launch && both && is_carried(groups);
            shape.blocks = passes ? largest[key] : group.blocks;
        }
        Counts counts = group.counts;
        for (size_t i = 0; i < count_count; ++i)
            if (!is_most(Count(i))) nth(counts.values, i) *= part;
        if (idle && has(CauseKind::idle_threads)) {
            // Only the threads that work are left, in full warps.
            const double busy = std::max(group.counts[Count::working], 1.0) / group.threads;
            shape.blocks = std::max(1.0, shape.blocks * busy);
            for (const Count count : {Count::operators, Count::idle, Count::divergent, Count::path,
                                      Count::path_memory, Count::path_shared, Count::path_barriers})
                counts[count] *= busy;
        }
        if (one_launch && both) keep_sectors(counts, counts[Count::carried_sectors]);
        heal(counts, shape, machine, elements, cures);
        const double before = made.run();
        const bool further = !first && !one_launch;
        start();
        share_out(made, counts, terms_of(counts, shape, machine, touched), touched, machine);
        // Through a stream the GPU waits for the host's next call where its work is done before.
        if (further)
            made.parts[size_t(Part::launches)] +=
                std::max(0.0, machine.stream_launch - (made.run() - before));
    };
    for (const Operation& operation : plan.operations) {
        const bool copies = std::holds_alternative<Upload>(operation.what) ||
                            std::holds_alternative<Download>(operation.what);
        const double before = made.run();
        if (!copies) take(operation);
        made.operations.push_back(copies ? transfer_seconds(plan, operation, machine) : made.run() - before);
    }
    made.parts[size_t(Part::first_call)] = machine.first_call * double(groups.size());
    return made;
}

}  // namespace upsweep::model
