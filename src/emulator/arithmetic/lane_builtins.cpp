// Mathematics and bit operations on rows of lanes.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "emulator/arithmetic/arithmetic.h"
#include "emulator/arithmetic/lane_functions.h"
#include "emulator/arithmetic/special_functions.h"

namespace upsweep::emulator {
namespace {

using Row = std::uint64_t*;
using ConstRow = const std::uint64_t*;
using arithmetic::from_bits;
using arithmetic::to_bits;

/// Wraps a function of T … → R into one on rows. `F` is a captureless lambda.
template <typename T, typename F>
LaneFunction rows_1(F) {
    return [](Row dst, ConstRow a, ConstRow, ConstRow, int lanes) {
        for (int i = 0; i < lanes; ++i) dst[i] = to_bits(F{}(from_bits<T>(a[i])));
    };
}
template <typename T, typename F>
LaneFunction rows_2(F) {
    return [](Row dst, ConstRow a, ConstRow b, ConstRow, int lanes) {
        for (int i = 0; i < lanes; ++i) dst[i] = to_bits(F{}(from_bits<T>(a[i]), from_bits<T>(b[i])));
    };
}
template <typename T, typename F>
LaneFunction rows_3(F) {
    return [](Row dst, ConstRow a, ConstRow b, ConstRow c, int lanes) {
        for (int i = 0; i < lanes; ++i)
            dst[i] = to_bits(F{}(from_bits<T>(a[i]), from_bits<T>(b[i]), from_bits<T>(c[i])));
    };
}

/// A result that is NaN is the GPU's.
template <typename T>
T settled(T result) {
    return result == result ? result : arithmetic::nan_of(result, result);
}

template <typename T>
LaneFunction special_functions(Builtin builtin) {
    switch (builtin) {
        case Builtin::scaled_error_complement:
            return rows_1<T>([](T x) { return settled(static_cast<T>(special::scaled_complement(x))); });
        case Builtin::inverse_error:
            return rows_1<T>([](T x) { return settled(static_cast<T>(special::inverse_error(x))); });
        case Builtin::inverse_error_complement:
            return rows_1<T>([](T x) { return settled(static_cast<T>(special::inverse_complement(x))); });
        case Builtin::normal_share:
            return rows_1<T>([](T x) { return settled(static_cast<T>(special::normal_share(x))); });
        case Builtin::inverse_normal_share:
            return rows_1<T>([](T x) { return settled(static_cast<T>(special::inverse_normal_share(x))); });
        case Builtin::modified_bessel_0:
            return rows_1<T>([](T x) { return settled(static_cast<T>(special::modified_bessel(0, x))); });
        case Builtin::modified_bessel_1:
            return rows_1<T>([](T x) { return settled(static_cast<T>(special::modified_bessel(1, x))); });
        case Builtin::bessel_first:
            return rows_2<T>([](T order, T x) {
                return settled(static_cast<T>(special::bessel_first(static_cast<int>(order), x)));
            });
        case Builtin::bessel_second:
            return rows_2<T>([](T order, T x) {
                return settled(static_cast<T>(special::bessel_second(static_cast<int>(order), x)));
            });
        default:
            return nullptr;
    }
}

template <typename T>
LaneFunction exponentials(Builtin builtin) {
    switch (builtin) {
        case Builtin::exponential:
            return rows_1<T>([](T x) { return settled(std::exp(x)); });
        case Builtin::exponential2:
            return rows_1<T>([](T x) { return settled(std::exp2(x)); });
        case Builtin::exponential10:
            return rows_1<T>(
                [](T x) { return settled(static_cast<T>(std::pow(10.0, static_cast<double>(x)))); });
        case Builtin::exponential_minus_1:
            return rows_1<T>([](T x) { return settled(std::expm1(x)); });
        case Builtin::logarithm:
            return rows_1<T>([](T x) { return settled(std::log(x)); });
        case Builtin::logarithm2:
            return rows_1<T>([](T x) { return settled(std::log2(x)); });
        case Builtin::logarithm10:
            return rows_1<T>([](T x) { return settled(std::log10(x)); });
        case Builtin::logarithm_plus_1:
            return rows_1<T>([](T x) { return settled(std::log1p(x)); });
        case Builtin::power:
            return rows_2<T>([](T x, T y) { return settled(std::pow(x, y)); });
        case Builtin::error_function:
            return rows_1<T>([](T x) { return settled(std::erf(x)); });
        case Builtin::error_function_complement:
            return rows_1<T>([](T x) { return settled(std::erfc(x)); });
        case Builtin::gamma_function:
            return rows_1<T>([](T x) { return settled(std::tgamma(x)); });
        case Builtin::log_gamma:
            return rows_1<T>([](T x) { return settled(std::lgamma(x)); });
        default:
            return special_functions<T>(builtin);
    }
}

template <typename T>
LaneFunction trigonometry(Builtin builtin) {
    switch (builtin) {
        case Builtin::sine:
            return rows_1<T>([](T x) { return settled(std::sin(x)); });
        case Builtin::cosine:
            return rows_1<T>([](T x) { return settled(std::cos(x)); });
        case Builtin::tangent:
            return rows_1<T>([](T x) { return settled(std::tan(x)); });
        case Builtin::arc_sine:
            return rows_1<T>([](T x) { return settled(std::asin(x)); });
        case Builtin::arc_cosine:
            return rows_1<T>([](T x) { return settled(std::acos(x)); });
        case Builtin::arc_tangent:
            return rows_1<T>([](T x) { return settled(std::atan(x)); });
        case Builtin::arc_tangent2:
            return rows_2<T>([](T y, T x) { return settled(std::atan2(y, x)); });
        case Builtin::hyperbolic_sine:
            return rows_1<T>([](T x) { return settled(std::sinh(x)); });
        case Builtin::hyperbolic_cosine:
            return rows_1<T>([](T x) { return settled(std::cosh(x)); });
        case Builtin::hyperbolic_tangent:
            return rows_1<T>([](T x) { return settled(std::tanh(x)); });
        case Builtin::inverse_hyperbolic_sine:
            return rows_1<T>([](T x) { return settled(std::asinh(x)); });
        case Builtin::inverse_hyperbolic_cosine:
            return rows_1<T>([](T x) { return settled(std::acosh(x)); });
        case Builtin::inverse_hyperbolic_tangent:
            return rows_1<T>([](T x) { return settled(std::atanh(x)); });
        case Builtin::sine_pi:
            return rows_1<T>([](T x) { return settled(static_cast<T>(special::sine_pi(x))); });
        case Builtin::cosine_pi:
            return rows_1<T>([](T x) { return settled(static_cast<T>(special::cosine_pi(x))); });
        default:
            return exponentials<T>(builtin);
    }
}

template <typename T>
LaneFunction rounding(Builtin builtin) {
    switch (builtin) {
        case Builtin::floor:
            return rows_1<T>([](T x) { return settled(std::floor(x)); });
        case Builtin::ceiling:
            return rows_1<T>([](T x) { return settled(std::ceil(x)); });
        case Builtin::truncate:
            return rows_1<T>([](T x) { return settled(std::trunc(x)); });
        case Builtin::round:
            return rows_1<T>([](T x) { return settled(std::round(x)); });
        case Builtin::round_even:
            return rows_1<T>([](T x) { return settled(std::nearbyint(x)); });
        case Builtin::is_nan:
            return rows_1<T>([](T x) { return x != x; });
        case Builtin::is_infinite:
            return rows_1<T>([](T x) { return std::isinf(x); });
        case Builtin::is_finite:
            return rows_1<T>([](T x) { return std::isfinite(x); });
        case Builtin::sign_bit:
            // Not std::signbit: GCC 12 fails to compile it in a vectorised loop.
            return rows_1<T>([](T x) { return (to_bits(x) >> (8 * sizeof(T) - 1)) != 0; });
        default:
            return trigonometry<T>(builtin);
    }
}

template <typename T>
LaneFunction on_floats(Builtin builtin) {
    switch (builtin) {
        case Builtin::fused_multiply_add:
            return rows_3<T>([](T x, T y, T z) { return settled(std::fma(x, y, z)); });
        case Builtin::square_root:
            return rows_1<T>([](T x) { return settled(std::sqrt(x)); });
        case Builtin::reciprocal_square_root:
            return rows_1<T>(
                [](T x) { return settled(static_cast<T>(1.0 / std::sqrt(static_cast<double>(x)))); });
        case Builtin::cube_root:
            return rows_1<T>([](T x) { return settled(std::cbrt(x)); });
        case Builtin::absolute:
            // A GPU's abs.f32 makes every NaN the one NaN; abs.f64 only clears the sign.
            return rows_1<T>(
                [](T x) { return std::is_same_v<T, float> ? settled(std::fabs(x)) : std::fabs(x); });
        case Builtin::hypotenuse:
            return rows_2<T>([](T x, T y) { return settled(std::hypot(x, y)); });
        case Builtin::remainder_of_division:
            return rows_2<T>([](T x, T y) { return settled(std::fmod(x, y)); });
        case Builtin::nearest_remainder:
            return rows_2<T>([](T x, T y) { return settled(std::remainder(x, y)); });
        case Builtin::next_after:
            return rows_2<T>([](T x, T y) { return settled(std::nextafter(x, y)); });
        case Builtin::copy_sign:
            return rows_2<T>([](T x, T y) { return std::copysign(x, y); });
        case Builtin::positive_gap:
            return rows_2<T>([](T x, T y) { return settled(std::fdim(x, y)); });
        case Builtin::saturate:
            return rows_1<T>([](T x) { return x > T{0} ? (x < T{1} ? x : T{1}) : T{0}; });
        default:
            return rounding<T>(builtin);
    }
}

template <typename T, typename To>
LaneFunction to_integer(Builtin builtin) {
    switch (builtin) {
        case Builtin::floor_to_integer:
            return rows_1<T>([](T x) { return arithmetic::convert<To>(std::floor(x)); });
        case Builtin::ceiling_to_integer:
            return rows_1<T>([](T x) { return arithmetic::convert<To>(std::ceil(x)); });
        default:
            return rows_1<T>([](T x) { return arithmetic::convert<To>(std::nearbyint(x)); });
    }
}

template <typename T>
LaneFunction float_to_integer(Builtin builtin, ScalarType result) {
    switch (result) {
        case ScalarType::i64:
            return to_integer<T, std::int64_t>(builtin);
        case ScalarType::u64:
            return to_integer<T, std::uint64_t>(builtin);
        case ScalarType::u32:
            return to_integer<T, std::uint32_t>(builtin);
        default:
            return to_integer<T, std::int32_t>(builtin);
    }
}

template <typename T>
T upper_half(T a, T b) {
    if constexpr (sizeof(T) == 8) {
        __extension__ using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
        return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> 64);
    } else {
        using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
        return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> (8 * sizeof(T)));
    }
}

template <typename T>
T lower_24(T a) {
    auto shifted = static_cast<T>(static_cast<std::uint32_t>(a) << 8);
    return static_cast<T>(shifted >> 8);
}

template <typename T>
T reversed(T a) {
    T result = 0;
    for (std::size_t bit = 0; bit < 8 * sizeof(T); ++bit)
        result = static_cast<T>((result << 1) | ((a >> bit) & 1));
    return result;
}

inline std::uint32_t permuted(std::uint32_t x, std::uint32_t y, std::uint32_t selector) {
    std::uint64_t bytes = (static_cast<std::uint64_t>(y) << 32) | x;
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        std::uint32_t pick = (selector >> (4 * i)) & 7;  // three bits a byte; the fourth is not looked at
        auto byte = static_cast<std::uint32_t>((bytes >> (8 * pick)) & 0xff);
        result |= byte << (8 * i);
    }
    return result;
}

template <typename T>
T dot_of_bytes(T a, T b, T sum) {
    using Byte = std::conditional_t<std::is_signed_v<T>, std::int8_t, std::uint8_t>;
    for (unsigned i = 0; i < 4; ++i) {
        T x = static_cast<Byte>(static_cast<std::uint32_t>(a) >> (8 * i));
        T y = static_cast<Byte>(static_cast<std::uint32_t>(b) >> (8 * i));
        sum = arithmetic::add(sum, static_cast<T>(x * y));
    }
    return sum;
}

LaneFunction on_words(Builtin builtin) {
    using T = std::uint32_t;
    switch (builtin) {
        case Builtin::byte_permute:
            return rows_3<T>([](T x, T y, T s) { return permuted(x, y, s); });
        case Builtin::funnel_left:
            return rows_3<T>([](T low, T high, T by) {
                return static_cast<T>((((static_cast<std::uint64_t>(high) << 32) | low) << (by & 31)) >> 32);
            });
        case Builtin::funnel_right:
            return rows_3<T>([](T low, T high, T by) {
                return static_cast<T>(((static_cast<std::uint64_t>(high) << 32) | low) >> (by & 31));
            });
        default:
            return nullptr;
    }
}

template <typename T>
LaneFunction on_bits(Builtin builtin) {
    using U = std::make_unsigned_t<T>;
    switch (builtin) {
        case Builtin::population_count:
            return rows_1<U>([](U x) { return static_cast<std::int32_t>(std::popcount(x)); });
        case Builtin::find_first_set:
            return rows_1<U>(
                [](U x) { return x == 0 ? std::int32_t{0} : std::int32_t{std::countr_zero(x) + 1}; });
        case Builtin::count_leading_zeros:
            return rows_1<U>([](U x) { return static_cast<std::int32_t>(std::countl_zero(x)); });
        case Builtin::bit_reverse:
            return rows_1<U>([](U x) { return reversed(x); });
        case Builtin::multiply_high:
            return rows_2<T>([](T x, T y) { return upper_half(x, y); });
        case Builtin::multiply_24:
            return rows_2<T>([](T x, T y) { return arithmetic::multiply(lower_24(x), lower_24(y)); });
        case Builtin::dot_product_4:
            return rows_3<T>([](T x, T y, T z) { return dot_of_bytes(x, y, z); });
        case Builtin::absolute_sum:
            return rows_3<T>([](T x, T y, T z) {
                return arithmetic::add(z, x < y ? arithmetic::subtract(y, x) : arithmetic::subtract(x, y));
            });
        case Builtin::absolute:
            return rows_1<T>([](T x) { return x < T{0} ? arithmetic::negate(x) : x; });
        default:
            return on_words(builtin);
    }
}

template <typename T>
LaneFunction on_type(Builtin builtin, ScalarType result) {
    if (builtin == Builtin::bit_cast) return copy_function();
    if (builtin == Builtin::minimum) return rows_2<T>([](T x, T y) { return arithmetic::minimum(x, y); });
    if (builtin == Builtin::maximum) return rows_2<T>([](T x, T y) { return arithmetic::maximum(x, y); });
    if constexpr (std::is_floating_point_v<T>) {
        bool rounds = builtin == Builtin::round_to_integer || builtin == Builtin::floor_to_integer ||
                      builtin == Builtin::ceiling_to_integer;
        return rounds ? float_to_integer<T>(builtin, result) : on_floats<T>(builtin);
    } else if constexpr (std::is_same_v<T, bool>) {
        return nullptr;
    } else {
        return on_bits<T>(builtin);
    }
}

}  // namespace

LaneFunction builtin_function(Builtin builtin, ScalarType type, ScalarType result) {
    return visit_type(type, [=](auto value) { return on_type<decltype(value)>(builtin, result); });
}

}  // namespace upsweep::emulator
