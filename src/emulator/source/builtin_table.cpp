// The table of built-in functions.
#include "emulator/source/builtin_table.h"

#include <array>

#include "core/ranges.h"
#include "emulator/arithmetic/operation.h"
#include "emulator/source/type_names.h"

namespace upsweep::emulator {

namespace {

constexpr ScalarType i32 = ScalarType::i32;
constexpr ScalarType u32 = ScalarType::u32;
constexpr ScalarType i64 = ScalarType::i64;
constexpr ScalarType u64 = ScalarType::u64;
constexpr ScalarType f32 = ScalarType::f32;
constexpr ScalarType f64 = ScalarType::f64;

constexpr BuiltinRow fixed(std::string_view name, Builtin builtin, int operands, ScalarType operand,
                           ScalarType result) {
    return {name, Rule::fixed, builtin, operands, operand, result};
}
constexpr BuiltinRow action(std::string_view name, Builtin builtin, int operands = 0,
                            ScalarType operand = i32) {
    BuiltinRow row{name, Rule::fixed, builtin, operands, operand, i32};
    row.no_result = true;
    return row;
}
constexpr BuiltinRow cast(std::string_view name, ScalarType operand, ScalarType result) {
    return {name, Rule::convert, Builtin::trap, 1, operand, result};
}
constexpr BuiltinRow operation(std::string_view name, BinaryOperation which, ScalarType type) {
    BuiltinRow row{name, Rule::operation, Builtin::trap, 2, type, type};
    row.detail = static_cast<int>(which);
    return row;
}

/// As its form with `_sync`, but for the mask.
constexpr BuiltinRow gone(std::string_view name, Builtin builtin, int operands, ScalarType operand,
                          ScalarType result = f32) {
    BuiltinRow row{name, Rule::shuffle, builtin, operands, operand, result};
    row.gone = true;
    return row;
}

constexpr std::array rows = {
    action("__syncthreads", Builtin::syncthreads),
    fixed("__syncthreads_count", Builtin::syncthreads_count, 1, i32, i32),
    fixed("__syncthreads_and", Builtin::syncthreads_and, 1, i32, i32),
    fixed("__syncthreads_or", Builtin::syncthreads_or, 1, i32, i32),
    action("__threadfence", Builtin::threadfence),
    action("__threadfence_block", Builtin::threadfence_block),
    action("__threadfence_system", Builtin::threadfence_system),
    action("__trap", Builtin::trap),
    fixed("__activemask", Builtin::active_mask, 0, u32, u32),
    fixed("clock", Builtin::clock, 0, i64, i64),
    fixed("clock64", Builtin::clock, 0, i64, i64),
    fixed("__float_as_int", Builtin::bit_cast, 1, f32, i32),
    fixed("__float_as_uint", Builtin::bit_cast, 1, f32, u32),
    fixed("__int_as_float", Builtin::bit_cast, 1, i32, f32),
    fixed("__uint_as_float", Builtin::bit_cast, 1, u32, f32),
    fixed("__double_as_longlong", Builtin::bit_cast, 1, f64, i64),
    fixed("__longlong_as_double", Builtin::bit_cast, 1, i64, f64),
    fixed("__popc", Builtin::population_count, 1, u32, i32),
    fixed("__popcll", Builtin::population_count, 1, u64, i32),
    fixed("__ffs", Builtin::find_first_set, 1, i32, i32),
    fixed("__ffsll", Builtin::find_first_set, 1, i64, i32),
    fixed("__clz", Builtin::count_leading_zeros, 1, u32, i32),
    fixed("__clzll", Builtin::count_leading_zeros, 1, u64, i32),
    fixed("__brev", Builtin::bit_reverse, 1, u32, u32),
    fixed("__brevll", Builtin::bit_reverse, 1, u64, u64),
    fixed("__mulhi", Builtin::multiply_high, 2, i32, i32),
    fixed("__umulhi", Builtin::multiply_high, 2, u32, u32),
    fixed("__mul64hi", Builtin::multiply_high, 2, i64, i64),
    fixed("__umul64hi", Builtin::multiply_high, 2, u64, u64),
    fixed("__mul24", Builtin::multiply_24, 2, i32, i32),
    fixed("__umul24", Builtin::multiply_24, 2, u32, u32),
    fixed("__byte_perm", Builtin::byte_permute, 3, u32, u32),
    fixed("__funnelshift_l", Builtin::funnel_left, 3, u32, u32),
    fixed("__funnelshift_r", Builtin::funnel_right, 3, u32, u32),
    fixed("__saturatef", Builtin::saturate, 1, f32, f32),
    fixed("__fmaf_rn", Builtin::fused_multiply_add, 3, f32, f32),
    fixed("__fma_rn", Builtin::fused_multiply_add, 3, f64, f64),
    fixed("__fsqrt_rn", Builtin::square_root, 1, f32, f32),
    fixed("__dsqrt_rn", Builtin::square_root, 1, f64, f64),
    fixed("__frsqrt_rn", Builtin::reciprocal_square_root, 1, f32, f32),
    fixed("__expf", Builtin::exponential, 1, f32, f32),
    fixed("__exp10f", Builtin::exponential10, 1, f32, f32),
    fixed("__logf", Builtin::logarithm, 1, f32, f32),
    fixed("__log2f", Builtin::logarithm2, 1, f32, f32),
    fixed("__log10f", Builtin::logarithm10, 1, f32, f32),
    fixed("__sinf", Builtin::sine, 1, f32, f32),
    fixed("__cosf", Builtin::cosine, 1, f32, f32),
    fixed("__tanf", Builtin::tangent, 1, f32, f32),
    fixed("__powf", Builtin::power, 2, f32, f32),
    BuiltinRow{"jn", Rule::generic, Builtin::bessel_first, 2},
    fixed("jnf", Builtin::bessel_first, 2, f32, f32),
    BuiltinRow{"yn", Rule::generic, Builtin::bessel_second, 2},
    fixed("ynf", Builtin::bessel_second, 2, f32, f32),
    fixed("__float2int_rn", Builtin::round_to_integer, 1, f32, i32),
    fixed("__float2int_rd", Builtin::floor_to_integer, 1, f32, i32),
    fixed("__float2int_ru", Builtin::ceiling_to_integer, 1, f32, i32),
    fixed("__float2uint_rn", Builtin::round_to_integer, 1, f32, u32),
    fixed("__float2uint_rd", Builtin::floor_to_integer, 1, f32, u32),
    fixed("__float2uint_ru", Builtin::ceiling_to_integer, 1, f32, u32),
    fixed("__float2ll_rn", Builtin::round_to_integer, 1, f32, i64),
    fixed("__double2int_rn", Builtin::round_to_integer, 1, f64, i32),
    fixed("__double2int_rd", Builtin::floor_to_integer, 1, f64, i32),
    fixed("__double2int_ru", Builtin::ceiling_to_integer, 1, f64, i32),
    fixed("__double2uint_rn", Builtin::round_to_integer, 1, f64, u32),
    fixed("__double2uint_rd", Builtin::floor_to_integer, 1, f64, u32),
    fixed("__double2uint_ru", Builtin::ceiling_to_integer, 1, f64, u32),
    fixed("__double2ll_rn", Builtin::round_to_integer, 1, f64, i64),
    fixed("__double2ll_rd", Builtin::floor_to_integer, 1, f64, i64),
    fixed("__double2ll_ru", Builtin::ceiling_to_integer, 1, f64, i64),
    fixed("__double2ull_rn", Builtin::round_to_integer, 1, f64, u64),
    fixed("__double2ull_rd", Builtin::floor_to_integer, 1, f64, u64),
    fixed("__double2ull_ru", Builtin::ceiling_to_integer, 1, f64, u64),
    fixed("__float2ll_rd", Builtin::floor_to_integer, 1, f32, i64),
    fixed("__float2ll_ru", Builtin::ceiling_to_integer, 1, f32, i64),
    fixed("__float2ull_rn", Builtin::round_to_integer, 1, f32, u64),
    fixed("__float2ull_rd", Builtin::floor_to_integer, 1, f32, u64),
    fixed("__float2ull_ru", Builtin::ceiling_to_integer, 1, f32, u64),
    fixed("lrintf", Builtin::round_to_integer, 1, f32, i64),
    fixed("lrint", Builtin::round_to_integer, 1, f64, i64),
    cast("__float2int_rz", f32, i32),
    cast("__float2uint_rz", f32, u32),
    cast("__float2ll_rz", f32, i64),
    cast("__float2ull_rz", f32, u64),
    cast("__double2int_rz", f64, i32),
    cast("__double2uint_rz", f64, u32),
    cast("__double2ll_rz", f64, i64),
    cast("__double2ull_rz", f64, u64),
    cast("__double2float_rn", f64, f32),
    cast("__int2float_rn", i32, f32),
    cast("__uint2float_rn", u32, f32),
    cast("__ll2float_rn", i64, f32),
    cast("__ull2float_rn", u64, f32),
    cast("__int2double_rn", i32, f64),
    cast("__uint2double_rn", u32, f64),
    cast("__ll2double_rn", i64, f64),
    cast("__ull2double_rn", u64, f64),
    operation("__fadd_rn", BinaryOperation::add, f32),
    operation("__fsub_rn", BinaryOperation::subtract, f32),
    operation("__fmul_rn", BinaryOperation::multiply, f32),
    operation("__fdiv_rn", BinaryOperation::divide, f32),
    operation("__fdividef", BinaryOperation::divide, f32),
    operation("__dadd_rn", BinaryOperation::add, f64),
    operation("__dsub_rn", BinaryOperation::subtract, f64),
    operation("__dmul_rn", BinaryOperation::multiply, f64),
    operation("__ddiv_rn", BinaryOperation::divide, f64),
    BuiltinRow{"__frcp_rn", Rule::reciprocal, Builtin::trap, 1, f32, f32},
    BuiltinRow{"__drcp_rn", Rule::reciprocal, Builtin::trap, 1, f64, f64},
    BuiltinRow{"min", Rule::common, Builtin::minimum, 2},
    BuiltinRow{"max", Rule::common, Builtin::maximum, 2},
    BuiltinRow{"umin", Rule::fixed, Builtin::minimum, 2, u32, u32},
    BuiltinRow{"umax", Rule::fixed, Builtin::maximum, 2, u32, u32},
    BuiltinRow{"llmin", Rule::fixed, Builtin::minimum, 2, i64, i64},
    BuiltinRow{"llmax", Rule::fixed, Builtin::maximum, 2, i64, i64},
    BuiltinRow{"abs", Rule::common, Builtin::absolute, 1},
    BuiltinRow{"labs", Rule::fixed, Builtin::absolute, 1, i64, i64},
    BuiltinRow{"llabs", Rule::fixed, Builtin::absolute, 1, i64, i64},
    action("__syncwarp", Builtin::syncwarp, 1, u32),
    BuiltinRow{"__shfl_sync", Rule::shuffle, Builtin::shuffle, 4, i32},
    BuiltinRow{"__shfl_up_sync", Rule::shuffle, Builtin::shuffle_up, 4, u32},
    BuiltinRow{"__shfl_down_sync", Rule::shuffle, Builtin::shuffle_down, 4, u32},
    BuiltinRow{"__shfl_xor_sync", Rule::shuffle, Builtin::shuffle_xor, 4, i32},
    BuiltinRow{"__all_sync", Rule::shuffle, Builtin::vote_all, 2, i32, i32},
    BuiltinRow{"__any_sync", Rule::shuffle, Builtin::vote_any, 2, i32, i32},
    BuiltinRow{"__ballot_sync", Rule::shuffle, Builtin::vote_ballot, 2, i32, u32},
    gone("__shfl", Builtin::shuffle, 4, i32),
    gone("__shfl_up", Builtin::shuffle_up, 4, u32),
    gone("__shfl_down", Builtin::shuffle_down, 4, u32),
    gone("__shfl_xor", Builtin::shuffle_xor, 4, i32),
    gone("__all", Builtin::vote_all, 2, i32, i32),
    gone("__any", Builtin::vote_any, 2, i32, i32),
    gone("__ballot", Builtin::vote_ballot, 2, i32, u32),
    BuiltinRow{"__match_any_sync", Rule::match, Builtin::match_any, 2},
    BuiltinRow{"__match_all_sync", Rule::match, Builtin::match_all, 3},
    BuiltinRow{"__reduce_add_sync", Rule::reduce, Builtin::reduce_add, 2},
    BuiltinRow{"__reduce_min_sync", Rule::reduce, Builtin::reduce_min, 2},
    BuiltinRow{"__reduce_max_sync", Rule::reduce, Builtin::reduce_max, 2},
    BuiltinRow{"__reduce_and_sync", Rule::reduce, Builtin::reduce_and, 2},
    BuiltinRow{"__reduce_or_sync", Rule::reduce, Builtin::reduce_or, 2},
    BuiltinRow{"__reduce_xor_sync", Rule::reduce, Builtin::reduce_xor, 2},
    BuiltinRow{"__nv_atomic_load_n", Rule::ordered_atomic, Builtin::atomic_load, 1},
    BuiltinRow{"__nv_atomic_store_n", Rule::ordered_atomic, Builtin::atomic_store, 2},
    BuiltinRow{"__nv_atomic_exchange_n", Rule::ordered_atomic, Builtin::atomic_exchange, 2},
    BuiltinRow{"__nv_atomic_fetch_add", Rule::ordered_atomic, Builtin::atomic_add, 2},
    BuiltinRow{"__nv_atomic_fetch_sub", Rule::ordered_atomic, Builtin::atomic_sub, 2},
    BuiltinRow{"__nv_atomic_fetch_min", Rule::ordered_atomic, Builtin::atomic_min, 2},
    BuiltinRow{"__nv_atomic_fetch_max", Rule::ordered_atomic, Builtin::atomic_max, 2},
    BuiltinRow{"__nv_atomic_fetch_and", Rule::ordered_atomic, Builtin::atomic_and, 2},
    BuiltinRow{"__nv_atomic_fetch_or", Rule::ordered_atomic, Builtin::atomic_or, 2},
    BuiltinRow{"__nv_atomic_fetch_xor", Rule::ordered_atomic, Builtin::atomic_xor, 2},
    BuiltinRow{"__nv_atomic_add", Rule::ordered_atomic, Builtin::atomic_add, 2},
    BuiltinRow{"__nv_atomic_sub", Rule::ordered_atomic, Builtin::atomic_sub, 2},
    BuiltinRow{"__nv_atomic_min", Rule::ordered_atomic, Builtin::atomic_min, 2},
    BuiltinRow{"__nv_atomic_max", Rule::ordered_atomic, Builtin::atomic_max, 2},
    BuiltinRow{"__nv_atomic_and", Rule::ordered_atomic, Builtin::atomic_and, 2},
    BuiltinRow{"__nv_atomic_or", Rule::ordered_atomic, Builtin::atomic_or, 2},
    BuiltinRow{"__nv_atomic_xor", Rule::ordered_atomic, Builtin::atomic_xor, 2},
    BuiltinRow{"__nv_atomic_compare_exchange_n", Rule::compare_exchange, Builtin::atomic_cas, 3},
    BuiltinRow{"__nv_atomic_load", Rule::atomic_by_address, Builtin::atomic_load, 2},
    BuiltinRow{"__nv_atomic_store", Rule::atomic_by_address, Builtin::atomic_store, 2},
    BuiltinRow{"__nv_atomic_exchange", Rule::atomic_by_address, Builtin::atomic_exchange, 3},
    BuiltinRow{"__nv_atomic_compare_exchange", Rule::atomic_by_address, Builtin::atomic_cas, 3},
    BuiltinRow{"__nv_atomic_thread_fence", Rule::ordered_fence, Builtin::threadfence, 1},
    BuiltinRow{"__dp4a", Rule::dot_product, Builtin::dot_product_4, 3},
    BuiltinRow{"__ldg", Rule::load},
    BuiltinRow{"__ldcg", Rule::load},
    BuiltinRow{"__ldca", Rule::load},
    BuiltinRow{"__ldcs", Rule::load},
    BuiltinRow{"__ldlu", Rule::load},
    BuiltinRow{"__ldcv", Rule::load},
    BuiltinRow{"__stwb", Rule::store, Builtin::trap, 2},
    BuiltinRow{"__stcg", Rule::store, Builtin::trap, 2},
    BuiltinRow{"__stcs", Rule::store, Builtin::trap, 2},
    BuiltinRow{"__stwt", Rule::store, Builtin::trap, 2},
    BuiltinRow{"printf", Rule::print},
    BuiltinRow{"assert", Rule::assert_true},
    BuiltinRow{"__builtin_assume", Rule::assert_true},
    BuiltinRow{"__assume", Rule::assert_true},
};

/// Functions of C's <math.h>; with an f at the end they are those on float.
struct MathFunction {
    std::string_view name;
    Builtin builtin;
    int operands = 1;
};
constexpr std::array math_functions = {
    MathFunction{"sqrt", Builtin::square_root},
    MathFunction{"rsqrt", Builtin::reciprocal_square_root},
    MathFunction{"cbrt", Builtin::cube_root},
    MathFunction{"exp", Builtin::exponential},
    MathFunction{"exp2", Builtin::exponential2},
    MathFunction{"exp10", Builtin::exponential10},
    MathFunction{"expm1", Builtin::exponential_minus_1},
    MathFunction{"log", Builtin::logarithm},
    MathFunction{"log2", Builtin::logarithm2},
    MathFunction{"log10", Builtin::logarithm10},
    MathFunction{"log1p", Builtin::logarithm_plus_1},
    MathFunction{"sin", Builtin::sine},
    MathFunction{"cos", Builtin::cosine},
    MathFunction{"tan", Builtin::tangent},
    MathFunction{"asin", Builtin::arc_sine},
    MathFunction{"acos", Builtin::arc_cosine},
    MathFunction{"atan", Builtin::arc_tangent},
    MathFunction{"atan2", Builtin::arc_tangent2, 2},
    MathFunction{"sinh", Builtin::hyperbolic_sine},
    MathFunction{"cosh", Builtin::hyperbolic_cosine},
    MathFunction{"tanh", Builtin::hyperbolic_tangent},
    MathFunction{"asinh", Builtin::inverse_hyperbolic_sine},
    MathFunction{"acosh", Builtin::inverse_hyperbolic_cosine},
    MathFunction{"atanh", Builtin::inverse_hyperbolic_tangent},
    MathFunction{"erfcx", Builtin::scaled_error_complement},
    MathFunction{"erfinv", Builtin::inverse_error},
    MathFunction{"erfcinv", Builtin::inverse_error_complement},
    MathFunction{"normcdf", Builtin::normal_share},
    MathFunction{"normcdfinv", Builtin::inverse_normal_share},
    MathFunction{"cyl_bessel_i0", Builtin::modified_bessel_0},
    MathFunction{"cyl_bessel_i1", Builtin::modified_bessel_1},
    MathFunction{"sinpi", Builtin::sine_pi},
    MathFunction{"cospi", Builtin::cosine_pi},
    MathFunction{"erf", Builtin::error_function},
    MathFunction{"erfc", Builtin::error_function_complement},
    MathFunction{"tgamma", Builtin::gamma_function},
    MathFunction{"lgamma", Builtin::log_gamma},
    MathFunction{"remainder", Builtin::nearest_remainder, 2},
    MathFunction{"nextafter", Builtin::next_after, 2},
    MathFunction{"pow", Builtin::power, 2},
    MathFunction{"hypot", Builtin::hypotenuse, 2},
    MathFunction{"fmod", Builtin::remainder_of_division, 2},
    MathFunction{"copysign", Builtin::copy_sign, 2},
    MathFunction{"floor", Builtin::floor},
    MathFunction{"ceil", Builtin::ceiling},
    MathFunction{"trunc", Builtin::truncate},
    MathFunction{"round", Builtin::round},
    MathFunction{"rint", Builtin::round_even},
    MathFunction{"nearbyint", Builtin::round_even},
    MathFunction{"fabs", Builtin::absolute},
    MathFunction{"fmin", Builtin::minimum, 2},
    MathFunction{"fmax", Builtin::maximum, 2},
    MathFunction{"fdim", Builtin::positive_gap, 2},
    MathFunction{"fma", Builtin::fused_multiply_add, 3},
    MathFunction{"isnan", Builtin::is_nan},
    MathFunction{"isinf", Builtin::is_infinite},
    MathFunction{"isfinite", Builtin::is_finite},
    MathFunction{"signbit", Builtin::sign_bit},
};

std::optional<BuiltinRow> find_math(std::string_view name) {
    const auto find = [](std::string_view wanted) {
        return find_if(math_functions, [&](const MathFunction& function) { return function.name == wanted; });
    };
    if (const auto* found = find(name); found != math_functions.end())
        return BuiltinRow{name, Rule::generic, found->builtin, found->operands};
    if (!name.ends_with('f')) return std::nullopt;
    const auto* found = find(name.substr(0, name.size() - 1));
    if (found == math_functions.end() || found->name.starts_with("is") || found->builtin == Builtin::sign_bit)
        return std::nullopt;
    return fixed(name, found->builtin, found->operands, f32, f32);
}

struct Atomic {
    std::string_view name;
    Builtin builtin;
    int operands = 2;
};
constexpr std::array atomics = {
    Atomic{"atomicAdd", Builtin::atomic_add},       Atomic{"atomicSub", Builtin::atomic_sub},
    Atomic{"atomicExch", Builtin::atomic_exchange}, Atomic{"atomicMin", Builtin::atomic_min},
    Atomic{"atomicMax", Builtin::atomic_max},       Atomic{"atomicInc", Builtin::atomic_increment},
    Atomic{"atomicDec", Builtin::atomic_decrement}, Atomic{"atomicCAS", Builtin::atomic_cas, 3},
    Atomic{"atomicAnd", Builtin::atomic_and},       Atomic{"atomicOr", Builtin::atomic_or},
    Atomic{"atomicXor", Builtin::atomic_xor},
};

std::optional<BuiltinRow> find_atomic(std::string_view name) {
    if (!name.starts_with("atomic")) return std::nullopt;
    BuiltinRow row{name, Rule::atomic};
    for (const auto& [ending, scope] : {std::pair{std::string_view("_block"), MemoryScope::block},
                                        std::pair{std::string_view("_system"), MemoryScope::system}}) {
        if (!name.ends_with(ending)) continue;
        name.remove_suffix(ending.size());
        row.scope = scope;
    }
    for (const Atomic& atomic : atomics) {
        if (atomic.name != name) continue;
        row.builtin = atomic.builtin;
        row.operands = atomic.operands;
        return row;
    }
    return std::nullopt;
}

std::optional<BuiltinRow> find_make_vector(std::string_view name) {
    if (!name.starts_with("make_")) return std::nullopt;
    const auto vector = vector_named(name.substr(5));
    if (!vector) return std::nullopt;
    return BuiltinRow{name,          Rule::make_vector, Builtin::make_vector,
                      vector->lanes, vector->component, vector->component};
}

}  // namespace

std::optional<BuiltinRow> find_builtin(std::string_view name) {
    const auto* found = find_if(rows, [&](const BuiltinRow& row) { return row.name == name; });
    if (found != rows.end()) return *found;
    if (auto row = find_atomic(name)) return row;
    if (auto row = find_make_vector(name)) return row;
    return find_math(name);
}

std::vector<std::string_view> builtin_names() {
    std::vector<std::string_view> names;
    for (const BuiltinRow& row : rows) names.push_back(row.name);
    for (const Atomic& atomic : atomics) names.push_back(atomic.name);
    for (const MathFunction& function : math_functions) names.push_back(function.name);
    return names;
}

}  // namespace upsweep::emulator
