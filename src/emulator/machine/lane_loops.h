// Loops over the lanes of a row, compiled for the processor's vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/vectors.h"

namespace upsweep::emulator {

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

namespace lane_loops {

UPSWEEP_INLINE uint32_t not_zero(const uint64_t* values, int lanes) {
    uint32_t found = 0;
    for (int i = 0; i < lanes; ++i) found |= uint32_t(values[i] != 0) << i;
    return found;
}

/// 0 if each value is `step` more than the one before.
UPSWEEP_INLINE uint64_t off_step(const uint64_t* values, int lanes, uint64_t step) {
    uint64_t off = 0;
    for (int i = 0; i < lanes; ++i) off |= values[i] - values[0] - uint64_t(i) * step;
    return off;
}

/// Those whose value is not `room` at most beyond the one of `from`.
UPSWEEP_INLINE uint32_t beyond(const uint64_t* values, const uint64_t* from, int lanes, uint64_t room) {
    uint32_t found = 0;
    for (int i = 0; i < lanes; ++i) found |= uint32_t(values[i] - from[i] > room) << i;
    return found;
}

/// Gives 0 if nothing changes.
UPSWEEP_INLINE uint64_t copy(uint64_t* to, const uint64_t* from, int lanes) {
    uint64_t difference = 0;
    for (int i = 0; i < lanes; ++i) {
        difference |= to[i] ^ from[i];
        to[i] = from[i];
    }
    return difference;
}

/// dst = condition ? a : b, of numbers of 32 bits beside the lanes.
UPSWEEP_INLINE void choose(uint32_t* dst, const uint64_t* condition, const uint32_t* a, const uint32_t* b,
                           int lanes) {
    for (int i = 0; i < lanes; ++i) dst[i] = condition[i] != 0 ? a[i] : b[i];
}

/// The origins of what is made of values with these, in the lanes of `mask`, as Origins::operation makes them
/// without a trace; 0 in others. Gives the lanes where data is among them.
UPSWEEP_INLINE uint32_t join_origins(uint32_t* dst, const uint32_t* a, const uint32_t* b, const uint32_t* c,
                                     uint32_t mask, int lanes) {
    uint32_t data = 0;
    for (int i = 0; i < lanes; ++i) {
        const uint32_t any = (a[i] | b[i] | c[i]) & (0u - ((mask >> i) & 1));
        dst[i] = any == 0 ? 0u : (any & 1) != 0 ? 1u : ~1u;
        data |= (any & 1) << i;
    }
    return data;
}

/// The deepest of three, and one more in the lanes of `added`.
UPSWEEP_INLINE void deepen(uint32_t* dst, const uint32_t* a, const uint32_t* b, const uint32_t* c,
                           uint32_t added, int lanes) {
    for (int i = 0; i < lanes; ++i) {
        uint32_t most = a[i] > b[i] ? a[i] : b[i];
        most = most > c[i] ? most : c[i];
        dst[i] = most + ((added >> i) & 1);
    }
}

UPSWEEP_INLINE bool all_set(const uint8_t* marks, int count) {
    uint8_t set = 1;
    for (int i = 0; i < count; ++i) set &= marks[i];
    return set != 0;
}

template <typename Word>
UPSWEEP_INLINE void widen(uint64_t* to, const std::byte* from, int lanes) {
    for (int i = 0; i < lanes; ++i) {
        Word word;
        std::memcpy(&word, from + size_t(i) * sizeof word, sizeof word);
        to[i] = word;
    }
}

/// Gives 0 if nothing changes.
template <typename Word>
UPSWEEP_INLINE Word narrow(std::byte* to, const uint64_t* from, int lanes) {
    Word difference = 0;
    for (int i = 0; i < lanes; ++i) {
        const auto value = Word(from[i]);
        Word word;
        std::memcpy(&word, to + size_t(i) * sizeof word, sizeof word);
        difference |= Word(word ^ value);
        std::memcpy(to + size_t(i) * sizeof value, &value, sizeof value);
    }
    return difference;
}

}  // namespace lane_loops

inline const auto lanes_not_zero = form_for_this_processor<lane_loops::not_zero>();
inline const auto lanes_off_step = form_for_this_processor<lane_loops::off_step>();
inline const auto lanes_beyond = form_for_this_processor<lane_loops::beyond>();
inline const auto copy_lanes = form_for_this_processor<lane_loops::copy>();
inline const auto choose_lanes = form_for_this_processor<lane_loops::choose>();
inline const auto join_origins = form_for_this_processor<lane_loops::join_origins>();
inline const auto deepen_lanes = form_for_this_processor<lane_loops::deepen>();
inline const auto all_marks_set = form_for_this_processor<lane_loops::all_set>();
template <typename Word>
inline const auto widen_lanes = form_for_this_processor<lane_loops::widen<Word>>();
template <typename Word>
inline const auto narrow_lanes = form_for_this_processor<lane_loops::narrow<Word>>();

}  // namespace upsweep::emulator
