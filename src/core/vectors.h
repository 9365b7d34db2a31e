// Vectors: the compilers' own vector types (GCC, clang, emscripten), and loops compiled several times, for
// the vectors that the processor has. The only header that knows processors; row_sums.cpp alone has their
// instructions by hand.
#pragma once

#include <cstring>

namespace upsweep {

/// Into what is compiled for several processors: such a function must not be called, but be part of its
/// callers.
#define UPSWEEP_INLINE [[gnu::always_inline]] inline

/// `lanes` numbers, whatever the processor's vectors hold: the compiler takes as many of those as it needs.
/// Passed by reference, since how they are passed by value depends on the processor.
template <typename T, int lanes>
struct VectorOf {
    using Type [[gnu::vector_size(sizeof(T) * lanes)]] = T;
};
template <typename T, int lanes>
using Vector = typename VectorOf<T, lanes>::Type;

template <typename T, typename V>
UPSWEEP_INLINE void load(const T* from, V& to) {
    std::memcpy(&to, from, sizeof to);
}

#if defined(__x86_64__)

namespace processors {

#define UPSWEEP_AVX2 __attribute__((target("avx2")))
#define UPSWEEP_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))

inline bool has_avx2() { return __builtin_cpu_supports("avx2") > 0; }
inline bool has_avx512() {
    return __builtin_cpu_supports("avx512bw") > 0 && __builtin_cpu_supports("avx512dq") > 0 &&
           __builtin_cpu_supports("avx512vl") > 0;
}

/// One function (UPSWEEP_INLINE) compiled for AVX-512 (its F, BW, VL and DQ), for AVX2, and for any x86-64.
template <auto function>
struct Forms;
template <typename Result, typename... Arguments, Result (*function)(Arguments...)>
struct Forms<function> {
    static Result anywhere(Arguments... arguments) { return function(arguments...); }
    UPSWEEP_AVX2 static Result avx2(Arguments... arguments) { return function(arguments...); }
    UPSWEEP_AVX512 static Result avx512(Arguments... arguments) { return function(arguments...); }
};

}  // namespace processors

/// `function` as it is compiled for this processor. Asks the processor; callers keep the answer.
template <auto function>
auto form_for_this_processor() {
    using Forms = processors::Forms<function>;
    if (processors::has_avx512()) return &Forms::avx512;
    return processors::has_avx2() ? &Forms::avx2 : &Forms::anywhere;
}

#else

template <auto function>
auto form_for_this_processor() {
    return function;
}

#endif

}  // namespace upsweep
