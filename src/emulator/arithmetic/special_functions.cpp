// Computed with 106 bits: series, a continued fraction, and Halley's steps towards a root.
#include "emulator/arithmetic/special_functions.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/wide.h"

// mingw-w64 declares C's names of these only to those who ask for extensions.
#ifdef _WIN32
extern "C" double _jn(int order, double x);
extern "C" double _yn(int order, double x);
#define jn _jn
#define yn _yn
#endif

namespace upsweep::emulator::special {

namespace {

constexpr Wide half_square_root_of_pi = {0x1.c5bf891b4ef6bp-1, -0x1.618f13eb7ca89p-55};
constexpr Wide square_root_of_2 = {0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54};
constexpr Wide pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
constexpr Wide logarithm_of_2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double enough = 1e-32;  ///< of a sum: smaller terms change nothing

/// first + first · factor/(from · (from + 1)) + …: the series of sine and cosine.
Wide alternating_series(Wide first, Wide factor, int from) {
    Wide term = first, sum = first;
    for (int k = from; std::fabs(term.high) > enough; k += 2) {
        term *= factor / Wide(k * (k + 1.0));
        sum += term;
    }
    return sum;
}

/// Of angles up to π/4.
Wide sine(Wide angle) { return alternating_series(angle, -(angle * angle), 2); }
Wide cosine(Wide angle) { return alternating_series(1, -(angle * angle), 1); }

/// Of numbers that a double has an exponential of.
Wide exponential(Wide x) {
    constexpr int halvings = 9;
    const double twos = std::nearbyint(x.high / logarithm_of_2.high);
    const Wide small = (x - logarithm_of_2 * twos) * std::ldexp(1.0, -halvings);
    // Less 1, so that doubling it loses nothing.
    Wide term = small, sum = small;
    for (int k = 2; std::fabs(term.high) > enough * std::fabs(sum.high); ++k) {
        term *= small / Wide(k);
        sum += term;
    }
    for (int i = 0; i < halvings; ++i) sum = sum + sum + sum * sum;
    sum += 1;
    const int exponent = int(twos);
    return {std::ldexp(sum.high, exponent), std::ldexp(sum.low, exponent)};
}

/// Where the error function's series is left for the continued fraction of its complement.
constexpr double far_out = 4;

/// erf(x) = 2x/√π · exp(−x²) · (1 + 2x²/3 + (2x²)²/(3·5) + …).
Wide error_function(Wide x) {
    const Wide square = x * x;
    Wide term = x, sum = x;
    for (int k = 1; std::fabs(term.high) > enough * std::fabs(sum.high); ++k) {
        term *= square / Wide(k + 0.5);
        sum += term;
    }
    return exponential(-square) * sum / half_square_root_of_pi;
}

/// exp(x²) · erfc(x) of x from far_out on: 1/√π · 1/(x + ½/(x + 1/(x + 1½/(x + …)))).
Wide scaled_tail(Wide x) {
    Wide fraction = x;
    for (int k = 40; k > 0; --k) fraction = x + Wide(k / 2.0) / fraction;
    return Wide(0.5) / (half_square_root_of_pi * fraction);
}

/// exp(x²) · erfc(x) of x above −26.7.
Wide scaled(Wide x) {
    if (x.high >= far_out) return scaled_tail(x);
    const Wide square = exponential(x * x);
    if (x.high <= -far_out) return square * 2 - scaled_tail(-x);
    return square * (Wide(1) - error_function(x));
}

/// Towards the x where erf(x) − y is 0, for small y; or where erfc(x) − y is.
double root(Wide x, double y, bool of_complement) {
    for (int i = 0; i < 60; ++i) {
        // Half the exponent twice: the whole of it may be more than a double holds.
        const Wide half = exponential(x * x * 0.5);
        const Wide gap =
            of_complement ? Wide(y) * half * half - scaled(x) : (error_function(x) - y) * half * half;
        const Wide newton = gap * half_square_root_of_pi;
        const Wide step = newton / (Wide(1) + x * newton);
        x -= step;
        if (std::fabs(step.high) <= std::fabs(x.high) * 1e-19) break;
    }
    return x.high;
}

#ifdef __MINGW32__
/// Sine and cosine of x; above this the library's, whose angle then has no more digits to lose.
constexpr double longest_angle = 0x1p40;
std::pair<Wide, Wide> sine_and_cosine(double x) {
    const double quarters = std::nearbyint(x / (pi.high / 2));
    const Wide rest = Wide(x) - pi * 0.5 * quarters;
    const Wide s = sine(rest), c = cosine(rest);
    switch (int64_t(quarters) & 3) {
        case 0:
            return {s, c};
        case 1:
            return {c, -s};
        case 2:
            return {-s, -c};
        default:
            return {-c, s};
    }
}
#endif

}  // namespace

#ifdef __MINGW32__
double sine(double x) {
    if (!(std::fabs(x) < longest_angle) || x == 0) return std::sin(x);
    return sine_and_cosine(x).first.high;
}
double cosine(double x) {
    if (!(std::fabs(x) < longest_angle)) return std::cos(x);
    return sine_and_cosine(x).second.high;
}
double tangent(double x) {
    if (!(std::fabs(x) < longest_angle) || x == 0) return std::tan(x);
    const auto [s, c] = sine_and_cosine(x);
    return (s / c).high;
}
#endif

double sine_pi(double x) {
    if (!std::isfinite(x)) return nothing;
    // What follows takes away whole halves, which is exact: at whole numbers there is nothing left.
    double turns = std::fmod(std::fabs(x), 2.0);
    const bool lower = turns >= 1;
    if (lower) turns -= 1;
    const double share = turns > 0.5 ? 1 - turns : turns;
    const Wide found = share > 0.25 ? cosine(pi * (0.5 - share)) : sine(pi * share);
    return std::signbit(x) != (lower && share != 0) ? -found.high : found.high;
}

double cosine_pi(double x) {
    if (!std::isfinite(x)) return nothing;
    double turns = std::fmod(std::fabs(x), 2.0);
    if (turns > 1) turns = 2 - turns;
    const double share = turns > 0.5 ? 1 - turns : turns;
    const Wide found = share > 0.25 ? sine(pi * (0.5 - share)) : cosine(pi * share);
    return turns > 0.5 ? -found.high : found.high;
}

double scaled_complement(double x) {
    if (std::isinf(x)) return x > 0 ? 0 : infinity;
    if (x < -26.7) return infinity;
    return scaled(x).high;
}

double inverse_error(double y) {
    if (!(std::fabs(y) <= 1)) return nothing;
    if (std::fabs(y) == 1) return std::copysign(infinity, y);
    if (y == 0) return y;
    if (std::fabs(y) <= 0.5) return root(half_square_root_of_pi * y, y, false);
    return std::copysign(inverse_complement(1 - std::fabs(y)), y);
}

double inverse_complement(double y) {
    if (!(y >= 0 && y <= 2)) return nothing;
    if (y == 0 || y == 2) return y == 0 ? infinity : -infinity;
    if (y >= 0.5 && y <= 1.5) return inverse_error(1 - y);
    if (y > 1.5) return -inverse_complement(2 - y);
    // erfc(x) ≈ exp(−x²)/(x√π) for large x.
    double start = std::sqrt(-std::log(y));
    start = std::sqrt(-std::log(y * 2 * half_square_root_of_pi.high * start));
    return root(start, y, true);
}

double normal_share(double x) {
    if (std::isnan(x)) return x;
    if (std::fabs(x) > 39) return x > 0 ? 1 : 0;
    const Wide at = -(Wide(x) / square_root_of_2);
    if (std::fabs(at.high) < far_out) return ((Wide(1) - error_function(at)) * 0.5).high;
    const Wide half = exponential(at * at * -0.5);
    const Wide beyond = scaled_tail(at.high < 0 ? -at : at) * 0.5 * half * half;
    return at.high < 0 ? (Wide(1) - beyond).high : beyond.high;
}

double inverse_normal_share(double share) {
    if (!(share >= 0 && share <= 1)) return nothing;
    const double found = -inverse_complement(2 * share);
    return found == 0 || std::isinf(found) ? found : (square_root_of_2 * found).high;
}

double modified_bessel(int order, double x) {
    if (std::isnan(x)) return nothing;
    if (std::fabs(x) > 714) return order == 0 || x > 0 ? infinity : -infinity;
    const Wide quarter = Wide(x) * x * 0.25;
    Wide term = order == 0 ? Wide(1) : Wide(x / 2);
    Wide sum = term;
    for (int k = 1; k < 2000 && std::fabs(term.high) > std::fabs(sum.high) * enough; ++k) {
        term *= quarter / Wide(double(k) * (k + order));
        sum += term;
    }
    return sum.high;
}

double bessel_first(int order, double x) { return order < 0 ? nothing : ::jn(order, x); }

double bessel_second(int order, double x) { return order < 0 || x < 0 ? nothing : ::yn(order, x); }

}  // namespace upsweep::emulator::special
