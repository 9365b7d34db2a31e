// Numbers of about 106 bits: the unrounded sum of two doubles. The same on every system, which long double is
// not.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/bits.h"

namespace upsweep {

/// a · b + c, rounded once, by a Wider type that holds the product: its sum is rounded to odd where it is not
/// exact, so that rounding it again does not round twice.
template <typename Wider, typename Bits, typename T>
T multiply_add_in(T a, T b, T c) {
    const Wider product = Wider(a) * b, sum = product + c, part = sum - product;
    const Wider rest = (product - (sum - part)) + (c - part);
    auto bits = bit_cast<Bits>(sum);
    if ((rest < 0 || rest > 0) && bits % 2 == 0) bits += (rest > 0) == (sum > 0) ? 1 : -1;
    return T(bit_cast<Wider>(bits));
}

/// std::fma; mingw-w64's rounds twice.
#ifdef __MINGW32__
inline double multiply_add(double a, double b, double c) {
    return multiply_add_in<__float128, unsigned __int128>(a, b, c);
}
inline float multiply_add(float a, float b, float c) { return multiply_add_in<double, uint64_t>(a, b, c); }
#else
inline double multiply_add(double a, double b, double c) { return std::fma(a, b, c); }
inline float multiply_add(float a, float b, float c) { return std::fma(a, b, c); }
#endif

struct Wide {
    double high = 0, low = 0;  ///< low is at most half a unit in the last place of high

    constexpr Wide() = default;
    constexpr Wide(double value) : high(value) {}
    constexpr Wide(double most, double rest) : high(most), low(rest) {}
    /// The nearest double.
    explicit operator double() const { return high; }

    /// a + b without rounding. Infinity and NaN have nothing behind them.
    static Wide sum(double a, double b) {
        const double all = a + b, part = all - a;
        const double rest = (a - (all - part)) + (b - part);
        return {all, std::isfinite(all) ? rest : 0};
    }
    /// a · b without rounding, as long as the rest is not a subnormal number.
    static Wide product(double a, double b) {
        const double all = a * b;
        return {all, std::isfinite(all) ? multiply_add(a, b, -all) : 0};
    }

    Wide operator-() const { return {-high, -low}; }
    friend Wide operator+(Wide a, double b) {
        const Wide all = sum(a.high, b);
        return sum(all.high, all.low + a.low);
    }
    friend Wide operator+(Wide a, Wide b) {
        const Wide all = sum(a.high, b.high), rest = sum(a.low, b.low);
        const Wide near = sum(all.high, all.low + rest.high);
        return sum(near.high, near.low + rest.low);
    }
    friend Wide operator-(Wide a, Wide b) { return a + -b; }
    friend Wide operator*(Wide a, Wide b) {
        const Wide all = product(a.high, b.high);
        return sum(all.high, all.low + (a.high * b.low + a.low * b.high));
    }
    friend Wide operator/(Wide a, Wide b) {
        const double first = a.high / b.high;
        if (!std::isfinite(first)) return first;
        const Wide rest = a - b * first;
        const double second = rest.high / b.high;
        return Wide(first) + second + (rest - b * second).high / b.high;
    }
    Wide& operator+=(double b) { return *this = *this + b; }
    Wide& operator+=(Wide b) { return *this = *this + b; }
    Wide& operator-=(Wide b) { return *this = *this - b; }
    Wide& operator*=(Wide b) { return *this = *this * b; }
};

}  // namespace upsweep
