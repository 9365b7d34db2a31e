// Loads and stores of the usual kind, all lanes at once: one scalar a lane, inside one array, whole elements
// of it. They do what interpreter_memory.cpp does lane by lane, where nothing is recorded; anything else is
// left to it.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "core/bits.h"
#include "core/ranges.h"
#include "emulator/machine/detect/lane_stamps.h"
#include "emulator/machine/interpreter.h"
#include "emulator/machine/lane_loops.h"

namespace upsweep::emulator {
/// Neighbouring lanes that go to neighbouring elements, or all to one. Nothing is set at first: a row has
/// room for 32.
struct Interpreter::Run {
    int lane, lanes;
    int64_t element;
    bool same;

    int64_t at(int i) const { return same ? element : element + i; }
    int64_t elements() const { return same ? 1 : lanes; }
    /// Its lanes go where those of the other go, one by one.
    bool is_like(const Run& other) const {
        return !same && !other.same && element == other.element && lanes == other.lanes;
    }
};

/// Where the lanes go, in runs of ascending lanes: mostly one or two.
struct Interpreter::Row {
    MemoryArray* array = nullptr;
    ArrayId id = 0;
    int size = 4;   ///< of an element
    int lanes = 0;  ///< how many take part
    int count = 0;  ///< of runs
    std::array<Run, 32> runs;

    const Run* begin() const { return runs.data(); }
    const Run* end() const { return runs.data() + count; }
    /// Calls f(lane, element) for each lane, ascending.
    template <typename F>
    void for_each(F f) const {
        for (const Run& run : *this)
            for (int i = 0; i < run.lanes; ++i) f(run.lane + i, run.at(i));
    }
    WarpAccess access() const {
        WarpAccess made;
        made.size = size;
        for_each([&](int lane, int64_t element) { made.add(lane, id, element * size); });
        return made;
    }
    /// Each lane goes to an element behind that of the lane before.
    bool ascends() const {
        for (int i = 0; i < count; ++i) {
            const Run& run = nth(runs, i);
            if (run.same && run.lanes > 1) return false;
            if (i != 0 && run.element < nth(runs, i - 1).element + nth(runs, i - 1).lanes) return false;
        }
        return true;
    }
};

/// Where the lanes of a load or store go, if it is one of the usual kind: nothing has been done yet if not.
bool Interpreter::is_row(const Instruction& in, bool write, Row& row) {
    if (in.count != 1 || in.strong || context_.independent || shared_.weak != nullptr ||
        shared_.recorder.recording())
        return false;
    const Address* addresses = warp_->row(in.a);
    const int size = size_of(in.type);
    row.id = array_of(addresses[lowest_bit(mask_)]);
    if (!is_array(row.id)) return false;
    row.array = &shared_.memory[row.id];
    const MemoryArray& array = *row.array;
    if ((array.space != Space::shared && array.space != Space::global) || array.element_size != size ||
        array.size() < size)
        return false;
    if (write && (shared_.watched != nullptr || !array.changes.empty())) return false;
    row.size = size;
    if (!find_runs(addresses, row)) return false;
    if (write || in.whole) return true;
    bool defined = true;
    for (const Run& run : row)
        defined &= run.same ? nth(array.defined, run.element) != 0
                            : all_marks_set(array.defined.data() + run.element, run.lanes);
    return defined;
}

namespace {

/// How many lanes from the first on go `step` further each: mostly all, or half a warp in tiles of 16.
int lanes_in_step(const Address* from, int lanes, Address step) {
    constexpr int half = 16;
    const auto in_step = [&](int count) {
        return from[count - 1] - from[0] == Address(count - 1) * step &&
               lanes_off_step(from, count, step) == 0;
    };
    if (in_step(lanes)) return lanes;
    if (lanes > half && from[half] - from[half - 1] != step && in_step(half)) return half;
    int count = 1;
    while (count < lanes && from[count] - from[count - 1] == step) ++count;
    return count;
}

}  // namespace

/// Fills in where each lane goes. False if one of them leaves the array or lies across elements.
bool Interpreter::find_runs(const Address* addresses, Row& row) const {
    // Of an address in another array the distance is more than any array holds, and so it is of one below.
    const Address base = make_address(row.id, 0);
    const auto size = unsigned(row.size);
    const uint64_t last = row.array->size() - size;
    for (uint32_t left = mask_; left != 0;) {
        const int lane = lowest_bit(left);
        const int together = std::countr_one(left >> lane);
        const Address* from = addresses + lane;
        const Address step = together > 1 ? from[1] - from[0] : size;
        const int lanes = step == 0 || step == size ? lanes_in_step(from, together, step) : 1;
        const uint64_t offset = from[0] - base, end = from[lanes - 1] - base;
        if (offset > last || end > last || (offset & (size - 1)) != 0) return false;
        row.lanes += lanes;
        nth(row.runs, row.count++) = {lane, lanes, row.array->element_at(int64_t(offset)), step == 0};
        left = lane + lanes < 32 ? left & (~0u << (lane + lanes)) : 0;
    }
    return true;
}

/// Calls f(i, shadow) for the elements of a run. Where the lanes go to all elements of a row of shadows it
/// asks `whole(i, row)` first, which says whether it has done it for all of them.
template <typename Whole, typename F>
void Interpreter::for_shadows(const Run& run, MemoryArray& array, const Stamp& now, Whole whole, F f) {
    Memory& memory = shared_.memory;
    const auto together = int(memory.elements_of_shadow_row());
    const auto elements = int(run.elements());
    for (int i = 0; i < elements;) {
        const int64_t element = run.element + i;
        const int within = int(element & (together - 1));
        const int end = std::min(elements, i + together - within);
        if (!run.same && end - i == together && whole(i, memory.shadow_row(array, element))) {
            i = end;
            continue;
        }
        for (Shadow* next = &memory.shadow(array, element, now); i < end; ++i, ++next) f(i, *next);
    }
}

/// As watch_access(), of every lane's read.
void Interpreter::watch_reads(const Row& row, const Instruction& in) {
    MemoryArray& array = *row.array;
    if (!context_.races || is_read_only(array)) return;
    const Stamp stamp = stamp_of(in, plain_access);
    const BlockOrder& order = block_->order;
    const bool alone = knows_itself(order, stamp.agent);
    const bool written = array.may_be_written(stamp);
    // Of a warp's lanes that read one element in turn the last two are kept.
    const bool keeps_two = stamp.epoch >= order.met;
    for (const Run* run = row.begin(); run != row.end(); ++run) {
        int distance = run->same && run->lanes > 1 ? 1 : 0;
        for (; alone && !written && run + 1 != row.end() && run[1].is_like(*run); ++run)
            distance = run[1].lane - run->lane;
        if (!keeps_two) distance = 0;
        const auto all_read = [&](int i, ShadowRow& shadows) {
            const auto lane = uint32_t(run->lane + i);
            return alone && !shadows.apart &&
                   note_read_alone(shadows.first, stamp, order, lane, lane - uint32_t(distance), written);
        };
        for_shadows(*run, array, stamp, all_read, [&](int i, Shadow& shadow) {
            const auto lane = uint32_t(run->same ? run->lane + run->lanes - 1 : run->lane + i);
            if (alone && note_read_alone(shadow, stamp, order, lane, lane - uint32_t(distance), written))
                return;
            for (uint32_t each = run->same ? uint32_t(run->lane) : lane; each <= lane; ++each) {
                const Stamp now = of_lane(stamp, each, each);
                const Stamp before = note_read(shadow, now, order);
                const int64_t element = run->element + i;
                const Cell cell{&array, row.id, element << array.element_shift};
                if (before.launch != 0) race(cell, element, int(each), before, now, false, false, false);
            }
        });
    }
}

/// As watch_access(), of every lane's write. `same_value` says whether it is what an element holds already.
template <typename Same>
void Interpreter::watch_writes(const Row& row, const Instruction& in, Same same_value) {
    if (!context_.races) return;
    MemoryArray& array = *row.array;
    const Stamp stamp = stamp_of(in, plain_access);
    const BlockOrder& order = block_->order;
    array.note_write(stamp);
    // Nothing that came before matters to them any more.
    const auto is_over = [&](const ShadowRow& shadows) {
        return shadows.launch != stamp.launch ||
               (array.space == Space::shared && shadows.interval < order.interval);
    };
    for (const Run& run : row) {
        const auto all_written = [&](int i, ShadowRow& shadows) {
            if (!order.lockstep) return false;
            if (shadows.apart && !is_over(shadows)) return false;
            if (std::exchange(shadows.apart, false)) shadows.first = {};
            return note_write_plainly(shadows.first, stamp, order, uint32_t(run.lane + i));
        };
        for_shadows(run, array, stamp, all_written, [&](int i, Shadow& shadow) {
            const int last = run.lane + (run.same ? run.lanes - 1 : i);
            for (int lane = run.same ? run.lane : last; lane <= last; ++lane) {
                if (note_write_plainly(shadow, stamp, order, uint32_t(lane))) continue;
                const Stamp now = of_lane(stamp, uint32_t(lane), uint32_t(lane));
                bool was_read = false;
                const Stamp before = note_write(shadow, now, order, was_read);
                if (before.launch == 0) continue;
                const int64_t element = run.element + i;
                const Cell cell{&array, row.id, element << array.element_shift};
                const bool same = !was_read && same_value(lane, element);
                race(cell, element, lane, before, now, was_read, true, same);
            }
        });
    }
}

/// Whether as many additions are behind each of the elements.
bool Interpreter::same_depth(const Row& row, uint32_t& depth) const {
    const std::vector<uint32_t>& depths = row.array->depths;
    depth = 0;
    if (depths.empty()) return true;
    depth = nth(depths, row.runs[0].element);
    uint32_t difference = 0;
    for (const Run& run : row) {
        const uint32_t* from = depths.data() + run.element;
        for (int i = 0; i < run.elements(); ++i) difference |= from[i] ^ depth;
    }
    return difference == 0;
}

/// Where the loaded values come from, and the additions behind them.
void Interpreter::load_origins(const Row& row, Register to) {
    Warp& warp = *warp_;
    const OriginId origin = shared_.origins.cell(row.id, row.array->holds_data(), -1);
    const uint8_t deep = row.array->depths.empty() ? 0 : deep_bit;
    uint32_t depth = 0;
    const bool even = same_depth(row, depth);
    warp.even[to] = {origin, depth, mask_};
    warp.tainted[to] = uint8_t(1 | even_bit | deep);
    if (even) return;
    uint32_t* depths = warp.depth_row(to);
    row.for_each([&](int lane, int64_t element) { depths[lane] = nth(row.array->depths, element); });
}

/// What a store passes on: the additions behind the values, which are outputs of the launch in global memory;
/// copies and moves.
void Interpreter::store_origins(const Row& row, Register from) {
    Warp& warp = *warp_;
    MemoryArray& array = *row.array;
    const unsigned tainted = warp.tainted[from];
    const bool even = (tainted & even_bit) != 0 && (warp.even[from].lanes & mask_) == mask_;
    const bool deep = (tainted & deep_bit) != 0 && array.role == BufferRole::data;
    if (deep && array.depths.empty()) shared_.memory.open_depths(array);
    if (deep && !even) {
        const uint32_t* depths = warp.depth_row(from);
        uint32_t deepest = 0;
        row.for_each([&](int lane, int64_t element) {
            nth(array.depths, element) = depths[lane];
            deepest = std::max(deepest, depths[lane]);
        });
        if (array.space == Space::global) shared_.recorder.deepen(deepest);
    } else if (!array.depths.empty()) {
        const uint32_t depth = deep ? warp.even[from].depth : 0;
        for (const Run& run : row) std::fill_n(array.depths.data() + run.element, run.elements(), depth);
        if (deep && array.space == Space::global) shared_.recorder.deepen(depth);
    }
    const Cell cell{&array, row.id, 0};
    if (tainted == 0) {
        if (array.space == Space::shared) array.took_data = true;
    } else if (even) {
        note_kind(array, warp.even[from].origin);
        count_move(cell, warp.even[from].origin, row.lanes);
    } else {
        const OriginId* origins = warp.origin_row(from);
        for_lanes(mask_, [&](int lane) { note_stored(cell, origins[lane]); });
    }
}

/// Whether the words lie in banks of their own, or are the same words: then shared memory needs one turn.
bool Interpreter::is_one_turn(const Row& row, int banks) {
    if (row.count == 1) return row.runs[0].elements() <= banks;
    if (banks > 32) return false;
    uint64_t used = 0;
    for (const Run* run = row.begin(); run != row.end(); ++run) {
        const int64_t words = run->elements();
        if (words > banks) return false;
        const auto first = uint32_t(run->element) % uint32_t(banks);
        const uint64_t unwrapped = (~uint64_t{0} >> (64 - words)) << first;
        const uint64_t own = (unwrapped | unwrapped >> banks) & (~uint64_t{0} >> (64 - banks));
        const auto is_same = [&](const Run& other) {
            return other.element == run->element && other.elements() == words;
        };
        if ((used & own) != 0 && std::none_of(row.begin(), run, is_same)) return false;
        used |= own;
    }
    return true;
}

/// As cost_of().
void Interpreter::cost_of_row(const Row& row, bool write, const Instruction& in) {
    Counts& counts = shared_.recorder.counts;
    if (row.array->space == Space::shared) {
        if (row.size != 4 || !is_one_turn(row, context_.banks))
            return cost_of(row.access(), Space::shared, write, in);
        ++(write ? counts.shared_store_wavefronts : counts.shared_load_wavefronts);
        return;
    }
    constexpr int sector_bits = 5;
    int64_t used = 0, elements = 0, reached = -1;
    const Run* before = nullptr;
    for (const Run& run : row) {
        const int64_t first = (run.element * row.size) >> sector_bits;
        const int64_t last = ((run.element + run.elements()) * row.size - 1) >> sector_bits;
        const bool again =
            before != nullptr && run.element == before->element && run.elements() == before->elements();
        const bool behind = before == nullptr || run.element >= before->element + before->elements();
        if (!again && !behind) return cost_of(row.access(), Space::global, write, in);
        before = &run;
        if (again) continue;
        used += last - std::max(first, reached + 1) + 1;
        reached = last;
        elements += run.elements();
    }
    (write ? counts.global_store_sectors : counts.global_load_sectors) += used;
    if (wastes_sectors(used, (elements * row.size + 31) / 32))
        uncoalesced(row.access(), int(used), write, in);
}

bool Interpreter::load_row(const Instruction& in) {
    Row row;
    if (!is_row(in, false, row)) return false;
    Warp& warp = *warp_;
    watch_reads(row, in);
    const Address first = warp.row(in.a)[row.runs[0].lane];
    uint64_t* to = warp.row(in.dst);
    const std::byte* from = row.array->bytes.data();
    with_word(row.size, [&](auto word) {
        for (const Run& run : row) {
            const std::byte* at = from + run.element * int64_t(sizeof word);
            if (!run.same) {
                widen_lanes<decltype(word)>(to + run.lane, at, run.lanes);
                continue;
            }
            std::memcpy(&word, at, sizeof word);
            std::fill_n(to + run.lane, run.lanes, uint64_t{word});
        }
    });
    warp.tainted[in.dst] = 0;
    if (in.rule != OriginRule::none) load_origins(row, in.dst);
    if (!troubles_.empty()) tell_troubles(row.size);
    remember_read(first, in, false);
    cost_of_row(row, false, in);
    return true;
}

bool Interpreter::store_row(const Instruction& in) {
    Row row;
    if (!is_row(in, true, row)) return false;
    Warp& warp = *warp_;
    MemoryArray& array = *row.array;
    const uint64_t* from = warp.row(in.b);
    std::byte* to = array.bytes.data();
    array.digest_is_old = true;
    with_word(row.size, [&](auto word) {
        using Word = decltype(word);
        watch_writes(row, in, [&](int lane, int64_t element) {
            std::memcpy(&word, to + element * int64_t(sizeof word), sizeof word);
            return word == Word(from[lane]);
        });
        Word difference = 0;
        for (const Run& run : row) {
            std::byte* at = to + run.element * int64_t(sizeof word);
            if (!run.same) difference |= narrow_lanes<Word>(at, from + run.lane, run.lanes);
            for (int i = 0; run.same && i < run.lanes; ++i)
                difference |= narrow_lanes<Word>(at, from + run.lane + i, 1);
            std::fill_n(array.defined.data() + run.element, run.elements(), uint8_t{1});
        }
        if (difference != 0) {
            ++shared_.version;
            warp.changed = true;
        }
    });
    warp.passes_without_store = 0;
    store_origins(row, in.b);
    if (!troubles_.empty()) tell_troubles(row.size);
    cost_of_row(row, true, in);
    if (context_.races && !row.ascends()) check_one_instruction(row.access(), in);
    return true;
}

}  // namespace upsweep::emulator
