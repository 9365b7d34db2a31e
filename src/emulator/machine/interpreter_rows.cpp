// Loads and stores of the usual kind, all lanes at once: one scalar a lane, inside one array, whole elements
// of it. They do what interpreter_memory.cpp does lane by lane, where nothing is recorded; anything else is
// left to it.
#include <algorithm>
#include <bit>
#include <cstring>

#include "emulator/machine/interpreter.h"

namespace upsweep::emulator {
namespace {

/// Calls f(i, lane) for every set bit, ascending; i counts them.
template <typename F>
void for_each_lane(std::uint32_t mask, int lanes, F f) {
    if (mask == ~0u >> (32 - lanes)) {
        for (int lane = 0; lane < lanes; ++lane) f(static_cast<std::size_t>(lane), lane);
        return;
    }
    std::size_t i = 0;
    for_lanes(mask, [&](int lane) { f(i++, lane); });
}

/// Calls f with a value of the unsigned type of so many bytes.
template <typename F>
void with_word(int size, F f) {
    switch (size) {
        case 4:
            return f(std::uint32_t{});
        case 8:
            return f(std::uint64_t{});
        case 2:
            return f(std::uint16_t{});
        default:
            return f(std::uint8_t{});
    }
}

}  // namespace

/// Where the lanes of a load or store go, if it is one of the usual kind: nothing has been done yet if not.
bool Interpreter::is_row(const Instruction& in, bool write, Row& row) {
    if (in.count != 1 || in.strong || context_.apart || shared_.weak != nullptr ||
        shared_.recorder.recording())
        return false;
    const Warp& warp = *warp_;
    const Address* addresses = warp_->row(in.a);
    const int size = size_of(in.type);
    row.id = array_of(addresses[__builtin_ctz(mask_)]);
    if (!is_array(row.id)) return false;
    row.array = &shared_.memory[row.id];
    const MemoryArray& array = *row.array;
    if ((array.space != Space::shared && array.space != Space::global) || array.element_size != size ||
        array.size() < size)
        return false;
    if (write && (shared_.watched != nullptr || !array.changes.empty())) return false;
    // Of an address in another array the distance is more than any array holds, and so it is of one below.
    const Address base = make_address(row.id, 0);
    const auto last = static_cast<std::uint64_t>(array.size() - size);
    bool astray = false;
    WarpAccess& access = row.access;
    access.size = size;
    access.lanes = std::popcount(mask_);
    for_each_lane(mask_, warp.lanes, [&](std::size_t i, int lane) {
        const std::uint64_t offset = addresses[lane] - base;
        astray |= offset > last || (offset & static_cast<unsigned>(size - 1)) != 0;
        access.lane[i] = static_cast<std::uint8_t>(lane);
        access.array[i] = row.id;
        access.offset[i] = static_cast<std::int64_t>(offset);
    });
    if (astray) return false;
    if (write || in.whole) return true;
    const int shift = __builtin_ctz(static_cast<unsigned>(size));
    bool defined = true;
    for (std::size_t i = 0; i < static_cast<std::size_t>(access.lanes); ++i)
        defined &= array.defined[static_cast<std::size_t>(access.offset[i] >> shift)] != 0;
    return defined;
}

/// As watch_access(), of every lane.
template <typename Same>
void Interpreter::watch_row(const Row& row, bool write, const Instruction& in, Same same_value) {
    if (!context_.races) return;
    MemoryArray& array = *row.array;
    Stamp stamp = stamp_of(in, plain_access);
    stamp.agent = warp_->number;
    stamp.epoch = block_->order.agents[warp_->number].epoch;
    const int shift = __builtin_ctz(array.element_size);
    const BlockOrder& order = block_->order;
    for (std::size_t i = 0; i < static_cast<std::size_t>(row.access.lanes); ++i) {
        stamp.lane = row.access.lane[i];
        const std::int64_t element = row.access.offset[i] >> shift;
        Shadow& shadow = shared_.memory.shadow(array, element);
        bool was_read = false;
        const Stamp before =
            write ? note_write(shadow, stamp, order, was_read) : note_read(shadow, stamp, order);
        if (before.launch == 0) continue;
        const Cell cell{row.array, row.id, row.access.offset[i]};
        race(cell, element, row.access.lane[i], before, stamp, was_read, write, same_value(i) && !was_read);
    }
}

/// The additions behind the loaded elements.
void Interpreter::load_depths(const Row& row, Register to) {
    Warp& warp = *warp_;
    const int shift = __builtin_ctz(row.array->element_size);
    const std::uint32_t* from = row.array->depths.data();
    std::uint32_t* depths = warp.depth_row(to);
    if (mask_ != ~0u >> (32 - warp.lanes)) std::fill(depths, depths + warp.lanes, 0u);
    for_each_lane(mask_, warp.lanes,
                  [&](std::size_t i, int lane) { depths[lane] = from[row.access.offset[i] >> shift]; });
    warp.tainted[to] |= deep_bit;
}

/// The additions behind the stored values; in global memory they are outputs of the launch.
void Interpreter::store_depths(const Row& row, Register from) {
    Warp& warp = *warp_;
    MemoryArray& array = *row.array;
    const bool deep = (warp.tainted[from] & deep_bit) != 0 && array.role == BufferRole::data;
    if (!deep && array.depths.empty()) return;
    if (array.depths.empty()) shared_.memory.open_depths(array);
    const int shift = __builtin_ctz(array.element_size);
    std::uint32_t* to = array.depths.data();
    if (!deep) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(row.access.lanes); ++i)
            to[row.access.offset[i] >> shift] = 0;
        return;
    }
    const std::uint32_t* depths = warp.depth_row(from);
    std::uint32_t deepest = 0;
    for_each_lane(mask_, warp.lanes, [&](std::size_t i, int lane) {
        to[row.access.offset[i] >> shift] = depths[lane];
        deepest = std::max(deepest, depths[lane]);
    });
    if (array.space == Space::global) shared_.recorder.deepen(deepest);
}

bool Interpreter::load_row(const Instruction& in) {
    Row row;
    if (!is_row(in, false, row)) return false;
    Warp& warp = *warp_;
    watch_row(row, false, in, [](std::size_t) { return false; });
    std::uint64_t* to = warp.row(in.dst);
    const std::byte* from = row.array->bytes.data();
    with_word(row.access.size, [&](auto word) {
        for_each_lane(mask_, warp.lanes, [&](std::size_t i, int lane) {
            std::memcpy(&word, from + row.access.offset[i], sizeof word);
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
    if (!troubles_.empty()) tell_troubles(row.access.size);
    remember_read(make_address(row.id, row.access.offset[0]), in, false);
    cost_of(row.access, row.array->space, false, in);
    return true;
}

bool Interpreter::store_row(const Instruction& in) {
    Row row;
    if (!is_row(in, true, row)) return false;
    Warp& warp = *warp_;
    MemoryArray& array = *row.array;
    const std::uint64_t* from = warp.row(in.b);
    std::byte* to = array.bytes.data();
    const int shift = __builtin_ctz(array.element_size);
    with_word(row.access.size, [&](auto word) {
        using Word = decltype(word);
        watch_row(row, true, in, [&](std::size_t i) {
            std::memcpy(&word, to + row.access.offset[i], sizeof word);
            return word == static_cast<Word>(from[row.access.lane[i]]);
        });
        Word difference = 0;
        for_each_lane(mask_, warp.lanes, [&](std::size_t i, int lane) {
            const auto value = static_cast<Word>(from[lane]);
            std::memcpy(&word, to + row.access.offset[i], sizeof word);
            difference |= word ^ value;
            std::memcpy(to + row.access.offset[i], &value, sizeof value);
            array.defined[static_cast<std::size_t>(row.access.offset[i] >> shift)] = 1;
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
    if (!troubles_.empty()) tell_troubles(row.access.size);
    cost_of(row.access, array.space, true, in);
    if (context_.races && row.access.lanes > 1) check_one_instruction(row.access, in);
    return true;
}

}  // namespace upsweep::emulator
