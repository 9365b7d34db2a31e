// A function of one lane's values as one of rows of lanes.
#pragma once

#include <type_traits>

#include "emulator/arithmetic/arithmetic.h"
#include "emulator/arithmetic/lane_functions.h"

namespace upsweep::emulator {

/// `F` is a captureless lambda of one to three values of type T.
template <typename T, typename F>
LaneFunction lane_rows(F) {
    using arithmetic::from_bits;
    return [](uint64_t* dst, const uint64_t* a, const uint64_t* b, const uint64_t* c, int lanes) {
// Two rows are the same or apart, so no lane's result is another's operand.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
        for (int i = 0; i < lanes; ++i) {
            if constexpr (std::is_invocable_v<F, T>)
                dst[i] = arithmetic::to_bits(F{}(from_bits<T>(a[i])));
            else if constexpr (std::is_invocable_v<F, T, T>)
                dst[i] = arithmetic::to_bits(F{}(from_bits<T>(a[i]), from_bits<T>(b[i])));
            else
                dst[i] = arithmetic::to_bits(F{}(from_bits<T>(a[i]), from_bits<T>(b[i]), from_bits<T>(c[i])));
        }
    };
}

}  // namespace upsweep::emulator
