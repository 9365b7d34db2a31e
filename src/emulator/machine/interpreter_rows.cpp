// Loads and stores of the usual kind, all lanes at once: one scalar a lane, inside one array, whole elements
// of it. They do what interpreter_memory.cpp does lane by lane, where nothing is recorded; anything else is
// left to it.
#include <algorithm>
#include <bit>
#include <cstring>

#include "core/bits.h"
#include "core/ranges.h"
#include "emulator/machine/interpreter.h"

namespace upsweep::emulator {
namespace {

/// Calls f with a value of the unsigned type of so many bytes.
template <typename F>
void with_word(int size, F f) {
    switch (size) {
        case 4:
            return f(uint32_t{});
        case 8:
            return f(uint64_t{});
        case 2:
            return f(uint16_t{});
        default:
            return f(uint8_t{});
    }
}

}  // namespace

/// Where the lanes go. In the usual case neighbours go to neighbouring elements; else `access` says where.
struct Interpreter::Row {
    MemoryArray* array = nullptr;
    ArrayId id = 0;
    int size = 4;   ///< of an element
    int lanes = 0;  ///< how many take part
    bool neighbours = false;
    int first_lane = 0;
    int64_t first_element = 0;  ///< of the first lane
    WarpAccess access;          ///< only if they are not neighbours

    int64_t element(int64_t i) const {
        return neighbours ? first_element + i : array->element_at(nth(access.offset, i));
    }
    /// Calls f(lane, element) for each lane, ascending.
    template <typename F>
    void for_each(F f) const {
        if (neighbours) {
            for (int i = 0; i < lanes; ++i) f(first_lane + i, first_element + i);
            return;
        }
        for (size_t i = 0; i < size_t(lanes); ++i)
            f(int{access.lane[i]}, array->element_at(access.offset[i]));
    }
};

/// Where the lanes of a load or store go, if it is one of the usual kind: nothing has been done yet if not.
bool Interpreter::is_row(const Instruction& in, bool write, Row& row) {
    if (in.count != 1 || in.strong || context_.independent || shared_.weak != nullptr ||
        shared_.recorder.recording())
        return false;
    const Address* addresses = warp_->row(in.a);
    const int size = size_of(in.type);
    row.first_lane = lowest_bit(mask_);
    const Address first = addresses[row.first_lane];
    row.id = array_of(first);
    if (!is_array(row.id)) return false;
    row.array = &shared_.memory[row.id];
    const MemoryArray& array = *row.array;
    if ((array.space != Space::shared && array.space != Space::global) || array.element_size != size ||
        array.size() < size)
        return false;
    if (write && (shared_.watched != nullptr || !array.changes.empty())) return false;
    row.size = size;
    const uint32_t run = mask_ >> row.first_lane;
    row.neighbours = (run & (run + 1)) == 0;
    if (row.neighbours) {
        row.lanes = std::countr_one(run);
        Address next = first, independent = 0;
        for (int i = 0; i < row.lanes; ++i, next += Address(size))
            independent |= addresses[row.first_lane + i] ^ next;
        row.neighbours = independent == 0;
    }
    // Of an address in another array the distance is more than any array holds, and so it is of one below.
    const Address base = make_address(row.id, 0);
    const uint64_t last = array.size() - size;
    if (row.neighbours) {
        const uint64_t offset = first - base;
        const uint64_t end = offset + uint64_t((row.lanes - 1) * size);
        if (offset > last || end > last || (offset & unsigned(size - 1)) != 0) return false;
        row.first_element = array.element_at(int64_t(offset));
    } else if (!scatter(addresses, base, last, row)) {
        return false;
    }
    if (write || in.whole) return true;
    bool defined = true;
    row.for_each([&](int, int64_t element) { defined &= nth(array.defined, element) != 0; });
    return defined;
}

/// Fills in where each lane goes. False if one of them leaves the array or lies across elements.
bool Interpreter::scatter(const Address* addresses, Address base, uint64_t last, Row& row) const {
    WarpAccess& access = row.access;
    access.size = row.size;
    access.lanes = 0;
    bool astray = false;
    for_lanes(mask_, [&](int lane) {
        const uint64_t offset = addresses[lane] - base;
        astray |= offset > last || (offset & unsigned(row.size - 1)) != 0;
        access.add(lane, row.id, int64_t(offset));
    });
    row.lanes = access.lanes;
    return !astray;
}

/// The notes beside each lane's element.
void Interpreter::find_shadows(const Row& row, Shadow** shadows) {
    MemoryArray& array = *row.array;
    if (!row.neighbours) {
        row.for_each([&](int, int64_t element) { *shadows++ = &shared_.memory.shadow(array, element); });
        return;
    }
    Shadow* next = &shared_.memory.shadow(array, row.first_element);
    for (int i = 0; i < row.lanes; ++i) {
        if (i != 0 && Notes<Shadow>::within_page(row.first_element + i) == 0)
            next = &shared_.memory.shadow(array, row.first_element + i);
        shadows[i] = next++;
    }
}

/// As watch_access(), of every lane.
template <bool write, typename Same>
void Interpreter::watch_row(const Row& row, const Instruction& in, Same same_value) {
    if (!context_.races) return;
    Stamp stamp = stamp_of(in, plain_access);
    const BlockOrder& order = block_->order;
    Shadow* shadows[32];
    find_shadows(row, shadows);
    Shadow** next = shadows;
    for_lanes(mask_, [&](int lane) {
        stamp.lane = stamp.other = uint32_t(lane) & 31u;
        Shadow& shadow = **next++;
        bool was_read = false;
        const Stamp before =
            write ? note_write(shadow, stamp, order, was_read) : note_read(shadow, stamp, order);
        if (before.launch == 0) return;
        const int64_t element = row.element(next - shadows - 1);
        const Cell cell{row.array, row.id, element << row.array->element_shift};
        const bool same = write && !was_read && same_value(lane, element);
        race(cell, element, lane, before, stamp, was_read, write, same);
    });
}

/// The additions behind the loaded elements.
void Interpreter::load_depths(const Row& row, Register to) {
    Warp& warp = *warp_;
    const uint32_t* from = row.array->depths.data();
    uint32_t* depths = warp.depth_row(to);
    if (row.lanes != warp.lanes) std::fill(depths, depths + warp.lanes, 0u);
    if (row.neighbours)
        std::copy_n(from + row.first_element, row.lanes, depths + row.first_lane);
    else
        row.for_each([&](int lane, int64_t element) { depths[lane] = from[element]; });
    warp.tainted[to] |= deep_bit;
}

/// The additions behind the stored values; in global memory they are outputs of the launch.
void Interpreter::store_depths(const Row& row, Register from) {
    Warp& warp = *warp_;
    MemoryArray& array = *row.array;
    const bool deep = (warp.tainted[from] & deep_bit) != 0 && array.role == BufferRole::data;
    if (array.depths.empty()) {
        if (!deep) return;
        shared_.memory.open_depths(array);
    }
    uint32_t* to = array.depths.data();
    if (!deep) {
        row.for_each([&](int, int64_t element) { to[element] = 0; });
        return;
    }
    const uint32_t* depths = warp.depth_row(from);
    if (row.neighbours)
        std::copy_n(depths + row.first_lane, row.lanes, to + row.first_element);
    else
        row.for_each([&](int lane, int64_t element) { to[element] = depths[lane]; });
    if (array.space != Space::global) return;
    uint32_t deepest = 0;
    row.for_each([&](int lane, int64_t) { deepest = std::max(deepest, depths[lane]); });
    shared_.recorder.deepen(deepest);
}

/// As cost_of(). Neighbours fill whole sectors, and of up to as many words as there are banks none meet.
void Interpreter::cost_of_row(const Row& row, bool write, const Instruction& in) {
    if (!row.neighbours) return cost_of(row.access, row.array->space, write, in);
    Counts& counts = shared_.recorder.counts;
    const int64_t first = row.first_element * row.size, end = first + row.lanes * row.size;
    if (row.array->space == Space::global) {
        (write ? counts.global_store_sectors : counts.global_load_sectors) += (end + 31) / 32 - first / 32;
    } else if (row.size == 4 && row.lanes <= context_.banks) {
        ++(write ? counts.shared_store_wavefronts : counts.shared_load_wavefronts);
    } else {
        WarpAccess access;
        access.size = row.size;
        row.for_each([&](int lane, int64_t element) { access.add(lane, row.id, element * row.size); });
        cost_of(access, row.array->space, write, in);
    }
}

bool Interpreter::load_row(const Instruction& in) {
    Row row;
    if (!is_row(in, false, row)) return false;
    Warp& warp = *warp_;
    watch_row<false>(row, in, [](int, int64_t) { return false; });
    uint64_t* to = warp.row(in.dst);
    const std::byte* from = row.array->bytes.data();
    const Address first = warp.row(in.a)[row.first_lane];
    with_word(row.size, [&](auto word) {
        row.for_each([&](int lane, int64_t element) {
            std::memcpy(&word, from + element * int64_t(sizeof word), sizeof word);
            to[lane] = word;
        });
    });
    const bool wanted = in.rule != OriginRule::none;
    warp.tainted[in.dst] = wanted ? 1 : 0;
    if (wanted) {
        const OriginId origin = shared_.origins.cell(row.id, row.array->holds_data(), -1);
        OriginId* origins = warp.origin_row(in.dst);
        for (int lane = 0; lane < warp.lanes; ++lane) origins[lane] = (mask_ >> lane & 1) != 0 ? origin : 0;
        if (!row.array->depths.empty()) load_depths(row, in.dst);
    }
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
    with_word(row.size, [&](auto word) {
        using Word = decltype(word);
        watch_row<true>(row, in, [&](int lane, int64_t element) {
            std::memcpy(&word, to + element * int64_t(sizeof word), sizeof word);
            return word == Word(from[lane]);
        });
        Word difference = 0;
        row.for_each([&](int lane, int64_t element) {
            const auto value = Word(from[lane]);
            std::byte* at = to + element * int64_t(sizeof word);
            std::memcpy(&word, at, sizeof word);
            difference |= word ^ value;
            std::memcpy(at, &value, sizeof value);
            nth(array.defined, element) = 1;
        });
        if (difference != 0) {
            ++shared_.version;
            warp.changed = true;
        }
    });
    warp.passes_without_store = 0;
    store_depths(row, in.b);
    const bool tainted = warp.tainted[in.b] != 0;
    if (!tainted && array.space == Space::shared) array.took_data = true;
    if (tainted) {
        const OriginId* origins = warp.origin_row(in.b);
        for_lanes(mask_, [&](int lane) { note_stored({&array, row.id, 0}, origins[lane]); });
    }
    if (!troubles_.empty()) tell_troubles(row.size);
    cost_of_row(row, true, in);
    if (context_.races && row.lanes > 1 && !row.neighbours) check_one_instruction(row.access, in);
    return true;
}

}  // namespace upsweep::emulator
