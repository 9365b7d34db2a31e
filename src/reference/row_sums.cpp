// Sums along a row: a scan inside each vector by shifted additions, a carry from vector to vector.
#include "reference/row_sums.h"

#include <algorithm>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace upsweep::reference {
namespace {

/// A pixel counts as itself.
struct Value {
    std::uint32_t operator()(std::uint8_t pixel) const { return pixel; }
#if defined(__x86_64__)
    __m128i operator()(__m128i pixels) const { return pixels; }
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
#endif
};

template <typename Weight>
std::uint32_t plain_row(Weight weight, const std::uint8_t* from, const std::uint32_t* above,
                        std::uint32_t* here, std::size_t count, std::uint32_t carry) {
    for (std::size_t x = 0; x < count; ++x) {
        carry += weight(from[x]);
        here[x] = above[x] + carry;
    }
    return carry;
}

#if defined(__x86_64__)

/// 8 sums of 8 pixels in 16 bits each: at most 8 * 255.
__m128i scan_8(__m128i v) {
    v = _mm_add_epi16(v, _mm_slli_si128(v, 2));
    v = _mm_add_epi16(v, _mm_slli_si128(v, 4));
    return _mm_add_epi16(v, _mm_slli_si128(v, 8));
}

template <typename Weight>
std::uint32_t sse2_row(Weight weight, const std::uint8_t* from, const std::uint32_t* above,
                       std::uint32_t* here, std::size_t count, std::uint32_t carry) {
    const __m128i zero = _mm_setzero_si128();
    __m128i before = _mm_set1_epi32(static_cast<int>(carry));
    std::size_t x = 0;
    for (; x + 8 <= count; x += 8) {
        const __m128i pixels = weight(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from + x)));
        const __m128i sums = scan_8(_mm_unpacklo_epi8(pixels, zero));
        const __m128i low = _mm_add_epi32(_mm_unpacklo_epi16(sums, zero), before);
        const __m128i high = _mm_add_epi32(_mm_unpackhi_epi16(sums, zero), before);
        const auto* up = reinterpret_cast<const __m128i*>(above + x);
        auto* out = reinterpret_cast<__m128i*>(here + x);
        const __m128i first = _mm_add_epi32(low, _mm_loadu_si128(up));
        const __m128i second = _mm_add_epi32(high, _mm_loadu_si128(up + 1));
        _mm_storeu_si128(out, first);
        _mm_storeu_si128(out + 1, second);
        before = _mm_shuffle_epi32(high, 0xff);
    }
    carry = static_cast<std::uint32_t>(_mm_cvtsi128_si32(before));
    return plain_row(weight, from + x, above + x, here + x, count - x, carry);
}

template <typename Weight>
__attribute__((target("avx2"))) std::uint32_t avx2_row(Weight weight, const std::uint8_t* from,
                                                       const std::uint32_t* above, std::uint32_t* here,
                                                       std::size_t count, std::uint32_t carry) {
    const __m256i last = _mm256_set1_epi32(7);
    __m256i before = _mm256_set1_epi32(static_cast<int>(carry));
    std::size_t x = 0;
    for (; x + 16 <= count; x += 16) {
        const __m128i pixels = weight(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + x)));
        __m256i sums = _mm256_cvtepu8_epi16(pixels);
        // Shifts stay inside halves of 8 pixels: two scans side by side.
        sums = _mm256_add_epi16(sums, _mm256_slli_si256(sums, 2));
        sums = _mm256_add_epi16(sums, _mm256_slli_si256(sums, 4));
        sums = _mm256_add_epi16(sums, _mm256_slli_si256(sums, 8));
        const __m256i left = _mm256_cvtepu16_epi32(_mm256_castsi256_si128(sums));
        const __m256i right = _mm256_cvtepu16_epi32(_mm256_extracti128_si256(sums, 1));
        const __m256i low = _mm256_add_epi32(left, before);
        const __m256i both = _mm256_add_epi32(right, _mm256_permutevar8x32_epi32(left, last));
        const __m256i high = _mm256_add_epi32(both, before);
        const auto* up = reinterpret_cast<const __m256i*>(above + x);
        auto* out = reinterpret_cast<__m256i*>(here + x);
        const __m256i first = _mm256_add_epi32(low, _mm256_loadu_si256(up));
        const __m256i second = _mm256_add_epi32(high, _mm256_loadu_si256(up + 1));
        _mm256_storeu_si256(out, first);
        _mm256_storeu_si256(out + 1, second);
        // The only chain from vector to vector: one addition.
        before = _mm256_add_epi32(before, _mm256_permutevar8x32_epi32(both, last));
    }
    carry = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm256_castsi256_si128(before)));
    return plain_row(weight, from + x, above + x, here + x, count - x, carry);
}

template <typename Weight>
std::uint32_t row(Weight weight, const std::uint8_t* from, const std::uint32_t* above, std::uint32_t* here,
                  std::size_t count, std::uint32_t carry) {
    static const bool avx2 = __builtin_cpu_supports("avx2") > 0;
    return avx2 ? avx2_row(weight, from, above, here, count, carry)
                : sse2_row(weight, from, above, here, count, carry);
}

#else

template <typename Weight>
std::uint32_t row(Weight weight, const std::uint8_t* from, const std::uint32_t* above, std::uint32_t* here,
                  std::size_t count, std::uint32_t carry) {
    return plain_row(weight, from, above, here, count, carry);
}

#endif

}  // namespace

std::uint32_t add_row(const std::uint8_t* from, const std::uint32_t* above, std::uint32_t* here,
                      std::size_t count, std::uint32_t carry) {
    return row(Value{}, from, above, here, count, carry);
}

std::uint32_t add_matches(const std::uint8_t* from, std::uint8_t value, const std::uint32_t* above,
                          std::uint32_t* here, std::size_t count, std::uint32_t carry) {
    return row(Match{value}, from, above, here, count, carry);
}

#if defined(__x86_64__)

void stream(void* to, const void* from, std::size_t bytes) {
    auto* out = static_cast<std::byte*>(to);
    const auto* in = static_cast<const std::byte*>(from);
    // Up to the next 16 bytes by hand: streaming stores want them whole.
    const std::size_t head = std::min(bytes, -reinterpret_cast<std::uintptr_t>(out) % 16);
    std::memcpy(out, in, head);
    std::size_t at = head;
    for (; at + 16 <= bytes; at += 16)
        _mm_stream_si128(reinterpret_cast<__m128i*>(out + at),
                         _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + at)));
    std::memcpy(out + at, in + at, bytes - at);
}

void finish_streaming() { _mm_sfence(); }

#else

void stream(void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }
void finish_streaming() {}

#endif

}  // namespace upsweep::reference
