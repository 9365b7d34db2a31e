// Computed in long double: series, asymptotic series, and Halley's steps towards a root.
#include "emulator/arithmetic/special_functions.h"

#include <cmath>
#include <limits>

namespace upsweep::emulator::special {

namespace {

using Wide = long double;

constexpr Wide half_square_root_of_pi = 0.886226925452758013649083741670572591L;
constexpr Wide square_root_of_2 = 1.414213562373095048801688724209698079L;
constexpr Wide pi = 3.141592653589793238462643383279502884L;
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// For x from 10 on: 1/(x√π) · (1 − 1/(2x²) + 1·3/(2x²)² − …), up to the term that adds nothing.
Wide scaled_tail(Wide x) {
    const Wide step = 1 / (2 * x * x);
    Wide term = 1;
    Wide sum = 1;
    for (int k = 1; k < 40 && std::fabs(term) > 1e-22L; ++k) {
        term *= -(2 * k - 1) * step;
        sum += term;
    }
    return sum / (2 * x * half_square_root_of_pi);
}

/// Towards the x of which erf(x) − y is 0, for small y; or of which erfc(x) − y is.
Wide root(Wide x, Wide y, bool of_complement) {
    for (int i = 0; i < 60; ++i) {
        const Wide slope = std::exp(-x * x) / half_square_root_of_pi;
        const Wide gap = of_complement ? y - std::erfc(x) : std::erf(x) - y;
        const Wide newton = gap / slope;
        const Wide step = newton / (1 + x * newton);
        x -= step;
        if (std::fabs(step) <= std::fabs(x) * 1e-19L) break;
    }
    return x;
}

}  // namespace

double sine_pi(double x) {
    if (!std::isfinite(x)) return nothing;
    // What follows takes away whole halves, which is exact: at whole numbers there is nothing left.
    Wide turns = std::fmod(std::fabs(x), 2.0);
    const bool lower = turns >= 1;
    if (lower) turns -= 1;
    const Wide share = turns > 0.5L ? 1 - turns : turns;
    const Wide sine = share > 0.25L ? std::cos(pi * (0.5L - share)) : std::sin(pi * share);
    return static_cast<double>(std::signbit(x) != (lower && share != 0) ? -sine : sine);
}

double cosine_pi(double x) {
    if (!std::isfinite(x)) return nothing;
    Wide turns = std::fmod(std::fabs(x), 2.0);
    if (turns > 1) turns = 2 - turns;
    const Wide share = turns > 0.5L ? 1 - turns : turns;
    const Wide cosine = share > 0.25L ? std::sin(pi * (0.5L - share)) : std::cos(pi * share);
    return static_cast<double>(turns > 0.5L ? -cosine : cosine);
}

double scaled_complement(double x) {
    if (x >= 10) return std::isinf(x) ? 0.0 : static_cast<double>(scaled_tail(x));
    const Wide wide = x;
    return static_cast<double>(std::exp(wide * wide) * std::erfc(wide));
}

double inverse_error(double y) {
    if (!(std::fabs(y) <= 1)) return nothing;
    if (std::fabs(y) == 1) return std::copysign(infinity, y);
    if (y == 0) return y;
    if (std::fabs(y) <= 0.5) return static_cast<double>(root(y * half_square_root_of_pi, y, false));
    return std::copysign(inverse_complement(1 - std::fabs(y)), y);
}

double inverse_complement(double y) {
    if (!(y >= 0 && y <= 2)) return nothing;
    if (y == 0 || y == 2) return y == 0 ? infinity : -infinity;
    if (y >= 0.5 && y <= 1.5) return inverse_error(1 - y);
    if (y > 1.5) return -inverse_complement(2 - y);
    // erfc(x) ≈ exp(−x²)/(x√π) for large x.
    const Wide share = y;
    Wide start = std::sqrt(-std::log(share));
    start = std::sqrt(-std::log(share * 2 * half_square_root_of_pi * start));
    return static_cast<double>(root(start, share, true));
}

double normal_share(double x) {
    return static_cast<double>(std::erfc(-static_cast<Wide>(x) / square_root_of_2) / 2);
}

double inverse_normal_share(double share) {
    if (!(share >= 0 && share <= 1)) return nothing;
    return static_cast<double>(-square_root_of_2 * inverse_complement(2 * share));
}

double modified_bessel(int order, double x) {
    if (std::isnan(x)) return nothing;
    if (std::fabs(x) > 714) return order == 0 || x > 0 ? infinity : -infinity;
    const Wide quarter = static_cast<Wide>(x) * x / 4;
    Wide term = order == 0 ? Wide{1} : static_cast<Wide>(x) / 2;
    Wide sum = term;
    for (int k = 1; k < 2000 && std::fabs(term) > std::fabs(sum) * 1e-22L; ++k) {
        term *= quarter / (static_cast<Wide>(k) * (k + order));
        sum += term;
    }
    return static_cast<double>(sum);
}

double bessel_first(int order, double x) { return order < 0 ? nothing : ::jn(order, x); }

double bessel_second(int order, double x) { return order < 0 || x < 0 ? nothing : ::yn(order, x); }

}  // namespace upsweep::emulator::special
