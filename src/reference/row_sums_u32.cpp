// Sums along a row of 32-bit words: a scan inside each vector by shifted additions, a carry from vector to
// vector.
#include <algorithm>

#include "reference/row_sums.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace upsweep::reference {
namespace {

/// A row of work: see add_row.
struct Words {
    const std::uint32_t* from;
    const std::uint32_t* above;
    std::uint32_t* here;
    std::uint32_t* past;
    std::size_t count;

    Words rest(std::size_t x) const {
        return {from + x, above + x, here + x, past == nullptr ? nullptr : past + x, count - x};
    }
};

std::uint32_t plain_words(const Words& row, std::uint32_t carry) {
    for (std::size_t x = 0; x < row.count; ++x) {
        carry += row.from[x];
        row.here[x] = row.above[x] + carry;
        if (row.past != nullptr) row.past[x] = row.here[x];
    }
    return carry;
}

#if defined(__x86_64__)

// Each form takes whole vectors only; plain_words does what is left.

template <bool streams>
std::uint32_t sse2_words(const Words& row, std::uint32_t carry) {
    __m128i before = _mm_set1_epi32(static_cast<int>(carry));
    std::size_t x = 0;
    for (; x + 4 <= row.count; x += 4) {
        __m128i sums = _mm_loadu_si128(reinterpret_cast<const __m128i*>(row.from + x));
        sums = _mm_add_epi32(sums, _mm_slli_si128(sums, 4));
        sums = _mm_add_epi32(sums, _mm_slli_si128(sums, 8));
        const auto* up = reinterpret_cast<const __m128i*>(row.above + x);
        const __m128i all = _mm_add_epi32(_mm_add_epi32(sums, before), _mm_loadu_si128(up));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(row.here + x), all);
        if constexpr (streams) _mm_stream_si128(reinterpret_cast<__m128i*>(row.past + x), all);
        before = _mm_add_epi32(before, _mm_shuffle_epi32(sums, 0xff));
    }
    return plain_words(row.rest(x), static_cast<std::uint32_t>(_mm_cvtsi128_si32(before)));
}

template <bool streams>
__attribute__((target("avx2"))) std::uint32_t avx2_words(const Words& row, std::uint32_t carry) {
    const __m256i third = _mm256_set1_epi32(3), last = _mm256_set1_epi32(7), zero = _mm256_setzero_si256();
    __m256i before = _mm256_set1_epi32(static_cast<int>(carry));
    std::size_t x = 0;
    for (; x + 8 <= row.count; x += 8) {
        __m256i sums = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row.from + x));
        // Shifts stay inside groups of four: two scans side by side, and the left one's total to the right.
        sums = _mm256_add_epi32(sums, _mm256_slli_si256(sums, 4));
        sums = _mm256_add_epi32(sums, _mm256_slli_si256(sums, 8));
        const __m256i left = _mm256_permutevar8x32_epi32(sums, third);
        sums = _mm256_add_epi32(sums, _mm256_blend_epi32(zero, left, 0xf0));
        const auto* up = reinterpret_cast<const __m256i*>(row.above + x);
        const __m256i all = _mm256_add_epi32(_mm256_add_epi32(sums, before), _mm256_loadu_si256(up));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(row.here + x), all);
        if constexpr (streams) _mm256_stream_si256(reinterpret_cast<__m256i*>(row.past + x), all);
        before = _mm256_add_epi32(before, _mm256_permutevar8x32_epi32(sums, last));
    }
    carry = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm256_castsi256_si128(before)));
    return plain_words(row.rest(x), carry);
}

template <bool streams>
__attribute__((target("avx2,avx512f"))) std::uint32_t avx512_words(const Words& row, std::uint32_t carry) {
    const __m512i last = _mm512_set1_epi32(15), zero = _mm512_setzero_si512();
    __m512i before = _mm512_set1_epi32(static_cast<int>(carry));
    std::size_t x = 0;
    for (; x + 16 <= row.count; x += 16) {
        __m512i sums = _mm512_loadu_si512(row.from + x);
        sums = _mm512_add_epi32(sums, _mm512_alignr_epi32(sums, zero, 15));
        sums = _mm512_add_epi32(sums, _mm512_alignr_epi32(sums, zero, 14));
        sums = _mm512_add_epi32(sums, _mm512_alignr_epi32(sums, zero, 12));
        sums = _mm512_add_epi32(sums, _mm512_alignr_epi32(sums, zero, 8));
        const __m512i up = _mm512_add_epi32(before, _mm512_loadu_si512(row.above + x));
        const __m512i all = _mm512_add_epi32(sums, up);
        _mm512_storeu_si512(row.here + x, all);
        if constexpr (streams) _mm512_stream_si512(reinterpret_cast<__m512i*>(row.past + x), all);
        before = _mm512_add_epi32(before, _mm512_permutexvar_epi32(last, sums));
    }
    return plain_words(row.rest(x), static_cast<std::uint32_t>(_mm512_cvtsi512_si32(before)));
}

template <bool streams>
std::uint32_t vector_words(const Words& row, std::uint32_t carry) {
    static const bool avx512 = __builtin_cpu_supports("avx512f") > 0;
    static const bool avx2 = __builtin_cpu_supports("avx2") > 0;
    if (avx512) return avx512_words<streams>(row, carry);
    return avx2 ? avx2_words<streams>(row, carry) : sse2_words<streams>(row, carry);
}

std::uint32_t add(const Words& row, std::uint32_t carry) {
    if (row.past == nullptr) return vector_words<false>(row, carry);
    // Streaming stores want 64 bytes whole and aligned: up to there by hand.
    const std::size_t odd = -reinterpret_cast<std::uintptr_t>(row.past) / sizeof(std::uint32_t) % 16;
    Words head = row;
    head.count = std::min(row.count, odd);
    carry = plain_words(head, carry);
    return vector_words<true>(row.rest(head.count), carry);
}

#else

std::uint32_t add(const Words& row, std::uint32_t carry) { return plain_words(row, carry); }

#endif

}  // namespace

std::uint32_t add_row(const std::uint32_t* from, const std::uint32_t* above, std::uint32_t* here,
                      std::uint32_t* past, std::size_t count, std::uint32_t carry) {
    return add({from, above, here, past, count}, carry);
}

void add_to_columns(const std::uint32_t* from, std::uint32_t* sums, std::size_t count) {
    for (std::size_t x = 0; x < count; ++x) sums[x] += from[x];
}

}  // namespace upsweep::reference
