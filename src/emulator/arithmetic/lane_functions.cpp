// Operators, conversions, addresses, mathematics and bit operations on rows of lanes.
#include "emulator/arithmetic/lane_functions.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/ranges.h"
#include "core/wide.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/arithmetic/lane_rows.h"
#include "emulator/arithmetic/special_functions.h"

namespace upsweep::emulator {

namespace {

using Word = uint64_t;
using arithmetic::from_bits;

template <BinaryOperation operation>
LaneFunction binary_of(ScalarType type) {
    return visit_type(type, [](auto value) -> LaneFunction {
        using T = decltype(value);
        constexpr bool integer_only =
            arithmetic::is_shift(operation) || operation == BinaryOperation::bit_and ||
            operation == BinaryOperation::bit_or || operation == BinaryOperation::bit_xor ||
            operation == BinaryOperation::remainder;
        if constexpr (integer_only && std::floating_point<T>)
            return nullptr;
        else if constexpr (arithmetic::is_comparison(operation))
            return vector_rows<T>([](T a, T b) { return arithmetic::compare(operation, a, b); });
        else if constexpr (operation == BinaryOperation::shift_left)
            return vector_rows<Word>([](Word a, Word b) {
                return arithmetic::to_bits(arithmetic::shift_left(from_bits<T>(a), uint32_t(b)));
            });
        else if constexpr (operation == BinaryOperation::shift_right)
            return vector_rows<Word>([](Word a, Word b) {
                return arithmetic::to_bits(arithmetic::shift_right(from_bits<T>(a), uint32_t(b)));
            });
        else
            return vector_rows<T>([](T a, T b) { return arithmetic::apply(operation, a, b); });
    });
}

/// The function for each operation, in their order.
template <size_t... I>
LaneFunction binary_by_position(BinaryOperation operation, ScalarType type, std::index_sequence<I...>) {
    constexpr LaneFunction (*all[])(ScalarType) = {binary_of<BinaryOperation(I)>...};
    return nth(all, operation)(type);
}

/// dst = address a ± index b · c bytes.
template <bool minus>
LaneFunction address_of(ScalarType index) {
    return visit_type(index, [](auto value) {
        return vector_rows<Word>([](Word a, Word b, Word c) {
            const Word bytes = Word(int64_t(from_bits<decltype(value)>(b))) * c;
            return minus ? a - bytes : a + bytes;
        });
    });
}

}  // namespace

LaneFunction binary_function(BinaryOperation operation, ScalarType type) {
    constexpr auto count = size_t(BinaryOperation::greater_equal) + 1;
    return binary_by_position(operation, type, std::make_index_sequence<count>());
}

LaneFunction negate_function(ScalarType type) {
    return visit_type(type, [](auto value) {
        return vector_rows<decltype(value)>([](auto a) { return arithmetic::negate(a); });
    });
}

LaneFunction complement_function(ScalarType type) {
    return visit_type(type, [](auto value) {
        constexpr Word mask = ~Word{0} >> (64 - 8 * sizeof value);
        return vector_rows<Word>([](Word a) { return ~a & mask; });
    });
}

LaneFunction convert_function(ScalarType from, ScalarType to) {
    return visit_type(from, [to](auto f) {
        return visit_type(to, [](auto t) {
            return vector_rows<decltype(f)>([](auto a) { return arithmetic::convert<decltype(t)>(a); });
        });
    });
}

LaneFunction copy_function() {
    return vector_rows<Word>([](Word a) { return a; });
}

LaneFunction not_function() {
    return vector_rows<Word>([](Word a) { return Word{a == 0}; });
}

LaneFunction select_function() {
    return vector_rows<Word>([](Word a, Word b, Word c) { return a != 0 ? b : c; });
}

LaneFunction address_function(ScalarType index) { return address_of<false>(index); }
LaneFunction address_minus_function(ScalarType index) { return address_of<true>(index); }

LaneFunction difference_function() {
    return vector_rows<Word>(
        [](Word a, Word b, Word c) { return Word(int64_t(a - b) / int64_t(c == 0 ? 1 : c)); });
}

namespace {

using arithmetic::to_bits;

/// What <cmath> computes in; mingw-w64's functions of doubles lose bits.
#ifdef __MINGW32__
using Real = long double;
#else
using Real = double;
#endif

/// Mathematics on T, or on Real for T: a result that is NaN is the GPU's. Systems' libraries round their
/// functions of floats differently; what they make of doubles, rounded to float, is the same.
template <typename T, typename F>
LaneFunction mathematics(F) {
    return lane_rows<T>([](auto... x) requires std::is_invocable_v<F, decltype(x)...> {
        const auto result = T(F{}(x...));
        return result == result ? result : arithmetic::nan_of(result, result);
    });
}

template <typename T>
LaneFunction special_functions(Builtin builtin) {
    switch (builtin) {
        using enum Builtin;
        case scaled_error_complement:
            return mathematics<T>([](T x) { return special::scaled_complement(x); });
        case inverse_error:
            return mathematics<T>([](T x) { return special::inverse_error(x); });
        case inverse_error_complement:
            return mathematics<T>([](T x) { return special::inverse_complement(x); });
        case normal_share:
            return mathematics<T>([](T x) { return special::normal_share(x); });
        case inverse_normal_share:
            return mathematics<T>([](T x) { return special::inverse_normal_share(x); });
        case modified_bessel_0:
            return mathematics<T>([](T x) { return special::modified_bessel(0, x); });
        case modified_bessel_1:
            return mathematics<T>([](T x) { return special::modified_bessel(1, x); });
        case bessel_first:
            return mathematics<T>([](T order, T x) { return special::bessel_first(int(order), x); });
        case bessel_second:
            return mathematics<T>([](T order, T x) { return special::bessel_second(int(order), x); });
        default:
            return nullptr;
    }
}

template <typename T>
LaneFunction exponentials(Builtin builtin) {
    switch (builtin) {
        using enum Builtin;
        case exponential:
            return mathematics<T>([](Real x) { return std::exp(x); });
        case exponential2:
            return mathematics<T>([](Real x) { return std::exp2(x); });
        case exponential10:
            return mathematics<T>([](Real x) { return std::pow(Real{10}, x); });
        case exponential_minus_1:
            return mathematics<T>([](Real x) { return std::expm1(x); });
        case logarithm:
            return mathematics<T>([](Real x) { return std::log(x); });
        case logarithm2:
            return mathematics<T>([](Real x) { return std::log2(x); });
        case logarithm10:
            return mathematics<T>([](Real x) { return std::log10(x); });
        case logarithm_plus_1:
            return mathematics<T>([](Real x) { return std::log1p(x); });
        case power:
            return mathematics<T>([](Real x, Real y) { return std::pow(x, y); });
        case error_function:
            return mathematics<T>([](Real x) { return std::erf(x); });
        case error_function_complement:
            return mathematics<T>([](Real x) { return std::erfc(x); });
        case gamma_function:
            return mathematics<T>([](Real x) { return std::tgamma(x); });
        case log_gamma:
            return mathematics<T>([](Real x) { return std::lgamma(x); });
        default:
            return special_functions<T>(builtin);
    }
}

template <typename T>
LaneFunction trigonometry(Builtin builtin) {
    switch (builtin) {
        using enum Builtin;
        case sine:
            return mathematics<T>([](double x) { return special::sine(x); });
        case cosine:
            return mathematics<T>([](double x) { return special::cosine(x); });
        case tangent:
            return mathematics<T>([](double x) { return special::tangent(x); });
        case arc_sine:
            return mathematics<T>([](Real x) { return std::asin(x); });
        case arc_cosine:
            return mathematics<T>([](Real x) { return std::acos(x); });
        case arc_tangent:
            return mathematics<T>([](Real x) { return std::atan(x); });
        case arc_tangent2:
            return mathematics<T>([](Real y, Real x) { return std::atan2(y, x); });
        case hyperbolic_sine:
            return mathematics<T>([](Real x) { return std::sinh(x); });
        case hyperbolic_cosine:
            return mathematics<T>([](Real x) { return std::cosh(x); });
        case hyperbolic_tangent:
            return mathematics<T>([](Real x) { return std::tanh(x); });
        case inverse_hyperbolic_sine:
            return mathematics<T>([](Real x) { return std::asinh(x); });
        case inverse_hyperbolic_cosine:
            return mathematics<T>([](Real x) { return std::acosh(x); });
        case inverse_hyperbolic_tangent:
            return mathematics<T>([](Real x) { return std::atanh(x); });
        case sine_pi:
            return mathematics<T>([](double x) { return special::sine_pi(x); });
        case cosine_pi:
            return mathematics<T>([](double x) { return special::cosine_pi(x); });
        default:
            return exponentials<T>(builtin);
    }
}

template <typename T>
LaneFunction rounding(Builtin builtin) {
    switch (builtin) {
        using enum Builtin;
        case floor:
            return mathematics<T>([](T x) { return std::floor(x); });
        case ceiling:
            return mathematics<T>([](T x) { return std::ceil(x); });
        case truncate:
            return mathematics<T>([](T x) { return std::trunc(x); });
        case round:
            // Not std::round: mingw-w64's makes 1 of the number before 0.5.
            return mathematics<T>([](T x) {
                const T whole = std::trunc(x);
                return std::fabs(x - whole) >= T(0.5) ? whole + std::copysign(T{1}, x) : whole;
            });
        case round_even:
            return mathematics<T>([](T x) { return std::nearbyint(x); });
        case is_nan:
            return lane_rows<T>([](T x) { return x != x; });
        case is_infinite:
            return lane_rows<T>([](T x) { return std::isinf(x); });
        case is_finite:
            return lane_rows<T>([](T x) { return std::isfinite(x); });
        case sign_bit:
            // Not std::signbit: GCC 12 fails to compile it in a vectorised loop.
            return lane_rows<T>([](T x) { return (to_bits(x) >> (8 * sizeof(T) - 1)) != 0; });
        default:
            return trigonometry<T>(builtin);
    }
}

template <typename T>
LaneFunction on_floats(Builtin builtin) {
    switch (builtin) {
        using enum Builtin;
        case fused_multiply_add:
            return mathematics<T>([](T x, T y, T z) { return multiply_add(x, y, z); });
        case square_root:
            return mathematics<T>([](T x) { return std::sqrt(x); });
        case reciprocal_square_root:
            return mathematics<T>([](T x) { return 1.0 / std::sqrt(double(x)); });
        case cube_root:
            return mathematics<T>([](Real x) { return std::cbrt(x); });
        case absolute:
            // A GPU's abs.f32 makes every NaN the one NaN; abs.f64 only clears the sign.
            if constexpr (std::is_same_v<T, float>) return mathematics<T>([](T x) { return std::fabs(x); });
            return lane_rows<T>([](T x) { return std::fabs(x); });
        case hypotenuse:
            return mathematics<T>([](Real x, Real y) { return std::hypot(x, y); });
        case remainder_of_division:
            return mathematics<T>([](T x, T y) { return std::fmod(x, y); });
        case nearest_remainder:
            return mathematics<T>([](T x, T y) { return std::remainder(x, y); });
        case next_after:
            return mathematics<T>([](T x, T y) { return std::nextafter(x, y); });
        case copy_sign:
            return lane_rows<T>([](T x, T y) { return std::copysign(x, y); });
        case positive_gap:
            return mathematics<T>([](T x, T y) { return x <= y ? T{0} : x - y; });
        case saturate:
            return lane_rows<T>([](T x) { return x > T{0} ? (x < T{1} ? x : T{1}) : T{0}; });
        default:
            return rounding<T>(builtin);
    }
}

template <typename T, typename To>
LaneFunction to_integer(Builtin builtin) {
    switch (builtin) {
        case Builtin::floor_to_integer:
            return lane_rows<T>([](T x) { return arithmetic::convert<To>(std::floor(x)); });
        case Builtin::ceiling_to_integer:
            return lane_rows<T>([](T x) { return arithmetic::convert<To>(std::ceil(x)); });
        default:
            return lane_rows<T>([](T x) { return arithmetic::convert<To>(std::nearbyint(x)); });
    }
}

template <typename T>
LaneFunction float_to_integer(Builtin builtin, ScalarType result) {
    switch (result) {
        case ScalarType::i64:
            return to_integer<T, int64_t>(builtin);
        case ScalarType::u64:
            return to_integer<T, uint64_t>(builtin);
        case ScalarType::u32:
            return to_integer<T, uint32_t>(builtin);
        default:
            return to_integer<T, int32_t>(builtin);
    }
}

template <typename T>
T upper_half(T a, T b) {
    if constexpr (sizeof(T) == 8) {
        __extension__ using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
        return T((Wide(a) * Wide(b)) >> 64);
    } else {
        using Wide = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
        return T((Wide(a) * Wide(b)) >> (8 * sizeof(T)));
    }
}

template <typename T>
T lower_24(T a) {
    auto shifted = T(uint32_t(a) << 8);
    return T(shifted >> 8);
}

template <typename T>
T reversed(T a) {
    T result = 0;
    for (size_t bit = 0; bit < 8 * sizeof(T); ++bit) result = T((result << 1) | ((a >> bit) & 1));
    return result;
}

inline uint32_t permuted(uint32_t x, uint32_t y, uint32_t selector) {
    uint64_t bytes = (uint64_t(y) << 32) | x;
    uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        uint32_t pick = (selector >> (4 * i)) & 7;  // three bits a byte; the fourth is not looked at
        uint32_t byte = (bytes >> (8 * pick)) & 0xff;
        result |= byte << (8 * i);
    }
    return result;
}

template <typename T>
T dot_of_bytes(T a, T b, T sum) {
    using Byte = std::conditional_t<std::is_signed_v<T>, int8_t, uint8_t>;
    for (unsigned i = 0; i < 4; ++i) {
        T x = Byte(uint32_t(a) >> (8 * i));
        T y = Byte(uint32_t(b) >> (8 * i));
        sum = arithmetic::add(sum, T(x * y));
    }
    return sum;
}

LaneFunction on_words(Builtin builtin) {
    using T = uint32_t;
    switch (builtin) {
        case Builtin::byte_permute:
            return lane_rows<T>([](T x, T y, T s) { return permuted(x, y, s); });
        case Builtin::funnel_left:
            return lane_rows<T>(
                [](T low, T high, T by) { return T((((uint64_t(high) << 32) | low) << (by & 31)) >> 32); });
        case Builtin::funnel_right:
            return lane_rows<T>(
                [](T low, T high, T by) { return T(((uint64_t(high) << 32) | low) >> (by & 31)); });
        default:
            return nullptr;
    }
}

template <typename T>
LaneFunction on_bits(Builtin builtin) {
    using U = std::make_unsigned_t<T>;
    switch (builtin) {
        using enum Builtin;
        case population_count:
            return lane_rows<U>([](U x) { return int32_t(std::popcount(x)); });
        case find_first_set:
            return lane_rows<U>([](U x) { return x == 0 ? int32_t{0} : int32_t{std::countr_zero(x) + 1}; });
        case count_leading_zeros:
            return lane_rows<U>([](U x) { return int32_t(std::countl_zero(x)); });
        case bit_reverse:
            return lane_rows<U>([](U x) { return reversed(x); });
        case multiply_high:
            return lane_rows<T>([](T x, T y) { return upper_half(x, y); });
        case multiply_24:
            return lane_rows<T>([](T x, T y) { return arithmetic::multiply(lower_24(x), lower_24(y)); });
        case dot_product_4:
            return lane_rows<T>([](T x, T y, T z) { return dot_of_bytes(x, y, z); });
        case absolute_sum:
            return lane_rows<T>([](T x, T y, T z) {
                return arithmetic::add(z, x < y ? arithmetic::subtract(y, x) : arithmetic::subtract(x, y));
            });
        case absolute:
            return lane_rows<T>([](T x) { return x < T{0} ? arithmetic::negate(x) : x; });
        default:
            return on_words(builtin);
    }
}

template <typename T>
LaneFunction on_type(Builtin builtin, ScalarType result) {
    if (builtin == Builtin::bit_cast) return copy_function();
    if (builtin == Builtin::minimum) return lane_rows<T>([](T x, T y) { return arithmetic::minimum(x, y); });
    if (builtin == Builtin::maximum) return lane_rows<T>([](T x, T y) { return arithmetic::maximum(x, y); });
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
