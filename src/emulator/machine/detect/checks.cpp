// Checks while a statement runs: unset values, sums that wrap, lanes that part,
// accesses that use little of what they fetch, and what went wrong in the lanes of one instruction.
#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "core/ranges.h"
#include "emulator/machine/interpreter.h"
#include "emulator/machine/lane_loops.h"

namespace upsweep::emulator {

/// A variable that was declared without a value and not given one since.
void Interpreter::check_set(const Instruction& in, uint32_t lanes) {
    uint32_t unset = lanes & ~warp_->set_lanes(in.index);
    if (unset == 0) return;
    uint32_t operand = context_.operand_base + in.target;
    const FindingKey key = key_of(FindingKind::read_before_write, operand);
    note(key, [&] {
        Finding finding = finding_here(key.kind, unset, shared_.trace.operands[operand].where);
        const bool passed = (in.index & carried_bit) != 0;
        const size_t index = in.index & ~carried_bit;
        using Form = UnsetVariable::Form;
        finding.facts = passed ? UnsetVariable{code_.carried[index], Form::passed_on}
                               : UnsetVariable{code_.locals[index].name,
                                               code_.locals[index].copied ? Form::copied : Form::never_set};
        return finding;
    });
}

/// A parameter or a variable takes a value, or a variable's lack of one.
void Interpreter::note_set(const Instruction& in) {
    uint32_t& set = warp_->set_lanes(in.index);
    set |= mask_;
    if (!in.whole) set &= ~mask_ | warp_->set_lanes(int32_t(in.target));
}

/// An access that leaves its row for another one of the same array, which the array's bounds allow.
void Interpreter::check_row(const Instruction& in) {
    const uint64_t* addresses = warp_->row(in.a);
    const uint64_t* begins = warp_->row(in.b);
    const int bytes = size_of(in.type) * in.count;
    const uint32_t astray = lanes_beyond(addresses, begins, warp_->lanes, uint64_t(in.index - bytes));
    if (in.index >= bytes && (astray & mask_) == 0) return;
    for_lanes(mask_, [&](int lane) {
        const auto in_row = int64_t(addresses[lane] - begins[lane]);
        if (in_row >= 0 && in_row + bytes <= in.index) return;
        Trouble trouble;
        trouble.array = array_of(addresses[lane]);
        trouble.offset = offset_of(addresses[lane]);
        if (!is_array(trouble.array)) return;
        const MemoryArray& array = shared_.memory[trouble.array];
        trouble.offset -= thread_of(lane) * array.row_bytes;
        const int64_t room = array.row_bytes != 0 ? array.row_bytes : array.size();
        // Outside of the whole array the access reports itself.
        if (trouble.offset < 0 || trouble.offset + bytes > room) return;
        trouble.operand = context_.operand_base + in.target;
        trouble.key = {FindingKind::out_of_bounds, context_.launch, statement_, trouble.operand, 2};
        trouble.lane = lane;
        trouble.write = in.whole;
        troubles_.push_back(trouble);
    });
    if (!troubles_.empty()) tell_troubles(bytes);
}

void Interpreter::check_defined(const Cell& cell, int bytes, int lane, const Instruction& in) {
    const MemoryArray& array = *cell.array;
    int64_t element = array.element_at(cell.offset);
    const int64_t last = array.element_at(cell.offset + bytes - 1);
    while (element <= last && nth(array.defined, element) != 0) ++element;
    if (element > last) return;
    const FindingKey key{FindingKind::read_before_write, context_.launch, statement_, operand_of(in), 0};
    // Where all lanes read what has no value, as in programs that only measure, one of them is enough.
    if (!troubles_.empty() && troubles_.back().array == cell.id && troubles_.back().key.kind == key.kind &&
        shared_.findings.knows(key))
        return;
    Trouble trouble;
    trouble.operand = key.operand;
    trouble.key = key;
    trouble.lane = lane;
    trouble.array = cell.id;
    trouble.offset = element * array.element_size - thread_of(lane) * array.row_bytes;
    troubles_.push_back(trouble);
}

/// a + b = sum in 32 bits: says once a statement if it did not fit.
void Interpreter::check_wrap(ScalarType type, const uint64_t* a, const uint64_t* b, const uint64_t* sum,
                             uint32_t lanes) {
    bool is_signed_type = type == ScalarType::i32;
    if (type != ScalarType::u32 && !is_signed_type) return;
    uint32_t wrapped = 0;
    for_lanes(lanes, [&](int lane) {
        auto x = uint32_t(a[lane]), y = uint32_t(b[lane]), z = uint32_t(sum[lane]);
        bool fits = is_signed_type ? (((x ^ z) & (y ^ z)) >> 31) == 0 : z >= x;
        if (!fits) wrapped |= 1u << lane;
    });
    if (wrapped == 0) return;
    const FindingKey key = key_of(FindingKind::wrapped_sum);
    note(key, [&] {
        Finding finding = finding_here(key.kind, wrapped, shared_.trace.statements[statement_].where);
        auto number = [&](uint64_t bits) {
            uint32_t word = bits;
            return is_signed_type ? int64_t{int32_t(word)} : int64_t{word};
        };
        int lane = finding.lanes.front();
        finding.facts = WrappedSum{number(a[lane]), number(b[lane]), number(sum[lane])};
        return finding;
    });
}

namespace {

/// The set lanes are neighbours among those of `all`.
bool is_run(uint32_t set, uint32_t all) {
    int runs = 0;
    bool inside = false;
    for_lanes(all, [&](int lane) {
        bool now = (set >> lane & 1) != 0;
        runs += now && !inside ? 1 : 0;
        inside = now;
    });
    return runs <= 1;
}

}  // namespace

/// A branch parts the warp. A guard that keeps neighbours costs nothing that better code would save.
void Interpreter::diverges(const Instruction& in, uint32_t staying) {
    if (in.fork == Fork::loop || (in.fork == Fork::guard && is_run(staying, mask_))) return;
    const FindingKey key = key_of(FindingKind::divergence);
    const uint32_t others = mask_ & ~staying;
    const bool sides = in.fork == Fork::sides;
    // The fewer lanes work, the more is lost; the warp runs both sides.
    const int weight = sides ? 0 : std::popcount(others);
    note(
        key,
        [&] {
            Finding finding = finding_here(key.kind, staying, shared_.trace.statements[statement_].where);
            finding.facts = PartedWarp{sides, others};
            return finding;
        },
        weight);
}

/// Some lanes left a loop passes ago and wait for the others.
void Interpreter::long_loop(const Instruction& in) {
    const LoopInfo& loop = nth(code_.loops, in.index);
    if (takes_lock(loop)) return;
    const SourceRange& where = loop.where;
    const FindingKey key = key_of(FindingKind::divergence, 0, 1);
    note(key, [&] {
        Finding finding = finding_here(key.kind, path_->mask, where);
        finding.facts = LongLoop{warp_->paths.live() & ~path_->mask};
        return finding;
    });
}

void Interpreter::uncoalesced(const WarpAccess& access, int used, bool write, const Instruction& in) {
    int needed = least_sectors(access);
    if (!wastes_sectors(used, needed)) return;
    uint32_t operand = operand_of(in);
    const FindingKey key = key_of(FindingKind::uncoalesced, operand);
    note(
        key,
        [&] {
            Finding finding = finding_at(key.kind, access, operand);
            finding.facts = Uncoalesced{write, used, needed};
            return finding;
        },
        used - needed);
}

/// What the lanes of an access touch, without its facts.
Finding Interpreter::finding_at(FindingKind kind, const WarpAccess& access, uint32_t operand) const {
    Finding finding = finding_here(kind, 0, shared_.trace.operands[operand].where);
    finding.array = access.array[0];
    for (size_t i = 0; i < size_t(access.lanes); ++i) {
        finding.lanes.push_back(access.lane[i]);
        finding.elements.push_back(access.offset[i] / shared_.memory[access.array[i]].element_size);
    }
    return finding;
}

void Interpreter::bank_conflict(const WarpAccess& access, const BankCost& cost, bool write,
                                const Instruction& in) {
    uint32_t operand = operand_of(in);
    const FindingKey key = key_of(FindingKind::bank_conflict, operand);
    note(
        key,
        [&] {
            Finding finding = finding_at(key.kind, access, operand);
            BankConflict conflict = bank_conflict_of(access, cost, write);
            const std::string& name = shared_.trace.arrays[access.array[0]].name;
            for (const SharedArray& array : code_.shared)
                if (array.name == name) conflict.declared = array.declared;
            finding.facts = std::move(conflict);
            return finding;
        },
        cost.conflicts());
}

void Interpreter::bad_access(FindingKind kind, Address address, int lane, bool write, const Instruction& in) {
    uint32_t operand = operand_of(in);
    Trouble trouble;
    trouble.array = array_of(address);
    trouble.offset = offset_of(address);
    bool leads_somewhere = is_array(trouble.array);
    if (leads_somewhere) trouble.offset -= thread_of(lane) * shared_.memory[trouble.array].row_bytes;
    trouble.key = {kind, context_.launch, statement_, operand, leads_somewhere ? 1u : 0u};
    trouble.operand = operand;
    trouble.lane = lane;
    trouble.write = write;
    troubles_.push_back(trouble);
}

/// One finding for those that have the same trouble with the same array.
void Interpreter::tell_troubles(int bytes) {
    while (!troubles_.empty()) {
        const FindingKey key = troubles_.front().key;
        const ArrayId array = troubles_.front().array;
        auto alike = [&](const Trouble& trouble) {
            return !(trouble.key < key) && !(key < trouble.key) && trouble.array == array;
        };
        auto end = std::stable_partition(troubles_.begin(), troubles_.end(), alike);
        if (troubles_.front().deferred)
            defer(key, {troubles_.begin(), end}, bytes);
        else
            note(key, [&] { return finding_of({troubles_.begin(), end}, bytes); });
        troubles_.erase(troubles_.begin(), end);
    }
}

/// The thread whose local variable the lanes reach for, if it is another's: that an index leads there is
/// likelier where it is an array, unless all lanes have one address. −1 if not so.
int64_t Interpreter::owner_of(const std::vector<Trouble>& lanes, const MemoryArray& array) const {
    if (array.row_bytes == 0) return -1;
    auto from_start = [&](const Trouble& trouble) {
        return trouble.offset + thread_of(trouble.lane) * array.row_bytes;
    };
    const int64_t place = from_start(lanes.front());
    const bool inside = place >= 0 && place < array.size();
    const bool own = lanes.front().offset >= 0 && lanes.front().offset < array.row_bytes;
    const bool one_address =
        lanes.size() > 1 && all_of(lanes, [&](const Trouble& t) { return from_start(t) == place; });
    const bool can_be = array.row_bytes == array.element_size || one_address;
    return inside && !own && can_be ? place / array.row_bytes : -1;
}

BadAccess Interpreter::bad_access_of(const std::vector<Trouble>& lanes, int bytes) const {
    const Trouble& first = lanes.front();
    BadAccess bad;
    bad.write = first.write;
    bad.text = first.text;
    bad.null = first.array == array_of(0);
    if (first.array == array_of(0)) bad.address = first.offset + address_bias;
    bad.size = bytes;
    for (const Trouble& trouble : lanes) bad.offsets.push_back(trouble.offset);
    if (!is_array(first.array)) return bad;
    const MemoryArray& array = shared_.memory[first.array];
    bad.count = (array.row_bytes != 0 ? array.row_bytes : array.size()) / array.element_size;
    bad.owner = owner_of(lanes, array);
    return bad;
}

FindingFacts Interpreter::facts_of(const std::vector<Trouble>& lanes, int bytes) const {
    switch (lanes.front().key.kind) {
        case FindingKind::out_of_bounds:
        case FindingKind::misaligned:
            return bad_access_of(lanes, bytes);
        case FindingKind::read_before_write:
            return UnwrittenCells{};
        default:
            return race_of(lanes);
    }
}

Finding Interpreter::finding_of(const std::vector<Trouble>& lanes, int bytes) const {
    const Trouble& first = lanes.front();
    const bool waited = first.key.kind == FindingKind::plain_wait && first.write;
    const uint32_t operand = waited ? first.before.operand : first.operand;
    Finding finding = finding_here(first.key.kind, 0, shared_.trace.operands[operand].where);
    finding.severity = first.severity;
    int element_size = 1;
    if (is_array(first.array)) {
        finding.array = first.array;
        element_size = shared_.memory[first.array].element_size;
    }
    bool bad = first.key.kind == FindingKind::out_of_bounds || first.key.kind == FindingKind::misaligned;
    bool whole = !bad || bytes % element_size == 0;
    for (const Trouble& trouble : lanes) {
        // A wide access may have the same trouble with several elements: the first tells it.
        if (!finding.lanes.empty() && finding.lanes.back() == trouble.lane) continue;
        finding.lanes.push_back(trouble.lane);
        if (finding.array >= 0) finding.elements.push_back(element_at(trouble.offset, element_size));
        whole &= !bad || trouble.offset % element_size == 0;
    }
    if (!whole && finding.array >= 0)
        for (const Trouble& trouble : lanes) finding.bytes.push_back(trouble.offset);
    finding.facts = facts_of(lanes, bytes);
    return finding;
}

}  // namespace upsweep::emulator
