// Sums along a row: a scan inside each vector by shifted additions, a carry from vector to vector.
#include "core/row_sums.h"

#include <algorithm>
#include <cstring>

#include "core/vectors.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace upsweep {
namespace {

/// A row of work: see add_row.
template <typename Input>
struct RowOf {
    const Input* from;
    const uint32_t* above;
    uint32_t* here;
    uint32_t* past;
    size_t count;

    RowOf rest(size_t x) const {
        return {from + x, above + x, here + x, past == nullptr ? nullptr : past + x, count - x};
    }
};
using Row = RowOf<uint8_t>;
using Words = RowOf<uint32_t>;

/// A pixel counts as itself; so does a word.
struct Value {
    uint32_t operator()(uint32_t pixel) const { return pixel; }
#if defined(__x86_64__)
    __m128i operator()(__m128i pixels) const { return pixels; }
    UPSWEEP_AVX2 __m256i operator()(__m256i pixels) const { return pixels; }
#endif
};

/// A pixel counts one if it is `wanted`.
struct Match {
    uint8_t wanted;
    uint32_t operator()(uint8_t pixel) const { return pixel == wanted ? 1 : 0; }
#if defined(__x86_64__)
    __m128i operator()(__m128i pixels) const {
        const __m128i same = _mm_cmpeq_epi8(pixels, _mm_set1_epi8(char(wanted)));
        return _mm_and_si128(same, _mm_set1_epi8(1));
    }
    UPSWEEP_AVX2 __m256i operator()(__m256i pixels) const {
        const __m256i same = _mm256_cmpeq_epi8(pixels, _mm256_set1_epi8(char(wanted)));
        return _mm256_and_si256(same, _mm256_set1_epi8(1));
    }
#endif
};

template <typename Weight, typename Input>
uint32_t plain_row(Weight weight, const RowOf<Input>& row, uint32_t carry) {
    for (size_t x = 0; x < row.count; ++x) {
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
uint32_t sse2_row(Weight weight, const Row& row, uint32_t carry) {
    const __m128i zero = _mm_setzero_si128();
    __m128i before = _mm_set1_epi32(int(carry));
    const auto store = [&](size_t x, __m128i sums) {
        const auto* up = reinterpret_cast<const __m128i*>(row.above + x);
        const __m128i all = _mm_add_epi32(sums, _mm_loadu_si128(up));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(row.here + x), all);
        if constexpr (streams) _mm_stream_si128(reinterpret_cast<__m128i*>(row.past + x), all);
    };
    size_t x = 0;
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
    return plain_row(weight, row.rest(x), uint32_t(_mm_cvtsi128_si32(before)));
}

template <bool streams, typename Weight>
UPSWEEP_AVX2 uint32_t avx2_row(Weight weight, const Row& row, uint32_t carry) {
    const __m256i last = _mm256_set1_epi32(7);
    __m256i before = _mm256_set1_epi32(int(carry));
    size_t x = 0;
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
    carry = uint32_t(_mm_cvtsi128_si32(_mm256_castsi256_si128(before)));
    return plain_row(weight, row.rest(x), carry);
}

#define UPSWEEP_ICE_LAKE __attribute__((target("avx2,avx512f,avx512bw,avx512vnni,avx512vpopcntdq")))

/// Where sums go: on top of the row above, and past the caches too if they are streamed.
template <bool streams>
UPSWEEP_ICE_LAKE inline void store_16(const Row& row, size_t x, __m512i sums) {
    _mm512_storeu_si512(row.here + x, sums);
    if constexpr (streams) _mm512_stream_si512(reinterpret_cast<__m512i*>(row.past + x), sums);
}

/// ones[group]: lane j adds up those bytes of a group of four that are among pixels 0 to j of sixteen.
struct PrefixTable {
    alignas(64) int8_t ones[4][64] = {};
    constexpr PrefixTable() {
        for (int group = 0; group < 4; ++group)
            for (int byte = 0; byte < 64; ++byte)
                ones[group][byte] = 4 * group + byte % 4 <= byte / 4 ? 1 : 0;
    }
};
constexpr PrefixTable prefix_table;

struct PrefixWeights {
    __m512i of[4];
};

UPSWEEP_ICE_LAKE inline __m512i in_all_lanes(const uint8_t* four) {
    int bits = 0;
    std::memcpy(&bits, four, sizeof bits);
    return _mm512_set1_epi32(bits);
}

/// The sums of 1, 2, … 16 pixels: four pixels go to all lanes, and each lane adds up what it wants of them.
UPSWEEP_ICE_LAKE inline __m512i prefix_sums(const uint8_t* from, const PrefixWeights& weights) {
    const __m512i zero = _mm512_setzero_si512();
    __m512i even = _mm512_dpbusd_epi32(zero, in_all_lanes(from), weights.of[0]);
    __m512i odd = _mm512_dpbusd_epi32(zero, in_all_lanes(from + 4), weights.of[1]);
    even = _mm512_dpbusd_epi32(even, in_all_lanes(from + 8), weights.of[2]);
    odd = _mm512_dpbusd_epi32(odd, in_all_lanes(from + 12), weights.of[3]);
    return _mm512_add_epi32(even, odd);
}

template <bool streams>
UPSWEEP_ICE_LAKE uint32_t avx512_row(Value weight, const Row& row, uint32_t carry) {
    const auto& ones = prefix_table.ones;
    const PrefixWeights weights{{_mm512_load_si512(ones[0]), _mm512_load_si512(ones[1]),
                                 _mm512_load_si512(ones[2]), _mm512_load_si512(ones[3])}};
    const __m512i last = _mm512_set1_epi32(15);
    __m512i before = _mm512_set1_epi32(int(carry));
    size_t x = 0;
    for (; x + 32 <= row.count; x += 32) {
        const __m512i left = prefix_sums(row.from + x, weights);
        const __m512i right = prefix_sums(row.from + x + 16, weights);
        const __m512i between = _mm512_add_epi32(before, _mm512_permutexvar_epi32(last, left));
        const __m512i up_left = _mm512_add_epi32(before, _mm512_loadu_si512(row.above + x));
        const __m512i up_right = _mm512_add_epi32(between, _mm512_loadu_si512(row.above + x + 16));
        store_16<streams>(row, x, _mm512_add_epi32(left, up_left));
        store_16<streams>(row, x + 16, _mm512_add_epi32(right, up_right));
        before = _mm512_add_epi32(between, _mm512_permutexvar_epi32(last, right));
    }
    return plain_row(weight, row.rest(x), uint32_t(_mm512_cvtsi512_si32(before)));
}

/// Matches are bits: lane j counts those of pixels 0 to j of sixteen.
template <bool streams>
UPSWEEP_ICE_LAKE uint32_t avx512_row(Match weight, const Row& row, uint32_t carry) {
    const __m512i lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m512i up_to =
        _mm512_sub_epi32(_mm512_sllv_epi32(_mm512_set1_epi32(2), lanes), _mm512_set1_epi32(1));
    const __m512i wanted = _mm512_set1_epi8(char(weight.wanted));
    size_t x = 0;
    for (; x + 64 <= row.count; x += 64) {
        uint64_t same = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(row.from + x), wanted);
        for (size_t part = x; part < x + 64; part += 16, same >>= 16) {
            const __m512i bits = _mm512_and_si512(_mm512_set1_epi32(int(same)), up_to);
            const __m512i up =
                _mm512_add_epi32(_mm512_set1_epi32(int(carry)), _mm512_loadu_si512(row.above + part));
            store_16<streams>(row, part, _mm512_add_epi32(_mm512_popcnt_epi32(bits), up));
            carry += uint32_t(__builtin_popcount(static_cast<unsigned>(same & 0xffff)));
        }
    }
    return plain_row(weight, row.rest(x), carry);
}

/// Since Intel's Ice Lake and AMD's Zen 4.
bool has_ice_lake() {
    static const bool has = __builtin_cpu_supports("avx512bw") > 0 &&
                            __builtin_cpu_supports("avx512vnni") > 0 &&
                            __builtin_cpu_supports("avx512vpopcntdq") > 0;
    return has;
}

bool has_avx2() {
    static const bool has = processors::has_avx2();
    return has;
}

__attribute__((target("avx2,avx512f"))) size_t avx512_bytes(const uint8_t* from, uint32_t* sums,
                                                            size_t count) {
    size_t x = 0;
    for (; x + 16 <= count; x += 16) {
        const __m512i wide =
            _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + x)));
        _mm512_storeu_si512(sums + x, _mm512_add_epi32(wide, _mm512_loadu_si512(sums + x)));
    }
    return x;
}

UPSWEEP_AVX2 size_t avx2_bytes(const uint8_t* from, uint32_t* sums, size_t count) {
    size_t x = 0;
    for (; x + 8 <= count; x += 8) {
        const __m256i wide =
            _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from + x)));
        auto* to = reinterpret_cast<__m256i*>(sums + x);
        _mm256_storeu_si256(to, _mm256_add_epi32(wide, _mm256_loadu_si256(to)));
    }
    return x;
}

template <bool streams>
uint32_t sse2_words(const Words& row, uint32_t carry) {
    __m128i before = _mm_set1_epi32(int(carry));
    size_t x = 0;
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
    return plain_row(Value{}, row.rest(x), uint32_t(_mm_cvtsi128_si32(before)));
}

template <bool streams>
UPSWEEP_AVX2 uint32_t avx2_words(const Words& row, uint32_t carry) {
    const __m256i third = _mm256_set1_epi32(3), last = _mm256_set1_epi32(7), zero = _mm256_setzero_si256();
    __m256i before = _mm256_set1_epi32(int(carry));
    size_t x = 0;
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
    carry = uint32_t(_mm_cvtsi128_si32(_mm256_castsi256_si128(before)));
    return plain_row(Value{}, row.rest(x), carry);
}

template <bool streams>
__attribute__((target("avx2,avx512f"))) uint32_t avx512_words(const Words& row, uint32_t carry) {
    const __m512i last = _mm512_set1_epi32(15), zero = _mm512_setzero_si512();
    __m512i before = _mm512_set1_epi32(int(carry));
    size_t x = 0;
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
    return plain_row(Value{}, row.rest(x), uint32_t(_mm512_cvtsi512_si32(before)));
}

size_t vector_bytes(const uint8_t* from, uint32_t* sums, size_t count) {
    if (has_ice_lake()) return avx512_bytes(from, sums, count);
    return has_avx2() ? avx2_bytes(from, sums, count) : 0;
}

template <bool streams, typename Weight>
uint32_t vector_row(Weight weight, const Row& row, uint32_t carry) {
    if (has_ice_lake()) return avx512_row<streams>(weight, row, carry);
    return has_avx2() ? avx2_row<streams>(weight, row, carry) : sse2_row<streams>(weight, row, carry);
}

template <bool streams>
uint32_t vector_row(Value, const Words& row, uint32_t carry) {
    static const bool avx512 = __builtin_cpu_supports("avx512f") > 0;
    if (avx512) return avx512_words<streams>(row, carry);
    return has_avx2() ? avx2_words<streams>(row, carry) : sse2_words<streams>(row, carry);
}

template <typename Weight, typename Input>
uint32_t add(Weight weight, const RowOf<Input>& row, uint32_t carry) {
    if (row.past == nullptr) return vector_row<false>(weight, row, carry);
    // Streaming stores want 64 bytes whole and aligned: up to there by hand.
    const size_t odd = -reinterpret_cast<uintptr_t>(row.past) / sizeof(uint32_t) % 16;
    RowOf<Input> head = row;
    head.count = std::min(row.count, odd);
    carry = plain_row(weight, head, carry);
    return vector_row<true>(weight, row.rest(head.count), carry);
}

#else

size_t vector_bytes(const uint8_t*, uint32_t*, size_t) { return 0; }

template <typename Weight, typename Input>
uint32_t add(Weight weight, const RowOf<Input>& row, uint32_t carry) {
    return plain_row(weight, row, carry);
}

#endif

}  // namespace

uint32_t add_row(const uint8_t* from, const uint32_t* above, uint32_t* here, uint32_t* past, size_t count,
                 uint32_t carry) {
    return add(Value{}, Row{from, above, here, past, count}, carry);
}

uint32_t add_matches(const uint8_t* from, uint8_t value, const uint32_t* above, uint32_t* here,
                     uint32_t* past, size_t count, uint32_t carry) {
    return add(Match{value}, Row{from, above, here, past, count}, carry);
}

void add_to_columns(const uint8_t* from, uint32_t* sums, size_t count) {
    for (size_t x = vector_bytes(from, sums, count); x < count; ++x) sums[x] += from[x];
}

uint32_t add_row(const uint32_t* from, const uint32_t* above, uint32_t* here, uint32_t* past, size_t count,
                 uint32_t carry) {
    return add(Value{}, Words{from, above, here, past, count}, carry);
}

void add_to_columns(const uint32_t* from, uint32_t* sums, size_t count) {
    for (size_t x = 0; x < count; ++x) sums[x] += from[x];
}

#if defined(__x86_64__)
void finish_streaming() { _mm_sfence(); }
#else
void finish_streaming() {}
#endif

}  // namespace upsweep
