// The kernel language's binary operations, and what CUDA C++ has built in: the thread's place, barriers,
// atomics, shuffles, votes, mathematics.
#pragma once

#include <cstdint>

namespace upsweep::emulator {

enum class BinaryOperation : uint8_t {
    add,
    subtract,
    multiply,
    divide,
    remainder,
    shift_left,
    shift_right,
    bit_and,
    bit_or,
    bit_xor,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
};

/// Operand types are as the checker converted them; "T" is the type of the result unless said otherwise.
enum class Builtin : uint8_t {
    // Where a thread is. No operands; u32, and i32 for warp_size.
    thread_x,
    thread_y,
    thread_z,
    block_x,
    block_y,
    block_z,
    block_dim_x,
    block_dim_y,
    block_dim_z,
    grid_dim_x,
    grid_dim_y,
    grid_dim_z,
    warp_size,
    // Barriers and fences. The forms with a vote take an i32 and give an i32; syncwarp takes a u32 mask.
    syncthreads,
    syncthreads_count,
    syncthreads_and,
    syncthreads_or,
    syncwarp,
    threadfence_block,
    threadfence,
    threadfence_system,
    // Atomics: (pointer to T, value T) → the old T. cas: (pointer, compare T, value T). `order` and `scope`
    // of the expression say how strong.
    atomic_add,
    atomic_sub,
    atomic_exchange,
    atomic_min,
    atomic_max,
    atomic_increment,
    atomic_decrement,
    atomic_cas,
    atomic_and,
    atomic_or,
    atomic_xor,
    atomic_load,   // (pointer to T) → T
    atomic_store,  // (pointer to T, value T) → void
    // Shuffles: (mask u32, value T, lane or delta or lane mask, width i32) → T. The third is i32 for shuffle
    // and shuffle_xor, u32 for up and down.
    shuffle,
    shuffle_up,
    shuffle_down,
    shuffle_xor,
    // Votes: (mask u32, predicate i32) → i32 for all and any, u32 for ballot. active_mask: () → u32. clock:
    // () →
    // i64, the steps that the run has made.
    vote_all,
    vote_any,
    vote_ballot,
    active_mask,
    clock,
    match_any,  // (mask u32, value) → u32
    match_all,  // (mask u32, value, pointer to i32) → u32
    // Reductions over a warp: (mask u32, value T) → T.
    reduce_add,
    reduce_min,
    reduce_max,
    reduce_and,
    reduce_or,
    reduce_xor,
    // Mathematics on T (integers too where C++ and CUDA have them): every operand is T.
    minimum,
    maximum,
    absolute,
    fused_multiply_add,
    square_root,
    reciprocal_square_root,
    cube_root,
    exponential,
    exponential2,
    exponential10,
    exponential_minus_1,
    logarithm,
    logarithm2,
    logarithm10,
    logarithm_plus_1,
    sine,
    cosine,
    tangent,
    arc_sine,
    arc_cosine,
    arc_tangent,
    arc_tangent2,
    hyperbolic_sine,
    hyperbolic_cosine,
    hyperbolic_tangent,
    inverse_hyperbolic_sine,
    inverse_hyperbolic_cosine,
    inverse_hyperbolic_tangent,
    sine_pi,
    cosine_pi,
    error_function,
    error_function_complement,
    gamma_function,
    log_gamma,
    scaled_error_complement,   // erfcx
    inverse_error,             // erfinv
    inverse_error_complement,  // erfcinv
    normal_share,              // normcdf
    inverse_normal_share,      // normcdfinv
    modified_bessel_0,         // cyl_bessel_i0
    modified_bessel_1,
    bessel_first,   // jn: (order, x), the order as a T
    bessel_second,  // yn
    power,
    hypotenuse,
    remainder_of_division,  // fmod
    nearest_remainder,      // remainder
    next_after,
    copy_sign,
    floor,
    ceiling,
    truncate,
    round,         // halves away from zero
    round_even,    // halves to even (rint)
    positive_gap,  // fdim
    saturate,      // clamped to 0 … 1, NaN gives 0
    is_nan,        // (T) → bool
    is_infinite,   // (T) → bool
    is_finite,     // (T) → bool
    sign_bit,      // (T) → bool
    // Bits. The operand is u32 or u64 (i32, i64 for find_first_set); the count is i32.
    population_count,
    find_first_set,
    count_leading_zeros,
    bit_reverse,    // T → T
    multiply_high,  // T × T → upper half
    multiply_24,    // lower 24 bits of each, T is i32 or u32
    byte_permute,   // (u32, u32, selector u32) → u32
    funnel_left,    // (low u32, high u32, shift u32) → u32
    funnel_right,
    dot_product_4,       // (four bytes, four bytes, sum): i32 or u32
    absolute_sum,        // __sad: |a − b| + c
    bit_cast,            // same size, same bits, another type
    round_to_integer,    // f → i32 or i64 result, rounding to nearest even (__float2int_rn, lrint)
    floor_to_integer,    // rounding down
    ceiling_to_integer,  // rounding up
    make_vector,         // its components → a vector
    print,               // `text` is the format; the operands are promoted as C does
    assert_true,         // (bool); `text` is what was asserted
    trap,
};

enum class MemoryOrder : uint8_t { relaxed, acquire, release, acquire_release, sequential };
enum class MemoryScope : uint8_t { thread, block, device, system };

constexpr bool is_between(Builtin builtin, Builtin first, Builtin last) {
    return builtin >= first && builtin <= last;
}

}  // namespace upsweep::emulator
