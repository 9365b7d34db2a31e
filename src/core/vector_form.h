// One loop compiled several times: the form for the vectors that this processor has.
#pragma once

namespace upsweep {

#if defined(__x86_64__)
/// Of functions of one type the one compiled for AVX-512 (its F, BW, VL and DQ), for AVX2, or for any x86-64.
/// Asks the processor; callers keep the answer.
template <typename Form>
Form form_for_this_processor(Form anywhere, Form avx2, Form avx512) {
    if (__builtin_cpu_supports("avx512bw") > 0 && __builtin_cpu_supports("avx512dq") > 0 &&
        __builtin_cpu_supports("avx512vl") > 0)
        return avx512;
    return __builtin_cpu_supports("avx2") > 0 ? avx2 : anywhere;
}
#endif

}  // namespace upsweep
