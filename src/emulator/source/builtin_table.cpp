// The table of built-in functions.
#include "emulator/source/builtin_table.h"

#include <span>
#include <utility>

#include "core/ranges.h"
#include "emulator/arithmetic/builtins.h"
#include "emulator/source/type_names.h"

namespace upsweep::emulator {

namespace {

constexpr BuiltinRow fixed(std::string_view name, Builtin builtin, int operands, ScalarType operand,
                           ScalarType result) {
    return {name, Rule::fixed, builtin, operands, operand, result};
}
constexpr BuiltinRow action(std::string_view name, Builtin builtin, int operands = 0,
                            ScalarType operand = ScalarType::i32) {
    BuiltinRow row{name, Rule::fixed, builtin, operands, operand, ScalarType::i32};
    row.no_result = true;
    return row;
}
constexpr BuiltinRow cast(std::string_view name, ScalarType operand, ScalarType result) {
    return {name, Rule::convert, Builtin::trap, 1, operand, result};
}
constexpr BuiltinRow operation(std::string_view name, BinaryOperation which, ScalarType type) {
    BuiltinRow row{name, Rule::operation, Builtin::trap, 2, type, type};
    row.detail = int(which);
    return row;
}

/// As its form with `_sync`, but for the mask.
constexpr BuiltinRow gone(std::string_view name, Builtin builtin, int operands, ScalarType operand,
                          ScalarType result = ScalarType::f32) {
    BuiltinRow row{name, Rule::shuffle, builtin, operands, operand, result};
    row.gone = true;
    return row;
}

std::span<const BuiltinRow> rows() {
    using enum Builtin;
    using enum BinaryOperation;
    using enum ScalarType;
    using Rule::atomic_by_address, Rule::common, Rule::generic, Rule::load, Rule::ordered_atomic,
        Rule::reduce, Rule::store;
    static constexpr BuiltinRow all[] = {
        action("__syncthreads", syncthreads),
        fixed("__syncthreads_count", syncthreads_count, 1, i32, i32),
        fixed("__syncthreads_and", syncthreads_and, 1, i32, i32),
        fixed("__syncthreads_or", syncthreads_or, 1, i32, i32),
        action("__threadfence", threadfence),
        action("__threadfence_block", threadfence_block),
        action("__threadfence_system", threadfence_system),
        action("__trap", trap),
        fixed("__activemask", active_mask, 0, u32, u32),
        fixed("clock", clock, 0, i64, i64),
        fixed("clock64", clock, 0, i64, i64),
        fixed("__float_as_int", bit_cast, 1, f32, i32),
        fixed("__float_as_uint", bit_cast, 1, f32, u32),
        fixed("__int_as_float", bit_cast, 1, i32, f32),
        fixed("__uint_as_float", bit_cast, 1, u32, f32),
        fixed("__double_as_longlong", bit_cast, 1, f64, i64),
        fixed("__longlong_as_double", bit_cast, 1, i64, f64),
        fixed("__popc", population_count, 1, u32, i32),
        fixed("__popcll", population_count, 1, u64, i32),
        fixed("__ffs", find_first_set, 1, i32, i32),
        fixed("__ffsll", find_first_set, 1, i64, i32),
        fixed("__clz", count_leading_zeros, 1, u32, i32),
        fixed("__clzll", count_leading_zeros, 1, u64, i32),
        fixed("__brev", bit_reverse, 1, u32, u32),
        fixed("__brevll", bit_reverse, 1, u64, u64),
        fixed("__mulhi", multiply_high, 2, i32, i32),
        fixed("__umulhi", multiply_high, 2, u32, u32),
        fixed("__mul64hi", multiply_high, 2, i64, i64),
        fixed("__umul64hi", multiply_high, 2, u64, u64),
        fixed("__mul24", multiply_24, 2, i32, i32),
        fixed("__umul24", multiply_24, 2, u32, u32),
        fixed("__byte_perm", byte_permute, 3, u32, u32),
        fixed("__funnelshift_l", funnel_left, 3, u32, u32),
        fixed("__funnelshift_r", funnel_right, 3, u32, u32),
        fixed("__saturatef", saturate, 1, f32, f32),
        fixed("__fmaf_rn", fused_multiply_add, 3, f32, f32),
        fixed("__fma_rn", fused_multiply_add, 3, f64, f64),
        fixed("__fsqrt_rn", square_root, 1, f32, f32),
        fixed("__dsqrt_rn", square_root, 1, f64, f64),
        fixed("__frsqrt_rn", reciprocal_square_root, 1, f32, f32),
        fixed("__expf", exponential, 1, f32, f32),
        fixed("__exp10f", exponential10, 1, f32, f32),
        fixed("__logf", logarithm, 1, f32, f32),
        fixed("__log2f", logarithm2, 1, f32, f32),
        fixed("__log10f", logarithm10, 1, f32, f32),
        fixed("__sinf", sine, 1, f32, f32),
        fixed("__cosf", cosine, 1, f32, f32),
        fixed("__tanf", tangent, 1, f32, f32),
        fixed("__powf", power, 2, f32, f32),
        {"jn", generic, bessel_first, 2},
        fixed("jnf", bessel_first, 2, f32, f32),
        {"yn", generic, bessel_second, 2},
        fixed("ynf", bessel_second, 2, f32, f32),
        fixed("__float2int_rn", round_to_integer, 1, f32, i32),
        fixed("__float2int_rd", floor_to_integer, 1, f32, i32),
        fixed("__float2int_ru", ceiling_to_integer, 1, f32, i32),
        fixed("__float2uint_rn", round_to_integer, 1, f32, u32),
        fixed("__float2uint_rd", floor_to_integer, 1, f32, u32),
        fixed("__float2uint_ru", ceiling_to_integer, 1, f32, u32),
        fixed("__float2ll_rn", round_to_integer, 1, f32, i64),
        fixed("__double2int_rn", round_to_integer, 1, f64, i32),
        fixed("__double2int_rd", floor_to_integer, 1, f64, i32),
        fixed("__double2int_ru", ceiling_to_integer, 1, f64, i32),
        fixed("__double2uint_rn", round_to_integer, 1, f64, u32),
        fixed("__double2uint_rd", floor_to_integer, 1, f64, u32),
        fixed("__double2uint_ru", ceiling_to_integer, 1, f64, u32),
        fixed("__double2ll_rn", round_to_integer, 1, f64, i64),
        fixed("__double2ll_rd", floor_to_integer, 1, f64, i64),
        fixed("__double2ll_ru", ceiling_to_integer, 1, f64, i64),
        fixed("__double2ull_rn", round_to_integer, 1, f64, u64),
        fixed("__double2ull_rd", floor_to_integer, 1, f64, u64),
        fixed("__double2ull_ru", ceiling_to_integer, 1, f64, u64),
        fixed("__float2ll_rd", floor_to_integer, 1, f32, i64),
        fixed("__float2ll_ru", ceiling_to_integer, 1, f32, i64),
        fixed("__float2ull_rn", round_to_integer, 1, f32, u64),
        fixed("__float2ull_rd", floor_to_integer, 1, f32, u64),
        fixed("__float2ull_ru", ceiling_to_integer, 1, f32, u64),
        fixed("lrintf", round_to_integer, 1, f32, i64),
        fixed("lrint", round_to_integer, 1, f64, i64),
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
        operation("__fadd_rn", add, f32),
        operation("__fsub_rn", subtract, f32),
        operation("__fmul_rn", multiply, f32),
        operation("__fdiv_rn", divide, f32),
        operation("__fdividef", divide, f32),
        operation("__dadd_rn", add, f64),
        operation("__dsub_rn", subtract, f64),
        operation("__dmul_rn", multiply, f64),
        operation("__ddiv_rn", divide, f64),
        {"__frcp_rn", Rule::reciprocal, trap, 1, f32, f32},
        {"__drcp_rn", Rule::reciprocal, trap, 1, f64, f64},
        {"min", common, minimum, 2},
        {"max", common, maximum, 2},
        fixed("umin", minimum, 2, u32, u32),
        fixed("umax", maximum, 2, u32, u32),
        fixed("llmin", minimum, 2, i64, i64),
        fixed("llmax", maximum, 2, i64, i64),
        {"abs", common, absolute, 1},
        fixed("labs", absolute, 1, i64, i64),
        fixed("llabs", absolute, 1, i64, i64),
        action("__syncwarp", syncwarp, 1, u32),
        {"__shfl_sync", Rule::shuffle, shuffle, 4, i32},
        {"__shfl_up_sync", Rule::shuffle, shuffle_up, 4, u32},
        {"__shfl_down_sync", Rule::shuffle, shuffle_down, 4, u32},
        {"__shfl_xor_sync", Rule::shuffle, shuffle_xor, 4, i32},
        {"__all_sync", Rule::shuffle, vote_all, 2, i32, i32},
        {"__any_sync", Rule::shuffle, vote_any, 2, i32, i32},
        {"__ballot_sync", Rule::shuffle, vote_ballot, 2, i32, u32},
        gone("__shfl", shuffle, 4, i32),
        gone("__shfl_up", shuffle_up, 4, u32),
        gone("__shfl_down", shuffle_down, 4, u32),
        gone("__shfl_xor", shuffle_xor, 4, i32),
        gone("__all", vote_all, 2, i32, i32),
        gone("__any", vote_any, 2, i32, i32),
        gone("__ballot", vote_ballot, 2, i32, u32),
        {"__match_any_sync", Rule::match, match_any, 2},
        {"__match_all_sync", Rule::match, match_all, 3},
        {"__reduce_add_sync", reduce, reduce_add, 2},
        {"__reduce_min_sync", reduce, reduce_min, 2},
        {"__reduce_max_sync", reduce, reduce_max, 2},
        {"__reduce_and_sync", reduce, reduce_and, 2},
        {"__reduce_or_sync", reduce, reduce_or, 2},
        {"__reduce_xor_sync", reduce, reduce_xor, 2},
        {"__nv_atomic_load_n", ordered_atomic, atomic_load, 1},
        {"__nv_atomic_store_n", ordered_atomic, atomic_store, 2},
        {"__nv_atomic_exchange_n", ordered_atomic, atomic_exchange, 2},
        {"__nv_atomic_fetch_add", ordered_atomic, atomic_add, 2},
        {"__nv_atomic_fetch_sub", ordered_atomic, atomic_sub, 2},
        {"__nv_atomic_fetch_min", ordered_atomic, atomic_min, 2},
        {"__nv_atomic_fetch_max", ordered_atomic, atomic_max, 2},
        {"__nv_atomic_fetch_and", ordered_atomic, atomic_and, 2},
        {"__nv_atomic_fetch_or", ordered_atomic, atomic_or, 2},
        {"__nv_atomic_fetch_xor", ordered_atomic, atomic_xor, 2},
        {"__nv_atomic_add", ordered_atomic, atomic_add, 2},
        {"__nv_atomic_sub", ordered_atomic, atomic_sub, 2},
        {"__nv_atomic_min", ordered_atomic, atomic_min, 2},
        {"__nv_atomic_max", ordered_atomic, atomic_max, 2},
        {"__nv_atomic_and", ordered_atomic, atomic_and, 2},
        {"__nv_atomic_or", ordered_atomic, atomic_or, 2},
        {"__nv_atomic_xor", ordered_atomic, atomic_xor, 2},
        {"__nv_atomic_compare_exchange_n", Rule::compare_exchange, atomic_cas, 3},
        {"__nv_atomic_load", atomic_by_address, atomic_load, 2},
        {"__nv_atomic_store", atomic_by_address, atomic_store, 2},
        {"__nv_atomic_exchange", atomic_by_address, atomic_exchange, 3},
        {"__nv_atomic_compare_exchange", atomic_by_address, atomic_cas, 3},
        {"__nv_atomic_thread_fence", Rule::ordered_fence, threadfence, 1},
        {"__dp4a", Rule::dot_product, dot_product_4, 3},
        {"__ldg", load},
        {"__ldcg", load},
        {"__ldca", load},
        {"__ldcs", load},
        {"__ldlu", load},
        {"__ldcv", load},
        {"__stwb", store, trap, 2},
        {"__stcg", store, trap, 2},
        {"__stcs", store, trap, 2},
        {"__stwt", store, trap, 2},
        {"printf", Rule::print},
        {"assert", Rule::assert_true},
        {"__builtin_assume", Rule::assert_true},
        {"__assume", Rule::assert_true},
    };
    return all;
}

/// A function whose row follows from its name.
struct Named {
    std::string_view name;
    Builtin builtin;
    int operands = 1;
};

/// Functions of C's <math.h>; with an f at the end they are those on float.
std::span<const Named> math_functions() {
    using enum Builtin;
    static constexpr Named all[] = {
        {"sqrt", square_root},
        {"rsqrt", reciprocal_square_root},
        {"cbrt", cube_root},
        {"exp", exponential},
        {"exp2", exponential2},
        {"exp10", exponential10},
        {"expm1", exponential_minus_1},
        {"log", logarithm},
        {"log2", logarithm2},
        {"log10", logarithm10},
        {"log1p", logarithm_plus_1},
        {"sin", sine},
        {"cos", cosine},
        {"tan", tangent},
        {"asin", arc_sine},
        {"acos", arc_cosine},
        {"atan", arc_tangent},
        {"atan2", arc_tangent2, 2},
        {"sinh", hyperbolic_sine},
        {"cosh", hyperbolic_cosine},
        {"tanh", hyperbolic_tangent},
        {"asinh", inverse_hyperbolic_sine},
        {"acosh", inverse_hyperbolic_cosine},
        {"atanh", inverse_hyperbolic_tangent},
        {"erfcx", scaled_error_complement},
        {"erfinv", inverse_error},
        {"erfcinv", inverse_error_complement},
        {"normcdf", normal_share},
        {"normcdfinv", inverse_normal_share},
        {"cyl_bessel_i0", modified_bessel_0},
        {"cyl_bessel_i1", modified_bessel_1},
        {"sinpi", sine_pi},
        {"cospi", cosine_pi},
        {"erf", error_function},
        {"erfc", error_function_complement},
        {"tgamma", gamma_function},
        {"lgamma", log_gamma},
        {"remainder", nearest_remainder, 2},
        {"nextafter", next_after, 2},
        {"pow", power, 2},
        {"hypot", hypotenuse, 2},
        {"fmod", remainder_of_division, 2},
        {"copysign", copy_sign, 2},
        {"floor", floor},
        {"ceil", ceiling},
        {"trunc", truncate},
        {"round", round},
        {"rint", round_even},
        {"nearbyint", round_even},
        {"fabs", absolute},
        {"fmin", minimum, 2},
        {"fmax", maximum, 2},
        {"fdim", positive_gap, 2},
        {"fma", fused_multiply_add, 3},
        {"isnan", is_nan},
        {"isinf", is_infinite},
        {"isfinite", is_finite},
        {"signbit", sign_bit},
    };
    return all;
}

std::optional<BuiltinRow> find_math(std::string_view name) {
    if (const Named* found = find_by(math_functions(), &Named::name, name))
        return BuiltinRow{name, Rule::generic, found->builtin, found->operands};
    if (!name.ends_with('f')) return std::nullopt;
    const Named* found = find_by(math_functions(), &Named::name, name.substr(0, name.size() - 1));
    if (found == nullptr || found->name.starts_with("is") || found->builtin == Builtin::sign_bit)
        return std::nullopt;
    return fixed(name, found->builtin, found->operands, ScalarType::f32, ScalarType::f32);
}

std::span<const Named> atomics() {
    using enum Builtin;
    static constexpr Named all[] = {
        {"atomicAdd", atomic_add, 2},       {"atomicSub", atomic_sub, 2}, {"atomicExch", atomic_exchange, 2},
        {"atomicMin", atomic_min, 2},       {"atomicMax", atomic_max, 2}, {"atomicInc", atomic_increment, 2},
        {"atomicDec", atomic_decrement, 2}, {"atomicCAS", atomic_cas, 3}, {"atomicAnd", atomic_and, 2},
        {"atomicOr", atomic_or, 2},         {"atomicXor", atomic_xor, 2},
    };
    return all;
}

std::optional<BuiltinRow> find_atomic(std::string_view name) {
    if (!name.starts_with("atomic")) return std::nullopt;
    BuiltinRow row{name, Rule::atomic};
    for (const auto& [ending, scope] : {std::pair{std::string_view("_block"), MemoryScope::block},
                                        std::pair{std::string_view("_system"), MemoryScope::system}}) {
        if (!name.ends_with(ending)) continue;
        name.remove_suffix(ending.size());
        row.scope = scope;
    }
    const Named* found = find_by(atomics(), &Named::name, name);
    if (found == nullptr) return std::nullopt;
    row.builtin = found->builtin;
    row.operands = found->operands;
    return row;
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
    if (const BuiltinRow* found = find_by(rows(), &BuiltinRow::name, name)) return *found;
    if (auto row = find_atomic(name)) return row;
    if (auto row = find_make_vector(name)) return row;
    return find_math(name);
}

std::vector<std::string_view> builtin_names() {
    std::vector<std::string_view> names;
    for (const BuiltinRow& row : rows()) names.push_back(row.name);
    for (const Named& atomic : atomics()) names.push_back(atomic.name);
    for (const Named& function : math_functions()) names.push_back(function.name);
    return names;
}

}  // namespace upsweep::emulator
