// A function of one lane's values as one of rows of lanes.
#pragma once

#include <type_traits>

#include "core/vectors.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/arithmetic/lane_functions.h"

namespace upsweep::emulator {

template <typename T, typename F>
UPSWEEP_INLINE void each_lane(uint64_t* dst, const uint64_t* a, const uint64_t* b, const uint64_t* c,
                              int lanes) {
    using arithmetic::from_bits;
    const auto one = [&](int i) {
        if constexpr (std::is_invocable_v<F, T>)
            dst[i] = arithmetic::to_bits(F{}(from_bits<T>(a[i])));
        else if constexpr (std::is_invocable_v<F, T, T>)
            dst[i] = arithmetic::to_bits(F{}(from_bits<T>(a[i]), from_bits<T>(b[i])));
        else
            dst[i] = arithmetic::to_bits(F{}(from_bits<T>(a[i]), from_bits<T>(b[i]), from_bits<T>(c[i])));
    };
    if (lanes == 1) return one(0);
// Two rows are the same or apart, so no lane's result is another's operand.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
    for (int i = 0; i < lanes; ++i) one(i);
}

/// `F` is a captureless lambda of one to three values of type T.
template <typename T, typename F>
LaneFunction lane_rows(F) {
    return [](uint64_t* dst, const uint64_t* a, const uint64_t* b, const uint64_t* c, int lanes) {
        each_lane<T, F>(dst, a, b, c, lanes);
    };
}

/// The same, compiled for the processor's vectors: for what kernels do most.
template <typename T, typename F>
LaneFunction vector_rows(F) {
    return form_for_this_processor<each_lane<T, F>>();
}

}  // namespace upsweep::emulator
