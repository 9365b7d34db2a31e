// Distinguishes words of several small numbers from words of one.
#include "replay/structure/packed.h"

#include <algorithm>
#include <bit>

#include "emulator/trace/trace.h"

namespace upsweep::replay {

namespace {

/// What the writes to an array have shown.
struct Seen {
    bool one_number = false;  ///< a write that does not go with several numbers in a word
    bool above = false;       ///< a number above the lowest one was counted, or put there
    int bits = 16;            ///< of the smallest numbers that would do
};

/// A counter goes up by one: 1 in one of the word's numbers.
void note_addition(Seen& seen, const Access& access) {
    const auto added = uint32_t(access.value - access.old_value);
    if (added == 0) return;
    const int place = std::countr_zero(added);
    if (!std::has_single_bit(added) || place % 8 != 0) {
        seen.one_number = true;
        return;
    }
    seen.above = seen.above || place > 0;
    if (place % 16 != 0) seen.bits = 8;
}

/// Bytes that are put together into a word.
bool is_of_bytes(const Trace& trace, const Access& access) {
    const Origin origin = trace.origin(access.origin);
    if (origin.kind != Origin::Kind::operation || origin.symbol != '|') return false;
    const Source source = source_of(trace, access.origin);
    return source.leaves.size() > 1 &&
           std::all_of(source.leaves.begin(), source.leaves.end(),
                       [&](const Leaf& leaf) { return size_of(trace.arrays[leaf.array].type) == 1; });
}

void note(const Trace& trace, Seen& seen, const Access& access) {
    if (access.kind == AccessKind::atomic) return note_addition(seen, access);
    if (access.value == 0) return;
    if (!is_of_bytes(trace, access)) {
        seen.one_number = true;
        return;
    }
    seen.above = true;
    seen.bits = 8;
}

}  // namespace

std::map<ArrayId, int> packed_arrays(const Trace& trace, size_t launch) {
    std::map<ArrayId, Seen> arrays;
    const LaunchInfo& info = trace.launches[launch];
    const int64_t end = std::min(info.end_step, trace.step_count());
    if (info.first_step >= end) return {};
    for (int64_t i = trace.step_at(info.first_step).first_access; i < trace.end_access(end - 1); ++i) {
        const Access& access = trace.access_at(i);
        const ArrayInfo& array = trace.arrays[access.array];
        if (!is_write(access) || is_local(trace, access.array) || array.type != ScalarType::u32 ||
            access.size != 4)
            continue;
        Seen& seen = arrays[access.array];
        if (!seen.one_number) note(trace, seen, access);
    }
    std::map<ArrayId, int> packed;
    for (const auto& [array, seen] : arrays)
        if (!seen.one_number && seen.above) packed[array] = seen.bits;
    return packed;
}

std::string packed_text(uint64_t word, int bits) {
    std::string text;
    for (int place = 0; place < 32; place += bits)
        text += (place == 0 ? "" : " ") + std::to_string(word >> place & ((uint64_t{1} << bits) - 1));
    return text;
}

}  // namespace upsweep::replay
