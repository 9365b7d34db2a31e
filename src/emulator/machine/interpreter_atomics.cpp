// Atomics, lane by lane.
#include <algorithm>
#include <bit>

#include "emulator/arithmetic/arithmetic.h"
#include "emulator/machine/interpreter.h"
#include "emulator/trace/access_cost.h"

namespace upsweep::emulator {
namespace {

template <typename T>
T combined_integers(Builtin builtin, T old_value, T value) {
    switch (builtin) {
        using enum Builtin;
        case atomic_and:
            return T(old_value & value);
        case atomic_or:
            return T(old_value | value);
        case atomic_xor:
            return T(old_value ^ value);
        case atomic_increment:
            return old_value >= value ? T{0} : T(old_value + 1);
        case atomic_decrement:
            return old_value == T{0} || old_value > value ? value : T(old_value - 1);
        default:
            return value;
    }
}

template <typename T>
T combined(Builtin builtin, T old_value, T value) {
    switch (builtin) {
        using enum Builtin;
        case atomic_add:
            return arithmetic::add(old_value, value);
        case atomic_sub:
            return arithmetic::subtract(old_value, value);
        case atomic_min:
            return arithmetic::minimum(old_value, value);
        case atomic_max:
            return arithmetic::maximum(old_value, value);
        default:
            if constexpr (std::integral<T> && !std::same_as<T, bool>)
                return combined_integers(builtin, old_value, value);
            return value;
    }
}

uint64_t combined_bits(Builtin builtin, ScalarType type, uint64_t old_bits, uint64_t bits) {
    return visit_type(type, [&](auto t) {
        using T = decltype(t);
        return arithmetic::to_bits(
            combined(builtin, arithmetic::from_bits<T>(old_bits), arithmetic::from_bits<T>(bits)));
    });
}

/// The additions behind a cell after an atomic, from those behind its value before and behind the operand.
uint32_t depth_after(Builtin builtin, uint32_t before, uint32_t operand, bool data, bool changes) {
    switch (builtin) {
        using enum Builtin;
        case atomic_add:
        case atomic_sub:
            return std::max(before, operand) + (data ? 1 : 0);
        case atomic_store:
        case atomic_exchange:
            return operand;
        case atomic_cas:
            return changes ? operand : before;
        default:
            return std::max(before, operand);
    }
}

}  // namespace

/// Lane by lane, ascending. Of atomic_cas b is the comparison and c the value; of atomic_load there is
/// neither. A load or store costs what any other does; the rest is counted as atomics.
void Interpreter::atomic(const Instruction& in) {
    Warp& warp = *warp_;
    int size = size_of(in.type);
    const uint64_t* addresses = warp.row(in.a);
    bool is_load = in.builtin == Builtin::atomic_load;
    bool adds = in.builtin == Builtin::atomic_add || in.builtin == Builtin::atomic_sub;
    uint32_t added = 0, changed = 0;
    bool strong_write = !is_load;
    bool is_store = in.builtin == Builtin::atomic_store;
    TouchedCells touched(size);
    bool acquires = in.order != MemoryOrder::relaxed && in.order != MemoryOrder::release;
    bool releases = in.order != MemoryOrder::relaxed && in.order != MemoryOrder::acquire;
    Stamp stamp = stamp_of(in, atomic_access);
    stamp.narrow = in.narrow ? 1 : 0;
    stamp.blind = in.blind || is_store ? 1 : 0;
    uint64_t results[32], left[32];
    OriginId result_origins[32] = {};
    uint32_t result_depths[32] = {};
    bool deep = false;
    for_lanes(mask_, [&](int lane) {
        results[lane] = 0;
        Cell cell = resolve(addresses[lane], size, lane, !is_load, in);
        if (cell.array == nullptr) return;
        if (is_load || is_store)
            touched.add(cell.array->space, lane, cell.id, cell.offset);
        else
            ++shared_.recorder.counts.atomics;
        if (is_weak(cell)) {
            if (releases && !in.narrow) shared_.weak->release(block_->number);
            if (acquires && !in.narrow) shared_.weak->acquire(block_->number);
            shared_.weak->settle(block_->number, cell.id, cell.offset);
        }
        if (!is_store && in.builtin != Builtin::atomic_exchange) check_defined(cell, size, lane, in);
        if (raceable(cell)) {
            uint32_t agent = agent_of(lane);
            Address place = make_address(cell.id, cell.offset);
            if (in.polls != Polls::no) shared_.ordering.poll(place);
            if (!is_store) shared_.ordering.strong_load(block_->order, agent, place, acquires, !in.narrow);
            watch_access(cell, size, lane, strong_write, stamp, nullptr);
            if (strong_write)
                shared_.ordering.strong_store(block_->order, agent, place, releases, !is_store, !in.narrow);
        }
        if (!is_store) remember_read(make_address(cell.id, cell.offset), in, true);
        uint64_t old_bits = read_bits(cell.array->bytes.data() + cell.offset, size);
        results[lane] = old_bits;
        const uint32_t depth = is_store ? 0 : cell.array->depth_at(cell.offset, size);
        result_depths[lane] = depth;
        deep |= depth != 0;
        if (is_load) {
            result_origins[lane] = load_scalar(cell, size, lane, in, old_bits);
            return;
        }
        bool data = cell.array->holds_data();
        Register value = in.builtin == Builtin::atomic_cas ? in.c : in.b;
        uint64_t bits = combined_bits(in.builtin, in.type, old_bits, warp.row(value)[lane]);
        if (in.builtin == Builtin::atomic_cas && old_bits != warp.row(in.b)[lane]) bits = old_bits;
        const uint32_t chain = depth_after(in.builtin, depth, depth_of(value, lane), data, bits != old_bits);
        store_scalar(cell, size, lane, in, bits, origin_of(value, lane), chain);
        left[lane] = bits;
        if (bits != old_bits) changed |= 1u << lane;
        if (adds && data) {
            added |= 1u << lane;
            shared_.recorder.reach(chain);
        }
        if (in.rule == OriginRule::none) return;
        int64_t position = shared_.recorder.recording() ? shared_.recorder.last_access() : -1;
        result_origins[lane] = shared_.origins.cell(cell.id, data, position);
    });
    if (!troubles_.empty()) tell_troubles(size);
    if (in.polls == Polls::locks) check_lock(in, changed);
    touched.for_each([&](const WarpAccess& access, Space space) { cost_of(access, space, is_store, in); });
    if (added != 0) count_additions(std::popcount(added));
    if (in.builtin == Builtin::atomic_add) check_wrap(in.type, results, warp.row(in.b), left, added);
    for_lanes(mask_, [&](int lane) { warp.row(in.dst)[lane] = results[lane]; });
    std::copy(result_origins, result_origins + warp.lanes, warp.origin_row(in.dst));
    if (deep) std::copy(result_depths, result_depths + warp.lanes, warp.depth_row(in.dst));
    warp.tainted[in.dst] = in.rule == OriginRule::none ? 0 : deep ? 1 | deep_bit : 1;
}

}  // namespace upsweep::emulator
