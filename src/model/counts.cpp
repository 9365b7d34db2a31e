// Walks a trace once.
#include "model/counts.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "core/ranges.h"
#include "emulator/trace/access_cost.h"
#include "emulator/trace/trace.h"
#include "model/text_loops.h"

namespace upsweep::model {

Counts& Counts::operator+=(const Counts& other) {
    for (size_t i = 0; i < count_count; ++i) {
        double& value = nth(values, i);
        const double more = nth(other.values, i);
        value = is_most(Count(i)) ? std::max(value, more) : value + more;
    }
    return *this;
}

namespace {

using emulator::Access;
using emulator::AccessKind;
using emulator::ArrayId;
using emulator::Space;
using emulator::Step;
using emulator::StepKind;
using emulator::Trace;

constexpr int sector_bytes = 32, line_bytes = 128;
constexpr int passes_in_one = 4;  ///< of a loop of unknown length, as compilers make them

/// The longest way to a place, and what it was spent with.
struct Way {
    double seconds = 0, memory = 0, shared = 0, barriers = 0, serial = 0;
};

/// When a loaded value is there.
struct Arrival {
    double seconds = 0;
    Space space = Space::local;
};

struct WarpState {
    Way way;
    int64_t interval = 0;
    uint32_t working = 0, seen = 0;  ///< lanes
    std::array<double, 32> lanes{};  ///< operators of each
    double operators = 0;
    double single = 0;      ///< seconds since the last barrier in which one lane works
    bool unrolled = false;  ///< its last statement was in an unrolled loop
    bool batched = false;   ///< in a loop of unknown length whose loads begin four by four
    int begun = 0;          ///< of these four
    Arrival pending;        ///< of loads in an unrolled loop, which all begin before the first is waited for
};

struct BlockState {
    std::vector<WarpState> warps;
    Way barrier;  ///< where the last barrier lets all warps continue
    int64_t interval = 0;
    int depth = 0;         ///< of the chain of blocks that it waits for
    double chain_way = 0;  ///< of the chain, up to where it read
    double read_at = 0;    ///< on its own way
};

/// The accesses of one instruction, [begin, end) of its step's.
struct Gathered {
    Space space = Space::local;
    AccessKind kind = AccessKind::read;
    size_t begin = 0, end = 0;
    uint32_t lanes = 0;
    emulator::WarpAccess access;
};

struct Touched {
    uint32_t reader = 0;  ///< block of the launch + 1 that read it last
    uint32_t launch = 0;  ///< of these
    uint32_t first = 0;   ///< the launch that touched it first
    uint8_t words = 0;    ///< of its eight, those that were touched
    bool read = false, written = false;
};

/// Which lane wrote a cell of shared memory last, and between which barriers.
struct Owned {
    uint32_t warp = 0, lane = 0;
    int64_t interval = -1;
};

/// What a block does with one of its arrays in shared memory.
struct SharedUse {
    bool read = false;
    Counts written;
    std::map<uint32_t, Counts> lines;  ///< by statement, of `written`
};

struct Written {
    uint32_t block = 0, launch = 0;
    int depth = 0;
    double chain_way = 0;
};

uint64_t place_of(ArrayId array, uint64_t offset) { return (uint64_t(array) << 40) | offset; }

class Walk {
  public:
    Walk(const Trace& trace, const MachineModel& machine)
        : trace_(trace), machine_(machine), texts_(texts_of(trace)) {
        arrivals_.resize(trace.operations.size());
        known_.resize(trace.operations.size());
        for (const emulator::WaitInterval& wait : trace.waits)
            if (wait.array >= 0) waits_[{wait.operation, wait.block, wait.warp}].push_back(wait);
        line_of_.assign(trace.statements.size(), -1);
    }

    RunCounts run() {
        for (size_t i = 0; i < trace_.launches.size(); ++i) launch(i);
        return std::move(made_);
    }

  private:
    LineCounts& line(uint32_t statement) {
        int& index = nth(line_of_, statement);
        if (index < 0) {
            const emulator::SourceRange& where = nth(trace_.statements, statement).where;
            const auto found = lines_.find({where.file, where.line});
            if (found != lines_.end()) {
                index = found->second;
            } else {
                index = int(made_.lines.size());
                lines_[{where.file, where.line}] = index;
                LineCounts& made = made_.lines.emplace_back();
                made.line = where.line;
                if (where.file >= 0) {
                    made.file = nth(trace_.sources, where.file).name;
                    const std::string& all = nth(trace_.sources, where.file).text;
                    size_t begin = 0;
                    for (int i = 1; i < where.line; ++i) begin = all.find('\n', begin) + 1;
                    made.text = all.substr(begin, all.find('\n', begin) - begin);
                    const size_t first = made.text.find_first_not_of(" \t");
                    made.text.erase(0, std::min(first, made.text.size()));
                }
            }
        }
        return nth(made_.lines, index);
    }

    void launch(size_t number) {
        const emulator::LaunchInfo& info = trace_.launches[number];
        launch_ = uint32_t(number) + 1;
        blocks_.assign(size_t(info.grid.count()), {});
        for (BlockState& block : blocks_) block.warps.resize(size_t(info.warps_per_block));
        large_ = info.block.count() > 512;
        counts_ = {};
        for (int64_t step = info.first_step; step < info.end_step; ++step) take(step);
        for (BlockState& block : blocks_) end(block);
        add_shared_writes();
        made_.launches.push_back({info.operation, counts_});
    }

    bool waits(const Step& step, int64_t number) const {
        const auto found = waits_.find({step.operation, step.block, step.warp});
        if (found == waits_.end()) return false;
        return any_of(found->second, [&](const emulator::WaitInterval& wait) {
            return number > wait.first_step && (wait.ended_by < 0 || number <= wait.ended_by);
        });
    }

    Arrival arrival(emulator::OriginId origin, int64_t before) {
        if (origin == 0) return {};
        if ((origin & emulator::cell_bit) != 0) {
            const auto access = int64_t(origin & ~emulator::cell_bit);
            // What the step itself loads is not waited for: a later statement that uses it waits.
            if (access >= before) return {};
            const auto found = loads_.find(access);
            return found == loads_.end() ? Arrival{} : found->second;
        }
        if (origin >= arrivals_.size()) return {};
        if (known_[origin]) return arrivals_[origin];
        const emulator::OperationNode node = trace_.operations[origin];
        const Arrival left = arrival(node.left, before), right = arrival(node.right, before);
        const Arrival last = left.seconds > right.seconds ? left : right;
        // Complete only once all that it is made of was loaded by an earlier step.
        if (newest(origin) < before) {
            arrivals_[origin] = last;
            known_[origin] = true;
        }
        return last;
    }
    int64_t newest(emulator::OriginId origin) {
        if (origin == 0) return -1;
        if ((origin & emulator::cell_bit) != 0) return int64_t(origin & ~emulator::cell_bit);
        if (origin >= arrivals_.size() || known_[origin]) return -1;
        const emulator::OperationNode node = trace_.operations[origin];
        return std::max(newest(node.left), newest(node.right));
    }

    void take(int64_t number) {
        const Step& step = trace_.step_at(number);
        if (step.kind == StepKind::host || step.kind == StepKind::drain) return;
        BlockState& block = nth(blocks_, step.block);
        if (step.warp >= block.warps.size()) return;
        WarpState& warp = block.warps[step.warp];
        if (step.interval > block.interval) pass_barrier(block, step);
        if (warp.interval < block.interval) {
            warp.interval = block.interval;
            if (warp.way.seconds < block.barrier.seconds) warp.way = block.barrier;
        }
        warp.seen |= step.active;
        if (step.kind == StepKind::barrier || step.kind == StepKind::arrive || step.kind == StepKind::leave) {
            wait_for(warp, warp.pending, line(step.statement));
            warp.pending = {};
            if (step.kind == StepKind::barrier) line(step.statement).barriers += 1;
            return;
        }
        const bool polling = waits(step, number);
        gather(number);
        if (!polling) issue(warp, step, number);
        touch(block, warp, step, number, polling);
        if (!polling) store(warp, step, number);
    }

    void pass_barrier(BlockState& block, const Step& step) {
        Way last = longest(block);
        const double passed = double(step.interval - block.interval);
        const double cost = passed * (large_ ? machine_.large_barrier : machine_.small_barrier);
        last.seconds += cost;
        last.barriers += cost;
        counts_[Count::barriers] += passed;
        block.barrier = last;
        block.interval = step.interval;
    }

    void issue(WarpState& warp, const Step& step, int64_t number) {
        const bool selects = warp.unrolled && nth(texts_, step.statement).selects;
        warp.unrolled = nth(texts_, step.statement).unrolled || selects;
        warp.batched = nth(texts_, step.statement).batched;
        // An access is an address and the access itself.
        const double operators = (selects ? 0 : nth(texts_, step.statement).operators) + 2 * instructions_;
        LineCounts& here = line(step.statement);
        const int active = std::popcount(step.active);
        warp.operators += operators;
        for (size_t lane = 0; lane < 32; ++lane)
            if ((step.active >> lane & 1U) != 0) warp.lanes[lane] += operators;
        here.counts[Count::operators] += operators;
        here.counts[Count::idle] += operators * (1 - active / 32.0);

        // ---- The way: wait for what earlier steps loaded, then run the statement --------------------------
        const int64_t before = trace_.step_at(number).first_access;
        const double began = warp.way.seconds;
        Arrival last;
        for (const Access& access : trace_.accesses_of(number)) {
            if (access.kind == AccessKind::read) continue;
            const Arrival one = arrival(access.origin, before);
            if (one.seconds > last.seconds) last = one;
        }
        // A chain of sums and products begins with what is loaded, however it is unrolled.
        if (nth(texts_, step.statement).chains) wait_for(warp, last, here);
        stall(warp, last, here);
        const double waited = warp.way.seconds;
        warp.way.seconds += way_of(warp, step, operators);
        here.counts[Count::path] += warp.way.seconds - waited;
        note_single(warp, step, began, here);
    }

    void note_single(WarpState& warp, const Step& step, double began, LineCounts& here) {
        if (std::popcount(step.active) != 1) return;
        warp.single += warp.way.seconds - began;
        here.counts[Count::path_serial] += warp.way.seconds - began;
    }

    /// Of the block's ways, up to where they meet. Serial is what one lane does while all others wait.
    static Way longest(BlockState& block) {
        Way last = block.barrier;
        double single = 0, second = block.barrier.seconds;
        for (WarpState& warp : block.warps) {
            if (warp.way.seconds > last.seconds) {
                second = last.seconds;
                last = warp.way;
                single = warp.single;
            } else {
                second = std::max(second, warp.way.seconds);
            }
            warp.single = 0;
        }
        last.serial = block.barrier.serial + std::min(single, last.seconds - second);
        return last;
    }

    double turn() const { return machine_.wavefront_rate > 0 ? 1 / machine_.wavefront_rate : 0; }

    /// The step's instructions of memory: a vector is one access, though its numbers are recorded one by one.
    void gather(int64_t number) {
        gathered_.clear();
        instructions_ = 0;
        const auto accesses = trace_.accesses_of(number);
        for (size_t i = 0; i < accesses.size();) {
            const Access& first = accesses[i];
            Gathered one;
            one.space = nth(trace_.arrays, first.array).space;
            one.kind = first.kind;
            one.begin = i;
            std::array<int64_t, 32> sizes{};
            std::array<int64_t, 32> begins{};
            std::array<uint32_t, 32> arrays{};
            uint32_t lanes = 0;
            for (; i < accesses.size(); ++i) {
                const Access& next = accesses[i];
                if (next.operand != first.operand || next.kind != first.kind) break;
                const size_t lane = next.lane;
                if ((lanes >> lane & 1U) == 0) {
                    lanes |= 1U << lane;
                    begins[lane] = next.offset;
                    arrays[lane] = next.array;
                } else if (arrays[lane] != next.array || begins[lane] + sizes[lane] != int64_t(next.offset) ||
                           sizes[lane] + int64_t(next.size) > 16) {
                    break;
                }
                sizes[lane] += next.size;
            }
            one.end = i;
            one.lanes = lanes;
            for (size_t lane = 0; lane < 32; ++lane)
                if ((lanes >> lane & 1U) != 0) {
                    one.access.size = int(sizes[lane]);
                    one.access.add(int(lane), arrays[lane], begins[lane]);
                }
            if (one.space == Space::global || one.space == Space::shared) ++instructions_;
            gathered_.push_back(one);
        }
    }

    void touch(BlockState& block, WarpState& warp, const Step& step, int64_t number, bool polling) {
        for (const Gathered& one : gathered_) {
            if (one.space == Space::global)
                follow(block, warp, trace_.accesses_of(number).subspan(one.begin, one.end - one.begin), step);
            if (polling) continue;
            if (one.kind != AccessKind::read && one.space != Space::local) warp.working |= one.lanes;
            if (one.space == Space::global)
                global(warp, one.access, one.kind, step, number, one.begin, one.end);
            if (one.space == Space::shared)
                shared(warp, one.access, one.kind, step, number, one.begin, one.end);
        }
    }

    /// A store of what the same step has loaded: the warp waits until it has arrived.
    void store(WarpState& warp, const Step& step, int64_t number) {
        Arrival last;
        for (const Access& access : trace_.accesses_of(number)) {
            if (access.kind == AccessKind::read || nth(trace_.arrays, access.array).space == Space::local)
                continue;
            const Arrival one = arrival(access.origin, trace_.end_access(number));
            if (one.seconds > last.seconds) last = one;
        }
        const double began = warp.way.seconds;
        stall(warp, last, line(step.statement));
        note_single(warp, step, began, line(step.statement));
    }

    /// In an unrolled loop the compiler lets all loads begin before any is used, or four of them.
    void stall(WarpState& warp, const Arrival& last, LineCounts& here) {
        const bool waits = last.seconds > warp.way.seconds;
        if (warp.unrolled || (warp.batched && (!waits || ++warp.begun < passes_in_one))) {
            if (last.seconds > warp.pending.seconds) warp.pending = last;
            return;
        }
        warp.begun = 0;
        wait_for(warp, warp.pending.seconds > last.seconds ? warp.pending : last, here);
        warp.pending = {};
    }

    void wait_for(WarpState& warp, const Arrival& last, LineCounts& here) {
        if (last.seconds <= warp.way.seconds) return;
        const double stall = last.seconds - warp.way.seconds;
        (last.space == Space::shared ? warp.way.shared : warp.way.memory) += stall;
        here.counts[last.space == Space::shared ? Count::path_shared : Count::path_memory] += stall;
        here.counts[Count::path] += stall;
        warp.way.seconds = last.seconds;
    }

    /// In an unrolled loop one pass does not wait for the other, so that a scheduler, of four, never idles;
    /// but for a sum that goes from pass to pass.
    double way_of(const WarpState& warp, const Step& step, double operators) const {
        const bool beside = warp.unrolled || nth(texts_, step.statement).head;
        if (!beside || machine_.operator_rate <= 0 || operators <= 0)
            return operators * machine_.operator_latency;
        const double carried = std::min(operators, nth(texts_, step.statement).carries);
        return carried * machine_.operator_latency + (operators - carried) * 4 / machine_.operator_rate;
    }

    /// A block that reads what another block of the launch wrote is one behind it in a chain.
    void follow(BlockState& block, const WarpState& warp, std::span<const Access> accesses,
                const Step& step) {
        const double now = warp.way.seconds;
        for (const Access& access : accesses) {
            const uint64_t place = place_of(access.array, access.offset);
            const bool reads = access.kind == AccessKind::read ||
                               (access.kind == AccessKind::atomic && access.value == access.old_value);
            if (!reads) {
                const double since = block.depth > 0 ? std::max(0.0, now - block.read_at) : 0;
                written_[place] = {step.block, launch_, block.depth, block.chain_way + since};
                continue;
            }
            const auto found = written_.find(place);
            if (found == written_.end() || found->second.launch != launch_ ||
                found->second.block == step.block)
                continue;
            if (found->second.depth + 1 > block.depth) {
                block.depth = found->second.depth + 1;
                block.chain_way = found->second.chain_way;
                block.read_at = now;
            }
            counts_[Count::hops] = std::max(counts_[Count::hops], double(block.depth));
            counts_[Count::chain_way] = std::max(counts_[Count::chain_way], block.chain_way);
        }
    }

    void note_loads(WarpState& warp, size_t begin, size_t end, int64_t number, Space space, double latency) {
        const int64_t base = trace_.step_at(number).first_access;
        for (size_t i = begin; i < end; ++i) loads_[base + int64_t(i)] = {warp.way.seconds + latency, space};
    }

    void global(WarpState& warp, const emulator::WarpAccess& all, AccessKind kind, const Step& step,
                int64_t number, size_t begin, size_t end) {
        const bool reads = kind == AccessKind::read;
        std::map<uint64_t, uint8_t> sectors;  ///< the words that are touched in each
        std::vector<uint64_t> lines;
        for (size_t i = 0; i < size_t(all.lanes); ++i) {
            const int64_t begin_byte = nth(all.offset, i), end_byte = begin_byte + all.size;
            for (int64_t byte = begin_byte; byte < end_byte; byte = byte / 4 * 4 + 4)
                sectors[place_of(nth(all.array, i), uint64_t(byte / sector_bytes))] |=
                    uint8_t(1U << (byte % sector_bytes / 4));
            for (int64_t byte = begin_byte; byte < end_byte; byte = (byte / line_bytes + 1) * line_bytes)
                lines.push_back(place_of(nth(all.array, i), uint64_t(byte / line_bytes)));
        }
        sort(lines);
        lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
        Counts made;
        double from_cache = 0;
        for (const auto& [sector, words] : sectors) {
            Touched& touched = touched_[sector];
            const bool cached = reads && touched.reader == step.block + 1 && touched.launch == launch_;
            const bool known = reads ? touched.read || touched.written : touched.written;
            made[cached ? Count::cached_sectors : known ? Count::again_sectors : Count::first_sectors] += 1;
            if (known && !cached && (touched.words & words) == 0) made[Count::partial_sectors] += 1;
            touched.words |= words;
            if (touched.first == 0) touched.first = launch_;
            if (known && !cached && touched.first != launch_) made[Count::carried_sectors] += 1;
            from_cache += cached;
            if (reads) {
                if (touched.launch != launch_) made[Count::distinct_bytes] += sector_bytes;
                touched.reader = step.block + 1;
                touched.launch = launch_;
                touched.read = true;
            } else {
                touched.written = true;
                touched.read = true;
            }
        }
        const double least = emulator::least_sectors(all);
        // Far apart are those in lines of their own.
        const double least_lines = std::max(1.0, least / 4);
        const double beyond = std::max(
            0.0, std::min(double(sectors.size()) - from_cache - least, double(lines.size()) - least_lines));
        made[Count::least_sectors] += least;
        made[reads ? Count::scattered_reads : Count::scattered_writes] += beyond;
        made[Count::accesses] += 1;
        made[Count::lines] += double(lines.size());
        made[Count::least_lines] += least_lines;
        if (kind != AccessKind::write) {
            made[Count::read_bytes] += double(all.lanes) * all.size;
            // The first level of cache is as near as shared memory, and is the same memory.
            const bool near = from_cache == double(sectors.size());
            note_loads(warp, begin, end, number, Space::global,
                       near ? machine_.shared_latency : machine_.l2_latency);
        }
        counts_ += made;
        line(step.statement).counts += made;
    }

    void shared(WarpState& warp, const emulator::WarpAccess& all, AccessKind kind, const Step& step,
                int64_t number, size_t begin, size_t end) {
        const bool reads = kind == AccessKind::read;
        const bool own = !nth(texts_, step.statement).in_loop && is_own(all, step);
        if (kind != AccessKind::atomic)
            for (size_t i = 0; !reads && i < size_t(all.lanes); ++i)
                owned_[place_of(nth(all.array, i), uint64_t(nth(all.offset, i)))] = {
                    step.warp, nth(all.lane, i), step.interval};
        // The compiler keeps it in a register, and leaves out a store that the next one replaces.
        if (own && kind != AccessKind::atomic) {
            if (reads) note_loads(warp, begin, end, number, Space::shared, 0);
            return;
        }
        const emulator::BankCost cost = emulator::bank_cost(all, 32);
        Counts made;
        made[Count::shared_accesses] += 1;
        made[Count::wavefronts] += cost.wavefronts;
        made[Count::conflicts] += cost.conflicts();
        SharedUse& use = uses_[nth(all.array, 0)];
        if (kind == AccessKind::write) {
            // Counted once a lane reads the array: what no lane reads the compiler leaves out.
            use.written += made;
            use.lines[step.statement] += made;
            return;
        }
        use.read = true;
        note_loads(warp, begin, end, number, Space::shared,
                   machine_.shared_latency + double(cost.wavefronts - 1) * turn());
        counts_ += made;
        line(step.statement).counts += made;
    }

    /// Whether each lane touches what it has written itself since the last barrier.
    bool is_own(const emulator::WarpAccess& all, const Step& step) const {
        for (size_t i = 0; i < size_t(all.lanes); ++i) {
            const auto found = owned_.find(place_of(nth(all.array, i), uint64_t(nth(all.offset, i))));
            if (found == owned_.end() || found->second.warp != step.warp ||
                found->second.lane != nth(all.lane, i) || found->second.interval != step.interval)
                return false;
        }
        return true;
    }

    void add_shared_writes() {
        for (const auto& [array, use] : uses_) {
            if (!use.read) continue;
            counts_ += use.written;
            for (const auto& [statement, counts] : use.lines) line(statement).counts += counts;
        }
        uses_.clear();
        owned_.clear();
    }

    void end(BlockState& block) {
        const Way last = longest(block);
        for (WarpState& warp : block.warps) {
            const double most = *std::max_element(warp.lanes.begin(), warp.lanes.end());
            double sum = 0;
            for (const double lane : warp.lanes) sum += lane;
            counts_[Count::operators] += warp.operators;
            counts_[Count::divergent] += std::max(0.0, warp.operators - most);
            counts_[Count::idle] += std::max(0.0, most - sum / 32);
            counts_[Count::working] += std::popcount(warp.working);
        }
        counts_[Count::path] += last.seconds;
        counts_[Count::path_memory] += last.memory;
        counts_[Count::path_shared] += last.shared;
        counts_[Count::path_barriers] += last.barriers;
        counts_[Count::path_serial] += last.serial;
    }

    const Trace& trace_;
    const MachineModel& machine_;
    const std::vector<StatementText> texts_;  ///< by statement
    RunCounts made_;
    std::vector<Gathered> gathered_;  ///< of the present step
    int instructions_ = 0;            ///< of these
    std::vector<int> line_of_;        ///< by statement: position in RunCounts::lines
    std::map<std::pair<int32_t, int32_t>, int> lines_;
    std::map<std::array<uint32_t, 3>, std::vector<emulator::WaitInterval>> waits_;
    std::vector<Arrival> arrivals_;  ///< by operation node
    std::vector<bool> known_;
    std::unordered_map<int64_t, Arrival> loads_;  ///< by access
    std::unordered_map<uint64_t, Touched> touched_;
    std::unordered_map<uint64_t, Written> written_;
    std::unordered_map<uint64_t, Owned> owned_;  ///< of this launch
    std::map<uint32_t, SharedUse> uses_;         ///< of this launch, by array
    std::vector<BlockState> blocks_;
    Counts counts_;
    uint32_t launch_ = 0;
    bool large_ = false;
};

}  // namespace

RunCounts count(const emulator::Trace& trace, const MachineModel& machine) {
    return Walk(trace, machine).run();
}

}  // namespace upsweep::model
