// The inner loops of the fast CPU forms: sums along a row on top of the row above, as fast as one core can.
#pragma once

#include <cstddef>
#include <cstdint>

namespace upsweep {

/// here[x] = above[x] + carry + from[0] + … + from[x] modulo 2^32, x < count; returns the last sum without
/// `above`. `above` and `here` may be the same. Where `past` is not null the sums also go there, past the
/// caches: for results larger than they are. finish_streaming() before another thread reads those. Vectors of
/// 32 or 64 pixels (AVX-512 as since Ice Lake and Zen 4), 16 (AVX2) or 8 (SSE2, any x86-64), as the processor
/// has them; a plain loop elsewhere.
uint32_t add_row(const uint8_t* from, const uint32_t* above, uint32_t* here, uint32_t* past, size_t count,
                 uint32_t carry);

/// The same of 32-bit words.
uint32_t add_row(const uint32_t* from, const uint32_t* above, uint32_t* here, uint32_t* past, size_t count,
                 uint32_t carry);

/// The same for a picture of ones where from[x] == value and zeros elsewhere: one bin of an integral
/// histogram.
uint32_t add_matches(const uint8_t* from, uint8_t value, const uint32_t* above, uint32_t* here,
                     uint32_t* past, size_t count, uint32_t carry);

/// sums[x] += from[x]: one more row of the sums of columns.
void add_to_columns(const uint8_t* from, uint32_t* sums, size_t count);
void add_to_columns(const uint32_t* from, uint32_t* sums, size_t count);

void finish_streaming();

/// Results of at least so many bytes are streamed.
constexpr size_t streamed_bytes = size_t{12} << 20;

}  // namespace upsweep
