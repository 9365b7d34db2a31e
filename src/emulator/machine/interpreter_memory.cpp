// Loads, stores and atomics: bounds, counts, records.
#include <algorithm>

#include "core/ranges.h"
#include "emulator/machine/interpreter.h"
#include "emulator/trace/access_cost.h"

namespace upsweep::emulator {
namespace {

/// Local memory of a lane is one row of its block's array.
bool in_own_row(const MemoryArray& array, int64_t offset, int bytes, uint32_t thread) {
    int64_t first = int64_t(thread) * array.row_bytes;
    return offset >= first && offset + bytes <= first + array.row_bytes;
}

bool is_constant(Space space) { return space == Space::constant || space == Space::text; }

/// Reads what was there and leaves something else, in one.
bool modifies(const Instruction& in) { return in.op == Op::atomic && in.builtin != Builtin::atomic_store; }

}  // namespace

/// The cell behind an address, or none (and a finding) if it is out of bounds or misaligned.
Interpreter::Cell Interpreter::resolve(Address address, int bytes, int lane, bool write,
                                       const Instruction& in) {
    ArrayId id = array_of(address);
    int64_t offset = offset_of(address);
    if (!is_array(id)) {
        bad_access(FindingKind::out_of_bounds, address, lane, write, in);
        return {};
    }
    MemoryArray& array = shared_.memory[id];
    bool inside = array.row_bytes == 0 ? offset >= 0 && offset + bytes <= array.size()
                                       : in_own_row(array, offset, bytes, thread_of(lane));
    if (!inside || offset % bytes != 0) {
        bad_access(inside ? FindingKind::misaligned : FindingKind::out_of_bounds, address, lane, write, in);
        return {};
    }
    if (write && is_constant(array.space)) {
        bad_access(FindingKind::out_of_bounds, address, lane, write, in);
        return {};
    }
    return {&array, id, offset};
}

void Interpreter::load(const Instruction& in) {
    if (load_row(in)) return;
    Warp& warp = *warp_;
    int size = size_of(in.type);
    int bytes = size * in.count;
    const uint64_t* addresses = warp.row(in.a);
    TouchedCells touched(bytes);
    const bool spins = in.strong && in.polls != Polls::no;
    Stamp stamp = stamp_of(in, spins ? spin_access : in.strong ? volatile_access : plain_access);
    bool tainted = false, deep = false;
    for (int k = 0; k < in.count; ++k) warp.tainted[in.dst + Register(k)] = 0;
    uint64_t* values = warp.row(in.dst);
    OriginId* origins = warp.origin_row(in.dst);
    uint32_t* depths = warp.depth_row(in.dst);
    for_lanes(mask_, [&](int lane) {
        Cell cell = resolve(addresses[lane], bytes, lane, false, in);
        bool weak = is_weak(cell);
        if (weak && in.strong) shared_.weak->settle(block_->number, cell.id, cell.offset);
        bool own = weak && shared_.weak->has_own(block_->number, cell.id, cell.offset, bytes);
        if (cell.array != nullptr && !in.whole && !own) check_defined(cell, bytes, lane, in);
        if (raceable(cell)) {
            if (in.strong)
                shared_.ordering.strong_load(block_->order, agent_of(lane), addresses[lane], false);
            if (spins) {
                shared_.ordering.poll(addresses[lane]);
                shared_.ordering.see_flag(block_->order, agent_of(lane), addresses[lane]);
            }
            watch_access(cell, bytes, lane, false, stamp, nullptr);
        }
        if (cell.array != nullptr) touched.add(cell.array->space, lane, cell.id, cell.offset);
        size_t at = lane;
        for (int k = 0; k < in.count; ++k, cell.offset += size, at += warp.width()) {
            uint64_t bits =
                cell.array == nullptr ? 0 : read_bits(cell.array->bytes.data() + cell.offset, size);
            if (weak && !in.strong) bits = shared_.weak->load(block_->number, cell.id, cell.offset, size);
            OriginId origin = cell.array == nullptr ? 0 : load_scalar(cell, size, lane, in, bits);
            values[at] = bits;
            origins[at] = origin;
            tainted |= origin != 0;
            const uint32_t depth = origin == 0 ? 0 : cell.array->depth_at(cell.offset, size);
            if (depth == 0) continue;
            if (!deep) std::fill_n(depths, in.count * warp.width(), 0u);
            deep = true;
            depths[at] = depth;
        }
    });
    if (tainted) {
        for (int k = 0; k < in.count; ++k) {
            Register to = in.dst + Register(k);
            warp.tainted[to] = deep ? 1 | deep_bit : 1;
            for_lanes(~mask_ & (~0u >> (32 - warp.lanes)), [&](int lane) { warp.origin_row(to)[lane] = 0; });
        }
    }
    if (!troubles_.empty()) tell_troubles(bytes);
    touched.for_each([&](const WarpAccess& access, Space space) {
        remember_read(make_address(access.array[0], access.offset[0]), in, in.strong);
        cost_of(access, space, false, in);
    });
}

/// What a loop that changes nothing waits for, perhaps.
void Interpreter::remember_read(Address cell, const Instruction& in, bool strong) {
    if (path_->read.strong != 0 && !strong) return;
    CellRead& read = path_->read;
    read.cell = cell;
    read.operand = (operand_of(in)) & 0x7fffffffu;
    read.strong = strong ? 1 : 0;
    read.step = uint32_t(this_step());
}

/// Records one lane's read of one scalar and says where its value comes from.
OriginId Interpreter::load_scalar(const Cell& cell, int size, int lane, const Instruction& in,
                                  uint64_t bits) {
    const MemoryArray& array = *cell.array;
    if (array.space == Space::text) return 0;
    bool wanted = in.rule != OriginRule::none;
    Recorder& recorder = shared_.recorder;
    if (!recorder.recording()) {
        if (!wanted) return 0;
        if (array.space == Space::local) return nth(array.origins, array.element_at(cell.offset));
        return shared_.origins.cell(cell.id, array.holds_data(), -1);
    }
    const int part = std::min<int>(size, array.element_size);
    OriginId origin = 0;
    // A read that is wider than an element reads several.
    for (int done = 0; done < size; done += part) {
        Access& access = recorder.add_access();
        access.array = cell.id;
        access.operand = operand_of(in);
        access.lane = uint8_t(lane);
        access.size = uint8_t(part);
        access.offset = uint32_t(cell.offset + done);
        access.value = part == size ? bits : read_bits(array.bytes.data() + cell.offset + done, part);
        access.old_value = access.value;
        if (!wanted) continue;
        access.origin = array.space == Space::local
                            ? nth(array.origins, array.element_at(cell.offset + done))
                            : shared_.origins.cell(cell.id, array.holds_data(), recorder.last_access());
        if (origin == 0) origin = access.origin;
    }
    return origin;
}

void Interpreter::store(const Instruction& in) {
    if (store_row(in)) return;
    Warp& warp = *warp_;
    int size = size_of(in.type);
    int bytes = size * in.count;
    const uint64_t* addresses = warp.row(in.a);
    TouchedCells touched(bytes);
    Stamp stamp = stamp_of(in, in.strong ? volatile_access : plain_access);
    stamp.blind = in.strong ? 1 : 0;
    const uint64_t* values = warp.row(in.b);
    for (int k = 1; k < in.count; ++k) (void)warp.origin_row(in.b + Register(k));  // fills in those rows too
    const OriginId* origins = warp.origin_row(in.b);
    const uint32_t* depths = warp.depth_row(in.b);
    for_lanes(mask_, [&](int lane) {
        Cell cell = resolve(addresses[lane], bytes, lane, true, in);
        if (cell.array == nullptr) return;
        if (raceable(cell)) {
            const uint64_t* value = in.count == 1 ? &values[lane] : nullptr;
            watch_access(cell, bytes, lane, true, stamp, value);
            if (in.strong)
                shared_.ordering.strong_store(block_->order, agent_of(lane), addresses[lane], false, false);
            if (in.strong) shared_.ordering.raise_flag(block_->order, agent_of(lane), addresses[lane]);
        }
        touched.add(cell.array->space, lane, cell.id, cell.offset);
        size_t at = lane;
        for (int k = 0; k < in.count; ++k, cell.offset += size, at += warp.width()) {
            const unsigned tainted = warp.tainted[in.b + Register(k)];
            store_scalar(cell, size, lane, in, values[at], tainted != 0 ? origins[at] : 0,
                         (tainted & deep_bit) != 0 ? depths[at] : 0);
        }
    });
    if (!troubles_.empty()) tell_troubles(bytes);
    touched.for_each([&](const WarpAccess& access, Space space) {
        cost_of(access, space, true, in);
        if (context_.races && access.lanes > 1) check_one_instruction(access, in);
    });
}

/// Writes one scalar, records it, and counts a copy or a move.
void Interpreter::store_scalar(const Cell& cell, int size, int lane, const Instruction& in, uint64_t bits,
                               OriginId origin, uint32_t depth) {
    MemoryArray& array = *cell.array;
    if (is_weak(cell)) {
        if (in.op == Op::store && !in.strong) {
            store_delayed(cell, size, lane, in, bits, origin, depth);
            return;
        }
        shared_.weak->settle(block_->number, cell.id, cell.offset);
        uint64_t before = read_bits(array.bytes.data() + cell.offset, size);
        shared_.weak->overwrites(block_->number, cell.id, cell.offset, size, before);
    }
    std::byte* at = array.bytes.data() + cell.offset;
    uint64_t old_bits = read_bits(at, size);
    write_bits(at, size, bits);
    array.digest_is_old = true;
    if (read_bits(at, size) != old_bits) {
        ++shared_.version;
        warp_->changed = true;
        if (shared_.watched != nullptr)
            shared_.watched->changed(make_address(cell.id, cell.offset), block_->number, warp_->number, lane);
        if (in.strong || in.op == Op::atomic || !array.changes.empty()) note_change(cell, lane, in);
        if (shared_.recorder.recording())
            shared_.recorder.waits.changed(cell.id, array.element_at(cell.offset), block_->number,
                                           warp_->number, this_step());
    }
    warp_->passes_without_store = 0;
    int part = std::min<int>(size, array.element_size);
    for (int done = 0; done < size; done += part) {
        const size_t element = array.element_at(cell.offset + done);
        if (shared_.recorder.recording()) {
            int shift = 8 * done;
            Access& access = shared_.recorder.add_access();
            access.array = cell.id;
            access.operand = operand_of(in);
            access.lane = uint8_t(lane);
            access.kind = modifies(in) ? AccessKind::atomic : AccessKind::write;
            access.size = uint8_t(part);
            access.offset = uint32_t(cell.offset + done);
            access.value = read_bits(at + done, part);
            access.old_value = (old_bits >> shift) & (~uint64_t{0} >> (64 - 8 * part));
            access.origin = origin;
            access.was_defined = array.defined[element] != 0;
        }
        array.defined[element] = 1;
        if (array.space == Space::local) array.origins[element] = origin;
    }
    note_depth(cell, size, depth);
    if (in.op == Op::store)
        note_stored(cell, origin);
    else
        note_kind(array, origin);
}

/// A shared array has taken what came of flags and counters alone, or anything else.
void Interpreter::note_kind(MemoryArray& array, OriginId origin) const {
    if (array.space == Space::shared)
        (origin != 0 && !shared_.origins.is_data(origin) ? array.took_control : array.took_data) = true;
}

void Interpreter::note_stored(const Cell& cell, OriginId origin) {
    note_kind(*cell.array, origin);
    count_move(cell, origin);
}

/// Locks and flags are held and raised by strong stores: a deadlock tells who did.
void Interpreter::note_change(const Cell& cell, int lane, const Instruction& in) {
    MemoryArray& array = *cell.array;
    if (array.space == Space::local) return;
    shared_.memory.change(array, array.element_at(cell.offset)) = {context_.launch + 1, block_->number,
                                                                   thread_of(lane), operand_of(in)};
}

/// Weak memory: the store stays with its block until it drains. How deep its value is, is known at once: who
/// reads an old value meanwhile gets the new one's depth.
void Interpreter::store_delayed(const Cell& cell, int size, int lane, const Instruction& in, uint64_t bits,
                                OriginId origin, uint32_t depth) {
    note_depth(cell, size, depth);
    int part = std::min<int>(size, cell.array->element_size);
    DelayedStore store;
    store.step = step_;
    store.step.kind = StepKind::drain;
    store.step.active = 1u << lane;
    Access& access = store.access;
    access.array = cell.id;
    access.operand = operand_of(in);
    access.lane = uint32_t(lane);
    access.kind = AccessKind::delayed;
    access.size = uint32_t(part);
    access.origin = origin;
    for (int done = 0; done < size; done += part) {
        access.offset = uint32_t(cell.offset + done);
        access.value = (bits >> (8 * done)) & (~uint64_t{0} >> (64 - 8 * part));
        access.old_value = shared_.weak->peek(block_->number, cell.id, cell.offset + done, part);
        warp_->changed |= access.old_value != access.value;
        if (shared_.recorder.recording()) shared_.recorder.add_access() = access;
        shared_.weak->store(store);
    }
    warp_->passes_without_store = 0;
    count_move(cell, origin);
}

/// A value that a cell held continues unchanged: a copy within its array, a move from another.
void Interpreter::count_move(const Cell& cell, OriginId origin, int64_t times) {
    if (origin == 0 || !cell.array->holds_data()) return;
    uint32_t from = shared_.origins.cell_array(origin);
    if (from == 0 || !shared_.origins.is_data(origin)) return;
    Counts& counts = shared_.recorder.counts;
    (from == cell.id + 1 ? counts.copies : counts.moves) += times;
}

void Interpreter::cost_of(const WarpAccess& access, Space space, bool write, const Instruction& in) {
    Counts& counts = shared_.recorder.counts;
    if (space == Space::global) {
        int used = sectors(access);
        (write ? counts.global_store_sectors : counts.global_load_sectors) += used;
        if (used > 2) uncoalesced(access, used, write, in);
        return;
    }
    BankCost cost = bank_cost(access, context_.banks);
    (write ? counts.shared_store_wavefronts : counts.shared_load_wavefronts) += cost.wavefronts;
    if (cost.conflicts() == 0) return;
    counts.bank_conflicts += cost.conflicts();
    bank_conflict(access, cost, write, in);
}

}  // namespace upsweep::emulator
