// Sums along a row: a scan inside each vector by shifted additions, a carry from vector to vector.
#include "reference/row_sums.h"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace upsweep::reference {
namespace {

/// A row of work: see add_row.
struct Row {
    const std::uint8_t* from;
    const std::uint32_t* above;
    std::uint32_t* here;
    std::uint32_t* past;
    std::size_t count;

    Row rest(std::size_t x) const {
        return {from + x, above + x, here + x, past == nullptr ? nullptr : past + x, count - x};
    }
};

/// A pixel counts as itself.
struct Value {
    std::uint32_t operator()(std::uint8_t pixel) const { return pixel; }
#if defined(__x86_64__)
    __m128i operator()(__m128i pixels) const { return pixels; }
    __attribute__((target("avx2"))) __m256i operator()(__m256i pixels) const { return pixels; }
#endif
};

/// A pixel counts one if it is `wanted`.
struct Match {
    std::uint8_t wanted;
    std::uint32_t operator()(std::uint8_t pixel) const { return pixel == wanted ? 1 : 0; }
#if defined(__x86_64__)
    __m128i operator()(__m128i pixels) const {
        const __m128i same = _mm_cmpeq_epi8(pixels, _mm_set1_epi8(static_cast<char>(wanted)));
        return _mm_and_si128(same, _mm_set1_epi8(1));
    }
    __attribute__((target("avx2"))) __m256i operator()(__m256i pixels) const {
        const __m256i same = _mm256_cmpeq_epi8(pixels, _mm256_set1_epi8(static_cast<char>(wanted)));
        return _mm256_and_si256(same, _mm256_set1_epi8(1));
    }
#endif
};

template <typename Weight>
std::uint32_t plain_row(Weight weight, const Row& row, std::uint32_t carry) {
    for (std::size_t x = 0; x < row.count; ++x) {
        carry += weight(row.from[x]);
        row.here[x] = row.above[x] + carry;
        if (row.past != nullptr) row.past[x] = row.here[x];
    }
    return carry;
}

#if defined(__x86_64__)

// Each form takes whole vectors only; plain_row does what is left. The only chain from vector to vector is
// one addition of the vector's total.

template <bool streams, typename Weight>
std::uint32_t sse2_row(Weight weight, const Row& row, std::uint32_t carry) {
    const __m128i zero = _mm_setzero_si128();
    __m128i before = _mm_set1_epi32(static_cast<int>(carry));
    const auto store = [&](std::size_t x, __m128i sums) {
        const auto* up = reinterpret_cast<const __m128i*>(row.above + x);
        const __m128i all = _mm_add_epi32(sums, _mm_loadu_si128(up));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(row.here + x), all);
        if constexpr (streams) _mm_stream_si128(reinterpret_cast<__m128i*>(row.past + x), all);
    };
    std::size_t x = 0;
    for (; x + 8 <= row.count; x += 8) {
        const __m128i pixels = weight(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(row.from + x)));
        __m128i sums = _mm_unpacklo_epi8(pixels, zero);
        sums = _mm_add_epi16(sums, _mm_slli_si128(sums, 2));
        sums = _mm_add_epi16(sums, _mm_slli_si128(sums, 4));
        sums = _mm_add_epi16(sums, _mm_slli_si128(sums, 8));
        const __m128i high = _mm_add_epi32(_mm_unpackhi_epi16(sums, zero), before);
        store(x, _mm_add_epi32(_mm_unpacklo_epi16(sums, zero), before));
        store(x + 4, high);
        before = _mm_shuffle_epi32(high, 0xff);
    }
    return plain_row(weight, row.rest(x), static_cast<std::uint32_t>(_mm_cvtsi128_si32(before)));
}

template <bool streams, typename Weight>
__attribute__((target("avx2"))) std::uint32_t avx2_row(Weight weight, const Row& row, std::uint32_t carry) {
    const __m256i last = _mm256_set1_epi32(7);
    __m256i before = _mm256_set1_epi32(static_cast<int>(carry));
    std::size_t x = 0;
    for (; x + 16 <= row.count; x += 16) {
        const __m128i pixels = weight(_mm_loadu_si128(reinterpret_cast<const __m128i*>(row.from + x)));
        __m256i sums = _mm256_cvtepu8_epi16(pixels);
        // Shifts stay inside groups of 8 pixels: two scans side by side.
        sums = _mm256_add_epi16(sums, _mm256_slli_si256(sums, 2));
        sums = _mm256_add_epi16(sums, _mm256_slli_si256(sums, 4));
        sums = _mm256_add_epi16(sums, _mm256_slli_si256(sums, 8));
        const __m256i left = _mm256_cvtepu16_epi32(_mm256_castsi256_si128(sums));
        const __m256i second = _mm256_cvtepu16_epi32(_mm256_extracti128_si256(sums, 1));
        const __m256i right = _mm256_add_epi32(second, _mm256_permutevar8x32_epi32(left, last));
        const auto* up = reinterpret_cast<const __m256i*>(row.above + x);
        const __m256i low = _mm256_add_epi32(_mm256_add_epi32(left, before), _mm256_loadu_si256(up));
        const __m256i high = _mm256_add_epi32(_mm256_add_epi32(right, before), _mm256_loadu_si256(up + 1));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(row.here + x), low);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(row.here + x + 8), high);
        if constexpr (streams) {
            _mm256_stream_si256(reinterpret_cast<__m256i*>(row.past + x), low);
            _mm256_stream_si256(reinterpret_cast<__m256i*>(row.past + x + 8), high);
        }
        before = _mm256_add_epi32(before, _mm256_permutevar8x32_epi32(right, last));
    }
    carry = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm256_castsi256_si128(before)));
    return plain_row(weight, row.rest(x), carry);
}

template <bool streams, typename Weight>
__attribute__((target("avx2,avx512f,avx512bw"))) std::uint32_t avx512_row(Weight weight, const Row& row,
                                                                          std::uint32_t carry) {
    const __m512i eighth = _mm512_set1_epi32(7), last = _mm512_set1_epi32(15);
    __m512i before = _mm512_set1_epi32(static_cast<int>(carry));
    std::size_t x = 0;
    for (; x + 32 <= row.count; x += 32) {
        const __m256i pixels = weight(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(row.from + x)));
        __m512i sums = _mm512_cvtepu8_epi16(pixels);
        // Shifts stay inside groups of 8 pixels: four scans side by side.
        sums = _mm512_add_epi16(sums, _mm512_bslli_epi128(sums, 2));
        sums = _mm512_add_epi16(sums, _mm512_bslli_epi128(sums, 4));
        sums = _mm512_add_epi16(sums, _mm512_bslli_epi128(sums, 8));
        __m512i left = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(sums));
        __m512i right = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(sums, 1));
        left = _mm512_mask_add_epi32(left, 0xff00, left, _mm512_permutexvar_epi32(eighth, left));
        right = _mm512_mask_add_epi32(right, 0xff00, right, _mm512_permutexvar_epi32(eighth, right));
        right = _mm512_add_epi32(right, _mm512_permutexvar_epi32(last, left));
        const __m512i up_left = _mm512_loadu_si512(row.above + x);
        const __m512i up_right = _mm512_loadu_si512(row.above + x + 16);
        const __m512i low = _mm512_add_epi32(_mm512_add_epi32(left, before), up_left);
        const __m512i high = _mm512_add_epi32(_mm512_add_epi32(right, before), up_right);
        _mm512_storeu_si512(row.here + x, low);
        _mm512_storeu_si512(row.here + x + 16, high);
        if constexpr (streams) {
            _mm512_stream_si512(reinterpret_cast<__m512i*>(row.past + x), low);
            _mm512_stream_si512(reinterpret_cast<__m512i*>(row.past + x + 16), high);
        }
        before = _mm512_add_epi32(before, _mm512_permutexvar_epi32(last, right));
    }
    carry = static_cast<std::uint32_t>(_mm512_cvtsi512_si32(before));
    return plain_row(weight, row.rest(x), carry);
}

__attribute__((target("avx2,avx512f"))) std::size_t avx512_bytes(const std::uint8_t* from,
                                                                 std::uint32_t* sums, std::size_t count) {
    std::size_t x = 0;
    for (; x + 16 <= count; x += 16) {
        const __m512i wide =
            _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + x)));
        _mm512_storeu_si512(sums + x, _mm512_add_epi32(wide, _mm512_loadu_si512(sums + x)));
    }
    return x;
}

__attribute__((target("avx2"))) std::size_t avx2_bytes(const std::uint8_t* from, std::uint32_t* sums,
                                                       std::size_t count) {
    std::size_t x = 0;
    for (; x + 8 <= count; x += 8) {
        const __m256i wide =
            _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from + x)));
        auto* to = reinterpret_cast<__m256i*>(sums + x);
        _mm256_storeu_si256(to, _mm256_add_epi32(wide, _mm256_loadu_si256(to)));
    }
    return x;
}

std::size_t vector_bytes(const std::uint8_t* from, std::uint32_t* sums, std::size_t count) {
    static const bool avx512 = __builtin_cpu_supports("avx512bw") > 0;
    static const bool avx2 = __builtin_cpu_supports("avx2") > 0;
    if (avx512) return avx512_bytes(from, sums, count);
    return avx2 ? avx2_bytes(from, sums, count) : 0;
}

template <bool streams, typename Weight>
std::uint32_t vector_row(Weight weight, const Row& row, std::uint32_t carry) {
    static const bool avx512 = __builtin_cpu_supports("avx512bw") > 0;
    static const bool avx2 = __builtin_cpu_supports("avx2") > 0;
    if (avx512) return avx512_row<streams>(weight, row, carry);
    return avx2 ? avx2_row<streams>(weight, row, carry) : sse2_row<streams>(weight, row, carry);
}

template <typename Weight>
std::uint32_t add(Weight weight, const Row& row, std::uint32_t carry) {
    if (row.past == nullptr) return vector_row<false>(weight, row, carry);
    // Streaming stores want 64 bytes whole and aligned: up to there by hand.
    const std::size_t odd = -reinterpret_cast<std::uintptr_t>(row.past) / sizeof(std::uint32_t) % 16;
    Row head = row;
    head.count = std::min(row.count, odd);
    carry = plain_row(weight, head, carry);
    return vector_row<true>(weight, row.rest(head.count), carry);
}

#else

std::size_t vector_bytes(const std::uint8_t*, std::uint32_t*, std::size_t) { return 0; }

template <typename Weight>
std::uint32_t add(Weight weight, const Row& row, std::uint32_t carry) {
    return plain_row(weight, row, carry);
}

#endif

}  // namespace

std::uint32_t add_row(const std::uint8_t* from, const std::uint32_t* above, std::uint32_t* here,
                      std::uint32_t* past, std::size_t count, std::uint32_t carry) {
    return add(Value{}, {from, above, here, past, count}, carry);
}

std::uint32_t add_matches(const std::uint8_t* from, std::uint8_t value, const std::uint32_t* above,
                          std::uint32_t* here, std::uint32_t* past, std::size_t count, std::uint32_t carry) {
    return add(Match{value}, {from, above, here, past, count}, carry);
}

void add_bytes(const std::uint8_t* from, std::uint32_t* sums, std::size_t count) {
    for (std::size_t x = vector_bytes(from, sums, count); x < count; ++x) sums[x] += from[x];
}

#if defined(__x86_64__)
void finish_streaming() { _mm_sfence(); }
#else
void finish_streaming() {}
#endif

}  // namespace upsweep::reference
