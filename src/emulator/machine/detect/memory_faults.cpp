// What went wrong in the lanes of one instruction, as one finding for them all.
#include <algorithm>

#include "core/ranges.h"
#include "emulator/machine/interpreter.h"

namespace upsweep::emulator {

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
    bad.null = first.array >= shared_.memory.count();
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
        finding.array = int32_t(first.array);
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
