// Numbers of about 106 bits: the unrounded sum of two doubles. The same on every system, which long double is
// not.
#pragma once

#include <cmath>

namespace upsweep {

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
        return {all, std::isfinite(all) ? std::fma(a, b, -all) : 0};
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
