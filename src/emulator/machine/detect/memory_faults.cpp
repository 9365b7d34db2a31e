// What went wrong in the lanes of one instruction, told as one finding for them all.
#include <fmt/format.h>

#include <algorithm>

#include "emulator/findings/sentences.h"
#include "emulator/machine/interpreter.h"

namespace upsweep::emulator {

void Interpreter::bad_access(FindingKind kind, Address address, int lane, bool write, const Instruction& in) {
    std::uint32_t operand = context_.operand_base + static_cast<std::uint32_t>(in.index);
    Trouble trouble;
    trouble.array = array_of(address);
    trouble.offset = offset_of(address);
    bool leads_somewhere = is_array(trouble.array);
    if (leads_somewhere) trouble.offset -= thread_of(lane) * shared_.memory[trouble.array].row_bytes;
    trouble.key = {kind, context_.launch, statement_, operand, 0, leads_somewhere ? 1u : 0u};
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
        shared_.findings.add(key, shared_.recorder.current_step(), [&] {
            return finding_of({troubles_.begin(), end}, bytes);
        });
        troubles_.erase(troubles_.begin(), end);
    }
}

/// "lanes 0 and 2 of warp 1 in block 3".
std::string Interpreter::lanes_here(const std::vector<int>& lanes) const {
    return fmt::format("{} of warp {} in block {}", lanes_in_words(lanes), warp_->number, block_->number);
}

/// The thread whose local variable the lanes reach for, if it is another's: that an index leads there is
/// likelier where it is an array, unless all lanes have one address. −1 if not so.
std::int64_t Interpreter::owner_of(const std::vector<Trouble>& lanes, const MemoryArray& array) const {
    if (array.row_bytes == 0) return -1;
    auto from_start = [&](const Trouble& trouble) {
        return trouble.offset + thread_of(trouble.lane) * array.row_bytes;
    };
    const std::int64_t place = from_start(lanes.front());
    const bool inside = place >= 0 && place < array.size();
    const bool own = lanes.front().offset >= 0 && lanes.front().offset < array.row_bytes;
    const bool one_address =
        lanes.size() > 1 &&
        std::all_of(lanes.begin(), lanes.end(), [&](const Trouble& t) { return from_start(t) == place; });
    const bool can_be = array.row_bytes == array.element_size || one_address;
    return inside && !own && can_be ? place / array.row_bytes : -1;
}

BadAccess Interpreter::bad_access_of(const std::vector<Trouble>& lanes, const Finding& finding,
                                     int bytes) const {
    const Trouble& first = lanes.front();
    BadAccess bad;
    bad.who = lanes_here(finding.lanes);
    bad.lanes = lanes.size();
    bad.write = first.write;
    bad.text = first.text;
    bad.null = first.array >= shared_.memory.count();
    if (first.array == array_of(0)) bad.address = first.offset + address_bias;
    bad.size = bytes;
    for (const Trouble& trouble : lanes) bad.offsets.push_back(trouble.offset);
    if (finding.array < 0) return bad;
    const MemoryArray& array = shared_.memory[first.array];
    bad.array = &shared_.trace.arrays[first.array];
    bad.count = (array.row_bytes != 0 ? array.row_bytes : array.size()) / array.element_size;
    bad.owner = owner_of(lanes, array);
    return bad;
}

Finding Interpreter::finding_of(const std::vector<Trouble>& lanes, int bytes) const {
    const Trouble& first = lanes.front();
    const SourceRange& where = shared_.trace.operands[first.operand].where;
    Finding finding = finding_here(first.severity, 0, where);
    int element_size = 1;
    if (is_array(first.array)) {
        finding.array = static_cast<std::int32_t>(first.array);
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
    switch (first.key.kind) {
        case FindingKind::out_of_bounds:
            finding.message = out_of_bounds_sentence(bad_access_of(lanes, finding, bytes));
            break;
        case FindingKind::misaligned:
            finding.message = misaligned_sentence(bad_access_of(lanes, finding, bytes));
            break;
        case FindingKind::read_before_write: {
            bool one = std::all_of(finding.elements.begin(), finding.elements.end(),
                                   [&](std::int64_t element) { return element == finding.elements[0]; });
            finding.message =
                fmt::format("{} {} {} of {}, which nothing has written yet: {} whatever was there before.",
                            in_sentence_case(lanes_here(finding.lanes)), verb(finding.lanes.size(), "read"),
                            counted_in_words("element", finding.elements),
                            shared_.trace.arrays[first.array].name, one ? "it holds" : "they hold");
            break;
        }
        default:
            finding.message = race_sentence(lanes, where);
    }
    return finding;
}

}  // namespace upsweep::emulator
